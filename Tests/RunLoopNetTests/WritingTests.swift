import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What is written when, and what is not sent any more.
@Suite(.hangLimit) struct WritingTests {
  @Test(arguments: SocketKind.allCases)
  func endOfWritingComesBehindAllThatWaits(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let bytes = pattern(3_000_000)
    let lines = try onFreshThread { () -> [String] in
      let notes = Notes()
      let connection = Connection(near)
      takeLittle(near)
      try connection.start(notingIn: notes)
      connection.write(bytes)
      connection.finishWriting()
      #expect(connection.unsentCount > 0)
      #expect(!connection.write("too late"))
      let reader = try Reader(far)
      RunLoop.current.runUntil { connection.unsentCount == 0 }
      #expect(!connection.write("too late, too"))
      RunLoop.current.run(for: .milliseconds(20))
      #expect(connection.isOpen)
      // Waits for the end, which comes though the connection is open.
      let all = reader.bytes()
      #expect(all.count == bytes.count && all.elementsEqual(bytes))
      #expect(far.hasSeenTheEnd)
      connection.abort()
      return notes.lines
    }
    #expect(lines.isEmpty, "the connection went on")
  }

  @Test(arguments: SocketKind.allCases)
  func nothingIsWrittenBehindTheEndOfWriting(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      connection.write("last words")
      connection.finishWriting()
      #expect(!connection.write("and another thing"))
      #expect(connection.isOpen)
      connection.finishWriting()
      far.send("heard")
      far.finishWriting()
      RunLoop.current.run(for: patience)
      return notes
    }
    #expect(far.receiveText() == "last words")
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "heard")
    #expect(notes.lines == ["closed"])
  }

  /// Room that comes in between is not used by what is written later.
  @Test func laterBytesDoNotOvertakeThoseThatWait() throws {
    let (near, far) = try SocketKind.unix.pair()
    try onFreshThread {
      let connection = Connection(near)
      try connection.start(.init(received: { _, _ in }))
      let filled = fill(near)
      connection.write(pattern(10_000))
      #expect(far.receive(filled).count == filled)
      // The loop has not seen yet that there is room.
      connection.write("behind")
      RunLoop.current.runUntil { connection.unsentCount == 0 }
      #expect(far.receive(10_006) == pattern(10_000) + Array("behind".utf8))
      connection.abort()
    }
  }

  @Test func tcpConnectionsSendSmallWritesAtOnce() throws {
    try onFreshThread {
      func isAtOnce(_ connection: Connection) -> Bool {
        Socket(connection.descriptor).value(of: .noDelay) ?? 0 != 0
      }
      let notes = Notes()
      let loop = RunLoop.current
      let listener = try Listener(at: .tcp("localhost", port: 0)) {
        notes("accepted \(isAtOnce($0))")
        loop.stop()
      }
      Connection.connect(to: listener.address) { result in
        if case .success(let connection) = result { notes("connected \(isAtOnce(connection))") }
      }
      loop.runUntil { notes.lines.count == 2 }
      #expect(notes.lines.sorted() == ["accepted true", "connected true"])
      listener.close()
    }
  }
}
