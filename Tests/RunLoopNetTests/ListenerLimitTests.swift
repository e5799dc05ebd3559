import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What a crowd at a listener's door does to others, and what a listener leaves behind.
@Suite(.hangLimit) struct ListenerLimitTests {
  @Test func aCrowdLeavesOthersTheirTurns() throws {
    let (near, far) = try SocketKind.unix.pair()
    let taken = try onFreshThread { () -> Int in
      let notes = Notes()
      let listener = try Listener(at: .tcp("localhost", port: 0)) { _ in notes.count += 1 }
      let other = Connection(near)
      try other.start(.init(received: { connection, _ in connection.loop.stop() }))
      let crowd = try (0..<300).map { _ in try PlainSocket.connected(toPort: listener.address.port) }
      far.send("me too")
      RunLoop.current.run(for: patience)
      let taken = notes.count
      RunLoop.current.runUntil { notes.count == 300 }
      #expect(notes.count == 300, "all are taken in the end")
      listener.close()
      other.abort()
      withExtendedLifetime(crowd) {}
      return taken
    }
    #expect(taken < 150, "\(taken) connections were taken first")
  }

  @Test func aHandlerThatClosesItsListenerIsNotCalledAgain() throws {
    try onFreshThread {
      let notes = Notes()
      var listener: Listener?
      listener = try Listener(at: .tcp("localhost", port: 0), failed: { notes("\($0)") }) { _ in
        notes.count += 1
        listener?.close()
        // When its round is over.
        RunLoop.current.post { notes("\(RunLoop.current.itemCount) items") }
      }
      let port = try #require(listener?.address.port)
      let clients = try (0..<3).map { _ in try PlainSocket.connected(toPort: port) }
      RunLoop.current.run(for: .milliseconds(50))
      #expect(notes.count == 1 && notes.lines == ["0 items"])
      #expect(listener?.isOpen == false)
      for client in clients { #expect(client.receive().isEmpty) }
      listener = nil
    }
  }

  @Test func aClosedListenerReleasesItsClosures() throws {
    try onFreshThread {
      final class Held {}
      weak var held: Held?
      weak var other: Held?
      let listener: Listener
      do {
        let (first, second) = (Held(), Held())
        (held, other) = (first, second)
        listener = try Listener(
          at: .tcp("localhost", port: 0), failed: { _ in withExtendedLifetime(second) {} }
        ) { _ in withExtendedLifetime(first) {} }
      }
      #expect(held != nil && other != nil)
      listener.close()
      #expect(held == nil && other == nil && !listener.isOpen)
    }
  }

  @Test func aPathMayHave107Bytes() throws {
    let longest = "/" + String(repeating: "x", count: 106)
    #expect(try Address.unix(longest).description == "unix:" + longest)
    #expect(throws: NetError.badAddress("unix:" + longest + "x")) { try Address.unix(longest + "x") }
    #expect(throws: NetError.self) { try Address.unix("/a\0b") }
    #expect(try Address("127.0.0.1:65535").port == 65535)
  }
}
