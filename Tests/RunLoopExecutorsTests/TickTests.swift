import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

@Suite(.hangLimit) struct TickTests {
  @Test func ticksComeAtTheDatesOfTheGrid() {
    let clock = SimulatedClock()
    onFreshThread(clock) {
      let loop = RunLoop.current
      let actor = Pinned(loop)
      let log = Log()
      let start = clock.now
      Task(executorPreference: loop.taskExecutor) {
        await actor.run { _ in
          for await tick in loop.ticks(every: .seconds(10)).prefix(3) {
            log("\(start.duration(to: tick.date)) \(tick.count)")
          }
          #expect(loop.timerCount == 0)
          loop.stop()
        }
      }
      loop.run(for: .seconds(1000))
      #expect(log.lines == ["10.0 seconds 1", "20.0 seconds 1", "30.0 seconds 1"])
    }
  }

  /// Back-pressure: what a slow task finds is one tick that stands for all.
  @Test func aSlowTaskFindsOneTickThatStandsForAll() {
    let clock = SimulatedClock()
    onFreshThread(clock) {
      let loop = RunLoop.current
      let actor = Pinned(loop)
      let log = Log()
      let start = clock.now
      Task(executorPreference: loop.taskExecutor) {
        try await actor.run { _ in
          for await tick in loop.ticks(every: .seconds(10)) {
            log("\(start.duration(to: tick.date)) \(tick.count)")
            // Three dates go by while the task sleeps; and two more after one that the loop is late for: they are reported
            // with the tick after.
            if log.lines.count == 1 { try await loop.sleep(for: .seconds(35)) }
            if log.lines.count == 2 { clock.advance(by: .seconds(28)) }
            if log.lines.count == 4 { break }
          }
          #expect(loop.timerCount == 0)
          loop.stop()
        }
      }
      loop.run(for: .seconds(1000))
      #expect(log.lines == ["10.0 seconds 1", "40.0 seconds 3", "50.0 seconds 1", "80.0 seconds 3"])
    }
  }

  @Test func tolerantTicksShareWakeUpsAndKeepTheirDates() {
    let clock = SimulatedClock()
    onFreshThread(clock) {
      let loop = RunLoop.current
      let log = Log()
      let start = clock.now
      loop.add(RunLoop.Timer(after: .seconds(22)) { _ in })
      Task(executorPreference: loop.taskExecutor) {
        for await tick in loop.ticks(every: .seconds(10), tolerance: .seconds(3)).prefix(3) {
          log("\(start.duration(to: tick.date)) at \(start.duration(to: clock.now))")
        }
        loop.stop()
      }
      loop.run(for: .seconds(1000))
      #expect(
        log.lines == [
          "10.0 seconds at 13.0 seconds", "20.0 seconds at 22.0 seconds", "30.0 seconds at 33.0 seconds",
        ])
    }
  }

  /// Less than a nanosecond is a nanosecond.
  @Test(arguments: [Duration.zero, .seconds(-1)])
  func ticksOfNoLengthCome(interval: Duration) async throws {
    let thread = try LoopThread()
    let dates = await thread.loop.ticks(every: interval).prefix(3).reduce(into: []) { $0.append($1.date) }
    #expect(dates.count == 3 && dates == dates.sorted() && Set(dates).count == 3)
    thread.join()
  }

  /// The task's thread has another clock than the loop.
  @Test func ticksOfASimulatedLoopBeginByItsClock() async throws {
    for origin in [1_000, .max / 4] as [Int64] {
      let clock = SimulatedClock(start: RunLoop.Instant(nanoseconds: origin))
      let place = Box<RunLoop>()
      let count = Counter()
      let start = clock.now
      let thread = FreshThread(clock) {
        let loop = RunLoop.current
        place.value = loop
        @Sendable func wait(_ isSo: () -> Bool) {
          let end = ContinuousClock.now + .seconds(280)
          while !isSo(), ContinuousClock.now < end { usleep(100) }
        }
        // Time stands still until the ticks have begun, and the loop lives until the task has them all.
        wait { loop.nextFireDate() == start.advanced(by: .seconds(10)) }
        loop.run(for: .seconds(35))
        wait { count.value == 3 }
      }
      try await untilItIsSo { place.value != nil }
      let loop = try #require(place.value)
      // As one tick or as several, all dates of the run are reported.
      let ticks = Task.detached {
        var last = start
        for await tick in loop.ticks(every: .seconds(10)) {
          last = tick.date
          count.add(tick.count)
        }
        return last
      }
      try await untilItIsSo { count.value == 3 }
      thread.join()
      #expect(await ticks.value == start.advanced(by: .seconds(30)))
      #expect(count.value == 3)
    }
  }

  @Test func cancellingEndsTheTicksAndTheirTimerAtOnce() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let task = try await SuspendedTask(when: { loop.timerCount > 0 }) {
      await loop.ticks(every: .seconds(3600)).reduce(0) { $0 + $1.count }
    }
    task.cancel()
    #expect(loop.timerCount == 0)
    #expect(try await task.value() == 0)
    thread.join()
  }

  @Test func eachIterationHasItsOwnTimer() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let ticks = loop.ticks(every: .milliseconds(1))
    #expect(loop.timerCount == 0)
    var first = ticks.makeAsyncIterator()
    var second: TimerTicks.Iterator? = ticks.makeAsyncIterator()
    _ = await first.next()
    _ = await second?.next()
    #expect(loop.timerCount == 2)
    second = nil
    #expect(loop.timerCount == 1)
    #expect((await first.next()?.count ?? 0) >= 1)
    thread.join()
    // One tick may have waited; then nothing comes.
    while await first.next() != nil {}
  }

  /// In a program of its own, whose memory is counted: an ended iteration leaves nothing with its loop.
  @Test func iterationsLeaveNothingBehind() throws {
    let lines = try Probe.lines(of: "executorprobe", "iterations")
    #expect(lines.dropLast() == ["descriptors more: 0"])
    #expect(bytesMore(lines) <= 60, "\(lines)")
  }
}
