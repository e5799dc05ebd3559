import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A connection that the kernel had no room to watch was closed: its client was dropped, and the listener accepted the next one
/// only to drop it, too.
@Suite(.hangLimit, FaultSweep.isPossible) struct ListenerDropsClientsTests {
  @Test func aConnectionThatCanNotBeWatchedYetIsServedLater() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try withFaults { faults in
        let loop = RunLoop.current
        var reasons: [NetError] = []
        var connections: [Connection] = []
        var ends: [NetError?] = []
        let listener = try Listener(at: .tcp("127.0.0.1", port: 0), failed: { reasons.append($0) }) {
          connection in
          try? connection.start(
            .init(
              received: { connection, bytes in connection.write(bytes) },
              closed: { ends.append($1) }))
          connections.append(connection)
        }
        let clients = try (0..<3).map { _ in try PlainSocket.connected(toPort: listener.address.port) }
        for client in clients { client.send("hello") }
        faults.withoutRoom {
          loop.run(for: .milliseconds(50))
          #expect(reasons.count >= 1 && reasons.count <= 4, "\(reasons.count) rests")
          #expect(reasons.allSatisfy { $0 == .port(.watchLimitReached) }, "\(reasons)")
          #expect(connections.count == reasons.count, "it rests after each")
          #expect(connections.allSatisfy { $0.isOpen })
          let turns = loop.turns(in: .milliseconds(20))
          #expect(turns < 30, "\(turns) turns in 20 ms")
          // One that is closed meanwhile is done with.
          connections.first?.close()
          loop.run(for: .milliseconds(5))
          #expect(ends == [nil])
        }
        loop.runUntil { connections.count == 3 }
        #expect(connections.count == 3)
        #expect(clients[0].receive().isEmpty)
        for client in clients.dropFirst() {
          loop.runUntil { client.hasSomething }
          #expect(client.receiveText(5) == "hello")
          client.close()
        }
        loop.runUntil { ends.count == 3 }
        #expect(ends == [nil, nil, nil])
        listener.close()
        #expect(loop.itemCount == 0, "no attempt is left")
      }
    }
  }
}

extension PlainSocket {
  /// Whether there is something to read, or the end.
  fileprivate var hasSomething: Bool {
    var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }
}
