import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// `write` says false when more than the high-water mark waits, not when that much does; and `drained` follows a false.
@Suite(.hangLimit) struct HighWaterMarkIsOffByOneTests {
  @Test func exactlyTheMarkIsNotTooMuch() throws {
    let (near, far) = try SocketKind.unix.pair()
    try onFreshThread {
      let connection = Connection(near, highWaterMark: 1000)
      try connection.start(.init(received: { _, _ in }))
      fill(near)
      #expect(connection.write(pattern(500)))
      #expect(connection.write(pattern(500)))
      #expect(connection.unsentCount == 1000)
      #expect(!connection.write([1]))
      connection.abort()
    }
    withExtendedLifetime(far) {}
  }

  @Test func oneWriteOfTheMarkIsNotTooMuch() throws {
    let (near, far) = try SocketKind.unix.pair()
    try onFreshThread {
      let connection = Connection(near, highWaterMark: 1000)
      try connection.start(.init(received: { _, _ in }))
      fill(near)
      #expect(connection.write(pattern(1000)))
      connection.abort()
    }
    withExtendedLifetime(far) {}
  }

  @Test func drainedIsCalledOncePerFalse() throws {
    let (near, far) = try SocketKind.unix.pair()
    let (lines, turns) = try onFreshThread { () -> ([String], Int) in
      let notes = Notes()
      let loop = RunLoop.current
      let connection = Connection(near, highWaterMark: 1000)
      try connection.start(
        notingIn: notes,
        drained: {
          notes("drained with \($0.unsentCount)")
          // Nothing waits: there is room again.
          if $0.write([1]) { notes("room") }
        })
      // Below the mark, no writer waits.
      let first = fill(near)
      #expect(connection.write(pattern(900)))
      #expect(far.receive(first).count == first)
      loop.runUntil { connection.unsentCount == 0 }
      #expect(far.receive(900).count == 900)
      loop.run(for: .milliseconds(10))
      #expect(notes.lines.isEmpty, "no write said false")
      let second = fill(near)
      #expect(!connection.write(pattern(2000)))
      #expect(far.receive(second).count == second)
      loop.runUntil { !notes.lines.isEmpty }
      #expect(far.receive(2000).count == 2000)
      // A writable socket without data keeps no loop awake.
      let turns = loop.turns(in: .milliseconds(100))
      let lines = notes.lines
      #expect(connection.write([2]))
      #expect(far.receive(2) == [1, 2])
      // What was full once is not full for good.
      fill(near)
      #expect(connection.write(pattern(1000)))
      connection.abort()
      return (lines, turns)
    }
    #expect(lines == ["drained with 0", "room"])
    #expect(turns < 10, "no spin")
  }
}
