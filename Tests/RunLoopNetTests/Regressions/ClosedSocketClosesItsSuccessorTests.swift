import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A connection whose descriptor the program closed too early closed that number again, and so the socket that had it by then. In child
/// processes, so that no other test gets the number.
@Suite(.hangLimit) struct ClosedSocketClosesItsSuccessorTests {
  @Test func theSocketThatHasTheNumberStaysOpen() async {
    await #expect(processExitsWith: .success) {
      let (near, far) = try SocketKind.unix.pair()
      try onFreshThread {
        let (loop, notes, later) = (RunLoop.current, Notes(), Notes())
        try Connection(near).start(notingIn: notes)
        close(near)
        let (again, peer) = try SocketKind.unix.pair()
        try #require(again == near)
        let second = Connection(again)
        try second.start(.init(received: { later.bytes += $1 }))
        loop.runUntil { !notes.lines.isEmpty }
        #expect(notes.lines == ["\(NetError.port(.closed(descriptor: near, label: "connection")))"])
        peer.send("hello")
        loop.runUntil { later.bytes.count == 5 }
        #expect(second.isOpen && fcntl(again, F_GETFD) >= 0)
        second.abort()
      }
      withExtendedLifetime(far) {}
    }
  }

  @Test func aDatagramSocketLeavesTheNumberAloneAndThePathFree() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let (loop, notes, path) = (RunLoop.current, Notes(), freshPath())
        let first = try DatagramSocket(at: .unix(path))
        try first.start(.init(received: { _, _ in }, failed: { notes("\($1)") }))
        let number = first.descriptor
        close(number)
        let second = try DatagramSocket(at: .tcp("127.0.0.1", port: 0))
        try #require(second.descriptor == number)
        try second.start(.init(received: { _, datagrams in notes.count += datagrams.count }))
        loop.runUntil { !notes.lines.isEmpty }
        #expect(notes.lines == ["\(NetError.port(.closed(descriptor: number, label: "datagrams")))"])
        #expect(!first.isOpen && access(path, F_OK) != 0)
        first.close()
        try second.send([1], to: second.address)
        loop.runUntil { notes.count == 1 }
        #expect(notes.count == 1)
        second.close()
      }
    }
  }

  @Test func aListenerThatHasEndedReleasesItsHandlers() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        final class Owner {}
        let (loop, notes, path) = (RunLoop.current, Notes(), freshPath())
        let number = dup(STDIN_FILENO)
        close(number)
        weak var accepting: Owner?
        weak var failing: Owner?
        func listen() throws -> Listener {
          let (first, second) = (Owner(), Owner())
          (accepting, failing) = (first, second)
          return try Listener(
            at: .unix(path),
            failed: {
              withExtendedLifetime(second) {}
              notes("\($0)")
            }
          ) { _ in withExtendedLifetime(first) {} }
        }
        let listener = try listen()
        #expect(accepting != nil && failing != nil)
        close(number)
        let next = try Listener(at: .tcp("127.0.0.1", port: 0)) { _ in }
        let client = Connection.connect(to: next.address) { _ in }
        loop.runUntil { !notes.lines.isEmpty }
        loop.settle()
        #expect(!listener.isOpen && accepting == nil && failing == nil)
        next.close()
        withExtendedLifetime((listener, client)) {}
      }
    }
  }

  /// A listener went on to accept at the number: once a second for nothing, or another listener's connections.
  @Test func aListenerEndsAndLeavesTheNumberAlone() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let (loop, notes, path) = (RunLoop.current, Notes(), freshPath())
        // The lowest number that is free is the next socket's.
        let number = dup(STDIN_FILENO)
        close(number)
        let first = try Listener(at: .unix(path), failed: { notes("\($0)") }) { _ in notes("accepted") }
        close(number)
        let second = try Listener(at: .tcp("127.0.0.1", port: 0)) { _ in notes.count += 1 }
        let client = Connection.connect(to: second.address) {
          notes.count += (try? $0.get()) == nil ? 100 : 1
        }
        loop.runUntil { notes.count >= 2 && !notes.lines.isEmpty }
        #expect(notes.lines == ["\(NetError.port(.closed(descriptor: number, label: "listener")))"])
        #expect(!first.isOpen && second.isOpen && notes.count == 2 && access(path, F_OK) != 0)
        first.close()
        #expect(fcntl(number, F_GETFD) >= 0)
        second.close()
        withExtendedLifetime(client) {}
      }
    }
  }
}
