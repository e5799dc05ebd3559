/// What was measured of one workload with one set of parameters (and, where several are compared, of one loop).
public struct Measurement: Sendable, Equatable {
  /// Which variant of the workload it is.
  public struct Parameter: Sendable, Hashable, CustomStringConvertible {
    public enum Value: Sendable, Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral,
      ExpressibleByStringLiteral
    {
      case integer(Int)
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

    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }

    public init(_ name: String, _ value: Int) { self.init(name, .integer(value)) }

    public var description: String { "\(name)=\(value)" }
  }

  public var workload: String
  /// In the order in which they are shown.
  public var parameters: [Parameter]
  /// What the figures count: "ns" for each operation, or "bytes".
  public var unit: String
  /// Which event loop it was, where several are compared.
  public var loop: String?

  /// How many rounds there were.
  public var rounds: Int
  /// The median of the rounds' values. A round's value is the time per operation, or its median latency.
  public var median: Double
  /// How far the rounds lie apart: the median distance from their median.
  public var spread: Double
  /// The smallest and largest: of all latencies, or else of the rounds' values.
  public var min: Double
  public var max: Double
  /// Percentiles of all latencies of all rounds, or else of the rounds' values.
  public var p50: Double
  public var p90: Double
  public var p99: Double
  public var p999: Double
  /// Whether single latencies were recorded.
  public var hasLatencies: Bool

  /// All latencies, for plots; not kept in JSON.
  public var histogram: Histogram?
  /// The rounds' values in their order; not kept in JSON.
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
    if let latencies {
      min = Double(latencies.min)
      max = Double(latencies.max)
      p50 = Double(latencies.percentile(50))
      p90 = Double(latencies.percentile(90))
      p99 = Double(latencies.percentile(99))
      p999 = Double(latencies.percentile(99.9))
    } else {
      min = values.min() ?? 0
      max = values.max() ?? 0
      p50 = Statistics.percentile(50, of: values)
      p90 = Statistics.percentile(90, of: values)
      p99 = Statistics.percentile(99, of: values)
      p999 = Statistics.percentile(99.9, of: values)
    }
  }

  /// The parameters as text: "pending=1000 order=first".
  public var parameterText: String { parameters.map(\.description).joined(separator: " ") }

  /// What is measured, of whichever loop: what ratios between loops are taken within.
  public var subject: String { parameters.isEmpty ? workload : "\(workload) \(parameterText)" }

  /// What is measured, the loop included: what an older run is compared by.
  public var identity: String { loop.map { "\(subject) (\($0))" } ?? subject }
}
