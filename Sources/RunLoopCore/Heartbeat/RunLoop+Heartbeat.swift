import LinuxSystem
import Synchronization

/// A line in memory of its own.
package final class HeartbeatMemory: @unchecked Sendable {
  package let line: HeartbeatLine
  private let memory: UnsafeMutableRawPointer

  package init() {
    let size = HeartbeatLine.wordCount * 8
    // A cache line of its own: its readers must not slow down accesses to its neighbours.
    memory = .allocate(byteCount: size, alignment: 64)
    memory.initializeMemory(as: UInt64.self, repeating: 0, count: HeartbeatLine.wordCount)
    line = HeartbeatLine(at: memory)
  }

  deinit {
    memory.deallocate()
  }
}

extension HeartbeatLine {
  /// Redirects a line's writer to another line, which must live as long as the process: the writer may be about to
  /// write it at the moment of the change. From any thread, one at a time.
  ///
  /// - Parameter place: the address of the line, which the writer loads before every beat.
  package static func move(_ place: borrowing Atomic<UInt>, to line: HeartbeatLine) {
    let old = HeartbeatLine(atPlace: place)
    guard old.words != line.words else { return }
    let copied = (0..<wordCount).map { old.load($0) }
    for (word, value) in copied.enumerated() { line.store(value, word) }
    place.store(line.address, ordering: .sequentiallyConsistent)
    // Copies what was written to the old line meanwhile, unless the new one was written since.
    _ = HeartbeatWatcher.publishMarks()
    for word in [Word.callout, Word.code, Word.state, Word.sequence] {
      let late = old.load(word)
      guard late != copied[word] else { continue }
      _ = (line.words + word).pointee.compareExchange(
        expected: copied[word], desired: late, ordering: .acquiringAndReleasing)
    }
  }

  @inline(__always)
  package init(atPlace place: borrowing Atomic<UInt>) {
    // The address of memory: never 0.
    self.init(at: UnsafeMutableRawPointer(bitPattern: place.load(ordering: .relaxed)).unsafelyUnwrapped)
  }
}

/// Where a loop records what it is doing.
struct LoopBeat: ~Copyable {
  let own = HeartbeatMemory()
  /// The line that the loop writes: its own, or one in a watcher's page.
  let address: Atomic<UInt>
  /// The kernel's number of the owning thread; 0 for the main thread.
  var ownerNumber: Int32

  init(ownerNumber: Int32) {
    address = Atomic(own.line.address)
    self.ownerNumber = ownerNumber
  }
}

extension RunLoop {
  /// The line that the loop writes.
  @inline(__always)
  package var heartbeat: HeartbeatLine { HeartbeatLine(atPlace: beat.address) }

  /// The kernel's number of the loop's thread.
  package var threadNumber: Int32 { isMain ? Self.mainThreadNumber : beat.ownerNumber }

  /// Replaces the code's address in the present callout, which calls several functions one after the other. The loop's thread only.
  package func noteCode(_ code: UInt) { heartbeat.store(UInt64(code), HeartbeatLine.Word.code) }

  package func moveHeartbeat(to line: HeartbeatLine) {
    HeartbeatLine.move(beat.address, to: line)
  }

  /// Has the loop write its own line again.
  package func moveHeartbeatHome() {
    moveHeartbeat(to: beat.own.line)
  }
}
