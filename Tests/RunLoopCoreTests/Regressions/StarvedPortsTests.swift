import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a loop that was woken in each turn and had a timer that was always due never looked at its descriptors. Each
/// alone left them their turns.
@Suite(.hangLimit) struct StarvedPortsTests {
  private func isServed(_ wake: @escaping @Sendable (RunLoop) -> Void) throws -> Bool {
    let port = try RunLoop.WakePort()
    return try onFreshThread {
      let loop = RunLoop.current
      let served = Counter()
      let turns = Counter()
      loop.add(
        RunLoop.Observer(activities: .beforeSources) { _ in
          if turns.add() == 10_000 { loop.stop() }
          wake(loop)
        })
      loop.add(RunLoop.Timer(after: .zero, repeating: .nanoseconds(1)) { _ in })
      try loop.add(
        RunLoop.PortSource(port) {
          if served.add() == 3 { loop.stop() } else { port.ring() }
        })
      port.ring()
      loop.run(for: patience)
      return served.value == 3
    }
  }

  @Test func ownWakeUpsAndDueTimersTogetherLeavePortsTheirTurns() throws {
    #expect(try isServed { $0.wakeUp() })
  }

  @Test func postsAndDueTimersTogetherLeavePortsTheirTurns() throws {
    #expect(try isServed { $0.post {} })
  }

  @Test func otherThreadsWakeUpsAndDueTimersTogetherLeavePortsTheirTurns() throws {
    let isOver = Box(false)
    let box = Box<RunLoop>()
    let other = FreshThread {
      while isOver.value == false { box.value?.wakeUp() }
    }
    #expect(try isServed { box.value = $0 })
    isOver.value = true
    box.value = nil
    _ = other.join()
  }
}
