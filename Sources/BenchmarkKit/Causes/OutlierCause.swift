/// Why a callout ran later than its intended start.
public enum OutlierCause: Int, Sendable, CaseIterable {
  /// Another thread had the processor while the loop's thread was ready to run.
  case preemption
  /// The control group had used up its quota.
  case throttle
  /// The loop's thread was moved to another processor.
  case migration
  /// The process was stopped by SIGSTOP or a debugger, until a SIGCONT.
  case stop
  /// The hypervisor ran something else on the processor.
  case steal
  /// The processor was idle: its wake-up from the halted state took so long.
  case haltExit
  /// An interrupt's handler had the processor.
  case interrupt
  /// Pages of the process were not in memory.
  case pageFault
  /// The loop's thread worked: on another callout, or on the turn itself.
  case ownTurn

  /// The word in tables, on pages and in JSON.
  public var name: String {
    switch self {
    case .preemption: "preemption"
    case .throttle: "throttled group"
    case .migration: "migration"
    case .stop: "stopped process"
    case .steal: "steal"
    case .haltExit: "halt exit"
    case .interrupt: "interrupt"
    case .pageFault: "page fault"
    case .ownTurn: "own turn"
    }
  }

  /// What to look at, or to change, in one line.
  public var advice: String {
    switch self {
    case .preemption: "another thread had the processor: --realtime, isolcpus=, or fewer programs"
    case .throttle: "the control group's quota was used up: raise cpu.max"
    case .migration: "the thread was moved: pin it"
    case .stop: "a signal or a debugger stopped the process"
    case .steal: "the hypervisor gave the processor to another machine: a dedicated host"
    case .haltExit: "an idle processor took so long to wake up: --dma-latency 0, idle=poll, haltpoll"
    case .interrupt: "interrupts were served first: move them to another processor (smp_affinity)"
    case .pageFault: "pages were missing: mlockall, as --realtime does"
    case .ownTurn: "the loop's thread itself worked: runloop stalls finds the callout"
    }
  }

  /// The cause whose `name` it is; nil when there is none.
  public init?(name: String) {
    guard let cause = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = cause
  }
}

/// Nanoseconds for each cause.
public struct CauseParts: Sendable, Equatable {
  private var values = [UInt64](repeating: 0, count: OutlierCause.allCases.count)

  /// No time for any cause.
  public init() {}

  /// The nanoseconds that are put down to a cause.
  public subscript(_ cause: OutlierCause) -> UInt64 {
    get { values[cause.rawValue] }
    set { values[cause.rawValue] = newValue }
  }

  /// The nanoseconds of all causes together.
  public var sum: UInt64 { values.reduce(0, +) }

  /// The largest part; of equal ones the first. Nil without any.
  public var main: OutlierCause? {
    OutlierCause.allCases.filter { self[$0] > 0 }.max { self[$0] < self[$1] }
  }

  /// The parts that are not 0, from the largest on.
  public var bySize: [(cause: OutlierCause, nanoseconds: UInt64)] {
    OutlierCause.allCases.filter { self[$0] > 0 }.sorted { (self[$0], $1.rawValue) > (self[$1], $0.rawValue) }
      .map { ($0, self[$0]) }
  }

  /// Adds another latency's parts to these, cause by cause.
  public mutating func add(_ other: CauseParts) {
    for index in values.indices { values[index] += other.values[index] }
  }
}
