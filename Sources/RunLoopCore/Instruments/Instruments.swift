import CLinux
import Synchronization

/// What looks at one loop: metrics, and listeners. A loop without any has none of this, and looks at one word of the
/// process to know it (`linux_trace_is_on`).
final class Instruments {
  // Guarded by the loop's lock.

  var metrics: MetricCounters?
  var listeners: [RunLoop.TraceListener] = []

  var isEmpty: Bool { metrics == nil && listeners.isEmpty }

  init() { linux_trace_retain() }

  /// Also when the loop goes.
  deinit { linux_trace_release() }

  // The loop's thread only.

  /// The turns that go on, one for each run on the stack.
  private var turns: [(depth: Int, began: Nanoseconds, asleepBefore: Nanoseconds)] = []
  private var asleep: Nanoseconds = 0
  private var sleepBegan: Nanoseconds = 0
  /// When what ended the last sleep happened, until it is served; 0 then.
  private var called: Nanoseconds = 0

  /// Brings the figures up to date. On the loop's thread, without its lock.
  func note(_ event: RunLoop.TraceEvent.Phase, _ now: Nanoseconds, _ line: HeartbeatLine, _ loop: RunLoop) {
    let metrics = loop.lock.withLock { self.metrics }
    let depth = loop.runs.depth
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
      let rang = loop.waker.rangAt.exchange(0, ordering: .relaxed)
      // One from before the sleep was not for it.
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

  /// Ends the turn of the innermost run, if one goes on, and those of runs that are no more.
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

extension RunLoop {
  /// Sets up what looks at the loop. From any thread.
  func changeInstruments(_ body: (Instruments) -> Void) {
    let gone = lock.withLock { () -> Instruments? in
      let instruments = self.instruments ?? Instruments()
      body(instruments)
      if instruments.isEmpty {
        self.instruments = nil
        return instruments
      }
      self.instruments = instruments
      return nil
    }
    withExtendedLifetime(gone) {}
  }

  // Called when somebody looks at any loop of the process.

  @inline(never)
  func trace(_ phase: TraceEvent.Phase) {
    let line = heartbeat
    let callout = line.load(HeartbeatLine.Word.callout)
    let code = line.load(HeartbeatLine.Word.code)
    let mode = UInt16(truncatingIfNeeded: line.load(HeartbeatLine.Word.state) >> 16)
    probe(phase, callout: callout, code: code, mode: mode)
    lock.lockAsOwner()
    let instruments = self.instruments
    let listeners = instruments?.listeners ?? []
    lock.unlockAsOwner()
    guard let instruments else { return }
    let now = clockNow
    instruments.note(phase, now, line, self)
    if listeners.isEmpty { return }
    let isCallout = phase == .calloutBegan || phase == .calloutEnded
    let event = TraceEvent(
      phase: phase, time: now.instant, depth: runs.depth, callout: isCallout ? callout : 0, modeNumber: mode,
      code: isCallout ? UInt(code) : 0)
    for listener in listeners { listener.body(event) }
  }

  private func probe(_ phase: TraceEvent.Phase, callout: UInt64, code: UInt64, mode: UInt16) {
    let loop = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    let mode = UInt64(mode)
    let depth = UInt64(runs.depth)
    let kind = callout & 0xFF
    switch phase {
    case .runBegan: linux_probe_run_begin(loop, mode, depth)
    case .runEnded: linux_probe_run_end(loop, mode, depth)
    case .turnBegan: linux_probe_turn(loop, mode, depth)
    case .sleepBegan: linux_probe_sleep(loop, mode, depth)
    case .sleepEnded: linux_probe_wake(loop, mode, depth)
    case .calloutBegan: linux_probe_callout_begin(loop, kind, code)
    case .calloutEnded: linux_probe_callout_end(loop, kind, code)
    }
  }
}
