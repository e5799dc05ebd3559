import Glibc
import RunLoopCore
import TestSupport
import Testing

extension Stress {
  /// What other threads see and do while timers are called.
  struct TimerBatchTests {
    /// Timers that are due together go one after the other, while somebody looks at them all the time.
    @Test func aLoopCanBeLookedAtWhileItsTimersGo() {
      let census = Census()
      let isOver = Flag()
      let ended = Gate()
      let worker = LoopThread { loop in
        for _ in 0..<(Process.isUnderThreadSanitizer ? 500 : 2_000) {
          let token = census.token()
          loop.add(RunLoop.Timer(at: .distantPast) { _ in token.touch() })
        }
        loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in ended.open() })
      }
      let looker = FreshThread {
        while !isOver.isRaised {
          _ = worker.loop.nextFireDate()
          _ = worker.loop.currentMode
        }
      }
      let snapper = FreshThread { while !isOver.isRaised { _ = worker.loop.snapshot() } }
      #expect(ended.pass())
      isOver.raise()
      looker.join()
      snapper.join()
      worker.end()
      #expect(census.count == 0)
    }

    /// A timer that went to another loop in its own callout is let go of when that loop ends first.
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
        #expect(called.pass())
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
      #expect(calls.pass())
      firstLoop.end()
      second.end()
    }
  }
}
