import LinuxSystem
import Synchronization

/// The metrics and trace listeners of one loop. A loop without any has no such object, and checks one word of the
/// process (`linux_trace_is_on`).
final class Instruments {
  // Guarded by the loop's lock.

  var metrics: MetricCounters?
  var listeners: [RunLoop.TraceListener] = []

  var isEmpty: Bool { metrics == nil && listeners.isEmpty }

  init() { linux_trace_retain() }

  /// Also when the loop is deallocated.
  deinit { linux_trace_release() }

  // The loop's thread only.

  /// The turns in progress, one for each run on the stack.
  private var turns: [(depth: Int, began: Nanoseconds, asleepBefore: Nanoseconds)] = []
  private var asleep: Nanoseconds = 0
  private var sleepBegan: Nanoseconds = 0
  /// When the event that ended the last sleep happened, until it is served; 0 then.
  private var called: Nanoseconds = 0

  /// Brings the figures up to date. On the loop's thread, without its lock.
  ///
  /// - Parameters:
  ///   - metrics: as they are under the lock.
  ///   - depth: how many runs are on the stack.
  ///   - rangAt: when another thread rang last, or 0; taken when a sleep has ended.
  func note(
    _ event: RunLoop.TraceEvent.Phase, _ now: Nanoseconds, _ line: HeartbeatLine, _ metrics: MetricCounters?,
    depth: Int, rangAt: borrowing Atomic<UInt64>
  ) {
    switch event {
    case .runBegan:
      if let metrics { MetricCounters.count(metrics.runs) }
    case .runEnded:
      endTurn(depth, now, metrics)
    case .turnBegan:
      endTurn(depth, now, metrics)
      turns.append((depth, now, asleep))
      called = 0
      if let metrics { MetricCounters.count(metrics.turns) }
    case .sleepBegan:
      sleepBegan = now
      if let metrics {
        MetricCounters.count(metrics.sleeps)
        metrics.sleepBegan.store(now, ordering: .relaxed)
      }
    case .sleepEnded:
      guard sleepBegan != 0 else { return }
      let slept = now - min(sleepBegan, now)
      asleep += slept
      if let metrics {
        metrics.sleepBegan.store(0, ordering: .relaxed)
        MetricCounters.count(metrics.asleep, slept)
      }
      let rang = rangAt.exchange(0, ordering: .relaxed)
      // A ring from before the sleep did not end it.
      called = rang >= sleepBegan && rang <= now ? rang : now
      sleepBegan = 0
    case .calloutBegan:
      noteCallout(now, line, metrics)
    case .calloutEnded: break
    }
  }

  private func noteCallout(_ now: Nanoseconds, _ line: HeartbeatLine, _ metrics: MetricCounters?) {
    let kind = UInt8(truncatingIfNeeded: line.load(HeartbeatLine.Word.callout))
    metrics?.countCallout(kind)
    guard called != 0, kind != RunLoop.CalloutKind.observer.rawValue else { return }
    // Timers know when they were due.
    if kind == RunLoop.CalloutKind.timer.rawValue {
      let late = line.load(HeartbeatLine.Word.lateness)
      let noted = line.load(HeartbeatLine.Word.time)
      called = min(called, noted - min(late, noted))
    }
    metrics?.countLatency(now - min(called, now))
    called = 0
  }

  /// Ends the turn of the innermost run, if there is one, and those of runs that have ended.
  private func endTurn(_ depth: Int, _ now: Nanoseconds, _ metrics: MetricCounters?) {
    while let last = turns.last, last.depth >= depth {
      turns.removeLast()
      guard last.depth == depth else { continue }
      let slept = asleep - last.asleepBefore
      let took = now - min(last.began, now)
      metrics?.countTurn(took - min(slept, took))
    }
  }
}
