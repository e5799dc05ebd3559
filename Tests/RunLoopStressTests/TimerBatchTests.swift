import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

extension Stress {
  /// What other threads see and do while timers are called.
  struct TimerBatchTests {
    /// Timers that are due together are released one after the other, while another thread inspects them all the time.
    @Test func aLoopCanBeLookedAtWhileItsTimersGo() {
      let census = Census()
      let isOver = Flag()
      let ended = Gate()
      let worker = LoopThread { loop in
        for _ in 0..<(ThreadSanitizer.isOn ? 500 : 2_000) {
          let token = census.token()
          loop.add(RunLoop.Timer(at: .distantPast) { _ in token.touch() })
        }
        loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in ended.open() })
      }
      let looker = FreshThread {
        while !isOver.isSet {
          _ = worker.loop.nextFireDate()
          _ = worker.loop.currentMode
        }
      }
      let snapper = FreshThread { while !isOver.isSet { _ = worker.loop.snapshot() } }
      #expect(ended.wait())
      isOver.set()
      looker.join()
      snapper.join()
      worker.end()
      #expect(census.count == 0)
    }

    /// A timer that is let go of at the end of its turn is not looked at any more. In a process of its own: who looks at it all the
    /// same dies.
    @Test func aTimerThatIsReleasedInItsCallIsNotLookedAt() async {
      await #expect(processExitsWith: .success) {
        alarm(hangAlarm)
        let census = Self.looksAtTimersThatAreReleased { timer in RunLoop.current.remove(timer) }
        #expect(census.count == 0)
      }
    }

    /// The same where the call before it has taken it out of its loop.
    @Test func aTimerThatIsReleasedBeforeItsCallIsNotLookedAt() async {
      await #expect(processExitsWith: .success) {
        alarm(hangAlarm)
        let waiting = Box<[RunLoop.Timer]>()
        let letGo: @Sendable (RunLoop.Timer) -> Void = { _ in
          for timer in waiting.exchange(nil) ?? [] { RunLoop.current.remove(timer) }
        }
        let census = Self.looksAtTimersThatAreReleased(by: letGo) { waiting.value = $0 }
        #expect(census.count == 0)
      }
    }

    /// The same where another loop has the timer when its turn ends.
    @Test func aTimerThatIsReleasedByTheLoopItWentToIsNotLookedAt() async {
      await #expect(processExitsWith: .success) {
        alarm(hangAlarm)
        let second = LoopThread()
        let census = Self.looksAtTimersThatAreReleased { timer in
          RunLoop.current.remove(timer)
          second.loop.add(timer)
          second.loop.post { second.loop.remove(timer) }
        }
        second.end()
        #expect(census.count == 0)
      }
    }

    /// What a timer holds whose release takes a while.
    private final class SlowlyReleased: Sendable {
      deinit { usleep(50) }
    }

    /// The thousand pending timers make a look long, and a timer takes long to release: so it is deallocated during one.
    ///
    /// - Parameters:
    ///   - letGo: what each timer does when it is called.
    ///   - hold: gets the timers that are due together, before.
    private static func looksAtTimersThatAreReleased(
      by letGo: @escaping @Sendable (RunLoop.Timer) -> Void,
      hold: @escaping @Sendable ([RunLoop.Timer]) -> Void = { _ in }
    ) -> Census {
      let census = Census()
      let isOver = Flag()
      let worker = LoopThread { loop in
        for _ in 0..<1_000 { loop.add(RunLoop.Timer(at: .distantFuture) { _ in }) }
      }
      let looker = FreshThread { while !isOver.isSet { _ = worker.loop.snapshot() } }
      for _ in 0..<(ThreadSanitizer.isOn ? 2 : 10) {
        let called = Gate()
        worker.loop.post {
          let timers = (0..<100).map { _ in
            let token = census.token()
            let late = SlowlyReleased()
            return RunLoop.Timer(after: .zero, repeating: .seconds(3600)) { timer in
              token.touch()
              withExtendedLifetime(late) {}
              letGo(timer)
            }
          }
          for timer in timers { worker.loop.add(timer) }
          hold(timers)
          worker.loop.add(RunLoop.Timer(after: .zero) { _ in called.open() })
        }
        #expect(called.wait())
      }
      isOver.set()
      looker.join()
      worker.end()
      return census
    }

    /// A timer that moved to another loop in its own callout is released when that loop ends first.
    @Test(arguments: [false, true])
    func aTimerThatIsCalledSurvivesTheLoopItWentTo(repeats: Bool) {
      let census = Census()
      let called = Gate()
      let firstLoop = LoopThread()
      do {
        let token = census.token()
        let timer = RunLoop.Timer(after: .zero, repeating: repeats ? .seconds(3600) : nil) { timer in
          token.touch()
          firstLoop.loop.remove(timer)
          let second = LoopThread()
          #expect(second.loop.add(timer, to: .common))
          #expect(second.loop.snapshot().modes[0].items.contains { $0.kind == .timer })
          #expect(second.loop.nextFireDate() != nil)
          second.end()
          #expect(!second.loop.contains(timer))
          #expect(timer.isValid)
          called.open()
        }
        firstLoop.loop.add(timer)
        #expect(called.wait())
        firstLoop.end()
        #expect(timer.isValid == repeats)
      }
      #expect(census.count == 0)
    }

    /// A mode that another loop's timer is put into while it is called gets the timer, whatever becomes of both.
    @Test func aTimerThatIsCalledBecomesTheOtherLoopsTimer() {
      let firstLoop = LoopThread()
      let second = LoopThread()
      let calls = Gate()
      let timer = RunLoop.Timer(after: .zero, repeating: .milliseconds(1)) { timer in
        if firstLoop.loop.isOwnThread {
          firstLoop.loop.remove(timer)
          second.loop.add(timer)
        } else {
          timer.invalidate()
          calls.open()
        }
      }
      firstLoop.loop.add(timer)
      #expect(calls.wait())
      firstLoop.end()
      second.end()
    }
  }
}
