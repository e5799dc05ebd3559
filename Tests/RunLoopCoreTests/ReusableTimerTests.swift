import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Timers that are used again, that fire by the thousand, and that leave.
@Suite(.hangLimit) struct ReusableTimerTests {
  @Test func reusableTimerStaysValidAndCanBeAddedAgain() {
    let lines = onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      let timer = RunLoop.Timer(after: .seconds(1), isReusable: true) { _ in log("fired") }
      for _ in 0..<3 {
        timer.fireDate = loop.now.advanced(by: .seconds(1))
        loop.add(timer)
        log("\(loop.run(for: .seconds(10)))")
        log("valid \(timer.isValid), there \(loop.contains(timer))")
      }
      timer.invalidate()
      log("valid \(timer.isValid), added \(loop.add(timer))")
      return log.lines
    }
    let round = ["fired", "finished", "valid true, there false"]
    #expect(lines == round + round + round + ["valid false, added false"])
  }

  @Test func reusableTimerWhoseCalloutSetsADateStays() {
    let count = onFreshThread(SimulatedClock()) {
      let log = Log()
      let loop = RunLoop.current
      loop.add(
        RunLoop.Timer(after: .seconds(1), isReusable: true) { timer in
          log("fired")
          if log.count < 3 { timer.fireDate = RunLoop.Instant.now.advanced(by: .seconds(1)) }
        })
      #expect(loop.run(for: .seconds(10)) == .finished)
      return log.count
    }
    #expect(count == 3)
  }

  /// Real and simulated time; with some that are not due, so that the heap is put together again.
  @Test(arguments: [true, false]) func timersThatAreDueTogetherFireByDateAndThenByWhenTheirDatesWereSet(
    isSimulated: Bool
  ) {
    let clock = isSimulated ? SimulatedClock() : nil
    let (fired, wanted, later) = onFreshThread(clock) {
      let log = Log()
      let loop = RunLoop.current
      // Ahead: a date that is past when it is set counts as the moment of setting.
      let start = loop.now.advanced(by: .seconds(1))
      var dates: [(milliseconds: Int, number: Int)] = []
      for number in 0..<2_000 {
        // Seven dates; every ninth timer is not due in this test.
        let milliseconds = number % 9 == 0 ? 1_000_000 : (number * 37) % 7
        dates.append((milliseconds, number))
        loop.add(
          RunLoop.Timer(at: start.advanced(by: .milliseconds(milliseconds))) { _ in log("\(number)") })
      }
      let first = RunLoop.Timer(at: start) { _ in
        // All others are due when this returns.
        if let clock { clock.advance(by: .milliseconds(20)) } else { usleep(20_000) }
      }
      loop.add(first)
      loop.add(RunLoop.Timer(at: start.advanced(by: .milliseconds(100))) { _ in loop.stop() })
      loop.run(for: .seconds(60))
      let due = dates.filter { $0.milliseconds < 1_000 }
      let wanted = due.sorted { ($0.milliseconds, $0.number) < ($1.milliseconds, $1.number) }.map {
        "\($0.number)"
      }
      return (log.lines, wanted, loop.snapshot().modes.first?.items.count)
    }
    #expect(fired == wanted)
    #expect(later == 2_000 - wanted.count)
  }

  @Test func timerThatLeftIsReleasedByTheNextTurn() {
    let lines = onFreshThread {
      let log = Log()
      let loop = RunLoop.current
      let weakTimer = WeakTimer()
      loop.post {
        let timer = RunLoop.Timer(after: .seconds(100)) { _ in }
        weakTimer.timer = timer
        loop.add(timer)
        loop.remove(timer)
        loop.add(timer)
        loop.remove(timer)
      }
      loop.run(for: .zero)
      log("gone \(weakTimer.timer == nil)")
      return log.lines
    }
    #expect(lines == ["gone true"])
  }

  private final class WeakTimer: @unchecked Sendable {
    weak var timer: RunLoop.Timer?
  }
}
