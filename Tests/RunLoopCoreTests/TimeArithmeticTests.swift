import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// Instants and durations saturate; nothing overflows.
@Suite(.hangLimit) struct TimeArithmeticTests {
  typealias Instant = RunLoop.Instant

  @Test func advancingSaturates() {
    let zero = Instant(nanoseconds: 0)
    #expect(zero.advanced(by: .seconds(Int64.max)) == .distantFuture)
    #expect(zero.advanced(by: .seconds(Int64.min)) == .distantPast)
    #expect(Instant(nanoseconds: .max - 1).advanced(by: .nanoseconds(1)) == .distantFuture)
    #expect(Instant(nanoseconds: .max - 1).advanced(by: .nanoseconds(2)) == .distantFuture)
    #expect(Instant(nanoseconds: .min + 1).advanced(by: .nanoseconds(-5)) == .distantPast)
    #expect(Instant.distantFuture.advanced(by: .seconds(1)) == .distantFuture)
    #expect(Instant.distantPast.advanced(by: .seconds(-1)) == .distantPast)
    #expect(zero.advanced(by: .nanoseconds(5)).nanoseconds == 5)
    // More seconds than an Int64 has.
    #expect(zero.advanced(by: .seconds(1e20)) == .distantFuture)
    #expect(zero.advanced(by: .seconds(-1e20)) == .distantPast)
    #expect(zero.advanced(by: .nanoseconds(Int64.max)) == .distantFuture)
    #expect(zero.advanced(by: .nanoseconds(Int64.max - 1)).nanoseconds == .max - 1)
    #expect(zero.advanced(by: .nanoseconds(Int64.min)) == .distantPast)
  }

  @Test func distancesAreExactFromEndToEnd() {
    let distance = Instant.distantPast.duration(to: .distantFuture)
    #expect(distance == .nanoseconds(Int64.max) + .nanoseconds(Int64.max) + .nanoseconds(1))
    #expect(Instant.distantFuture.duration(to: .distantPast) == .zero - distance)
    #expect(Instant(nanoseconds: 7).duration(to: Instant(nanoseconds: 4)) == .nanoseconds(-3))
  }

  @Test func instantsAreOrderedByTime() {
    let instants = [Instant.distantFuture, .init(nanoseconds: 1), .distantPast, .init(nanoseconds: -1)]
    #expect(instants.sorted().map(\.nanoseconds) == [.min, -1, 1, .max])
    #expect(Instant.now > .distantPast && Instant.now < .distantFuture)
  }

  @Test func clockOfAThreadNeverGoesBack() {
    var last = Instant.now
    for _ in 0..<10_000 {
      let now = Instant.now
      #expect(now >= last)
      last = now
    }
  }

  @Test func waitsAreRoundedUp() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    #expect(attosecond.saturatingNanoseconds == 1)
    #expect((.nanoseconds(5) + attosecond).saturatingNanoseconds == 6)
    #expect(Duration.nanoseconds(5).saturatingNanoseconds == 5)
    #expect((.zero - attosecond).saturatingNanoseconds == 0)
    #expect((.nanoseconds(-5) - attosecond).saturatingNanoseconds == -5)
    #expect(Duration.zero.saturatingNanoseconds == 0)
  }

  @Test(
    arguments: [
      (Duration.seconds(Int64.max), Int64.max), (.seconds(Int64.min), .min),
      (.nanoseconds(Int64.max), .max), (.nanoseconds(Int64.min), .min),
      (.nanoseconds(Int64.max) + .nanoseconds(1), .max), (.nanoseconds(Int64.min) - .nanoseconds(1), .min),
      (.seconds(9_223_372_036), 9_223_372_036_000_000_000), (.seconds(9_223_372_037), .max),
      (.seconds(-9_223_372_036), -9_223_372_036_000_000_000), (.seconds(-9_223_372_037), .min),
    ] as [(Duration, Int64)])
  func durationsAreCutOffAtTheEndsOfTheRange(duration: Duration, nanoseconds: Int64) {
    #expect(duration.saturatingNanoseconds == nanoseconds)
  }

  @Test func endsHaveNames() {
    #expect("\(Instant.distantFuture)" == "distantFuture")
    #expect("\(Instant.distantPast)" == "distantPast")
    #expect("\(Instant(nanoseconds: 1_500_000_000))" == "1.5 seconds")
  }

  @Test func timersAtTheEndsOfTimeAreSafe() {
    let lines = onFreshThread(SimulatedClock(start: Instant(nanoseconds: 0))) {
      let log = Log()
      let loop = RunLoop.current
      for date in [Instant.distantPast, .init(nanoseconds: -1), .init(nanoseconds: .max - 1), .distantFuture]
      {
        loop.add(
          RunLoop.Timer(at: date, repeating: .seconds(Int64.max)) { _ in
            log("\(date)")
          })
      }
      log("\(loop.run(for: .seconds(500_000_000)))")
      return log.lines
    }
    #expect(lines == ["distantPast", "-1e-09 seconds", "timedOut"])
  }

  @Test func resultsAndModesDescribeThemselves() {
    #expect(
      [RunLoop.RunResult.finished, .stopped, .timedOut, .handledSource].map(\.rawValue) == [1, 2, 3, 4])
    #expect("\(RunLoop.RunResult.handledSource)" == "handledSource")
  }
}
