import PlainText

/// The results of one run, and where it ran.
public struct Report: Sendable, Equatable {
  /// The machine and the build that the results are of.
  public var machine: Machine
  /// The results in the order in which they were measured.
  public var results: [Measurement]
  /// Workloads that could not be measured.
  public var unmeasured: [Unmeasured] = []

  /// A report in which everything was measured.
  public init(machine: Machine, results: [Measurement] = []) {
    self.machine = machine
    self.results = results
  }

  // MARK: JSON

  /// The version of the form below.
  static let schema = 2
  /// Deeper than any report.
  private static let deepest = 100

  /// As JSON: one line for the machine and one for each result, with its histogram.
  public var json: String {
    func lines(_ values: [JSON]) -> String {
      values.map { "    \($0.fileText)" }.joined(separator: ",\n")
    }
    return """
      {
        "schema": \(Self.schema),
        "machine": \(Self.value(of: machine).fileText),
        "results": [
      \(lines(results.map(Self.value)))
        ],
        "unmeasured": [
      \(lines(unmeasured.map(\.jsonValue)))
        ]
      }

      """
  }

  /// Reads what `json` wrote. Members that it does not know are passed over.
  public init(json text: String) throws(ReportError) {
    let value: JSON
    do { value = try JSON(parsing: Array(text.utf8), deepest: Self.deepest) } catch {
      throw ReportError(error)
    }
    guard let schema = value["schema"]?.decimal else {
      throw ReportError("this is not a benchmark's report: it has no number \"schema\"")
    }
    guard schema == 1 || schema == Double(Self.schema) else {
      throw ReportError(
        "the report has the schema \(JSON.figure(schema).fileText); this program reads 1 and \(Self.schema)")
    }
    guard case .array(let results)? = value["results"] else {
      throw ReportError("the report has no array \"results\"")
    }
    machine = Self.machine(from: value["machine"] ?? .null)
    self.results = []
    for (index, result) in results.enumerated() {
      self.results.append(try Self.measurement(from: result, "results[\(index)]"))
    }
    if case .array(let rows)? = value["unmeasured"] {
      for (index, row) in rows.enumerated() {
        unmeasured.append(try Unmeasured(row, "unmeasured[\(index)]"))
      }
    }
  }

  private static func value(of machine: Machine) -> JSON {
    .object([
      ("cpu", .string(machine.processor)),
      ("cpus", .array(machine.processors.map { .integer($0) })),
      ("kernel", .string(machine.kernel)), ("clocksource", .string(machine.clockSource)),
      ("governor", .string(machine.governor)), ("load", .string(machine.load)),
      ("swift", .string(machine.swift)), ("build", .string(machine.build)),
    ])
  }

  private static func machine(from value: JSON) -> Machine {
    func text(_ name: String) -> String {
      if case .string(let text)? = value[name] { text } else { "unknown" }
    }
    var processors: [Int] = []
    if case .array(let numbers)? = value["cpus"] {
      for number in numbers.compactMap(\.decimal) { processors.append(Int(exactly: number.rounded()) ?? 0) }
    }
    return Machine(
      processor: text("cpu"), processors: processors, kernel: text("kernel"),
      clockSource: text("clocksource"),
      governor: text("governor"), load: text("load"), swift: text("swift"), build: text("build"))
  }

  private static func value(of result: Measurement) -> JSON {
    // A thousandth of a nanosecond is more than any figure is good for.
    func number(_ value: Double?) -> JSON {
      value.map { .figure(($0 * 1000).rounded() / 1000) } ?? .null
    }
    // One after the other: as one expression it takes the compiler seconds.
    var members: [(String, JSON)] = [("workload", .string(result.workload))]
    if let loop = result.loop { members.append(("loop", .string(loop))) }
    members.append(("parameters", JSON(result.parameters)))
    members.append(("unit", .string(result.unit)))
    let figures: [(String, Double?)] = [
      ("median", result.median), ("min", result.min), ("max", result.max), ("p50", result.p50),
      ("p90", result.p90), ("p99", result.p99), ("p999", result.p999), ("rounds", Double(result.rounds)),
      ("spread", result.spread),
    ]
    for (name, value) in figures { members.append((name, number(value))) }
    members.append(("latencies", .bool(result.hasLatencies)))
    members.append(("samples", .figure(Double(result.samples))))
    members.append(("values", .array(result.values.map(number))))
    if let clock = result.clock { members.append(("clock", .string(clock.rawValue))) }
    if let histogram = result.histogram { members.append(("histogram", histogram.jsonValue)) }
    if let causes = result.causes { members.append(("causes", causes.json)) }
    return .object(members)
  }

  private static func measurement(from value: JSON, _ place: String) throws(ReportError) -> Measurement {
    guard case .string(let workload)? = value["workload"] else {
      throw ReportError("\(place) has no text \"workload\"")
    }
    func number(_ name: String) throws(ReportError) -> Double {
      guard let number = value[name]?.decimal else {
        throw ReportError("\(place) (\(workload)) has no number \"\(name)\"")
      }
      guard number >= 0 else {
        throw ReportError("\(place) (\(workload)): \"\(name)\" is less than 0")
      }
      return number
    }
    func percentile(_ name: String) throws(ReportError) -> Double? {
      if case .null? = value[name] { nil } else { try number(name) }
    }
    let parameters = try [Measurement.Parameter](value["parameters"], of: "\(place) (\(workload))")
    var result = Measurement(workload, parameters, values: [])
    if case .string(let unit)? = value["unit"] { result.unit = unit }
    if case .string(let loop)? = value["loop"] { result.loop = loop }
    result.median = try number("median")
    result.min = try number("min")
    result.max = try number("max")
    result.p50 = try percentile("p50")
    result.p90 = try percentile("p90")
    result.p99 = try percentile("p99")
    result.p999 = try percentile("p999")
    result.rounds = Int(exactly: try number("rounds")) ?? 0
    if value["spread"] != nil { result.spread = try number("spread") }
    if case .bool(let latencies)? = value["latencies"] { result.hasLatencies = latencies }
    if value["samples"] != nil { result.samples = UInt64(exactly: try number("samples")) ?? 0 }
    if case .array(let values)? = value["values"] {
      result.values += values.compactMap(\.decimal)
    }
    if case .string(let clock)? = value["clock"] { result.clock = .init(rawValue: clock) }
    if let histogram = value["histogram"] {
      result.histogram = try Histogram(histogram, of: "\(place) (\(workload))")
    }
    return result
  }
}
