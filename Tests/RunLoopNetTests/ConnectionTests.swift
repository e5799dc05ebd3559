import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What a connection does with peers of all kinds: no data is lost, and nothing spins.
@Suite(.hangLimit) struct ConnectionTests {
  @Test(arguments: SocketKind.allCases)
  func whatComesInPiecesComesWhole(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      let timer = RunLoop.Timer(after: .milliseconds(1), repeating: .milliseconds(1)) { timer in
        notes.count += 1
        far.send("piece \(notes.count) ")
        if notes.count == 5 {
          timer.invalidate()
          far.close()
        }
      }
      RunLoop.current.add(timer)
      RunLoop.current.run(for: patience)
      return notes
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "piece 1 piece 2 piece 3 piece 4 piece 5 ")
    #expect(notes.lines == ["closed"])
  }

  @Test(arguments: SocketKind.allCases)
  func shortWritesLoseNothing(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let bytes = pattern(3_000_000)
    let reader = try Reader(far)
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      takeLittle(near)
      try connection.start(notingIn: notes)
      #expect(!connection.write(bytes), "more than the high-water mark waits")
      #expect(connection.unsentCount > 0)
      connection.close()
      #expect(!connection.write("after the end"))
      RunLoop.current.run(for: patience)
      return notes
    }
    #expect(reader.bytes() == bytes)
    #expect(notes.lines == ["closed"])
  }

  @Test(arguments: SocketKind.allCases)
  func writerIsNotifiedWhenToStopAndWhenToContinue(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let total = 4_000_000
    let reader = try Reader(far)
    let most = try onFreshThread { () -> Int in
      let notes = Notes()
      let connection = Connection(near, highWaterMark: 10_000)
      let chunk = [UInt8](repeating: 7, count: 5000)
      var most = 0
      func writeMore(_ connection: Connection) {
        while notes.count < total {
          notes.count += chunk.count
          let goesOn = connection.write(chunk)
          most = max(most, connection.unsentCount)
          if !goesOn { return }
        }
        connection.close()
      }
      try connection.start(notingIn: notes, drained: writeMore)
      writeMore(connection)
      RunLoop.current.run(for: patience)
      return most
    }
    #expect(reader.bytes().count == total)
    #expect(most <= 15_000, "what waits is bounded")
  }

  @Test(arguments: SocketKind.allCases)
  func peerThatNeverReadsCostsNoTimeAndIsBrokenOff(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let (notes, time) = try onFreshThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      while connection.write([UInt8](repeating: 1, count: 65_536)) {}
      let before = threadTime()
      connection.close(within: .milliseconds(200))
      #expect(connection.isOpen)
      RunLoop.current.run(for: patience)
      return (notes, threadTime() - before)
    }
    #expect(notes.lines == ["\(NetError.timedOut)"])
    #expect(time < 0.1, "no spin")
    far.close()
  }

  @Test(arguments: SocketKind.allCases)
  func pausedReadingCostsNoTimeAndLosesNothing(_ kind: SocketKind) throws {
    try Self.pause(kind) { $0.finishWriting() }
  }

  @Test(arguments: SocketKind.allCases)
  func pausedReadingLosesNothingOfAPeerThatIsGone(_ kind: SocketKind) throws {
    try Self.pause(kind) { $0.close() }
  }

  /// A connection whose reading pauses gets what its peer has sent before it ended its side.
  private static func pause(
    _ kind: SocketKind, _ end: @escaping @Sendable (PlainSocket) -> Void
  ) throws {
    let (near, far) = try kind.pair()
    let (notes, time) = try onFreshThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      connection.pauseReading()
      far.send("all of it")
      end(far)
      let before = threadTime()
      RunLoop.current.run(for: .milliseconds(200))
      let time = threadTime() - before
      #expect(connection.isOpen && notes.bytes.isEmpty)
      connection.resumeReading()
      RunLoop.current.run(for: patience)
      return (notes, time)
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "all of it")
    #expect(notes.lines == ["closed"])
    #expect(time < 0.1, "no spin")
  }

  @Test(arguments: SocketKind.allCases)
  func innerRunInACallbackReadsIntoOtherMemory(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let (otherNear, otherFar) = try kind.pair()
    let lines = try onFreshThread { () -> [String] in
      let notes = Notes()
      let buffer = ReadBuffer()
      let outer = Connection(near, buffer: buffer)
      let inner = Connection(otherNear, buffer: buffer)
      try inner.start(
        .init(received: {
          notes(String(decoding: $1, as: UTF8.self))
          $0.loop.stop()
        }))
      try outer.start(
        .init(received: {
          otherFar.send("inner")
          $0.loop.run(for: patience)
          notes(String(decoding: $1, as: UTF8.self))
          $0.loop.stop()
        }))
      far.send("outer")
      RunLoop.current.run(for: patience)
      inner.abort()
      outer.abort()
      return notes.lines
    }
    #expect(lines == ["inner", "outer"])
  }

  @Test func signalsThatInterruptLoseNothing() async {
    await #expect(processExitsWith: .success) {
      // A handler that interrupts the present call.
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in }
      sigaction(SIGUSR1, &action, nil)
      let (near, far) = try SocketKind.unix.pair()
      let bytes = pattern(2_000_000)
      let reader = try Reader(far)
      let notes = try onFreshThread { () -> Notes in
        let notes = Notes()
        let connection = Connection(near)
        try connection.start(notingIn: notes)
        let thread = pthread_self()
        let pest = RunLoop.Timer(after: .microseconds(50), repeating: .microseconds(50)) { _ in
          pthread_kill(thread, SIGUSR1)
        }
        RunLoop.current.add(pest)
        connection.write(bytes)
        connection.close()
        RunLoop.current.run(for: patience)
        return notes
      }
      #expect(reader.bytes() == bytes)
      #expect(notes.lines == ["closed"])
    }
  }
}
