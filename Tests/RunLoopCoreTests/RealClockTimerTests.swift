import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Timers and timeouts on the monotonic clock: the way in which a program really waits.
@Suite(.hangLimit) struct RealClockTimerTests {
  @Test func timersAreNeverEarly() {
    let early = onFreshThread { () -> [Int64] in
      let loop = RunLoop.current
      let late = Box<[Int64]>([])
      for index in 0..<40 {
        let timer = RunLoop.Timer(after: .microseconds(211 * index)) { timer in
          let due = timer.fireDate ?? .distantFuture
          late.value?.append(RunLoop.Instant.now.nanoseconds - due.nanoseconds)
        }
        loop.add(timer)
      }
      #expect(loop.run(for: patience) == .finished)
      return late.value ?? []
    }
    #expect(early.count == 40)
    #expect(early.allSatisfy { $0 >= 0 })
  }

  @Test func timersFireInOrderOfDateWhateverOrderTheyWereAddedIn() {
    let log = Log()
    let result = onFreshThread {
      let loop = RunLoop.current
      // Ahead: a date that is past when it is set counts as the moment of setting.
      let start = RunLoop.Instant.now.advanced(by: .milliseconds(500))
      for step in [5, 1, 4, 2, 3] {
        loop.add(RunLoop.Timer(at: start.advanced(by: .milliseconds(step))) { _ in log("\(step)") })
      }
      return loop.run(for: patience)
    }
    #expect(result == .finished)
    #expect(log.lines == ["1", "2", "3", "4", "5"])
  }

  @Test func oneTimerCostsOneSleep() {
    let log = Log()
    let result = onFreshThread {
      let loop = RunLoop.current
      log.watch(loop)
      loop.add(RunLoop.Timer(after: .milliseconds(3)) { _ in log("timer") })
      return loop.run(for: patience)
    }
    #expect(result == .finished)
    #expect(log.lines == ["En", "BT", "BS", "BW", "AW", "timer", "Ex"])
  }

  @Test func timeoutIsNeverEarlyAndCostsOneSleep() {
    let log = Log()
    let (result, elapsed) = onFreshThread {
      let loop = RunLoop.current
      log.watch(loop)
      loop.add(RunLoop.Source {})
      let start = RunLoop.Instant.now
      let result = loop.run(for: .milliseconds(7))
      return (result, start.duration(to: .now))
    }
    #expect(result == .timedOut)
    #expect(elapsed >= .milliseconds(7))
    #expect(log.lines == ["En", "BT", "BS", "BW", "AW", "Ex"])
  }

  @Test func tinyTimeoutStillMakesASleepingTurn() {
    let log = Log()
    let result = onFreshThread {
      log.watch(.current)
      RunLoop.current.add(RunLoop.Source {})
      return RunLoop.current.run(for: .nanoseconds(1))
    }
    #expect(result == .timedOut)
    #expect(log.lines == ["En", "BT", "BS", "BW", "AW", "Ex"])
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(Int64.min), .seconds(Int64.min)])
  func runWithoutTimeIsOneTurnThatDoesNotSleep(duration: Duration) {
    let log = Log()
    let result = onFreshThread {
      log.watch(.current)
      RunLoop.current.add(RunLoop.Timer(after: .zero) { _ in log("timer") })
      RunLoop.current.add(RunLoop.Source {})
      return RunLoop.current.run(for: duration)
    }
    #expect(result == .timedOut)
    #expect(log.lines == ["En", "BT", "BS", "timer", "Ex"])
  }

  @Test(
    arguments: [
      nil, .seconds(Int64.max), .seconds(504_911_233), .nanoseconds(Int64.max),
    ] as [Duration?])
  func hugeTimeoutIsForEver(duration: Duration?) {
    let result = onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      loop.add(RunLoop.Timer(after: .milliseconds(1)) { _ in RunLoop.current.stop() })
      return loop.run(for: duration)
    }
    #expect(result == .stopped)
  }

  @Test func runUntilAnInstant() {
    let results = onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      let soon = RunLoop.Instant.now.advanced(by: .milliseconds(2))
      let first = loop.run(until: soon)
      let inTime = RunLoop.Instant.now >= soon
      let past = loop.run(until: .distantPast)
      loop.add(RunLoop.Timer(after: .zero) { _ in RunLoop.current.stop() })
      return (first, inTime, past, loop.run(until: .distantFuture))
    }
    #expect(results == (.timedOut, true, .timedOut, .stopped))
  }

  @Test func repeatingTimerKeepsItsGrid() {
    let offsets = onFreshThread { () -> [Int64] in
      let loop = RunLoop.current
      let offsets = Box<[Int64]>([])
      let first = RunLoop.Instant.now.advanced(by: .milliseconds(1))
      let timer = RunLoop.Timer(at: first, repeating: .milliseconds(2)) { timer in
        offsets.value?.append((timer.fireDate ?? .distantFuture).nanoseconds - first.nanoseconds)
        if offsets.value?.count == 6 { timer.invalidate() }
      }
      loop.add(timer)
      loop.run(for: patience)
      return offsets.value ?? []
    }
    #expect(offsets.count == 6)
    #expect(offsets.allSatisfy { $0 % 2_000_000 == 0 })
    #expect(offsets == offsets.sorted() && Set(offsets).count == 6)
  }

  @Test func deadlineBetweenTwoTimersEndsTheRunThere() {
    let log = Log()
    let results = onFreshThread {
      let loop = RunLoop.current
      let start = RunLoop.Instant.now
      loop.add(RunLoop.Timer(at: start.advanced(by: .milliseconds(2))) { _ in log("first") })
      let far = RunLoop.Timer(at: start.advanced(by: .seconds(3600))) { _ in log("far") }
      loop.add(far)
      let result = loop.run(for: .milliseconds(10))
      log("\(result)")
      far.fireDate = .now
      return loop.run(for: patience)
    }
    #expect(results == .finished)
    #expect(log.lines == ["first", "timedOut", "far"])
  }

  @Test func innerRunsHaveDeadlinesOfTheirOwn() {
    let log = Log()
    let outer = onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {}, to: "inner")
      loop.add(RunLoop.Source {})
      let once = RunLoop.Observer(activities: .beforeWaiting, repeats: false) { _ in
        log("inner \(loop.run(mode: "inner", for: .milliseconds(15)))")
      }
      loop.add(once)
      // The outer run's time passes while the inner one continues.
      return loop.run(for: .milliseconds(5))
    }
    #expect(outer == .timedOut, "the outer run's deadline is not lost")
    #expect(log.lines == ["inner timedOut"])
  }
}
