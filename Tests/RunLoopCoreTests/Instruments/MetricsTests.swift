import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop
@testable import class RunLoopCore.SimulatedClock

/// The figures of a loop's turns.
@Suite(.hangLimit) struct MetricsTests {
  @Test func metricsCountWhatHappenedAndNothingBefore() throws {
    let metrics = try #require(
      onFreshThread(SimulatedClock()) { () -> RunLoop.Metrics? in
        let loop = RunLoop.current
        #expect(loop.metrics == nil)
        loop.perform {}
        loop.run(for: .zero)
        loop.startMetrics()
        loop.startMetrics()
        for _ in 0..<3 { loop.perform {} }
        let source = RunLoop.Source {}
        loop.add(source)
        source.signal()
        var ticks = 0
        let box = Counter()
        loop.add(
          RunLoop.Timer(after: .seconds(2), repeating: .seconds(2)) { _ in
            if box.add() == 4 { loop.stop() }
          })
        loop.add(RunLoop.Observer(activities: [.entry, .exit]) { _ in })
        loop.run()
        ticks = box.value
        #expect(ticks == 4)
        return loop.metrics
      })
    #expect(metrics.runs == 1)
    #expect(metrics.turns == 5, "one that had a source, four that slept")
    #expect(metrics.sleeps == 4)
    #expect(metrics.timeAsleep == .seconds(8))
    #expect(
      metrics.callouts == [.observer: 2, .block: 3, .mainQueue: 0, .timer: 4, .source: 1, .portSource: 0])
    #expect(metrics.turnTimes.total == 5)
    #expect(metrics.wakeLatencies.total == 4)
    #expect(metrics.turnTimes.counts[0] == 5, "simulated callouts take no time, and sleep does not count")
  }

  @Test func aSlowCalloutShowsInTheTurnTimesAndALateOneInTheLatencies() throws {
    let clock = SimulatedClock()
    let metrics = try #require(
      onFreshThread(clock) { () -> RunLoop.Metrics? in
        let loop = RunLoop.current
        loop.startMetrics()
        // 3 ms late, since the first one takes that long.
        loop.add(RunLoop.Timer(after: .seconds(1)) { _ in clock.advance(by: .milliseconds(3)) })
        loop.add(RunLoop.Observer(activities: .afterWaiting) { _ in clock.advance(by: .microseconds(5)) })
        loop.run()
        return loop.metrics
      })
    #expect(metrics.turnTimes.upperBound(ofQuantile: 1) == .nanoseconds(1 << 22))
    #expect(metrics.wakeLatencies.upperBound(ofQuantile: 1) == .nanoseconds(1 << 13))
  }

  @Test func metricsAreReadWhileTheLoopRunsAndSleeps() throws {
    let worker = WorkerThread { $0.startMetrics() }
    worker.waitUntilAsleep()
    let before = try #require(worker.loop.metrics)
    for _ in 0..<200 {
      let done = Counter()
      worker.loop.post { done.add() }
      #expect(waitUntil { done.value == 1 })
      _ = worker.loop.metrics
    }
    worker.waitUntilAsleep()
    let after = try #require(worker.loop.metrics)
    #expect(after.callouts[.block, default: 0] - before.callouts[.block, default: 0] == 200)
    #expect(after.timeAsleep > before.timeAsleep)
    #expect(
      waitUntil { (worker.loop.metrics?.timeAsleep ?? .zero) > after.timeAsleep },
      "a sleep in progress counts")
    worker.loop.stopMetrics()
    #expect(worker.loop.metrics == nil)
    worker.end()
  }

  @Test func histogramsAreByPowersOfTwo() {
    #expect(RunLoop.Histogram.bucket(of: 0) == 0)
    #expect(RunLoop.Histogram.bucket(of: 1) == 0)
    #expect(RunLoop.Histogram.bucket(of: 2) == 1)
    #expect(RunLoop.Histogram.bucket(of: 1_023) == 9)
    #expect(RunLoop.Histogram.bucket(of: 1_024) == 10)
    #expect(RunLoop.Histogram.bucket(of: .max) == RunLoop.Histogram.bucketCount - 1)
    var histogram = RunLoop.Histogram()
    #expect(histogram.upperBound(ofQuantile: 0.5) == nil && histogram.description == "nothing counted")
    histogram.counts[3] = 90
    histogram.counts[10] = 10
    #expect(histogram.upperBound(ofQuantile: 0.5) == .nanoseconds(16))
    #expect(histogram.upperBound(ofQuantile: 0.99) == .nanoseconds(2_048))
    #expect(histogram.description.contains("< 16 ns: 90 ####"))
  }
}
