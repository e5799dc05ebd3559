import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Who holds timers and their closures, and for how long.
@Suite(.hangLimit) struct TimerLifetimeTests {
  @Test func loopRetainsItsTimers() {
    let log = Log()
    onFreshThread(SimulatedClock()) {
      RunLoop.current.add(RunLoop.Timer(after: .seconds(1)) { _ in log("fired") })
      RunLoop.current.run()
    }
    #expect(log.lines == ["fired"])
  }

  @Test func removingLetsGoOfTheTimer() {
    let log = Log()
    onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      func addAndRemove() {
        let canary = Canary(log, "let go")
        let timer = RunLoop.Timer(after: .seconds(1)) { _ in canary.sing() }
        loop.add(timer)
        loop.add(timer, to: .common)
        loop.remove(timer, from: .common)
        log("removed \(timer.isValid)")
      }
      addAndRemove()
      log("end")
    }
    #expect(log.lines == ["removed true", "let go", "end"])
  }

  @Test func invalidatingLetsGoOfTheClosureAtOnce() {
    let log = Log()
    let timer = {
      let canary = Canary(log, "let go")
      return RunLoop.Timer(after: .seconds(1)) { _ in canary.sing() }
    }()
    onFreshThread(SimulatedClock()) {
      RunLoop.current.add(timer)
      log("added")
      timer.invalidate()
      log("invalidated")
      timer.invalidate()
    }
    #expect(log.lines == ["added", "let go", "invalidated"])
    #expect(!timer.isValid && timer.fireDate == nil)
  }

  @Test func invalidatingInItsOwnCalloutLetsGoAfterTheCall() {
    let log = Log()
    onFreshThread(SimulatedClock()) {
      func add() {
        let canary = Canary(log, "let go")
        let timer = RunLoop.Timer(after: .seconds(1), repeating: .seconds(1)) { timer in
          canary.sing()
          timer.invalidate()
          log("valid \(timer.isValid), date \(timer.fireDate == nil ? "none" : "some")")
        }
        RunLoop.current.add(timer)
      }
      add()
      log("\(RunLoop.current.run(for: .seconds(10)))")
    }
    #expect(log.lines == ["valid false, date none", "let go", "finished"])
  }

  @Test func oneShotIsValidAndAMemberDuringItsCalloutAndReleasedAfterIt() {
    let log = Log()
    onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      func add() -> RunLoop.Timer {
        let canary = Canary(log, "let go")
        let date = RunLoop.Instant.now.advanced(by: .seconds(1))
        let timer = RunLoop.Timer(at: date) { timer in
          canary.sing()
          log("valid \(timer.isValid), member \(loop.contains(timer)), date \(timer.fireDate == date)")
          log("next \(loop.nextFireDate() == date)")
        }
        loop.add(timer)
        return timer
      }
      let timer = add()
      loop.run()
      log("valid \(timer.isValid), member \(loop.contains(timer)), next \(loop.nextFireDate() == nil)")
    }
    #expect(
      log.lines == [
        "valid true, member true, date true", "next true", "let go", "valid false, member false, next true",
      ])
  }

  @Test func removedRepeatingTimerCanBeAddedAgainAndKeepsItsGrid() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      let timer = script.timer("t", at: 1, every: 2) { if script.seconds == 3 { loop.remove($0) } }
      loop.add(timer)
      loop.run(for: .seconds(10))
      script("out: \(!loop.contains(timer)), next \(timer.fireDate == script.instant(5))")
      clock.advance(by: .milliseconds(6500))
      script("again: \(loop.add(timer))")
      loop.run(for: .seconds(4))
      return script.log.lines
    }
    #expect(
      lines == ["1 t", "3 t", "3 out: true, next true", "9.5 again: true", "9.5 t", "11 t", "13 t"])
  }

  @Test func addingTwiceIsOneMembership() {
    let log = Log()
    let results = onFreshThread(SimulatedClock()) { () -> [Bool] in
      let loop = RunLoop.current
      let timer = RunLoop.Timer(after: .seconds(1)) { _ in log("fired") }
      let added = [loop.add(timer), loop.add(timer), loop.contains(timer)]
      loop.remove(timer)
      return added + [loop.contains(timer), loop.add(timer)] + [loop.run() == ()]
    }
    #expect(results == [true, true, true, false, true, true])
    #expect(log.lines == ["fired"])
  }

  @Test func timerBelongsToOneLoopAtATime() {
    let log = Log()
    let timer = RunLoop.Timer(after: .zero) { _ in log("fired") }
    let owner = WorkerThread()
    timer.fireDate = .distantFuture
    #expect(owner.loop.add(timer))
    let refused = onFreshThread { () -> [Bool] in
      let loop = RunLoop.current
      let added = [loop.add(timer), loop.add(timer, to: .common), loop.contains(timer)]
      // Harmless: it is not this loop's.
      loop.remove(timer)
      return added
    }
    #expect(refused == [false, false, false])
    #expect(owner.loop.contains(timer))
    owner.loop.remove(timer)
    timer.fireDate = .distantPast
    onFreshThread {
      log("\(RunLoop.current.add(timer))")
      RunLoop.current.run()
    }
    #expect(log.lines == ["true", "fired"])
    owner.end()
  }

  @Test func invalidTimerIsRefusedAndHarmless() {
    let results = onFreshThread(SimulatedClock()) { () -> [Bool] in
      let loop = RunLoop.current
      let timer = RunLoop.Timer(after: .zero) { _ in }
      timer.invalidate()
      timer.fireDate = .now
      loop.remove(timer)
      loop.remove(timer, from: .common)
      return [
        loop.add(timer), loop.add(timer, to: .common), loop.contains(timer), timer.isValid,
        timer.fireDate != nil, loop.run(for: .seconds(1)) != .finished,
      ]
    }
    #expect(results == Array(repeating: false, count: 6))
  }

  @Test func timersNeighbourInvalidatedByACanaryIsSafe() {
    // Letting go of one timer's closure runs a user's deinit, which may do anything to the loop.
    final class Meddler: Sendable {
      let victim: RunLoop.Timer
      let loop: RunLoop
      init(_ victim: RunLoop.Timer, _ loop: RunLoop) {
        self.victim = victim
        self.loop = loop
      }
      deinit {
        victim.invalidate()
        loop.add(RunLoop.Timer(after: .seconds(5)) { _ in })
        loop.perform {}
      }
    }
    let (result, valid) = onFreshThread(SimulatedClock()) {
      let loop = RunLoop.current
      let victim = RunLoop.Timer(after: .seconds(2)) { _ in }
      loop.add(victim)
      func add() {
        let meddler = Meddler(victim, loop)
        loop.add(RunLoop.Timer(after: .seconds(1)) { _ in withExtendedLifetime(meddler) {} })
      }
      add()
      return (loop.run(for: .seconds(100)), victim.isValid)
    }
    #expect(result == .finished)
    #expect(!valid)
  }

  @Test func innerRunDoesNotCallATimerThatIsBeingCalled() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      loop.add(
        script.timer("outer", at: 1, every: 1) { timer in
          timer.invalidate()
          script("inner \(loop.run(for: .seconds(3)))")
        })
      loop.add(script.timer("other", at: 1, every: 2))
      loop.run(for: .milliseconds(5500))
      return script.log.lines
    }
    #expect(lines == ["1 outer", "1 other", "3 other", "4 inner timedOut", "5 other"])
  }
}
