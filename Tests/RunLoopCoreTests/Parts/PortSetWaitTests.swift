import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// How often a loop asks the kernel for ready descriptors, and for how long it waits.
@Suite(.hangLimit) struct PortSetWaitTests {
  /// The kernel waits whole milliseconds: with fewer than it takes, the last one would be spent on asking again and again.
  @Test(arguments: [300_000, 1_000_000, 1_700_001] as [Nanoseconds])
  func aWaitIsNotShorterThanWanted(duration: Nanoseconds) throws {
    let port = try RunLoop.WakePort()
    let set = try PortSet(doorbell: port.descriptor, batch: 1)
    let end = MonotonicClock.now + duration
    #expect(!set.look(blocking: true, until: end))
    #expect(MonotonicClock.now >= end)
    // Nor does it wait when the time has come.
    #expect(!set.look(blocking: true, until: end))
  }

  private static func looks(_ loop: RunLoop) -> UInt64 {
    loop.defaultMode.ports?.looks.load(ordering: .relaxed) ?? 0
  }

  @Test func manyReadyPortsAreListedAtOnce() throws {
    let ports = try (0..<60).map { _ in try RunLoop.WakePort() }
    let served = Counter()
    let looks = try onFreshThread {
      let loop = RunLoop.current
      for port in ports {
        try loop.add(RunLoop.PortSource(port) { if served.add() == ports.count { loop.stop() } })
        port.ring()
      }
      loop.run(for: patience)
      return Self.looks(loop)
    }
    #expect(served.value == 60)
    #expect(looks <= 2, "\(looks) looks")
  }

  /// Turns that do not sleep, since each signals the source of the next.
  @Test func aLoopWithoutDescriptorsAsksForNone() throws {
    let port = try RunLoop.WakePort()
    let looks = try onFreshThread {
      let loop = RunLoop.current
      let (turns, source) = (Counter(), Box<RunLoop.Source>())
      source.value = RunLoop.Source {
        if turns.add() % 50 == 0 { loop.stop() } else { source.value?.signal() }
      }
      loop.add(source.value!)
      let watched = RunLoop.PortSource(port) {}
      try loop.add(watched)
      var looks: [UInt64] = []
      for _ in 0..<2 {
        let before = Self.looks(loop)
        source.value?.signal()
        loop.run(for: patience)
        looks.append(Self.looks(loop) - before)
        watched.invalidate()
      }
      source.value = nil
      return looks
    }
    #expect(looks[0] >= 40, "one in each turn while a port is watched")
    #expect(looks[1] == 0)
  }
}
