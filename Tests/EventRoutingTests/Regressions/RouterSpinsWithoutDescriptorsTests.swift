import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A router without descriptors tried to take the same connection in each turn: most of a processor for nothing.
@Suite("A router without descriptors", .hangLimit)
struct RouterSpinsWithoutDescriptorsTests {
  @Test("rests, with one descriptor left too, and takes the connection when there are some again")
  func rests() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        let folder = try TemporaryFolder()
        let router = try Router.started(folder)
        let loop = RunLoop.current
        // The loop gets its own descriptors, those for timers among them, while there are some.
        loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in })
        loop.run(for: .milliseconds(5))
        let clients = try (0..<9).map { try RawClient(folder.path + "/router", hello: .init(name: "\($0)")) }
        limitDescriptors(to: 64)
        var taken: [Int32] = []
        while case let number = dup(0), number >= 0 { taken.append(number) }

        let turns = loop.turns(in: .milliseconds(300))
        #expect(turns < 60, "\(turns) turns in 300 ms")
        #expect(router.counts.accepted == 0)

        // One is enough to take a connection and not to watch it. That one is closed, and the others wait.
        close(taken.removeLast())
        runUntil {
          for client in clients { client.read() }
          return clients.contains { $0.isOver }
        }
        for client in clients { client.read() }
        #expect(clients.count { $0.isOver } == 1)
        let more = loop.turns(in: .milliseconds(300))
        #expect(more < 60, "\(more) turns in 300 ms with one descriptor")
        #expect(router.counts.accepted == 0)

        for number in taken { close(number) }
        let later = (0..<2).compactMap { _ in RawClient.ifAdmitted(folder.path + "/router") }
        for (number, client) in later.enumerated() { client.send(.hello(.init(name: "later \(number)"))) }
        #expect(runUntil { router.list.count >= 2 }, "\(router.list.count)")
        router.stop()
        withExtendedLifetime((clients, later)) {}
      }
    }
  }
}
