import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop

/// A loop lets go of timers that have left, whichever way they went.
@Suite struct TimerReleaseTests {
  /// A time-out that leaves comes back otherwise than by the short way, and leaves and comes once more in a timer's call.
  @Test func aTimerThatLeftAndCameBackTwoWaysIsLetGoOf() {
    onFreshThread {
      let loop = RunLoop.current
      weak var seen: RunLoop.Timer?
      do {
        let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
        seen = timer
        loop.add(timer)
        loop.perform {
          loop.remove(timer)
          loop.add(timer, to: .common)
        }
        loop.add(
          RunLoop.Timer(at: .distantPast) { _ in
            loop.remove(timer, from: .common)
            loop.add(timer)
          })
        loop.run(for: .zero)
        #expect(loop.contains(timer))
        loop.remove(timer)
      }
      loop.run(for: .zero)
      #expect(seen == nil)
    }
  }
}
