import RunLoopCore
import TestHarness
import TestSupport
import Testing

extension Stress {
  /// A closure's last reference may go anywhere, and what goes with it may call the library: no lock is held then.
  struct LastReferenceTests {
    /// Something whose end does to the loop what takes each of its locks.
    private func will(_ loop: RunLoop, _ count: Counter) -> LastWill {
      LastWill {
        let source = RunLoop.Source {}
        loop.add(source)
        source.signal()
        source.invalidate()
        let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
        loop.add(timer)
        timer.fireDate = .distantFuture
        timer.invalidate()
        loop.perform {}
        _ = loop.snapshot()
        count.add()
      }
    }

    /// The loop's thread runs meanwhile and may be in a turn that still holds what another thread takes out: its end may
    /// come a moment later, and is waited for.
    @Test func theEndOfAClosureMayUseTheLoop() {
      let count = Counter()
      let worker = LoopThread()
      let loop = worker.loop
      do {
        let timers = (0..<3).map { _ in
          let will = will(loop, count)
          return RunLoop.Timer(after: .seconds(3600)) { _ in will.touch() }
        }
        for timer in timers { loop.add(timer, to: .common) }
        timers[0].invalidate()
        #expect(count.reaches(1))
        loop.remove(timers[1], from: .common)
      }
      #expect(count.reaches(2))
      do {
        let observers = (0..<3).map { _ in
          let will = will(loop, count)
          return RunLoop.Observer(activities: .exit) { _ in will.touch() }
        }
        for observer in observers { loop.add(observer) }
        observers[0].invalidate()
        loop.remove(observers[1])
      }
      #expect(count.reaches(4))
      do {
        let sources = (0..<3).map { _ in
          let first = will(loop, count)
          let second = will(loop, count)
          return RunLoop.Source(schedule: { _, _ in first.touch() }) { second.touch() }
        }
        for source in sources { loop.add(source) }
        sources[0].invalidate()
        #expect(count.reaches(6))
        loop.remove(sources[1])
      }
      #expect(count.reaches(8))
      do {
        let will = will(loop, count)
        loop.perform(inModes: ["never"]) { will.touch() }
      }
      // The rest goes with the loop: a timer, an observer, a source with two, and a block.
      worker.end()
      #expect(count.value == 13)
      do {
        let will = will(loop, count)
        #expect(!loop.post { will.touch() })
      }
      #expect(count.value == 14)
    }

    /// The loop holds its lock between one observer and the next, but not while a closure goes.
    @Test func theEndOfAnObserverInItsOwnCallMayUseTheLoop() {
      let count = Counter()
      let thread = FreshThread {
        let loop = RunLoop.current
        loop.add(RunLoop.Source {})
        for repeats in [true, false] {
          for round in 0..<100 {
            let will = will(loop, count)
            let slot = Box<RunLoop.Observer>()
            let observer = RunLoop.Observer(activities: .beforeTimers, repeats: repeats, order: round) { _ in
              will.touch()
              slot.exchange(nil)?.invalidate()
            }
            slot.value = observer
            loop.add(observer)
          }
          loop.run(mode: .default, for: .zero)
          loop.run(mode: .default, for: .zero)
        }
      }
      thread.join()
      #expect(count.value == 200)
    }

    /// An item that is removed during its phase, and not retained elsewhere, is released with the phase: without the lock.
    @Test(arguments: [true, false])
    func theEndOfAnObserverThatIsTakenOutInItsPhaseMayWaitForOthers(byItself: Bool) {
      let count = Counter()
      let thread = FreshThread {
        let loop = RunLoop.current
        loop.add(RunLoop.Source {})
        let slot = Box<RunLoop.Observer>()
        let takeOut: @Sendable () -> Void = {
          if let observer = slot.exchange(nil) { loop.remove(observer) }
        }
        do {
          let will = LastWill {
            let isFree = Gate()
            let other = FreshThread {
              _ = loop.allModes
              isFree.open()
            }
            guard isFree.wait() else { return }
            other.join()
            count.add()
          }
          let observer = RunLoop.Observer(activities: .beforeTimers, order: 1) { _ in
            will.touch()
            if byItself { takeOut() }
          }
          slot.value = observer
          loop.add(observer)
        }
        if !byItself { loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in takeOut() }) }
        loop.run(mode: .default, for: .zero)
      }
      thread.join()
      #expect(count.value == 1)
    }

    @Test func theEndOfAnAppointmentMayUseTheClock() {
      let count = Counter()
      let thread = FreshThread {
        let clock = SimulatedClock()
        clock.install()
        let loop = RunLoop.current
        for round in 0..<100 {
          let will = LastWill {
            clock.schedule(at: clock.now.advanced(by: .seconds(1))) {}
            loop.add(RunLoop.Timer(after: .seconds(2)) { _ in })
            clock.onStarvation(nil)
            count.add()
          }
          let appointment = clock.schedule(at: clock.now.advanced(by: .milliseconds(round))) { will.touch() }
          if round % 2 == 0 { appointment.cancel() }
          clock.onStarvation { will.touch() }
          // More appointments, made with the loop's lock held.
          loop.add(RunLoop.Timer(after: .milliseconds(round)) { _ in })
        }
        loop.run(for: .seconds(10))
        clock.onStarvation(nil)
        clock.advance(by: .seconds(100))
      }
      thread.join()
      #expect(count.value == 100)
    }
  }
}
