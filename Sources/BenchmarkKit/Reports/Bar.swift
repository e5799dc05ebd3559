/// Something that a loop shall reach, alone or beside others, and whether it did in a run, by the medians of that run alone.
public struct Bar: Sendable {
  /// The bar in words, for the table.
  public let text: String
  private let judge: @Sendable (_ report: Report, _ loop: String?) -> Verdict

  /// A run's verdict on a bar.
  public enum Verdict: Sendable, Equatable {
    /// The bar was reached, with the deciding figure.
    case reached(String)
    /// The figure that misses it.
    case missed(String)
    /// The figures that the run lacks.
    case unknown(String)
  }

  init(_ text: String, _ judge: @escaping @Sendable (Report, String?) -> Verdict) {
    self.text = text
    self.judge = judge
  }

  /// Judges a run by the median of the loop of the given name, as `Measurement.loop` has it: nil where only one is measured.
  public func verdict(_ report: Report, of loop: String? = nil) -> Verdict { judge(report, loop) }

  private static func verdict(_ ratio: Double, _ isReached: Bool, _ what: String) -> Verdict {
    let text = "\(Quantity.fixed(ratio, 2)) × \(what)"
    return isReached ? .reached(text) : .missed(text)
  }
}

extension Bar {
  /// At most so much of another loop's figure. `subject`: as `Measurement.subject`.
  public static func ratio(
    _ text: String, _ subject: String, of other: String, atMost limit: Double
  ) -> Bar {
    Bar(text) { report, loop in
      guard let mine = report.median(subject, loop), let theirs = report.median(subject, other), theirs > 0
      else { return .unknown("\(subject) of \(other)") }
      return verdict(mine / theirs, mine / theirs <= limit, other)
    }
  }

  /// At most this multiple of the same loop's figure for another workload.
  public static func ratio(
    _ text: String, _ subject: String, to other: String, atMost limit: Double
  ) -> Bar {
    Bar(text) { report, loop in
      guard let one = report.median(subject, loop), let base = report.median(other, loop), base > 0
      else { return .unknown("\(subject), and \(other)") }
      return verdict(one / base, one / base <= limit, "that")
    }
  }

  /// Ahead of every other measured loop, except some whose figure means something else.
  public static func ahead(_ text: String, _ subject: String, except others: Set<String> = []) -> Bar {
    Bar(text) { report, loop in
      let rivals = report.results.filter {
        $0.subject == subject && $0.loop != loop && !others.contains($0.loop ?? "")
      }
      guard let mine = report.median(subject, loop),
        let best = rivals.min(by: { $0.median < $1.median }), best.median > 0
      else { return .unknown("\(subject) of other loops") }
      return verdict(mine / best.median, mine < best.median, "the best other, \(best.loop ?? "")")
    }
  }

  /// Ahead of one loop.
  public static func ahead(_ text: String, _ subject: String, of other: String) -> Bar {
    Bar(text) { report, loop in
      guard let mine = report.median(subject, loop), let theirs = report.median(subject, other), theirs > 0
      else { return .unknown("\(subject) of \(other)") }
      return verdict(mine / theirs, mine < theirs, other)
    }
  }

  /// At most so much, of a figure.
  public static func atMost(_ text: String, _ subject: String, _ limit: Double, unit: String) -> Bar {
    Bar(text) { report, loop in
      guard let value = report.median(subject, loop) else { return .unknown(subject) }
      let shown = Quantity.text(value, unit: unit)
      return value <= limit ? .reached(shown) : .missed(shown)
    }
  }

  /// What one of some things adds: the difference to a figure without them, divided by their number.
  public static func each(
    _ text: String, of count: Int, in subject: String, without other: String, atMost limit: Double,
    unit: String
  ) -> Bar {
    Bar(text) { report, loop in
      guard let with = report.median(subject, loop), let base = report.median(other, loop)
      else { return .unknown("\(subject), and \(other)") }
      let value = (with - base) / Double(count)
      let shown = Quantity.text(value, unit: unit)
      return value <= limit ? .reached(shown) : .missed(shown)
    }
  }
}

extension Report {
  func median(_ subject: String, _ loop: String?) -> Double? {
    results.first { $0.subject == subject && $0.loop == loop }?.median
  }

  /// A table of bars: reached or missed by a loop in this run, and by what figure.
  public func table(of bars: [Bar], for loop: String? = nil) -> String {
    var table = TextTable([("", .left), ("bar", .left), ("here", .left)])
    for bar in bars {
      switch bar.verdict(self, of: loop) {
      case .reached(let text): table.add(["reached", bar.text, text])
      case .missed(let text): table.add(["MISSED", bar.text, text])
      case .unknown(let what): table.add(["not measured", bar.text, "needs \(what)"])
      }
    }
    return table.text
  }
}
