import Glibc
import HIDEvents
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
        let clients = try (0..<2).map { try RawClient(folder.path + "/router", hello: .init(name: "\($0)")) }
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var taken: [Int32] = []
        while case let number = dup(0), number >= 0 { taken.append(number) }

        let turns = loop.turns(in: .milliseconds(300))
        #expect(turns < 60, "\(turns) turns in 300 ms")
        #expect(router.counts.accepted == 0)

        // One is enough to take a connection and not to watch it.
        close(taken.removeLast())
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

  @Test("rests longer and longer, up to a second, and not at all after a connection")
  func pauses() throws {
    try onFreshThread(SimulatedClock()) {
      let ends = try Ends.pipe()
      ends.write([1])
      var outcome = Acceptor.Outcome.noDescriptor
      var tries: [RunLoop.Instant] = []
      let acceptor = Acceptor(label: "test") {
        tries.append(RunLoop.Instant.now)
        return outcome
      }
      try acceptor.start(ends.reading)
      let loop = RunLoop.current
      loop.run(for: .seconds(60))
      var gaps = zip(tries, tries.dropFirst()).map { $0.duration(to: $1) }
      let first = [10, 20, 40, 80, 160, 320, 640].map { Duration.milliseconds($0) }
      #expect(Array(gaps.prefix(7)) == first)
      #expect(gaps.count > 50 && gaps.dropFirst(7).allSatisfy { $0 == .seconds(1) })
      // A connection, and then again none.
      outcome = .taken
      tries = []
      while tries.isEmpty { loop.run(for: .milliseconds(100), returnAfterSourceHandled: true) }
      #expect(tries.count == Acceptor.mostPerTurn && acceptor.rests == 0)
      outcome = .noDescriptor
      tries = []
      loop.run(for: .milliseconds(100))
      gaps = zip(tries, tries.dropFirst()).map { $0.duration(to: $1) }
      #expect(gaps.first == .milliseconds(10))
      acceptor.stop()
      let end = RunLoop.Instant.now
      #expect(loop.run(for: .seconds(5)) == .finished && RunLoop.Instant.now == end, "its rest ends with it")
      close(ends.reading)
      close(ends.writing)
    }
  }

  @Test("its connections are closed at an exec, and do not block")
  func flags() throws {
    let folder = try TemporaryFolder()
    let socket = try RouterSocket(at: .init(path: folder.path + "/router"), isShared: false)
    #expect({ if case .noneWaits = socket.accept() { true } else { false } }())
    let client = try RawClient(folder.path + "/router")
    guard case .connection(let number, let peer) = socket.accept() else {
      Issue.record("nothing was taken")
      return
    }
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0 && fcntl(number, F_GETFL) & O_NONBLOCK != 0)
    #expect(peer.user == geteuid() && peer.process == getpid())
    close(number)
    socket.close()
    client.close()
  }
}
