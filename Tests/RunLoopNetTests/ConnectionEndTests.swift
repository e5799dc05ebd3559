import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// How connections end, by either side, and in one direction first.
@Suite(.hangLimit) struct ConnectionEndTests {
  @Test func lingeringCloseReachesAPeerThatIsSendingStill() throws {
    let text = try onFreshThread { () -> String in
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

  @Test(arguments: SocketKind.allCases)
  func halfClosedConnectionGoesOnInTheOtherDirection(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let reader = try Reader(far)
    let (notes, turns) = try onFreshThread { () -> (Notes, Int) in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes, endOfInput: { _ in notes("end of input") })
      far.send("question")
      far.finishWriting()
      RunLoop.current.runUntil { !notes.lines.isEmpty }
      let turns = RunLoop.current.turns(in: .milliseconds(100))
      #expect(connection.isOpen)
      connection.write("the answer")
      connection.close()
      RunLoop.current.run(for: patience)
      return (notes, turns)
    }
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "question")
    #expect(notes.lines == ["end of input", "closed"])
    #expect(String(decoding: reader.bytes(), as: UTF8.self) == "the answer")
    #expect(turns < 10, "a socket at its end is not looked at again and again")
  }

  @Test(arguments: SocketKind.allCases)
  func finishedWritingStillReads(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
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

  @Test func resetIsReportedAsAnError() throws {
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let listener = try Listener(at: .tcp("localhost", port: 0)) { connection in
        try? connection.start(notingIn: notes)
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
    try onFreshThread {
      let notes = Notes()
      let listener = try Listener(at: .tcp("localhost", port: 0)) { connection in
        try? connection.start(notingIn: notes)
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
    let (near, far) = try SocketKind.unix.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      // Not by closing alone: a child that is being spawned elsewhere may have a copy of the descriptor.
      shutdown(far.number, Int32(SHUT_RDWR))
      far.close()
      // The end was not read yet.
      #expect(!connection.write("too late"))
      #expect(notes.lines.isEmpty, "told later, not inside")
      RunLoop.current.run(for: patience)
      return notes
    }
    #expect(notes.lines == ["\(NetError.brokenPipe)"])
  }

  @Test(arguments: SocketKind.allCases)
  func nothingIsReadBehindTheCloseThoughReadingIsResumed(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    try onFreshThread {
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      connection.pauseReading()
      // Something waits to be sent, and keeps it open.
      while connection.write(pattern(65_536)) {}
      connection.close(within: .seconds(60))
      connection.resumeReading()
      far.send("late")
      RunLoop.current.run(for: .milliseconds(50))
      #expect(connection.isOpen && notes.bytes.isEmpty && notes.lines.isEmpty)
      connection.abort()
    }
  }

  @Test(arguments: SocketKind.allCases)
  func connectionThatIsNeverStartedIsClosed(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    onFreshThread { _ = Connection(near) }
    #expect(far.receive() == [])
  }
}
