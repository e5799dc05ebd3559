import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Other threads change the timers of a loop that sleeps: it wakes for the right one, and not for nothing.
@Suite(.hangLimit) struct SleepingLoopTimerTests {
  /// A sleeping loop, and its log from then on.
  private func sleepingLoop(_ log: Log, _ setUp: @escaping @Sendable (RunLoop) -> Void = { _ in })
    -> WorkerThread
  {
    let worker = WorkerThread { loop in
      setUp(loop)
      log.watch(loop)
    }
    worker.waitUntilAsleep()
    _ = log.take()
    return worker
  }

  @Test func addedTimerFiresWithoutAnExtraTurn() {
    let log = Log()
    let fired = Gate()
    let worker = sleepingLoop(log)
    worker.loop.add(
      RunLoop.Timer(after: .milliseconds(3)) { _ in
        log("timer")
        fired.open()
      })
    #expect(fired.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "timer", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func addedTimerThatIsDueFiresAtOnce() {
    let log = Log()
    let fired = Gate()
    let worker = sleepingLoop(log)
    worker.loop.add(
      RunLoop.Timer(at: .distantPast) { _ in
        log("timer")
        fired.open()
      })
    #expect(fired.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "timer", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func timerAddedBeforeTheOneThatIsWaitedForComesFirst() {
    let log = Log()
    let fired = Gate()
    let far = RunLoop.Timer(after: .seconds(3600)) { _ in log("far") }
    let worker = sleepingLoop(log) { $0.add(far) }
    worker.loop.add(
      RunLoop.Timer(after: .milliseconds(2)) { _ in
        log("near")
        fired.open()
      })
    #expect(fired.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "near", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func movedTimerWakesTheLoopOnceAndFiresAtItsNewDate() {
    let log = Log()
    let fired = Gate()
    let far = RunLoop.Timer(after: .seconds(3600)) { _ in
      log("timer")
      fired.open()
    }
    let worker = sleepingLoop(log) { $0.add(far) }
    far.fireDate = RunLoop.Instant.now.advanced(by: .seconds(1800))
    #expect(waitUntil { log.count >= 4 && worker.loop.isWaiting })
    // As with CFRunLoop, setting a date from another thread wakes the loop.
    #expect(log.take() == ["AW", "BT", "BS", "BW"])
    far.fireDate = RunLoop.Instant.now.advanced(by: .milliseconds(1))
    #expect(fired.wait())
    worker.waitUntilAsleep()
    #expect(log.take().filter { $0 == "timer" } == ["timer"])
    worker.end()
  }

  @Test func removedTimerIsNotWokenFor() {
    let log = Log()
    let next = Gate()
    let start = RunLoop.Instant.now
    let removed = RunLoop.Timer(at: start.advanced(by: .milliseconds(1000))) { _ in log("removed") }
    let invalidated = RunLoop.Timer(at: start.advanced(by: .milliseconds(1001))) { _ in log("invalidated") }
    let worker = sleepingLoop(log) { loop in
      loop.add(removed)
      loop.add(invalidated)
    }
    worker.loop.remove(removed)
    invalidated.invalidate()
    worker.loop.add(
      RunLoop.Timer(at: start.advanced(by: .milliseconds(1010))) { _ in
        log("next")
        next.open()
      })
    #expect(next.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "next", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func lastTimerRemovedUnderTheSleepLeavesTheTimeoutInForce() {
    let log = Log()
    let timer = RunLoop.Timer(after: .seconds(3600)) { _ in }
    let asleep = Box<RunLoop>()
    let thread = FreshThread {
      let loop = RunLoop.current
      loop.add(timer)
      loop.add(RunLoop.Source {})
      log.watch(loop)
      asleep.value = loop
      return loop.run(for: .seconds(2))
    }
    #expect(waitUntil { asleep.value?.isWaiting ?? false })
    asleep.value?.remove(timer)
    #expect(try! thread.join().get() == .timedOut)
    #expect(log.lines == ["En", "BT", "BS", "BW", "AW", "Ex"])
  }

  @Test func timerForAnotherModeDoesNotWake() {
    let log = Log()
    let fired = Gate()
    let worker = sleepingLoop(log)
    worker.loop.add(RunLoop.Timer(after: .zero) { _ in log("other mode") }, to: "other")
    worker.loop.add(
      RunLoop.Timer(after: .milliseconds(5)) { _ in
        log("timer")
        fired.open()
      })
    #expect(fired.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "timer", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func addedTimerWithTheShorterToleranceIsNotLate() {
    let log = Log()
    let fired = Gate()
    // May fire in half an hour's time, and is the first by date.
    let patient = RunLoop.Timer(after: .milliseconds(1000), tolerance: .seconds(1800)) { _ in log("patient") }
    let worker = sleepingLoop(log) { $0.add(patient) }
    worker.loop.add(
      RunLoop.Timer(after: .milliseconds(1010)) { _ in
        log("exact")
        fired.open()
      })
    #expect(fired.wait())
    worker.waitUntilAsleep()
    #expect(log.take() == ["AW", "patient", "exact", "BT", "BS", "BW"])
    worker.end()
  }

  @Test func timersOfManyThreadsAllFire() {
    let worker = WorkerThread()
    let count = 4 * 300
    let fired = Counter()
    let all = Gate()
    let threads = (0..<4).map { index in
      FreshThread {
        for number in 0..<300 {
          let timer = RunLoop.Timer(after: .microseconds((number * 37 + index * 11) % 3000)) { _ in
            if fired.add() == count { all.open() }
          }
          if number % 3 == 0 {
            timer.fireDate = .distantFuture
            worker.loop.add(timer)
            timer.fireDate = RunLoop.Instant.now.advanced(by: .microseconds(number))
          } else {
            worker.loop.add(timer, to: number % 2 == 0 ? .common : .default)
          }
        }
      }
    }
    for thread in threads { _ = thread.join() }
    #expect(all.wait())
    _ = try? worker.loop.performAndWait {}
    #expect(fired.value == count)
    worker.end()
  }
}
