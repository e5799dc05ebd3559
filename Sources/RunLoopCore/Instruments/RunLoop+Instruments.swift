import LinuxSystem
import Synchronization

extension RunLoop {
  /// Changes the loop's instruments. From any thread.
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

  // Called while any loop of the process is measured or traced.

  @inline(never)
  func trace(_ phase: TraceEvent.Phase) {
    let line = heartbeat
    let callout = line.load(HeartbeatLine.Word.callout)
    let code = UInt64(CalloutWords(callout: callout, code: line.load(HeartbeatLine.Word.code)).code)
    let mode = UInt16(truncatingIfNeeded: line.load(HeartbeatLine.Word.state) >> 16)
    probe(phase, callout: callout, code: code, mode: mode)
    lock.lockAsOwner()
    let instruments = self.instruments
    let listeners = instruments?.listeners ?? []
    let metrics = instruments?.metrics
    lock.unlockAsOwner()
    guard let instruments else { return }
    let now = clockNow
    instruments.note(phase, now, line, metrics, depth: runs.depth, rangAt: waker.rangAt)
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
