import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// While all loops sleep the monitor sleeps, too; a loop that does anything wakes it.
@Suite(.hangLimit) struct ParkingRuleTests {
  @Test func theMonitorParksAfterASecondInWhichNothingHappened() {
    let simulation = Simulation()
    simulation.play(.waiting)
    simulation.run(to: 0.95)
    #expect(simulation.parkings == 0 && simulation.core.passes > 10)
    simulation.run(to: 1.3)
    #expect(simulation.parkings >= 1)
    let passes = simulation.core.passes
    simulation.run(to: 100)
    // Other tests' rings may wake it for a moment; it does not look ten times a second.
    #expect(simulation.core.passes - passes < 50)
  }

  @Test func aLoopThatIsInACalloutOrBetweenCalloutsKeepsTheMonitorAwake() {
    for isInside in [true, false] {
      let simulation = Simulation { $0.threshold = .seconds(60) }
      var scenario = LoopScenario.waiting
      scenario.at(0.1, .wake)
      if isInside { scenario.at(0.1, .begin("long")) }
      simulation.play(scenario)
      simulation.run(to: 10)
      #expect(simulation.parkings == 0 && simulation.core.passes > 90)
    }
  }

  @Test func aLoopThatOnlyWakesAndWaitsKeepsTheMonitorAwake() {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    for index in 1..<60 { scenario.at(Double(index) * 0.1, .wake, .turn, .wait) }
    simulation.play(scenario)
    simulation.run(to: 6)
    #expect(simulation.parkings == 0)
  }

  @Test func aLoopThatSleepsInsideACalloutLetsTheMonitorSleep() {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.at(0.1, .wake, .begin("around"), .entry, .wait)
    simulation.play(scenario)
    simulation.run(to: 20)
    #expect(simulation.parkings >= 1 && simulation.found == [])
  }

  @Test func aLongSleepIsNoFreezeAndTheFirstCalloutAfterItIsMeasured() throws {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.callout("short", at: 500, for: 0.2)
    scenario.callout("slow", at: 900, for: 0.5)
    simulation.play(scenario)
    simulation.run(to: 1000)
    #expect(simulation.sink.froze.isEmpty && simulation.found == ["mainThreadStall slow"])
    let record = try #require(simulation.sink.ended.first)
    #expect(record.frozenTime == 0 && abs(Double(record.duration) / 1e9 - 0.5) < 0.1)
  }

  @Test func withoutABarrierForAllThreadsTheMonitorSleepsForASecondAtMost() {
    let simulation = Simulation()
    simulation.world.hasBarrier = false
    let memory = HeartbeatMemory()
    simulation.core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    // A ring that is missed: the loop does not see its mark.
    simulation.at(10.5) {
      memory.line.store(0, HeartbeatLine.Word.watcher)
      memory.line.endWait()
      memory.line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 0)
    }
    simulation.run(to: 10)
    #expect(simulation.parkings == 0 && simulation.core.passes > 15 && simulation.core.passes < 60)
    simulation.run(to: 13)
    #expect(simulation.found == ["stall "])
    withExtendedLifetime(memory) {}
  }

  @Test func whatWasMarkedIsNotMarkedAnyMoreWhenTheMonitorIsAwake() {
    let simulation = Simulation()
    let memory = HeartbeatMemory()
    simulation.core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    simulation.run(to: 3)
    typealias Mark = HeartbeatLine.Mark
    #expect(memory.line.load(HeartbeatLine.Word.watcher) == Mark.ring | Mark.begins)
    simulation.core.unmark()
    #expect(memory.line.load(HeartbeatLine.Word.watcher) == Mark.begins)
  }
}
