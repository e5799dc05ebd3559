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
            log.add("\(start.duration(to: tick.date)) \(tick.count)")
          }
          #expect(loop.timerCount == 0)
          loop.stop()
        }
      }
      loop.run(for: .seconds(1000))
      #expect(log.all == ["10.0 seconds 1", "20.0 seconds 1", "30.0 seconds 1"])
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
            log.add("\(start.duration(to: tick.date)) \(tick.count)")
            // Three dates go by while the task sleeps; and two more after one that the loop is late for: they are told
            // with the tick after.
            if log.all.count == 1 { try await loop.sleep(for: .seconds(35)) }
            if log.all.count == 2 { clock.advance(by: .seconds(28)) }
            if log.all.count == 4 { break }
          }
          #expect(loop.timerCount == 0)
          loop.stop()
        }
      }
      loop.run(for: .seconds(1000))
      #expect(log.all == ["10.0 seconds 1", "40.0 seconds 3", "50.0 seconds 1", "80.0 seconds 3"])
    }
  }

  @Test func cancellingEndsTheTicksAndTheirTimerAtOnce() async throws {
    let thread = try LoopThread()
    let loop = thread.loop
    let task = Task { await loop.ticks(every: .seconds(3600)).reduce(0) { $0 + $1.count } }
    while loop.timerCount == 0 { await Task.yield() }
    task.cancel()
    #expect(loop.timerCount == 0)
    #expect(await task.value == 0)
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
}
