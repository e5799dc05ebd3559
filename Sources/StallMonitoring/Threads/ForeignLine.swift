import RunLoopCore

/// The line of a loop in another process, written by its watcher: the core's rules are those of any other loop.
final class ForeignLine {
  private let memory = HeartbeatMemory()
  /// Not 0: a loop that is found at work is not at its launch.
  private var waits: UInt64 = 2

  var line: HeartbeatLine { memory.line }

  init() { setState(.waiting) }

  func apply(_ change: ForeignThread.Change) {
    switch change {
    case .none: break
    case .began(let time): begin(time)
    case .restarted(let time):
      leave()
      begin(time)
    case .ended(let time):
      leave()
      note(time)
      setState(.waiting)
    }
  }

  private func begin(_ time: UInt64) {
    note(time)
    setState(.running)
    line.enter(callout: 0, code: 0)
  }

  private func leave() {
    waits &+= 1
    line.leave()
  }

  /// Records a time as if read at this point: right before a begin, or right after an end.
  private func note(_ time: UInt64) {
    line.store(time, HeartbeatLine.Word.time)
    line.store(line.load(HeartbeatLine.Word.sequence), HeartbeatLine.Word.timeSequence)
  }

  private func setState(_ condition: HeartbeatLine.Condition) {
    line.store(waits << 32 | 1 << 8 | UInt64(condition.rawValue), HeartbeatLine.Word.state)
  }
}
