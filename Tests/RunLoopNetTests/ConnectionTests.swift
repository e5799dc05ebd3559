import Glibc
import RunLoopCore
import RunLoopNet
import Testing

import class RunLoopCore.RunLoop

/// What a connection does with peers of all kinds: no data is lost, and nothing spins.
@Suite struct ConnectionTests {
  /// A connection that notes all that it hears and stops the loop at its end.
  private static func start(
    _ connection: Connection, _ notes: Notes, endOfInput: ((Connection) -> Void)? = nil,
    drained: ((Connection) -> Void)? = nil
  ) throws {
    try connection.start(
      .init(
        received: { notes.bytes += $1 }, endOfInput: endOfInput, drained: drained,
        closed: {
          notes($1.map { "\($0)" } ?? "closed")
          $0.loop.stop()
        }))
  }

  @Test func whatComesInPiecesComesWhole() throws {
    let (near, far) = try PlainSocket.pair()
    let notes = try onLoopThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try Self.start(connection, notes)
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

  @Test func shortWritesLoseNothing() throws {
    let (near, far) = try PlainSocket.pair()
    let bytes = pattern(3_000_000)
    let reader = try Reader(far)
    let notes = try onLoopThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      // The kernel takes little at a time.
      var small: Int32 = 4096
      setsockopt(near, SOL_SOCKET, SO_SNDBUF, &small, 4)
      try Self.start(connection, notes)
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

  @Test func writerIsToldWhenToStopAndWhenToGoOn() throws {
    let (near, far) = try PlainSocket.pair()
    let total = 4_000_000
    let reader = try Reader(far)
    let most = try onLoopThread { () -> Int in
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
      try Self.start(connection, notes, drained: writeMore)
      writeMore(connection)
      RunLoop.current.run(for: patience)
      return most
    }
    #expect(reader.bytes().count == total)
    #expect(most <= 15_000, "what waits is bounded")
  }

  @Test func peerThatNeverReadsCostsNoTimeAndIsBrokenOff() throws {
    let (near, far) = try PlainSocket.pair()
    let (notes, time) = try onLoopThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try Self.start(connection, notes)
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

  @Test func pausedReadingCostsNoTimeAndLosesNothing() throws {
    let (near, far) = try PlainSocket.pair()
    let (notes, time) = try onLoopThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try Self.start(connection, notes)
      connection.pauseReading()
      far.send("all of it")
      far.finishWriting()
      let before = threadTime()
      RunLoop.current.run(for: .milliseconds(200))
      #expect(notes.bytes.isEmpty)
      let time = threadTime() - before
      connection.resumeReading()
      RunLoop.current.run(for: patience)
      return (notes, time)
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "all of it")
    #expect(notes.lines == ["closed"])
    #expect(time < 0.1, "no spin")
  }

  @Test func pausedReadingLosesNothingOfAPeerThatIsGone() throws {
    let (near, far) = try PlainSocket.pair()
    let (notes, time) = try onLoopThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try Self.start(connection, notes)
      connection.pauseReading()
      far.send("all of it")
      far.close()
      let before = threadTime()
      RunLoop.current.run(for: .milliseconds(200))
      let time = threadTime() - before
      #expect(connection.isOpen)
      connection.resumeReading()
      RunLoop.current.run(for: patience)
      return (notes, time)
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "all of it")
    #expect(notes.lines == ["closed"])
    #expect(time < 0.1, "no spin")
  }

  @Test func lingeringCloseReachesAPeerThatIsSendingStill() throws {
    let text = try onLoopThread { () -> String in
      let notes = Notes()
      let listener = try Listener(at: .tcp("localhost", port: 0)) { connection in
        try? connection.start(
          .init(
            received: { connection, _ in
              connection.write("enough")
              connection.close(lingering: true)
            },
            closed: {
              notes($1.map { "\($0)" } ?? "closed")
              $0.loop.stop()
            }))
      }
      let client = try PlainSocket.connected(toPort: listener.address.port)
      client.send(String(repeating: "much ", count: 1000))
      RunLoop.current.run(for: .milliseconds(50))
      client.send(String(repeating: "more ", count: 1000))
      client.finishWriting()
      RunLoop.current.run(for: patience)
      #expect(notes.lines == ["closed"])
      listener.close()
      return client.receiveText()
    }
    #expect(text == "enough")
  }

  @Test func halfClosedConnectionGoesOnInTheOtherDirection() throws {
    let (near, far) = try PlainSocket.pair()
    let reader = try Reader(far)
    let (notes, time) = try onLoopThread { () -> (Notes, Double) in
      let notes = Notes()
      let connection = Connection(near)
      try Self.start(connection, notes, endOfInput: { _ in notes("end of input") })
      far.send("question")
      far.finishWriting()
      let before = threadTime()
      RunLoop.current.run(for: .milliseconds(100))
      let time = threadTime() - before
      #expect(connection.isOpen)
      connection.write("the answer")
      connection.close()
      RunLoop.current.run(for: patience)
      return (notes, time)
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "question")
    #expect(notes.lines == ["end of input", "closed"])
    #expect(String(decoding: reader.bytes(), as: UTF8.self) == "the answer")
    #expect(time < 0.05, "a socket at its end is not looked at again and again")
  }

  @Test func finishedWritingStillReads() throws {
    let (near, far) = try PlainSocket.pair()
    let notes = try onLoopThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try Self.start(connection, notes)
      connection.write("last words")
      connection.finishWriting()
      #expect(far.receiveText() == "last words")
      far.send("heard")
      far.close()
      RunLoop.current.run(for: patience)
      return notes
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "heard")
    #expect(notes.lines == ["closed"])
  }

