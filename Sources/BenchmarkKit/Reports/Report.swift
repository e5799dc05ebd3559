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

  /// As JSON: one line for the machine and one for each result, with its histogram.
  public var json: String {
    func lines(_ values: [JSONValue]) -> String {
      values.map { "    \($0.text)" }.joined(separator: ",\n")
    }
    return """
      {
        "schema": \(Self.schema),
        "machine": \(Self.value(of: machine).text),
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
    let value = try JSONParser.parse(text)
    guard case .number(let schema)? = value["schema"] else {
      throw ReportError("this is not a benchmark's report: it has no number \"schema\"")
    }
    guard schema == 1 || schema == Double(Self.schema) else {
      throw ReportError(
        "the report has the schema \(JSONValue.number(schema).text); this program reads 1 and \(Self.schema)")
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

  private static func value(of machine: Machine) -> JSONValue {
    .object([
      .init("cpu", .string(machine.processor)),
      .init("cpus", .array(machine.processors.map { .number(Double($0)) })),
      .init("kernel", .string(machine.kernel)), .init("clocksource", .string(machine.clockSource)),
      .init("governor", .string(machine.governor)), .init("load", .string(machine.load)),
      .init("swift", .string(machine.swift)), .init("build", .string(machine.build)),
    ])
  }

  private static func machine(from value: JSONValue) -> Machine {
    func text(_ name: String) -> String {
      if case .string(let text)? = value[name] { text } else { "unknown" }
    }
    var processors: [Int] = []
    if case .array(let numbers)? = value["cpus"] {
      for case .number(let number) in numbers { processors.append(Int(exactly: number.rounded()) ?? 0) }
    }
    return Machine(
      processor: text("cpu"), processors: processors, kernel: text("kernel"),
      clockSource: text("clocksource"),
      governor: text("governor"), load: text("load"), swift: text("swift"), build: text("build"))
  }

  private static func value(of result: Measurement) -> JSONValue {
    // A thousandth of a nanosecond is more than any figure is good for.
    func number(_ value: Double?) -> JSONValue {
      value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null
    }
    // One after the other: as one expression it takes the compiler seconds.
    var members: [JSONValue.Member] = [.init("workload", .string(result.workload))]
    if let loop = result.loop { members.append(.init("loop", .string(loop))) }
    members.append(.init("parameters", JSONValue(result.parameters)))
    members.append(.init("unit", .string(result.unit)))
    let figures: [(String, Double?)] = [
      ("median", result.median), ("min", result.min), ("max", result.max), ("p50", result.p50),
      ("p90", result.p90), ("p99", result.p99), ("p999", result.p999), ("rounds", Double(result.rounds)),
      ("spread", result.spread),
    ]
    for (name, value) in figures { members.append(.init(name, number(value))) }
    members.append(.init("latencies", .bool(result.hasLatencies)))
    members.append(.init("samples", .number(Double(result.samples))))
    members.append(.init("values", .array(result.values.map(number))))
    if let clock = result.clock { members.append(.init("clock", .string(clock.rawValue))) }
    if let histogram = result.histogram { members.append(.init("histogram", histogram.jsonValue)) }
    if let causes = result.causes { members.append(.init("causes", causes.json)) }
    return .object(members)
  }

  private static func measurement(from value: JSONValue, _ place: String) throws(ReportError) -> Measurement {
    guard case .string(let workload)? = value["workload"] else {
      throw ReportError("\(place) has no text \"workload\"")
    }
    func number(_ name: String) throws(ReportError) -> Double {
      guard case .number(let number)? = value[name] else {
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
      for case .number(let value) in values { result.values.append(value) }
    }
    if case .string(let clock)? = value["clock"] { result.clock = .init(rawValue: clock) }
    if let histogram = value["histogram"] {
      result.histogram = try Histogram(histogram, of: "\(place) (\(workload))")
    }
    return result
  }
}
