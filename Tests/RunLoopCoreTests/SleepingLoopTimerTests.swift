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

  /// Adds a timer to a sleeping loop, and ends the loop when it sleeps again behind the timer's callout.
  ///
  /// - Returns: the callouts from when it was woken.
  private func callouts(
    of worker: WorkerThread, _ log: Log, until label: String, at date: RunLoop.Instant
  ) -> [String] {
    let fired = Gate()
    worker.loop.add(
      RunLoop.Timer(at: date) { _ in
        log(label)
        fired.open()
      })
    #expect(fired.wait())
    worker.waitUntilAsleep()
    defer { worker.end() }
    return log.take()
  }

  @Test func addedTimerFiresWithoutAnExtraTurn() {
    let log = Log()
    let worker = sleepingLoop(log)
    let callouts = callouts(of: worker, log, until: "timer", at: .now.advanced(by: .milliseconds(3)))
    #expect(callouts == ["AW", "timer", "BT", "BS", "BW"])
  }

  @Test func addedTimerThatIsDueFiresAtOnce() {
    let log = Log()
    let worker = sleepingLoop(log)
    let callouts = callouts(of: worker, log, until: "timer", at: .distantPast)
    #expect(callouts == ["AW", "timer", "BT", "BS", "BW"])
  }

  @Test func timerAddedBeforeTheOneThatIsWaitedForComesFirst() {
    let log = Log()
    let far = RunLoop.Timer(after: .seconds(3600)) { _ in log("far") }
    let worker = sleepingLoop(log) { $0.add(far) }
    let callouts = callouts(of: worker, log, until: "near", at: .now.advanced(by: .milliseconds(2)))
    #expect(callouts == ["AW", "near", "BT", "BS", "BW"])
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
    let start = RunLoop.Instant.now
    let removed = RunLoop.Timer(at: start.advanced(by: .milliseconds(1000))) { _ in log("removed") }
    let invalidated = RunLoop.Timer(at: start.advanced(by: .milliseconds(1001))) { _ in log("invalidated") }
    let worker = sleepingLoop(log) { loop in
      loop.add(removed)
      loop.add(invalidated)
    }
    worker.loop.remove(removed)
    invalidated.invalidate()
    let callouts = callouts(of: worker, log, until: "next", at: start.advanced(by: .milliseconds(1010)))
    #expect(callouts == ["AW", "next", "BT", "BS", "BW"])
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
    let worker = sleepingLoop(log)
    worker.loop.add(RunLoop.Timer(after: .zero) { _ in log("other mode") }, to: "other")
    let callouts = callouts(of: worker, log, until: "timer", at: .now.advanced(by: .milliseconds(5)))
    #expect(callouts == ["AW", "timer", "BT", "BS", "BW"])
  }

  @Test func addedTimerWithTheShorterToleranceIsNotLate() {
    let log = Log()
    // May fire in half an hour's time, and is the first by date.
    let patient = RunLoop.Timer(after: .milliseconds(1000), tolerance: .seconds(1800)) { _ in log("patient") }
    let worker = sleepingLoop(log) { $0.add(patient) }
    let callouts = callouts(of: worker, log, until: "exact", at: .now.advanced(by: .milliseconds(1010)))
    #expect(callouts == ["AW", "patient", "exact", "BT", "BS", "BW"])
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