  @Test func resetIsToldAsAnError() throws {
    let notes = try onLoopThread { () -> Notes in
      let notes = Notes()
      let listener = try Listener(at: .tcp("localhost", port: 0)) { connection in
        try? Self.start(connection, notes)
      }
      let client = try PlainSocket.connected(toPort: listener.address.port)
      client.send("x")
      RunLoop.current.run(for: .milliseconds(20))
      client.breakOff()
      RunLoop.current.run(for: patience)
      listener.close()
      return notes
    }
    #expect(notes.lines == ["\(NetError.reset)"])
  }

  @Test func abortIsAResetForThePeer() throws {
    try onLoopThread {
      let notes = Notes()
      let listener = try Listener(at: .tcp("localhost", port: 0)) { connection in
        try? Self.start(connection, notes)
        connection.abort()
      }
      let client = try PlainSocket.connected(toPort: listener.address.port)
      RunLoop.current.run(for: patience)
      #expect(notes.lines == ["closed"])
      var byte: UInt8 = 0
      #expect(read(client.number, &byte, 1) == -1 && errno == ECONNRESET)
      listener.close()
    }
  }

  @Test func writingToAPeerThatIsGoneIsAnErrorAndNoSignal() throws {
    let (near, far) = try PlainSocket.pair()
    let notes = try onLoopThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try Self.start(connection, notes)
      far.close()
      // The end was not read yet.
      #expect(!connection.write("too late"))
      #expect(notes.lines.isEmpty, "told later, not inside")
      RunLoop.current.run(for: patience)
      return notes
    }
    #expect(notes.lines == ["\(NetError.brokenPipe)"])
  }

  @Test func connectionThatIsNeverStartedIsClosed() throws {
    let (near, far) = try PlainSocket.pair()
    try onLoopThread { _ = Connection(near) }
    #expect(far.receive() == [])
  }

  @Test func innerRunInACallbackReadsIntoOtherMemory() throws {
    let (near, far) = try PlainSocket.pair()
    let (otherNear, otherFar) = try PlainSocket.pair()
    let lines = try onLoopThread { () -> [String] in
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
      // A handler that interrupts whatever call goes on.
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in }
      sigaction(SIGUSR1, &action, nil)
      let (near, far) = try PlainSocket.pair()
      let bytes = pattern(2_000_000)
      let reader = try Reader(far)
      let notes = try onLoopThread { () -> Notes in
        let notes = Notes()
        let connection = Connection(near)
        try Self.start(connection, notes)
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

/// Reads all on a thread of its own.
private final class Reader: @unchecked Sendable {
  private let socket: PlainSocket
  private var thread = pthread_t()
  private var all: [UInt8] = []

  init(_ socket: PlainSocket) throws {
    self.socket = socket
    let failure = pthread_create(
      &thread, nil,
      { argument in
        let reader = Unmanaged<Reader>.fromOpaque(argument!).takeRetainedValue()
        reader.all = reader.socket.receive()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    try #require(failure == 0)
  }

  /// Waits for the end.
  func bytes() -> [UInt8] {
    pthread_join(thread, nil)
    return all
  }
}
