import LinuxSystem
import Synchronization

/// The lines of a trace: `TIME [WHO] EVENT`, in the order they happened, whichever thread they come from.
///
/// Two rules make traces of different loops comparable. Consecutive `sched` and `cancel` lines are held back
/// and sorted, because they come in the order of a hash table. And a trace has an end: after its last line
/// nothing is printed, and the threads of a scenario that ended before its time stop where they are.
final class ScenarioTrace: Sendable {
  private struct State {
    /// Held back `sched` and `cancel` events, and the prefix that the first of them had.
    var pending: [String] = []
    var prefix = ""
    var lines = 0
    var ending: ScenarioEnding?
    /// Threads other than the scenario's own.
    var names: [pthread_t: String] = [:]
    /// How many runs are active on the scenario's thread.
    var depth = 0
    /// How many runs are active on all threads.
    var runs = 0

    mutating func flush(to sink: (String) -> Void) {
      guard !pending.isEmpty else { return }
      for text in pending.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { sink(prefix + text) }
      pending.removeAll()
    }
  }

  private let state = Mutex(State())
  private let options: ScenarioTraceOptions
  /// Ticks since the start.
  private let now: @Sendable () -> Double
  private let sink: @Sendable (String) -> Void
  private let ended: @Sendable (ScenarioEnding) -> Void

  init(
    _ options: ScenarioTraceOptions, now: @escaping @Sendable () -> Double,
    sink: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (ScenarioEnding) -> Void
  ) {
    self.options = options
    self.now = now
    self.sink = sink
    self.ended = ended
  }

  /// An event. A sortable one waits for others of its kind.
  func line(_ event: String, sortable: Bool = false) {
    let ending = state.withLock { state -> ScenarioEnding? in
      if let ending = state.ending { return ending }
      let who = state.names[ScenarioThread.current] ?? String(state.depth)
      let prefix = options.showsTime ? "\(fixed((now() * 100 + 0.05).rounded(.down))) [\(who)] " : "[\(who)] "
      if sortable {
        if state.pending.isEmpty { state.prefix = prefix }
        state.pending.append(event)
      } else {
        state.flush(to: sink)
        sink(prefix + event)
      }
      state.lines += 1
      return nil
    }
    if let ending {
      // A callout after the end (a loop is being torn down) returns; one of an abandoned scenario does not.
      if ending != .end { ScenarioThread.abandon() }
    } else if state.withLock({ $0.lines > options.budget }) {
      close(.budget)
    }
  }

  /// Ends an operation, to which the withheld lines belong.
  func flush() {
    state.withLock { state in if state.ending == nil { state.flush(to: sink) } }
  }

  /// Ends the trace. Returns only after `.end`.
  func close(_ ending: ScenarioEnding) {
    if ending == .end { line(ending.rawValue) }
    let isFirst = state.withLock { state in
      guard state.ending == nil else { return false }
      state.flush(to: sink)
      if ending != .end { sink(ending.rawValue) }
      state.ending = ending
      return true
    }
    if isFirst { ended(ending) }
    if ending != .end { ScenarioThread.abandon() }
  }

  // MARK: Who

  /// Names the calling thread, until `leaveThread`. By its id rather than in thread-local storage,
  /// which is deallocated when a loop is torn down at its thread's exit.
  func enterThread(_ name: String) { state.withLock { $0.names[ScenarioThread.current] = name } }

  func leaveThread() { state.withLock { $0.names[ScenarioThread.current] = nil } }

  /// Forgets another thread, which has ended.
  func forgetThread(_ name: String) {
    state.withLock { state in state.names = state.names.filter { $0.value != name } }
  }

  /// Limit of active runs: each one needs some of its thread's stack.
  static let mostRuns = 200

  /// A run begins. Ends the trace when too many are active.
  func enterRun() {
    count(1)
    if state.withLock({ $0.runs > Self.mostRuns }) { close(.budget) }
  }

  func leaveRun() { count(-1) }

  /// Only those of the scenario's own thread are shown.
  private func count(_ change: Int) {
    state.withLock { state in
      state.runs += change
      if state.names[ScenarioThread.current] == nil { state.depth += change }
    }
  }
}

/// How a trace is printed.
public struct ScenarioTraceOptions: Sendable {
  /// The lines after which a scenario is given up.
  public var budget: Int
  /// Whether lines begin with the time.
  public var showsTime: Bool

  public init(budget: Int = 4000, showsTime: Bool = true) {
    self.budget = budget
    self.showsTime = showsTime
  }
}

/// A number of hundredths with two decimals: `-0.50`, never `-0.00`.
func fixed(_ hundredths: Double) -> String {
  let limit = 1e17
  let whole = Int(min(max(hundredths, -limit), limit))
  let (quotient, remainder) = whole.magnitude.quotientAndRemainder(dividingBy: 100)
  return "\(whole < 0 ? "-" : "")\(quotient).\(remainder < 10 ? "0" : "")\(remainder)"
}
