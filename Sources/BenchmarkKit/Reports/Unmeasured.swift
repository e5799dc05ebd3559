import PlainText

/// A row of a report without a figure, and why it has none.
public struct Unmeasured: Sendable, Equatable {
  /// The workload's name, without its parameters.
  public var workload: String
  /// The variant of the workload, in the order in which parameters are shown.
  public var parameters: [Measurement.Parameter]
  /// What kept it from being measured: for people, and on one line.
  public var reason: String
  /// Whether the program is at fault, not the machine or its restrictions.
  public var isFailure: Bool
  /// How many results stand in front of it.
  public var place: Int

  /// A row without a figure. `reason` becomes one line that a terminal can show.
  public init(
    _ workload: String, _ parameters: [Measurement.Parameter] = [], reason: String, isFailure: Bool = false,
    place: Int
  ) {
    self.workload = workload
    self.parameters = parameters
    self.reason = reason.plainLine
    self.isFailure = isFailure
    self.place = place
  }

  /// The text of a table in place of figures.
  public var note: String { isFailure ? "failed: \(reason)" : "not measured: \(reason)" }

  /// The subject, as that of a measurement.
  public var subject: String { Measurement(workload, parameters, values: []).subject }
}

extension Report {
  /// A row of a table.
  public enum Row: Sendable {
    /// A row with figures.
    case measured(Measurement)
    /// A row with a reason instead.
    case unmeasured(Unmeasured)

    var workload: String {
      switch self {
      case .measured(let result): result.workload
      case .unmeasured(let row): row.workload
      }
    }
  }

  /// All rows, measured or not, in the order of the call.
  public var rows: [Row] {
    var rows: [Row] = []
    for place in 0...results.count {
      // For any number in a file, a row after the last result is the last.
      let here = unmeasured.filter {
        $0.place == place || place == results.count && $0.place > place || place == 0 && $0.place < 0
      }
      rows += here.map { .unmeasured($0) }
      if place < results.count { rows.append(.measured(results[place])) }
    }
    return rows
  }
}

extension Unmeasured {
  var jsonValue: JSON {
    .object([
      ("workload", .string(workload)), ("parameters", JSON(parameters)),
      ("reason", .string(reason)), ("failed", .bool(isFailure)),
      ("place", .figure(Double(place))),
    ])
  }

  init(_ value: JSON, _ name: String) throws(ReportError) {
    guard case .string(let workload)? = value["workload"], case .string(let reason)? = value["reason"] else {
      throw ReportError("\(name) has no texts \"workload\" and \"reason\"")
    }
    var row = Unmeasured(
      workload, try [Measurement.Parameter](value["parameters"], of: name), reason: reason, place: .max)
    if case .bool(true)? = value["failed"] { row.isFailure = true }
    if let place = value["place"]?.decimal, let place = Int(exactly: place) { row.place = place }
    self = row
  }
}
