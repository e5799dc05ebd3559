import LinuxSystem
import Synchronization

/// The sleep of a watcher while its lines can not change.
///
/// It marks the lines (`HeartbeatLine.Mark.ring`), makes every thread pass a memory barrier, looks at the lines
/// once more, and sleeps on the word here. A loop that leaves its wait finds the mark and rings.
package enum HeartbeatWatcher {
  /// Count of rings, one for the process: a watcher that finds no change sleeps again.
  private static let rings = Atomic<UInt32>(0)

  package static var ringCount: UInt32 { rings.load(ordering: .acquiring) }

  /// The loop's answer to the marks on its line.
  @inline(never)
  static func answer(_ line: HeartbeatLine) {
    line.note(time: MonotonicClock.now)
    typealias Mark = HeartbeatLine.Mark
    let mark = line.load(HeartbeatLine.Word.watcher)
    var answered = mark & Mark.ring
    // Work before the watcher's next look must not be mistaken for the stall's end.
    if mark & Mark.ends != 0 { answered |= Mark.ends | Mark.begins }
    guard answered != 0 else { return }
    line.remove(marks: answered)
    ring()
  }

  /// Wakes all watchers.
  package static func ring() {
    rings.wrappingAdd(1, ordering: .sequentiallyConsistent)
    withUnsafePointer(to: rings) {
      _ = linux_futex_wake(UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self), .max)
    }
  }

  /// Makes the marks visible to every thread of the process. False when the kernel can not do that:
  /// a ring may then be missed, and a watcher must not sleep for long.
  package static func publishMarks() -> Bool {
    guard MemoryBarrier.isAsymmetric else { return false }
    MemoryBarrier.onAllProcessors()
    return MemoryBarrier.isAsymmetric
  }

  /// Sleeps until the count of rings has changed or the time comes; nil: without a deadline.
  package static func sleep(whileCountIs count: UInt32, until time: UInt64?) {
    withUnsafePointer(to: rings) {
      SystemCall.sleep(
        on: UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self), while: count, until: time ?? .never)
    }
  }
}
