import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop
@testable import class RunLoopCore.SimulatedClock

/// What counts as the latency of a wake-up.
@Suite(.hangLimit) struct LatencyTests {
  /// The metrics of a run on a simulated clock, for a minute at most.
  private func metrics(_ body: @escaping @Sendable (RunLoop, Script) -> Void) -> RunLoop.Metrics {
    let clock = SimulatedClock()
    return onFreshThread(clock) {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      loop.startMetrics()
      body(loop, Script(clock))
      loop.run(for: .seconds(60))
      return loop.metrics ?? RunLoop.Metrics()
    }
  }

  private func bound(_ metrics: RunLoop.Metrics) -> Duration? {
    metrics.wakeLatencies.upperBound(ofQuantile: 1)
  }

  /// Something else keeps the sleep from ending at once.
  @Test func itCountsFromTheRing() {
    let metrics = metrics { loop, script in
      script.clock.schedule(at: script.instant(5)) {
        loop.post {}
        script.clock.advance(by: .milliseconds(4))
      }
    }
    #expect(metrics.wakeLatencies.total == 1)
    #expect(bound(metrics) == .nanoseconds(1 << 22))
  }

  /// It rang while this loop was not measured, but another one was.
  @Test func aRingFromBeforeTheSleepDoesNotCount() {
    let other = WorkerThread { $0.startMetrics() }
    let clock = SimulatedClock()
    let metrics = onFreshThread(clock) { () -> RunLoop.Metrics? in
      let loop = RunLoop.current
      let script = Script(clock)
      loop.add(RunLoop.Source {})
      script.clock.schedule(at: script.instant(1)) { loop.post {} }
      loop.run(for: .seconds(2))
      script.clock.advance(by: .seconds(1))
      loop.startMetrics()
      loop.add(RunLoop.Timer(at: script.instant(10)) { _ in loop.stop() })
      loop.run(for: .seconds(60))
      return loop.metrics
    }
    other.end()
    #expect(metrics?.wakeLatencies.total == 1)
    #expect(metrics?.wakeLatencies.upperBound(ofQuantile: 1) == .nanoseconds(2))
  }

  @Test func onlyTheFirstCalloutAnswersAWakeUp() {
    let metrics = metrics { loop, script in
      script.clock.schedule(at: script.instant(5)) {
        for _ in 0..<3 { loop.post { script.clock.advance(by: .seconds(1)) } }
      }
    }
    #expect(metrics.callouts[.block] == 3)
    #expect(metrics.wakeLatencies.total == 1)
    #expect(bound(metrics) == .nanoseconds(2))
  }

  /// What a later turn calls is no answer.
  @Test func aWakeUpThatNothingAnswersDoesNotCount() {
    let metrics = metrics { loop, script in
      let turns = Counter()
      loop.add(
        RunLoop.Observer(activities: .beforeSources) { _ in if turns.add() == 2 { loop.perform {} } })
      script.clock.schedule(at: script.instant(5)) { loop.wakeUp() }
    }
    #expect(metrics.callouts[.block] == 1)
    #expect(metrics.wakeLatencies.total == 0)
  }

  @Test func aTimersLatencyCountsFromWhenItWasDue() {
    let metrics = metrics { loop, script in
      loop.add(RunLoop.Timer(at: script.instant(1)) { _ in })
      script.clock.schedule(at: script.instant(0.9)) { script.clock.advance(by: .milliseconds(300)) }
    }
    #expect(metrics.callouts[.timer] == 1)
    #expect(bound(metrics) == .nanoseconds(1 << 28), "200 ms")
  }

  @Test func startingAgainForgetsNothingAndStoppingAll() {
    let (counts, isLookedAt) = onFreshThread(SimulatedClock()) { () -> ([UInt64?], [Bool]) in
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      var isLookedAt = [loop.instruments != nil]
      loop.startMetrics()
      isLookedAt.append(loop.instruments != nil)
      loop.run(for: .zero)
      var counts = [loop.metrics?.runs]
      loop.startMetrics()
      loop.run(for: .zero)
      counts.append(loop.metrics?.runs)
      let listener = loop.addTraceListener { _ in }
      loop.stopMetrics()
      isLookedAt.append(loop.instruments != nil)
      loop.removeTraceListener(listener)
      isLookedAt.append(loop.instruments != nil)
      loop.startMetrics()
      loop.run(for: .zero)
      counts.append(loop.metrics?.runs)
      return (counts, isLookedAt)
    }
    #expect(counts == [1, 2, 1])
    #expect(isLookedAt == [false, true, true, false], "otherwise it continues to read the clock")
  }

  @Test func quantilesCountUpToTheWantedDuration() {
    var histogram = RunLoop.Histogram()
    histogram.counts[1] = 2
    histogram.counts[5] = 8
    #expect(histogram.upperBound(ofQuantile: 0) == .nanoseconds(4))
    #expect(histogram.upperBound(ofQuantile: 0.2) == .nanoseconds(4))
    #expect(histogram.upperBound(ofQuantile: 0.25) == .nanoseconds(64), "two and a half are three")
    #expect(histogram.upperBound(ofQuantile: 1) == .nanoseconds(64))
    #expect(histogram.upperBound(ofQuantile: 7) == .nanoseconds(64))
    #expect(histogram.upperBound(ofQuantile: -1) == .nanoseconds(4))
    #expect(histogram.upperBound(ofQuantile: .nan) == .nanoseconds(4))
    #expect(RunLoop.Histogram.bucket(of: (1 << 47) - 1) == 46)
    #expect(RunLoop.Histogram.bucket(of: 1 << 47) == 47)
    #expect(RunLoop.Histogram.bucket(of: 1 << 60) == 47)
  }
}
