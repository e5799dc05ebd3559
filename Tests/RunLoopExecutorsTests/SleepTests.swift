import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

@Suite(.hangLimit) struct SleepTests {
  @Test func aSleepIsNeverTooShort() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    for microseconds in [0, 1, 50, 999, 2000] {
      let start = loop.now
      try await loop.sleep(for: .microseconds(microseconds))
      #expect(start.duration(to: loop.now) >= .microseconds(microseconds))
    }
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(3), clock: loop.clock)
    #expect(ContinuousClock.now - start >= .milliseconds(3))
    // A timer belongs to its mode until its callout, which wakes the task, has returned.
    try loop.performAndWait {}
    #expect(loop.timerCount == 0)
    thread.join()
  }

  /// Simulated time: an hour passes at once, and sleeps end in the order of their dates.
  @Test func sleepsFollowTheLoopsClock() {
    let clock = SimulatedClock()
    onFreshThread(clock) {
      let loop = RunLoop.current
      let actor = Pinned(loop)
      let log = Log()
      let start = clock.now
      for hours in [3, 1, 2] {
        Task(executorPreference: loop.taskExecutor) {
          try await actor.run { _ in
            try await loop.sleep(for: .seconds(3600 * hours))
            log("\(hours): \(start.duration(to: clock.now))")
            if hours == 3 { loop.stop() }
          }
        }
      }
      loop.run(for: .seconds(36_000))
      #expect(log.lines == ["1: 3600.0 seconds", "2: 7200.0 seconds", "3: 10800.0 seconds"])
    }
  }

  /// A tolerant sleep ends with another timer's wake-up, whichever way it was begun.
  @Test func tolerantSleepsShareWakeUps() {
    let ways: [@Sendable (RunLoop) async throws -> Void] = [
      { try await $0.sleep(for: .seconds(10), tolerance: .seconds(5)) },
      { try await $0.sleep(until: $0.now.advanced(by: .seconds(10)), tolerance: .seconds(5)) },
      { try await Task.sleep(for: .seconds(10), tolerance: .seconds(5), clock: $0.clock) },
    ]
    for way in ways {
      for strict in [12, 100] {
        let clock = SimulatedClock()
        onFreshThread(clock) {
          let loop = RunLoop.current
          let log = Log()
          let start = clock.now
          loop.add(RunLoop.Timer(after: .seconds(strict)) { _ in })
          Task(executorPreference: loop.taskExecutor) {
            try await way(loop)
            log("\(start.duration(to: clock.now))")
            loop.stop()
          }
          loop.run(for: .seconds(1000))
          #expect(log.lines == [strict == 12 ? "12.0 seconds" : "15.0 seconds"])
        }
      }
    }
  }

  /// The loop's time is not that of the thread that sleeps.
  @Test func sleepsOfOtherThreadsFollowASimulatedLoopsClock() async throws {
    for start in [1_000, .max / 4] as [Int64] {
      let clock = SimulatedClock(start: RunLoop.Instant(nanoseconds: start))
      let log = Log()
      let place = Box<RunLoop>()
      let done = Counter()
      let thread = FreshThread(clock) {
        let loop = RunLoop.current
        place.value = loop
        let date = clock.now.advanced(by: .seconds(10))
        // Time stands still until the sleep has its date.
        let end = ContinuousClock.now + .seconds(280)
        while loop.nextFireDate() != date, ContinuousClock.now < end { usleep(100) }
        #expect(loop.nextFireDate() == date)
        loop.run(for: .seconds(20))
        done.add(1)
      }
      try await untilItIsSo { place.value != nil }
      let loop = try #require(place.value)
      let sleeping = Task.detached {
        try await loop.sleep(for: .seconds(10))
        log("slept")
      }
      // Not at once: a thread that waits is one less for tasks.
      try await untilItIsSo { done.value == 1 }
      thread.join()
      // It slept, or the loop ended before that.
      try await sleeping.value
      #expect(log.lines == ["slept"])
    }
  }

  @Test func cancellingEndsTheSleepAndItsTimerAtOnce() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let task = try await SuspendedTask(when: { loop.timerCount > 0 }) {
      try await loop.sleep(for: .seconds(3600))
    }
    task.cancel()
    // The timer is removed when cancel() returns.
    #expect(loop.timerCount == 0)
    await #expect(throws: CancellationError.self) { try await task.value() }
    thread.join()
  }

  @Test func aCancelledTaskDoesNotSleepAtAll() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await loop.sleep(for: .seconds(3600))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(loop.timerCount == 0)
    thread.join()
  }

  /// Cancelling meets firing: each sleep ends once, one way or the other, and nothing stays.
  @Test func cancellingMayMeetTheEndOfTheSleep() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let slept = Counter()
    let cancelled = Counter()
    for round in 0..<40 {
      let tasks = (0..<25).map { number in
        Task {
          do {
            try await loop.sleep(for: .microseconds(number * 8))
            slept.add(1)
          } catch {
            cancelled.add(1)
          }
        }
      }
      if round % 2 == 0 { await Task.yield() }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }
    #expect(slept.value + cancelled.value == 1000)
    try loop.performAndWait {}
    #expect(loop.timerCount == 0)
    thread.join()
  }

  /// Sleepers come and are cancelled in any order; the rest are notified of the loop's end.
  @Test func everySleeperIsNotifiedOfTheEndThoughOthersLeftBefore() async throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      var dice = SplitMix(seed)
      let thread = try LoopThread()
      let loop = thread.loop
      let ended = Counter()
      let cancelled = Counter()
      var sleeping: [Task<Void, Never>] = []
      for _ in 0..<40 {
        for _ in 0..<6 {
          sleeping.append(
            Task(executorPreference: loop.taskExecutor) {
              do { try await loop.sleep(for: .seconds(3600)) } catch {
                (error is RunLoop.Ended ? ended : cancelled).add(1)
              }
            })
        }
        let count = sleeping.count
        try await untilItIsSo { loop.timerCount == count }
        for _ in 0..<5 { sleeping.remove(at: Int.random(in: 0..<sleeping.count, using: &dice)).cancel() }
        let left = sleeping.count
        try await untilItIsSo { loop.timerCount == left }
      }
      thread.join()
      try await untilItIsSo { ended.value == sleeping.count && cancelled.value == 200 }
    }
  }

  /// In a program of its own, whose descriptors and memory are counted.
  @Test func cancellingTwentyThousandSleepersFreesTheirTimersAtOnce() throws {
    let lines = try Probe.lines(of: "executorprobe", "sleepers")
    #expect(
      lines.dropLast() == [
        "timers left: 0", "timers left: 0", "timers left: 0", "timers left: 0", "descriptors more: 0",
      ])
    #expect(bytesMore(lines) <= 8, "\(lines)")
  }
}

/// The last line's number: of memory that a thing left behind.
func bytesMore(_ lines: [String]) -> Int {
  lines.last.flatMap { $0.hasPrefix("bytes more: ") ? Int($0.dropFirst(12)) : nil } ?? .max
}
