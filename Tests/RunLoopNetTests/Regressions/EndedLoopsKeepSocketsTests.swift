import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The sockets of a loop whose thread had ended stayed open, since each was in a reference cycle with its source: peers waited for an
/// answer, and clients connected to a listener that accepted no connections.
@Suite(.hangLimit) struct EndedLoopsKeepSocketsTests {
  /// Notes that it was released.
  private final class Witness {
    private let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    deinit { notes("released") }
  }

  @Test(arguments: SocketKind.allCases) func thePeerOfAConnectionSeesItsEnd(_ kind: SocketKind) throws {
    let (near, far) = try kind.pair()
    let notes = Notes()
    try onFreshThread {
      let captured = Witness(notes)
      let connection = Connection(near, timeOuts: .init(idle: .seconds(1000)))
      try connection.start(.init(received: { _, _ in withExtendedLifetime(captured) {} }))
      connection.write("last words")
      RunLoop.current.run(for: .zero)
    }
    #expect(notes.lines == ["released"])
    #expect(far.receiveText(10) == "last words")
    #expect(far.receive().isEmpty && far.hasSeenTheEnd)
  }

  /// A connection that cannot be watched yet is in no mode of the loop: it and the timer of the next attempt held each other.
  @Test(FaultSweep.isPossible) func thePeerOfAConnectionThatWaitsForRoomSeesItsEnd() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let (near, far) = try SocketKind.tcp.pair()
      let notes = Notes()
      try withFaults { faults in
        try faults.withoutRoom {
          let captured = Witness(notes)
          let connection = Connection(near, timeOuts: .init(idle: .seconds(1000)))
          try connection.start(.init(received: { _, _ in withExtendedLifetime(captured) {} }))
          // Long enough for a second attempt.
          RunLoop.current.run(for: .milliseconds(15))
          connection.write("last words")
        }
      }
      precondition(notes.lines == ["released"], "\(notes.lines)")
      precondition(far.receiveText(10) == "last words")
      precondition(far.receive().isEmpty && far.hasSeenTheEnd)
    }
  }

  @Test func aListenerAndADatagramSocketAreClosed() throws {
    let (stream, datagrams) = (freshPath(), freshPath())
    try onFreshThread {
      _ = try Listener(at: .unix(stream)) { _ in }
      try DatagramSocket(at: .unix(datagrams)).start(.init(received: { _, _ in }))
      RunLoop.current.run(for: .zero)
      #expect(access(stream, F_OK) == 0 && access(datagrams, F_OK) == 0)
    }
    #expect(access(stream, F_OK) != 0 && access(datagrams, F_OK) != 0, "the paths are removed")
  }

  private final class Kept: @unchecked Sendable { var listener: Listener? }

  @Test func aListenerThatIsStillHeldCanBeClosed() throws {
    let path = freshPath()
    let kept = Kept()
    try onFreshThread {
      kept.listener = try Listener(at: .unix(path)) { _ in }
      RunLoop.current.run(for: .zero)
    }
    #expect(kept.listener?.isOpen == false && access(path, F_OK) == 0)
    kept.listener?.close()
    #expect(access(path, F_OK) != 0)
  }

  @Test func anAttemptToConnectIsReleased() {
    let notes = Notes()
    onFreshThread {
      let captured = Witness(notes)
      let silent = Resolver { _, _, _, _, _ in {} }
      Connection.connect(toHost: "example.org", port: 80, resolver: silent) { _ in
        withExtendedLifetime(captured) {}
      }
      RunLoop.current.run(for: .zero)
      #expect(notes.lines.isEmpty)
    }
    #expect(notes.lines == ["released"])
  }
}
