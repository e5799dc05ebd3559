import BenchmarkKit

/// The parameters of a workload as they are written: `timer-churn:pending=1000,between=16,where=inside`.
extension WorkloadKind {
  public typealias Variant = [Measurement.Parameter]

  /// A parameter's name and its allowed values.
  public struct Setting: Sendable {
    public enum Values: Sendable {
      case numbers(ClosedRange<Int>)
      case words([String])
    }

    public let name: String
    public let values: Values

    init(_ name: String, _ range: ClosedRange<Int>) { (self.name, values) = (name, .numbers(range)) }
    init(_ name: String, _ words: String...) { (self.name, values) = (name, .words(words)) }
  }

  public var settings: [Setting] {
    switch self {
    case .pingpong, .wake: [Setting("cpus", 1...2)]
    case .post: [Setting("producers", 1...64), Setting("cpus", 1...2), Setting("burst", 0...1_000_000)]
    case .selfPost: [Setting("ports", 0...1000)]
    case .source0: [Setting("sources", 1...1_000_000)]
    case .turn: [Setting("observers", 0...10_000), Setting("called", "yes", "no")]
    case .timerChurn:
      [
        Setting("pending", 1...4_000_000), Setting("between", 0...1_000_000),
        Setting("where", "inside", "outside"),
      ]
    case .timerReschedule, .timerNew:
      [Setting("pending", 1...4_000_000), Setting("where", "inside", "outside")]
    case .timerOnce, .timerFire: [Setting("timers", 1...4_000_000)]
    case .pipes: [Setting("pipes", 1...10_000), Setting("active", 1...10_000)]
    }
  }

  /// The default variants.
  public var variants: [Variant] {
    switch self {
    case .pingpong, .wake: [[.init("cpus", 1)], [.init("cpus", 2)]]
    case .post:
      [(1, 1, 0), (4, 1, 0), (1, 2, 0), (4, 2, 0), (1, 1, 1), (1, 2, 1), (1, 1, 16), (4, 2, 16)].map {
        [.init("producers", $0.0), .init("cpus", $0.1), .init("burst", $0.2)]
      }
    case .selfPost: [[.init("ports", 0)], [.init("ports", 1)], [.init("ports", 100)]]
    case .source0: [[.init("sources", 1)], [.init("sources", 10_000)]]
    case .turn:
      [(0, "no"), (1, "yes"), (6, "yes"), (6, "no"), (16, "yes"), (64, "yes")].map {
        [.init("observers", $0.0), .init("called", .text($0.1))]
      }
    case .timerChurn:
      [
        (1000, 0, "inside"), (1000, 1, "inside"), (1000, 16, "inside"), (1000, 256, "inside"),
        (1000, 0, "outside"), (1000, 16, "outside"), (100_000, 0, "inside"), (100_000, 16, "inside"),
        (100_000, 0, "outside"), (100_000, 16, "outside"), (1_000_000, 0, "inside"),
        (1_000_000, 16, "inside"),
      ].map { [.init("pending", $0.0), .init("between", $0.1), .init("where", .text($0.2))] }
    case .timerReschedule, .timerNew:
      [
        (1000, "inside"), (1000, "outside"), (100_000, "inside"), (100_000, "outside"),
        (1_000_000, "inside"),
      ].map { [.init("pending", $0.0), .init("where", .text($0.1))] }
    case .timerOnce, .timerFire: [[.init("timers", 1000)], [.init("timers", 100_000)]]
    case .pipes:
      [(100, 1), (1000, 1), (1000, 100)].map { [.init("pipes", $0.0), .init("active", $0.1)] }
    }
  }

  /// The workload's parameters: those of the variant, and defaults for the rest.
  public func parameters(_ variant: Variant, cpu: Int, other: Int) -> WorkloadParameters {
    var parameters = WorkloadParameters(cpu: cpu, otherCPU: cpu)
    for parameter in variant {
      switch (parameter.name, parameter.value) {
      case ("cpus", .integer(let count)): parameters.otherCPU = count == 1 ? cpu : other
      case ("pending", .integer(let count)), ("timers", .integer(let count)),
        ("sources", .integer(let count)),
        ("observers", .integer(let count)), ("ports", .integer(let count)), ("pipes", .integer(let count)):
        parameters.size = count
      case ("producers", .integer(let count)), ("active", .integer(let count)): parameters.active = count
      case ("between", .integer(let count)): parameters.between = count
      case ("burst", .integer(let count)): parameters.burst = count
      case ("where", .text(let place)): parameters.isOutside = place == "outside"
      case ("called", .text(let answer)): parameters.active = answer == "yes" ? 1 : 0
      default: preconditionFailure("\(name) has no parameter \(parameter)")
      }
    }
    return parameters
  }

  /// Why a variant's parameters do not fit together; nil when they do.
  public func refusal(_ variant: Variant) -> String? {
    guard self == .pipes else { return nil }
    let parameters = parameters(variant, cpu: 0, other: 0)
    let (pipes, active) = (parameters.size, parameters.active)
    guard active > pipes else { return nil }
    return "active=\(active) of pipes=\(pipes): only existing pipes can be active"
  }

  /// Whether the work needs a second processor.
  public func needsTwoProcessors(_ variant: Variant) -> Bool { variant.contains(.init("cpus", 2)) }

  /// Whether single latencies are recorded.
  public var isLatency: Bool { self == .wake }

  /// The clock that other programs on the machine disturb least.
  public func quietClock(_ variant: Variant) -> WorkClock {
    switch self {
    case .wake: .monotonic
    case .pingpong, .post: needsTwoProcessors(variant) ? .monotonic : .process
    default: .thread
    }
  }

  /// Operations are done in multiples of this.
  public func unit(_ variant: Variant) -> Int {
    let parameters = parameters(variant, cpu: 0, other: 0)
    return switch self {
    case .pingpong: 2
    case .post: parameters.active * max(parameters.burst, 1)
    case .timerOnce, .timerFire: parameters.size
    case .pipes: parameters.active
    default: 1
    }
  }

  /// The fewest operations that are timed at once, and the most.
  public func counts(_ variant: Variant) -> ClosedRange<Int> {
    let parameters = parameters(variant, cpu: 0, other: 0)
    let range =
      switch self {
      case .pingpong: 200...1_000_000
      case .wake: 200...2000
      case .post: (parameters.burst == 0 ? 20_000 : 400)...500_000
      case .selfPost: 1000...1_000_000
      case .source0: 20...1_000_000
      case .turn: 100...1_000_000
      case .timerChurn, .timerReschedule, .timerNew: 100...500_000
      case .timerOnce, .timerFire: parameters.size...max(parameters.size, 100_000)
      case .pipes: 1000...200_000
      }
    let unit = unit(variant)
    return max(range.lowerBound / unit, 1) * unit...max(range.upperBound / unit, 1) * unit
  }
}
