import RunLoopCore
import TestHarness
import TestSupport
import Testing

extension Stress {
  /// What other threads change under a sleeping loop counts at once.
  struct SleepingLoopTests {
    /// Looks until the loop sleeps.
    private func waitForSleep(_ loop: RunLoop) {
      while !loop.isWaiting {}
    }

    /// The sleeping loop uses the first timer's tolerance; a second one without tolerance must not wait for that.
    @Test func aTimerThatComesInsideAnothersWindowIsNotLate() {
      let worker = LoopThread()
      let tolerant = RunLoop.Timer(after: .milliseconds(5), tolerance: .seconds(3600)) { _ in }
      worker.loop.add(tolerant)
      waitForSleep(worker.loop)
      let fired = Gate()
      worker.loop.add(RunLoop.Timer(after: .milliseconds(20)) { _ in fired.open() })
      #expect(fired.wait())
      worker.end()
    }

    /// The same on a simulated clock, where all is said before the loop sleeps.
    @Test func underASimulatedClockToo() {
      let thread = FreshThread {
        let clock = SimulatedClock()
        clock.install()
        let start = clock.now
        let loop = RunLoop.current
        let moments = Box<[Duration]>([])
        @Sendable func note() { moments.value = (moments.value ?? []) + [start.duration(to: clock.now)] }
        loop.add(RunLoop.Timer(after: .seconds(10), tolerance: .seconds(100)) { _ in note() })
        loop.add(RunLoop.Timer(after: .seconds(12)) { _ in note() })
        loop.run(for: .seconds(1000))
        #expect(moments.value == [.seconds(12), .seconds(12)])
      }
      thread.join()
    }
  }
}
