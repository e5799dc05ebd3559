import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// The rests of the acceptor that listeners, the metrics server and the router share, under simulated time.
@Suite(.hangLimit) struct AcceptorTests {
  @Test func restsGrowToASecondAndBeginAnewAfterAConnectionThatIsServed() throws {
    try onFreshThread(SimulatedClock()) {
      let queue = try ListeningQueue()
      try queue.connect(20)
      let loop = RunLoop.current
      var tries: [RunLoop.Instant] = []
      var errors: Set<CInt> = []
      var servesAt: Int? = nil
      var served: [Int32] = []
      let acceptor = try RunLoop.Acceptor(
        queue.socket, on: loop, mode: .default, label: "test", mostPerTurn: 3, rested: { errors.insert($0) }
      ) { connection in
        tries.append(RunLoop.Instant.now)
        if tries.count - 1 == servesAt {
          served.append(connection)
          return true
        }
        close(connection)
        return false
      }
      loop.run(for: .milliseconds(5500))
      var gaps = zip(tries, tries.dropFirst()).map { $0.duration(to: $1) }
      let first = [10, 20, 40, 80, 160, 320, 640, 1000, 1000, 1000, 1000].map { Duration.milliseconds($0) }
      #expect(gaps == first)
      #expect(errors == [EMFILE])

      servesAt = 0
      tries = []
      loop.run(for: .seconds(1) + .milliseconds(10))
      gaps = zip(tries, tries.dropFirst()).map { $0.duration(to: $1) }
      // The one that was served, the next one in the same turn, and then as at first.
      #expect(Array(gaps.prefix(3)) == [.zero, .milliseconds(10), .milliseconds(20)])
      let one = try #require(served.first)
      #expect(fcntl(one, F_GETFD) & FD_CLOEXEC != 0 && fcntl(one, F_GETFL) & O_NONBLOCK != 0)
      close(one)
      acceptor.invalidate()
      #expect(loop.run(for: .seconds(5)) == .finished, "the rest ends with the acceptor")
    }
  }

  @Test func acceptsAtMostItsLimitInOneTurn() throws {
    try onFreshThread(SimulatedClock()) {
      let queue = try ListeningQueue()
      try queue.connect(7)
      let loop = RunLoop.current
      var counts: [Int] = []
      var count = 0
      let acceptor = try RunLoop.Acceptor(
        queue.socket, on: loop, mode: .default, label: "test", mostPerTurn: 3
      ) {
        close($0)
        count += 1
        return true
      }
      while loop.run(for: .zero, returnAfterSourceHandled: true) == .handledSource, counts.count < 10 {
        counts.append(count)
        count = 0
      }
      #expect(counts == [3, 3, 1])
      acceptor.invalidate()
    }
  }

  @Test func oneThatIsInvalidatedByItsOwnCalloutLeavesTheRestInTheListeningQueue() throws {
    try onFreshThread(SimulatedClock()) {
      let queue = try ListeningQueue()
      try queue.connect(3)
      let loop = RunLoop.current
      var count = 0
      let own = Box<RunLoop.Acceptor>()
      own.value = try RunLoop.Acceptor(queue.socket, on: loop, mode: .default, label: "test") {
        close($0)
        count += 1
        own.value?.invalidate()
        return count < 2
      }
      loop.run(for: .seconds(3))
      #expect(count == 1 && loop.run(for: .seconds(5)) == .finished)
      own.value = nil
    }
  }
}
