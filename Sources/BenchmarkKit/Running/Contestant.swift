/// One body of code that is measured, alone or against others.
public struct Contestant {
  /// Its name in results and messages.
  public let name: String
  /// The most repetitions that a round may ask for, at least one.
  let limit: Int
  /// Does the repetitions, and returns their duration without preparation and clean-up. Records each latency if single
  /// latencies are measured.
  let body: (_ repetitions: Int, _ latencies: inout Histogram) throws -> UInt64
  /// Number of operations in a repetition.
  let operations: Double
  let recordsLatencies: Bool

  /// Code of which the time per operation is wanted.
  ///
  /// - Parameters:
  ///   - operations: how many operations a repetition is; the round's value is the time of one.
  ///   - limit: the most repetitions at once.
  ///   - body: does `repetitions`, and gives the nanoseconds that they took.
  public init(
    _ name: String, operations: Int = 1, limit: Int = .max,
    throughput body: @escaping (_ repetitions: Int) throws -> UInt64
  ) {
    self.name = name
    self.limit = Swift.max(1, limit)
    self.operations = Double(operations)
    recordsLatencies = false
    self.body = { repetitions, _ in try body(repetitions) }
  }

  /// Code of which each operation's latency is wanted: the round's value is their median.
  ///
  /// - Parameter body: does `repetitions` and records the nanoseconds of each, from its intended start.
  public init(
    _ name: String, limit: Int = .max,
    latency body: @escaping (_ repetitions: Int, _ latencies: inout Histogram) throws -> Void
  ) {
    self.name = name
    self.limit = Swift.max(1, limit)
    operations = 1
    recordsLatencies = true
    self.body = { repetitions, latencies in
      try body(repetitions, &latencies)
      return 0
    }
  }

  /// The results of a contestant's rounds.
  public struct Outcome: Sendable {
    /// The contestant's name.
    public var name: String
    /// A value per round.
    public var values: [Double]
    /// All latencies of all rounds, if they were recorded.
    public var latencies: Histogram?
    /// The causes of the latencies, where they were watched.
    public var causes: CauseTable?

    /// For figures that were not made by `Rounds`, as bytes are.
    public init(name: String, values: [Double], latencies: Histogram? = nil) {
      self.name = name
      self.values = values
      self.latencies = latencies
    }

    /// The outcome as a row of a report: its values, latencies and causes.
    public func measurement(
      _ workload: String, _ parameters: [Measurement.Parameter] = [], unit: String = "ns", loop: String? = nil
    ) -> Measurement {
      var result = Measurement(
        workload, parameters, unit: unit, loop: loop, values: values, latencies: latencies)
      result.causes = causes
      return result
    }
  }
}

/// A workload can not be measured here. The reason is for people: what is missing, and how to get it.
public struct Skipped: Error, Sendable, CustomStringConvertible {
  /// What is missing, and how to get it: for people.
  public let reason: String

  /// A reason for people, on one line.
  public init(_ reason: String) { self.reason = reason }

  public var description: String { reason }
}
