import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Without descriptors a listener rests for 10 ms, then longer, up to a second; after a connection that it took, for
/// 10 ms again.
@Suite(.hangLimit) struct ListenerNeverRecoversTests {
  @Test func restsGrowToASecondAndBeginAnewAfterAConnection() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread(SimulatedClock()) {
        let notes = Notes()
        let loop = RunLoop.current
        var rests: [RunLoop.Instant] = []
        // Kept open: a closed one would give its descriptor to the next.
        var connections: [Connection] = []
        let listener = try Listener(
          at: .tcp("localhost", port: 0),
          failed: {
            notes("\($0)")
            rests.append(RunLoop.Instant.now)
          }, accepted: { connections.append($0) })
        // The loop gets its own descriptors, those for timers among them, while there are some.
        loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in })
        loop.run(for: .milliseconds(5))
        let clients = [PlainSocket.unconnected(), PlainSocket.unconnected()]
        limitDescriptors(to: 64)
        /// Connected, and known to the listener's kernel: simulated time must not overtake that.
        func connect(_ client: PlainSocket) {
          #expect(client.connect(toPort: listener.address.port))
          client.send("x")
          #expect(waitUntilDelivered(client.number))
        }
        func takeAll() -> [Int32] {
          var taken: [Int32] = []
          while case let number = dup(0), number >= 0 { taken.append(number) }
          return taken
        }

        let taken = takeAll()
        connect(clients[0])
        loop.run(for: .seconds(60))
        let gaps = zip(rests, rests.dropFirst()).map { $0.duration(to: $1) }
        #expect(gaps.first.map { $0 >= .milliseconds(10) && $0 < .milliseconds(20) } ?? false, "\(gaps)")
        #expect(gaps.allSatisfy { $0 >= .milliseconds(10) && $0 < .milliseconds(1100) }, "\(gaps)")
        #expect(gaps.suffix(40).allSatisfy { $0 >= .seconds(1) }, "\(gaps)")
        #expect(notes.lines.allSatisfy { $0 == "\(NetError.tooManyDescriptors)" })

        for number in taken { close(number) }
        loop.run(for: .seconds(3))
        #expect(connections.count == 1)

        rests = []
        _ = takeAll()
        connect(clients[1])
        loop.run(for: .milliseconds(200))
        #expect(rests.count >= 3, "\(rests.count) rests in 200 ms")
        for connection in connections { connection.abort() }
        loop.run(for: .zero)
        listener.close()
        #expect(loop.itemCount == 0, "its rest ends with it")
        // Their descriptors are not free before.
        withExtendedLifetime(clients) {}
      }
    }
  }
}
