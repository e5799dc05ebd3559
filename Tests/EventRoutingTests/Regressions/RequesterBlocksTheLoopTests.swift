import LinuxSystem
import RunLoopCore
import Synchronization
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A program that asked for a text could clear the flag by which writing to its pipe did not wait: the loop waited until it read.
@Suite("A program that fetches a text", .hangLimit) struct RequesterBlocksTheLoopTests {
  /// What came of writing a text.
  private final class Outcome {
    var isDone = false
    var written: Int?

    /// Writes so many bytes to an end of its own.
    func write(_ count: Int, to descriptor: Int32) -> TextPipe {
      let bytes = [UInt8](repeating: 7, count: count)
      return TextPipe(writing: bytes, to: descriptor, on: RunLoop.current, silence: .seconds(1000)) {
        self.isDone = true
        self.written = $0?.count
      }
    }
  }

  private final class Flag: Sendable { let isSet = Atomic(false) }

  /// Clears the flag, as the other program can: its descriptor is of the same open file.
  private static func block(_ descriptor: Int32) {
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) == 0)
  }

  private static func copy(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  /// Reads what is there.
  private static func drain(_ descriptor: Int32, _ most: Int = .max) -> Int {
    var (part, count) = ([UInt8](repeating: 0, count: 4096), 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    while count < most {
      let more = read(descriptor, &part, part.count)
      guard more > 0 else { break }
      count += more
    }
    return count
  }

  @Test("can not hold the loop up", arguments: [true, false])
  func block(_ isPipe: Bool) throws {
    let ends = try isPipe ? Ends.pipe() : Ends.socket()
    let theirs = Self.copy(ends.writing)
    // A socket with room for less than is written at once.
    if !isPipe { #expect(Socket(theirs).set(.sendBuffer, to: 4096)) }
    let served = Flag()
    let thread = FreshThread {
      let outcome = Outcome()
      let pipe = outcome.write(1 << 20, to: ends.writing)
      pipe.start()
      Self.block(theirs)
      RunLoop.current.settle()
      // There is room for less than is written at once.
      var count = Self.drain(ends.reading, 4096)
      #expect(count > 0)
      Self.block(theirs)
      RunLoop.current.settle()
      #expect(!outcome.isDone)
      served.isSet.store(true, ordering: .releasing)
      // The rest comes all the same.
      RunLoop.current.runUntil {
        count += Self.drain(ends.reading)
        return outcome.isDone
      }
      count += Self.drain(ends.reading)
      #expect(outcome.written == 1 << 20 && count == 1 << 20)
    }
    let end = RunLoop.Instant.now.advanced(by: .seconds(30))
    while !served.isSet.load(ordering: .acquiring), RunLoop.Instant.now < end { usleep(1000) }
    let isServed = served.isSet.load(ordering: .acquiring)
    #expect(isServed, "the loop waits for the reader")
    // Ends the wait.
    while !served.isSet.load(ordering: .acquiring) { _ = Self.drain(ends.reading) }
    thread.join()
    for end in [ends.reading, theirs] { close(end) }
  }

  @Test("that is no longer there gets nothing")
  func gone() throws {
    for isPipe in [true, false] {
      try onFreshThread {
        let ends = try isPipe ? Ends.pipe() : Ends.socket()
        close(ends.reading)
        let outcome = Outcome()
        let pipe = outcome.write(1 << 20, to: ends.writing)
        pipe.start()
        RunLoop.current.runUntil { outcome.isDone }
        #expect(outcome.written == nil)
      }
    }
  }

  @Test("with a file that can not be watched gets nothing")
  func file() throws {
    onFreshThread {
      let file = linux_shared_memory("text", 4)
      let own = Self.copy(file)
      let outcome = Outcome()
      let pipe = outcome.write(10, to: file)
      pipe.start()
      #expect(outcome.isDone && outcome.written == nil)
      var status = stat()
      #expect(fstat(own, &status) == 0 && status.st_size == 4)
      close(own)
    }
  }
}
