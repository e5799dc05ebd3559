/// The measurement of one workload with one set of parameters (and, where several are compared, of one loop).
public struct Measurement: Sendable, Equatable {
  /// The clock of a time.
  public enum Clock: String, Sendable {
    /// The time that a processor spent on the thread or the process: waiting and other programs do not count.
    case processor
    /// The time that went by: waiting and other programs count.
    case elapsed
  }

  /// Which variant of the workload it is.
  public struct Parameter: Sendable, Hashable, CustomStringConvertible {
    /// A parameter's value: a number or a word.
    public enum Value: Sendable, Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral,
      ExpressibleByStringLiteral
    {
      /// A count, size or similar; shown in decimal.
      case integer(Int)
      /// A word, such as a kind or an order; shown as it is.
      case text(String)

      public init(integerLiteral value: Int) { self = .integer(value) }
      public init(stringLiteral value: String) { self = .text(value) }

      public var description: String {
        switch self {
        case .integer(let value): String(value)
        case .text(let value): value
        }
      }
    }

    /// The parameters, as in `pending=1000`.
    public var name: String
    /// The value of this variant.
    public var value: Value

    /// A parameter with a value of either kind. Literals are values: `.init("order", "first")`.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }

    /// A parameter whose value is a number.
    public init(_ name: String, _ value: Int) { self.init(name, .integer(value)) }

    public var description: String { "\(name)=\(value)" }
  }

  /// The workload's name, without its parameters.
  public var workload: String
  /// The parameters, in the order in which they are shown.
  public var parameters: [Parameter]
  /// The unit of the figures: "ns" for each operation, or "bytes".
  public var unit: String
  /// Which event loop it was, where several are compared.
  public var loop: String?

  /// How many rounds there were.
  public var rounds: Int
  /// The median of the rounds' values. A round's value is the time per operation, or its median latency.
  public var median: Double
  /// How far the rounds lie apart: the median distance from their median.
  public var spread: Double
  /// The smallest of all latencies, or else of the rounds' values; 0 without any.
  public var min: Double
  /// The largest of all latencies, or else of the rounds' values; 0 without any.
  public var max: Double
  /// How many values the percentiles are of: all latencies, or else the rounds.
  public var samples: UInt64
  /// The value that half of all latencies of all rounds do not exceed, or else of the rounds' values; nil where fewer
  /// than ten lie beyond.
  public var p50: Double?
  /// The value that 90 % do not exceed; nil as `p50`.
  public var p90: Double?
  /// The value that 99 % do not exceed; nil as `p50`.
  public var p99: Double?
  /// The value that 99.9 % do not exceed; nil as `p50`.
  public var p999: Double?
  /// Whether single latencies were recorded.
  public var hasLatencies: Bool

  /// The clock of the time; nil for other figures.
  public var clock: Clock?
  /// All latencies.
  public var histogram: Histogram?
  /// The causes of the latencies, where they were watched.
  public var causes: CauseTable?
  /// The rounds' values in their order.
  public var values: [Double]

  /// - Parameters:
  ///   - values: a value per round.
  ///   - latencies: every latency of all rounds, when single ones were recorded.
  public init(
    _ workload: String, _ parameters: [Parameter] = [], unit: String = "ns", loop: String? = nil,
    values: [Double], latencies: Histogram? = nil
  ) {
    self.workload = workload
    self.parameters = parameters
    self.unit = unit
    self.loop = loop
    self.values = values
    rounds = values.count
    median = Statistics.median(values)
    spread = Statistics.medianAbsoluteDeviation(values)
    histogram = latencies
    hasLatencies = latencies != nil
    let count = latencies?.count ?? UInt64(values.count)
    samples = count
    func percentile(_ percent: Double) -> Double? {
      guard Statistics.samples(beyond: percent, of: count) >= Statistics.fewestBeyond else { return nil }
      return latencies.map { Double($0.percentile(percent)) } ?? Statistics.percentile(percent, of: values)
    }
    min = latencies.map { Double($0.min) } ?? values.min() ?? 0
    max = latencies.map { Double($0.max) } ?? values.max() ?? 0
    p50 = percentile(50)
    p90 = percentile(90)
    p99 = percentile(99)
    p999 = percentile(99.9)
  }

  /// The percentiles that are printed, by their names.
  public var tail: [(name: String, value: Double?)] { [("p90", p90), ("p99", p99), ("p99.9", p999)] }

  /// The parameters as text: "pending=1000 order=first".
  public var parameterText: String { parameters.map(\.description).joined(separator: " ") }

  /// The subject without the loop, within which ratios between loops are taken.
  public var subject: String { parameters.isEmpty ? workload : "\(workload) \(parameterText)" }

  /// The subject with the loop, by which older runs are compared.
  public var identity: String { loop.map { "\(subject) (\($0))" } ?? subject }
}
