import BenchmarkKit

/// The workloads of a loop that more than one program times: `runloop bench`, `compare`, and the check of thresholds.
///
/// The raw value is the workload's name. A name means the same work in all of them, since all compile this text.
public enum WorkloadKind: String, Sendable, CaseIterable {
  case pingpong
  case wake
  case post
  case selfPost = "self-post"
  case source0
  case turn
  case timerChurn = "timer-churn"
  case timerReschedule = "timer-reschedule"
  case timerNew = "timer-new"
  case timerOnce = "timer-once"
  case timerFire = "timer-fire"
  case pipes

  public var name: String { rawValue }

  /// A description of one operation, in one line.
  public var summary: String {
    switch self {
    case .pingpong: "two loops wake each other; time per hop"
    case .wake: "signal and wake a sleeping loop, until the source's callout runs; latency"
    case .post: "threads post blocks to a loop that runs them; time per block"
    case .selfPost: "a block that posts the next one, beside watched ports; time per block and turn"
    case .source0: "a source is signalled and performed, beside idle ones; time per signal and turn"
    case .turn: "a run of one turn with nothing to do, beside observers; time per run"
    case .timerChurn: "a pending timer is cancelled, and another gets a date and is added; time per pair"
    case .timerReschedule: "one of the pending timers gets another date; time per date"
    case .timerNew: "a new timer with a closure replaces a pending one, which is invalidated; time per pair"
    case .timerOnce: "new one-shot timers are made and added before the run, and all fire; time per timer"
    case .timerFire: "reusable timers get a date and are added in a callout, and all fire; time per timer"
    case .pipes: "bytes go from pipe to pipe; time per event"
    }
  }
}
