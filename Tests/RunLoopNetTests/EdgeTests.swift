import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A TCP socket is reported once for what is new: nothing that was reported and not read may be forgotten. The sockets that
/// are reported repeatedly do the same.
@Suite(.hangLimit) struct EdgeTests {
  /// Reads with a small buffer what came at once, and gives back what it read and how long that took the thread.
  private static func read(
    _ kind: SocketKind, _ count: Int, buffer: Int,
    then received: @escaping @Sendable (Connection, Notes) -> Void = { _, _ in }
  ) throws -> (Notes, Double) {
    let (near, far) = try kind.pair()
    return try onFreshThread {
      let notes = Notes()
      let connection = Connection(near, buffer: ReadBuffer(size: buffer))
      try connection.start(
        .init(
          received: {
            notes.bytes += $1
            received($0, notes)
          },
          closed: {
            notes($1.map { "\($0)" } ?? "closed")
            $0.loop.stop()
          }))
      let text = pattern(count)
      text.withUnsafeBytes { _ = send(far.number, $0.baseAddress, $0.count, 0) }
      far.finishWriting()
      let before = threadTime()
      RunLoop.current.run(for: patience)
      return (notes, threadTime() - before)
    }
  }

  @Test(arguments: SocketKind.allCases)
  func whatDoesNotFitIntoTheBufferIsReadInTheNextTurns(_ kind: SocketKind) throws {
    let (notes, _) = try Self.read(kind, 10_000, buffer: 7)
    #expect(notes.bytes == pattern(10_000))
    #expect(notes.lines == ["closed"])
  }

  @Test(arguments: SocketKind.allCases)
  func whatDoesNotFitIntoTheBufferIsReadThoughNothingFollows(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let count = try onFreshThread { () -> Int in
      let notes = Notes()
      let connection = Connection(near, buffer: ReadBuffer(size: 16))
      try connection.start(.init(received: { notes.bytes += $1 }))
      far.send(String(repeating: "x", count: 2000))
      RunLoop.current.runUntil { notes.bytes.count >= 2000 }
      connection.abort()
      return notes.bytes.count
    }
    #expect(count == 2000)
  }

  @Test(arguments: SocketKind.allCases)
  func whatExactlyFillsTheBufferEndsToo(_ kind: SocketKind) throws {
    let (notes, _) = try Self.read(kind, 64, buffer: 64)
    #expect(notes.bytes == pattern(64))
    #expect(notes.lines == ["closed"])
  }

  @Test(arguments: SocketKind.allCases)
  func pausedAndResumedInOneTurnLosesNothing(_ kind: SocketKind) throws {
    let (notes, time) = try Self.read(kind, 2000, buffer: 16) { connection, _ in
      connection.pauseReading()
      connection.loop.post { connection.resumeReading() }
    }
    #expect(notes.bytes == pattern(2000))
    #expect(notes.lines == ["closed"])
    #expect(time < 1, "no spin")
  }

  @Test(arguments: SocketKind.allCases)
  func pausedForAWhileBetweenReadsLosesNothing(_ kind: SocketKind) throws {
    let (notes, time) = try Self.read(kind, 640, buffer: 64) { connection, _ in
      connection.pauseReading()
      let timer = RunLoop.Timer(after: .milliseconds(20)) { [weak connection] _ in
        connection?.resumeReading()
      }
      connection.loop.add(timer)
    }
    #expect(notes.bytes == pattern(640))
    #expect(notes.lines == ["closed"])
    #expect(time < 0.1, "no spin")
  }

  @Test(arguments: SocketKind.allCases)
  func innerRunReadsWhatTheOuterReadHasLeft(_ kind: SocketKind) throws {
    let (notes, _) = try Self.read(kind, 100, buffer: 10) { connection, notes in
      // The first one waits for the last.
      guard notes.count == 0 else {
        if notes.bytes.count == 100 { connection.loop.stop() }
        return
      }
      notes.count = 1
      connection.loop.run(for: patience)
      notes("inner run: \(notes.bytes.count)")
    }
    #expect(notes.bytes == pattern(100))
    #expect(notes.lines == ["inner run: 100", "closed"])
  }

  @Test(arguments: SocketKind.allCases)
  func floodLeavesOthersTheirTurns(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let (otherNear, otherFar) = try kind.pair()
    let bytes = try onFreshThread { () -> Int in
      let notes = Notes()
      let flooded = Connection(near, buffer: ReadBuffer(size: 16))
      let other = Connection(otherNear)
      try flooded.start(.init(received: { notes.bytes += $1 }))
      try other.start(.init(received: { connection, _ in connection.loop.stop() }))
      far.send(String(repeating: "x", count: 20_000))
      otherFar.send("me too")
      RunLoop.current.run(for: patience)
      flooded.abort()
      other.abort()
      return notes.bytes.count
    }
    #expect(bytes <= 320, "\(bytes) bytes of the flood were read first")
  }

  @Test func urgentDataDoesNotHideWhatFollows() throws {
    let (near, far) = try SocketKind.tcp.pair()
    let notes = try onFreshThread { () -> Notes in
      let notes = Notes()
      let connection = Connection(near)
      try connection.start(notingIn: notes)
      far.send("before ")
      far.send("!", urgently: true)
      far.send("after")
      let stop = RunLoop.Timer(after: .milliseconds(1), repeating: .milliseconds(1)) { timer in
        notes.count += 1
        if notes.bytes.count >= 12 || notes.count == 5000 { far.close() }
      }
      RunLoop.current.add(stop)
      RunLoop.current.run(for: patience)
      stop.invalidate()
      return notes
    }
    // The urgent byte goes another way.
    #expect(String(decoding: notes.bytes, as: UTF8.self) == "before after")
    #expect(notes.count < 5000, "it came before the end did")
  }

  @Test func idleConnectionsAreNotLookedAtAgain() throws {
    let pairs = try (0..<50).map { _ in try SocketKind.tcp.pair() }
    let (turns, time) = try onFreshThread { () -> (Int, Double) in
      let notes = Notes()
      for (near, _) in pairs { try Connection(near).start(.init(received: { notes.bytes += $1 })) }
      for (_, far) in pairs { far.send("once") }
      RunLoop.current.runUntil { notes.bytes.count >= 200 }
      #expect(notes.bytes.count == 200)
      let before = threadTime()
      let observer = RunLoop.Observer(activities: .beforeTimers) { _ in notes.count += 1 }
      RunLoop.current.add(observer)
      RunLoop.current.run(for: .milliseconds(200))
      let result = (notes.count, threadTime() - before)
      for (_, far) in pairs { far.close() }
      RunLoop.current.run(for: .milliseconds(50))
      return result
    }
    #expect(turns < 10)
    #expect(time < 0.1, "no spin")
  }
}
