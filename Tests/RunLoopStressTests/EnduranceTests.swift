import RunLoopCore
import TestHarness
import Testing

extension Stress {
  /// What is called again and again stays as it is.
  struct EnduranceTests {
    private static let calls = 200_000

    @Test func aTimerThatRepeatsCallsItsClosureAndNothingElse() {
      let worker = LoopThread { loop in
        let count = Counter()
        let moved = RunLoop.Timer(at: .distantPast, repeating: .seconds(3600)) { timer in
          if count.add() < Self.calls { timer.fireDate = .distantPast } else { loop.stop() }
        }
        loop.add(moved)
        loop.run()
        #expect(count.value == Self.calls)
      }
      worker.end()
    }

    @Test func anObserverThatRepeatsCallsItsClosureAndNothingElse() {
      let worker = LoopThread { loop in
        let count = Counter()
        let observer = RunLoop.Observer(activities: .beforeTimers) { _ in
          if count.add() < Self.calls { loop.wakeUp() } else { loop.stop() }
        }
        loop.add(observer)
        loop.run()
        observer.invalidate()
        #expect(count.value == Self.calls)
      }
      worker.end()
    }
  }
}
