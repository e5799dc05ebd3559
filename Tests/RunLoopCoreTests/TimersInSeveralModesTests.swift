import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Timers that are in different sets of modes: one mode's timers all count, whatever other modes they are in.
@Suite(.hangLimit) struct TimersInSeveralModesTests {
  private func simulate(
    for duration: Duration = .seconds(100), _ body: @escaping @Sendable (RunLoop, Script) -> Void
  ) -> [String] {
    let clock = SimulatedClock()
    return onFreshThread(clock) {
      let script = Script(clock)
      body(.current, script)
      RunLoop.current.run(for: duration)
      return script.log.lines
    }
  }

  @Test func thoseThatAreDueTogetherFireInOneOrder() {
    #expect(
      simulate { loop, script in
        let timers = ["a", "b", "c", "d", "e", "f"].map { script.timer($0, at: 1) }
        for (index, timer) in timers.enumerated() {
          loop.add(timer)
          if index % 2 == 1 { loop.add(timer, to: "other") }
          if index % 3 == 2 { loop.add(timer, to: "third") }
        }
      } == ["1 a", "1 b", "1 c", "1 d", "1 e", "1 f"])
  }

  /// The same by date: some are overdue, so that one batch has several dates.
  @Test func thoseThatAreOverdueFireByDate() {
    #expect(
      simulate { loop, script in
        for (index, date) in [4, 2, 5, 1, 3].enumerated() {
          let timer = script.timer("\(date)", at: Double(date))
          loop.add(timer)
          if index > 2 { loop.add(timer, to: "other") }
        }
        loop.add(RunLoop.Source {}, to: "waits")
        loop.run(mode: "waits", for: .seconds(6))
      } == ["6 1", "6 2", "6 3", "6 4", "6 5"])
  }

  @Test(arguments: [0.0, 0.5])
  func theFirstOfAnySetIsOnTime(tolerance: Double) {
    for first in ["one", "two", "three"] {
      let lines = simulate { loop, script in
        for name in ["one", "two", "three"] {
          let timer = script.timer(name, at: name == first ? 1 : 7, tolerance: tolerance)
          loop.add(timer)
          if name != "one" { loop.add(timer, to: "other") }
          if name == "three" { loop.add(timer, to: "third") }
        }
      }
      #expect(lines.first == "\(tolerance == 0 ? "1" : "1.5") \(first)", "\(lines)")
    }
  }

  /// The same where time is not simulated: the loop compares the first date with the clock.
  @Test func theFirstOfAnySetIsOnTimeOnTheRealClock() {
    for first in 0..<3 {
      let result = onFreshThread {
        let loop = RunLoop.current
        for index in 0..<3 {
          let delay = index == first ? Duration.milliseconds(5) : .seconds(3600)
          let timer = RunLoop.Timer(after: delay) { _ in loop.stop() }
          loop.add(timer)
          if index > 0 { loop.add(timer, to: "other") }
          if index > 1 { loop.add(timer, to: "third") }
        }
        return loop.run(for: .seconds(10))
      }
      #expect(result == .stopped)
    }
  }

  @Test func theNextDateIsTheFirstOfAnySet() {
    for first in 0..<3 {
      #expect(
        simulate { loop, script in
          for index in 0..<3 {
            let timer = script.timer("timer", at: index == first ? 50 : 60)
            loop.add(timer)
            if index > 0 { loop.add(timer, to: "other") }
            if index > 1 { loop.add(timer, to: "third") }
          }
          script("next \(loop.nextFireDate() == script.instant(50))")
          loop.stop()
        }.first == "0 next true")
    }
  }

  @Test func theNextDateIsOfTheModesOwnTimers() {
    #expect(
      simulate { loop, script in
        loop.add(
          script.timer("called", at: 1) { _ in
            script("here \(loop.nextFireDate() == script.instant(1))")
            script("there \(loop.nextFireDate(in: "other") == script.instant(9))")
          })
        loop.add(script.timer("other", at: 9), to: "other")
      } == ["1 called", "1 here true", "1 there true"])
  }

  @Test func theNextDateIsThatOfATimerWhoseCallRunsTheLoop() {
    #expect(
      simulate { loop, script in
        loop.add(
          script.timer("outer", at: 1) { _ in
            loop.run(for: .seconds(3))
            script("outer ends")
          })
        loop.add(
          script.timer("inner", at: 2) { inner in
            script("next \(loop.nextFireDate() == script.instant(1))")
            script("\(loop.snapshot().modes[0].items.count)")
          })
      } == ["1 outer", "2 inner", "2 next true", "2 2", "4 outer ends"])
  }

  /// A port of another mode that is armed for the date that is being served would wake an inner run there for nothing.
  @Test func anInnerRunInAnotherModeIsNotWokenForTheTimerThatIsCalled() {
    #expect(
      simulate(for: .seconds(4)) { loop, script in
        loop.add(RunLoop.Source {})
        loop.add(RunLoop.Source {}, to: "other")
        let timer = script.timer("timer", at: 1, every: 9) { _ in loop.run(mode: "other", for: .seconds(2)) }
        loop.add(timer)
        loop.add(timer, to: "other")
        loop.add(
          RunLoop.Observer(activities: [.beforeWaiting, .afterWaiting]) { script($0.shortName) }, to: "other")
      } == ["1 timer", "1 BW", "3 AW"])
  }

  /// Nor is a run woken for a timer that has left, whichever way it went.
  @Test func aTimerThatLeftItsModesWakesNoRun() {
    let ways: [(String, @Sendable (RunLoop, RunLoop.Timer) -> Void)] = [
      ("invalidated", { _, timer in timer.invalidate() }),
      ("taken out of the common modes", { $0.remove($1, from: .common) }),
      ("taken out of one mode", { $0.remove($1) }),
      ("moved", { $1.fireDate = .distantFuture }),
    ]
    for (name, way) in ways {
      #expect(
        simulate(for: .seconds(9)) { loop, script in
          try? loop.addCommonMode("early")
          let timer = script.timer("timer", at: 5)
          loop.add(timer, to: .common)
          loop.add(RunLoop.Source {})
          loop.add(RunLoop.Observer(activities: .afterWaiting) { _ in script("AW") })
          script.clock.schedule(at: script.instant(2)) { way(loop, timer) }
        } == ["9 AW"], "\(name)")
    }
  }

  @Test func aDateThatIsSetInTheCallHoldsInEveryModeOfTheTimer() {
    #expect(
      simulate(for: .zero) { loop, script in
        let timer = script.timer("timer", at: 1, every: 5) { timer in
          if script.seconds == 1 { timer.fireDate = script.instant(2) }
        }
        let far = script.timer("far", at: 10)
        for mode in [.default, "other"] as [RunLoop.Mode] {
          loop.add(RunLoop.Source {}, to: mode)
          loop.add(timer, to: mode)
        }
        loop.add(far, to: "other")
        loop.run(for: .milliseconds(1500))
        loop.run(mode: "other", for: .seconds(3))
        script("next \(loop.nextFireDate(in: "other") == script.instant(7))")
        loop.run(mode: "other", for: .seconds(8))
      } == ["1 timer", "2 timer", "4.5 next true", "7 timer", "10 far", "12 timer"])
  }

  /// A reusable timer that has fired left the common modes for good.
  @Test(arguments: [false, true])
  func aReusableTimerThatHasFiredIsNotCommonAnyMore(isInMoreModes: Bool) {
    #expect(
      simulate { loop, script in
        if isInMoreModes { try? loop.addCommonMode("early") }
        let timer = RunLoop.Timer(at: script.instant(1), isReusable: true) { _ in script("fired") }
        loop.add(timer, to: .common)
        loop.run(for: .seconds(5))
        script("there \(loop.contains(timer)) common \(loop.contains(timer, in: .common))")
        timer.fireDate = script.instant(50)
        loop.add(timer)
        try? loop.addCommonMode("late")
        script("common \(loop.contains(timer, in: .common)) late \(loop.contains(timer, in: "late"))")
        loop.remove(timer, from: .common)
        script("there \(loop.contains(timer))")
      } == ["1 fired", "1 there false common false", "1 common false late false", "1 there true", "50 fired"])
  }

  /// What was taken over from another loop, where it was common and in no mode, is not common here.
  @Test func aTimerThatComesFromAnotherLoopIsInTheNamedModeOnly() throws {
    let timer = RunLoop.Timer(at: .distantFuture) { _ in }
    let observer = RunLoop.Observer(activities: .entry) { _ in }
    let worker = WorkerThread()
    worker.loop.add(timer, to: .common)
    worker.loop.add(observer, to: .common)
    worker.loop.remove(timer)
    worker.loop.remove(observer)
    try onFreshThread {
      let loop = RunLoop.current
      #expect(loop.add(timer, to: "a") && loop.add(observer, to: "a"))
      #expect(!loop.contains(timer, in: .common) && !loop.contains(observer, in: .common))
      try loop.addCommonMode("late")
      #expect(!loop.contains(timer, in: "late") && !loop.contains(observer, in: "late"))
    }
    worker.end()
  }
}
