import CLinux
import Glibc
import Synchronization

/// A line in memory of its own.
package final class HeartbeatMemory: @unchecked Sendable {
  package let line: HeartbeatLine
  private let memory: UnsafeMutableRawPointer

  package init() {
    let size = HeartbeatLine.wordCount * 8
    // A cache line of its own: its reader must not slow down what lies beside it.
    memory = .allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt64.self, repeating: 0, count: HeartbeatLine.wordCount)
    line = HeartbeatLine(at: memory)
  }

  deinit {
    memory.deallocate()
  }
}

extension RunLoop {
  /// Where the loop says what it is doing.
  @inline(__always)
  package var heartbeat: HeartbeatLine {
    HeartbeatLine(
      at: UnsafeMutableRawPointer(bitPattern: heartbeatAddress.load(ordering: .relaxed)).unsafelyUnwrapped)
  }

  /// The kernel's number of the loop's thread.
  package var threadNumber: Int32 { isMain ? getpid() : ownerNumber }

  /// Has the loop write another line, which must stay as long as the process: the loop may be about to write it
  /// when it is told to write elsewhere. From any thread, one at a time.
  package func moveHeartbeat(to line: HeartbeatLine) {
    let old = heartbeat
    guard old.words != line.words else { return }
    let copied = (0..<HeartbeatLine.wordCount).map { old.load($0) }
    for (word, value) in copied.enumerated() { line.store(value, word) }
    heartbeatAddress.store(line.address, ordering: .sequentiallyConsistent)
    // What the loop wrote to the old line meanwhile is brought over, unless it wrote the new one since.
    _ = HeartbeatWatcher.publishMarks()
    for word in [HeartbeatLine.Word.callout, HeartbeatLine.Word.code, HeartbeatLine.Word.state, 0] {
      let late = old.load(word)
      guard late != copied[word] else { continue }
      _ = (line.words + word).pointee.compareExchange(
        expected: copied[word], desired: late, ordering: .acquiringAndReleasing)
    }
  }

  /// Has the loop write its own line again.
  package func moveHeartbeatHome() {
    moveHeartbeat(to: ownHeartbeat.line)
  }
}
