import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The simulated clock as a user's tool.
@Suite(.hangLimit) struct SimulatedClockTests {
  @Test func hoursPassAtOnce() {
    let (before, after) = onFreshThread(SimulatedClock()) {
      let before = RunLoop.Instant.now
      RunLoop.current.add(RunLoop.Timer(after: .seconds(3600)) { _ in })
      RunLoop.current.run()
      return (before, RunLoop.Instant.now)
    }
    #expect(before.duration(to: after) == .seconds(3600))
  }

  @Test func clockBelongsToItsThread() {
    let clock = SimulatedClock(start: RunLoop.Instant(nanoseconds: 42))
    #expect(onFreshThread(clock) { RunLoop.Instant.now.nanoseconds == 42 && clock.isInstalled })
    #expect(!clock.isInstalled)
    #expect(onFreshThread { RunLoop.Instant.now.nanoseconds != 42 && !clock.isInstalled })
  }

  @Test func appointmentsOfOneMomentComeInTheOrderOfScheduling() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let script = Script(clock)
      for name in ["a", "b", "c"] { clock.schedule(at: script.instant(2)) { script(name) } }
      clock.schedule(at: script.instant(1)) { script("first") }
      let cancelled = clock.schedule(at: script.instant(2)) { script("cancelled") }
      cancelled.cancel()
      cancelled.cancel()
      clock.schedule(at: script.instant(-1)) { script("past") }
      clock.advance(by: .milliseconds(1500))
      script("computed")
      clock.advance(by: .seconds(-5))
      clock.advance(by: .seconds(1))
      return script.log.lines
    }
    #expect(lines == ["0 past", "1 first", "1.5 computed", "2 a", "2 b", "2 c"])
  }

  @Test func starvationIsReported() {
    let clock = SimulatedClock()
    let result = onFreshThread(clock) {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      clock.onStarvation { loop.stop() }
      return loop.run(mode: .default)
    }
    #expect(result == .stopped)
  }

  @Test func withoutAStarvationHandlerOtherThreadsWakeTheLoop() {
    let clock = SimulatedClock()
    let loop = Box<RunLoop>()
    let log = Log()
    let thread = FreshThread(clock) {
      loop.value = RunLoop.current
      RunLoop.current.add(RunLoop.Source {})
      return RunLoop.current.run(mode: .default)
    }
    #expect(waitUntil { loop.value?.isWaiting ?? false })
    loop.value?.post {
      log("posted")
      RunLoop.current.stop()
    }
    #expect((try? thread.join().get()) == .stopped)
    #expect(log.lines == ["posted"])
  }

  @Test func descriptorsAreRealUnderASimulatedClock() throws {
    let port = try RunLoop.WakePort()
    let clock = SimulatedClock()
    let lines = try onFreshThread(clock) {
      let script = Script(clock)
      let loop = RunLoop.current
      try loop.add(RunLoop.PortSource(port) { script("port") })
      loop.add(script.timer("timer", at: 1) { _ in port.ring() })
      port.ring()
      script("\(loop.run(for: .seconds(2)))")
      return script.log.lines
    }
    #expect(lines == ["0 port", "1 timer", "1 port", "2 timedOut"])
  }

  @Test func timerPortsFollowTheClock() throws {
    let clock = SimulatedClock()
    let lines = try onFreshThread(clock) {
      let script = Script(clock)
      let loop = RunLoop.current
      let port = try RunLoop.TimerPort()
      try loop.add(
        RunLoop.PortSource(port) {
          script("port")
          if script.seconds < 9 { port.set(at: script.instant(script.seconds * 2)) }
        })
      port.set(at: script.instant(3))
      script("\(loop.run(for: .seconds(20)))")
      port.set(at: script.instant(25))
      port.cancel()
      script("\(loop.run(for: .seconds(20)))")
      return script.log.lines
    }
    #expect(lines == ["3 port", "6 port", "12 port", "20 timedOut", "40 timedOut"])
  }

  @Test func otherThreadsTimersFollowTheClockTheyInstalled() {
    let clock = SimulatedClock(start: RunLoop.Instant(nanoseconds: 1_000))
    let timer = onFreshThread(clock) { RunLoop.Timer(after: .nanoseconds(5)) { _ in } }
    #expect(timer.fireDate == RunLoop.Instant(nanoseconds: 1_005))
  }

  /// A loop that reacts to one finds that the others have happened, too.
  @Test func allAppointmentsOfAMomentHappenBeforeTheLoopLooks() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let loop = RunLoop.current
      let script = Script(clock)
      let others = Counter()
      loop.add(RunLoop.Source {})
      clock.schedule(at: script.instant(2)) { loop.post { script("\(others.value)") } }
      for _ in 0..<3 { clock.schedule(at: script.instant(2)) { others.add() } }
      clock.schedule(at: script.instant(2.5)) { others.add() }
      loop.run(for: .seconds(3))
      return script.log.lines
    }
    #expect(lines == ["2 3"])
  }

  @Test func appointmentsForNowAndForTheEndOfAComputationHappen() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) {
      let script = Script(clock)
      clock.schedule(at: clock.now) { script("now") }
      script("later")
      clock.schedule(at: script.instant(1)) { script("end") }
      clock.schedule(at: script.instant(1.001)) { script("beyond") }
      clock.advance(by: .seconds(1))
      script("computed")
      return script.log.lines
    }
    #expect(lines == ["0 now", "0 later", "1 end", "1 computed"])
  }

  @Test func theReleaseOfACancelledAppointmentMayUseTheClock() {
    final class Scheduler: Sendable {
      let script: Script
      init(_ script: Script) { self.script = script }
      func keep() {}
      deinit {
        script.clock.schedule(at: script.instant(script.seconds + 1)) { [script] in script("called") }
      }
    }
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) { () -> [String] in
      let script = Script(clock)
      var scheduler: Scheduler? = Scheduler(script)
      clock.schedule(at: script.instant(1)) { [scheduler] in scheduler?.keep() }.cancel()
      scheduler = nil
      clock.schedule(at: script.instant(2)) { script("next") }
      clock.advance(by: .seconds(5))
      return script.log.lines
    }
    #expect(lines == ["2 next", "3 called"])
  }

  /// Long before their time; those that are valid stay.
  @Test func cancelledAndMovedAppointmentsAreReleased() {
    let clock = SimulatedClock()
    let (released, fired) = onFreshThread(clock) { () -> (Int, Int) in
      let log = Log()
      let script = Script(clock)
      let fired = Counter()
      for number in 0..<500 {
        let canary = Canary(log, "released")
        let appointment = clock.schedule(at: script.instant(Double(1_000 + number))) {
          canary.sing()
          fired.add()
        }
        if number % 5 != 0 { appointment.cancel() }
      }
      let released = log.count
      clock.advance(by: .seconds(10_000))
      clock.advance(by: .seconds(1))
      #expect(log.count == 500)
      return (released, fired.value)
    }
    #expect(released > 300, "of 400")
    #expect(fired == 100)
  }

  /// The time would stop there, and the run of that moment would get a turn.
  @Test func theEndOfARunThatWasStoppedIsOffTheAgenda() {
    let clock = SimulatedClock()
    let lines = onFreshThread(clock) { () -> [String] in
      let script = Script(clock)
      let loop = RunLoop.current
      loop.add(RunLoop.Source {})
      loop.add(script.timer("stops", at: 1) { _ in loop.stop() })
      script("\(loop.run(mode: .default, for: .seconds(100)))")
      script.log.watch(loop, .default, [.beforeWaiting, .afterWaiting])
      clock.onStarvation {
        script("starves")
        loop.stop()
      }
      script("\(loop.run(mode: .default))")
      return script.log.lines
    }
    #expect(lines == ["1 stops", "1 stopped", "BW", "1 starves", "AW", "1 stopped"])
  }

  /// In a process of its own, where the next descriptor has the released one's number.
  @Test func aReleasedTimerPortRingsNothing() async {
    await #expect(processExitsWith: .success) {
      let clock = SimulatedClock()
      let count = try onFreshThread(clock) { () -> Int in
        var port: RunLoop.TimerPort? = try RunLoop.TimerPort()
        let number = port?.descriptor
        port?.set(at: clock.now.advanced(by: .seconds(1)))
        port = nil
        let other = try RunLoop.WakePort()
        precondition(other.descriptor == number)
        clock.advance(by: .seconds(2))
        var count: UInt64 = 0
        return read(other.descriptor, &count, 8)
      }
      #expect(count == -1)
    }
  }
}
