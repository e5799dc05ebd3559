import PlainText

extension JSON {
  init(_ parameters: [Measurement.Parameter]) {
    self = .object(
      parameters.map { parameter in
        switch parameter.value {
        case .integer(let number): (parameter.name, .figure(Double(number)))
        case .text(let text): (parameter.name, .string(text))
        }
      })
  }
}

extension [Measurement.Parameter] {
  /// Reads what `JSON(_:)` made. `place` is for the error.
  init(_ value: JSON?, of place: String) throws(ReportError) {
    self = []
    guard case .object(let members)? = value else { return }
    for (name, value) in members {
      if case .string(let text) = value {
        append(.init(name, .text(text)))
      } else if let number = value.decimal {
        append(.init(name, Int(exactly: number).map { .integer($0) } ?? .text("\(number)")))
      } else {
        throw ReportError("\(place): \"\(name)\" is neither a number nor a text")
      }
    }
  }
}

extension Histogram {
  /// The buckets that are not empty, each with its smallest value, its largest, and how many values it counts.
  var jsonValue: JSON {
    // Beyond 2^53 JSON has no exact numbers; in nanoseconds that is a hundred days.
    func number(_ value: UInt64) -> JSON { .figure(Double(Swift.min(value, 1 << 53))) }
    return .object([
      ("count", number(count)), ("min", number(min)), ("max", number(max)),
      ("sum", .figure(sum)),
      (
        "buckets",
        .array(
          steps.map {
            .array([number($0.values.lowerBound), number($0.values.upperBound), number($0.count)])
          })
      ),
    ])
  }

  /// Reads what `jsonValue` made. `place` is for the error.
  init(_ value: JSON, of place: String) throws(ReportError) {
    func whole(_ value: JSON?, _ name: String) throws(ReportError) -> UInt64 {
      guard let number = value?.decimal, let whole = UInt64(exactly: number) else {
        throw ReportError("\(place): the histogram has no whole number \"\(name)\"")
      }
      return whole
    }
    guard case .array(let buckets)? = value["buckets"] else {
      throw ReportError("\(place): the histogram has no array \"buckets\"")
    }
    self.init()
    for bucket in buckets {
      guard case .array(let numbers) = bucket, numbers.count == 3 else {
        throw ReportError("\(place): a bucket of the histogram is not [smallest, largest, count]")
      }
      let low = try whole(numbers[0], "smallest")
      let count = try whole(numbers[2], "count")
      guard !self.count.addingReportingOverflow(count).overflow else {
        throw ReportError("\(place): the histogram counts too many values")
      }
      record(low, times: count)
    }
    let (min, max) = (try whole(value["min"], "min"), try whole(value["max"], "max"))
    guard let sum = value["sum"]?.decimal else {
      throw ReportError("\(place): the histogram has no number \"sum\"")
    }
    guard isEmpty || min <= max && self.min <= max else {
      throw ReportError("\(place): the histogram's values lie outside of its \"min\" and \"max\"")
    }
    guard try whole(value["count"], "count") == count else {
      throw ReportError("\(place): the histogram's buckets do not add up to its \"count\"")
    }
    setExtremes(min, max, sum: sum)
  }
}
