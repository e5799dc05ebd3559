import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// What a stall's record is made from, and how often it is reported.
@Suite(.hangLimit) struct EvidenceTests {
  private func simulate(
    _ scenario: LoopScenario, to end: Double, _ prepare: (Simulation) -> Void = { _ in }
  ) -> Simulation {
    let simulation = Simulation()
    prepare(simulation)
    simulation.play(scenario)
    simulation.run(to: end)
    return simulation
  }

  @Test func theThreadIsReadFromTheFirstHalfOfTheThresholdToTheEnd() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 0.6)
    let monitor = simulate(scenario, to: 3)
    let record = try #require(monitor.sink.ended.first)
    let last = try #require(monitor.world.diagnosed.last)
    // What was before is taken to be like what came right after.
    #expect(last.first == record.started)
    let first = try #require(last.dropFirst().first)
    #expect(monitor.seconds(first) > 1.12 && monitor.seconds(first) < 1.2 && first < record.found)
    // And not after its end: the thread does something else then.
    #expect(try monitor.seconds(#require(last.last)) < 1.6)
    #expect(try monitor.seconds(#require(last.last)) > 1.4)
    #expect(monitor.world.diagnosed.allSatisfy { $0 == $0.sorted() })
  }

  @Test func aReadingOfAnEarlierCalloutIsNoEvidence() throws {
    var scenario = LoopScenario.waiting
    // Suspicious, but no stall; and one right after it.
    scenario.at(1, .wake, .begin("below"))
    scenario.at(1.2, .end, .begin("above"))
    scenario.at(1.8, .end, .wait)
    let monitor = simulate(scenario, to: 3)
    #expect(monitor.found == ["mainThreadStall above"])
    #expect(monitor.world.diagnosed.allSatisfy { $0.dropFirst().allSatisfy { monitor.seconds($0) > 1.3 } })
    #expect(monitor.world.diagnosed.allSatisfy { $0.first.map { monitor.seconds($0) > 1.15 } == true })
  }

  @Test func looksThatCameLateDuringAnEarlierCalloutDoNotMakeALaterOneStarved() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("unlucky"))
    scenario.at(1.1, .starve(1))
    scenario.at(1.15, .end, .begin("slow"))
    scenario.at(1.8, .end, .wait)
    let monitor = simulate(scenario, to: 5) { $0.world.diagnosis.shares.queue = 0.6 }
    #expect(
      monitor.sink.ended.last?.callout.label == "slow" && monitor.sink.ended.last?.kind == .mainThreadStall)
  }

  @Test func aStallWithoutAnEndHasAsManyReadingsAsAreNeeded() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("for ever"))
    let monitor = simulate(scenario, to: 120)
    #expect(monitor.world.diagnosed.last.map { (60...70).contains($0.count) } == true)
    let count = monitor.world.diagnosed.last?.count
    monitor.run(to: 240)
    #expect(monitor.world.diagnosed.last?.count == count)
  }

  @Test func aStallsProgressIsNotReportedWithEachOfTheCloseStacks() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 1)
    let monitor = simulate(scenario, to: 3) {
      // Something else at each look: stacks are taken every 10 ms.
      $0.world.stack = { _, time in [UInt(time) & 0xF_FFFF_F000, 0x4000] }
    }
    #expect(monitor.sink.ended.first.map { $0.samples.count > 50 } == true)
    let times = monitor.sink.wentOn.map { monitor.seconds($0.lastSeen) }
    #expect(times.count > 8 && zip(times.dropFirst(), times).allSatisfy { $0 - $1 > 0.049 })
    #expect(monitor.reported.wentOn.count == times.count)
  }

  @Test func aRecordSaysWhenItsCalloutBeganByTheWallClock() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 10, for: 3)
    let monitor = simulate(scenario, to: 15) { simulation in
      simulation.world.wallOffset = 1_700_000_000_000_000_000 - Int64(simulation.time(0))
    }
    let record = try #require(monitor.sink.ended.first)
    let begun =
      Double(record.startedWall.seconds - 1_700_000_000) + Double(record.startedWall.nanoseconds) / 1e9
    #expect(abs(begun - 10) < 0.07 && abs(begun - monitor.seconds(record.started)) < 1e-6)
    #expect((0..<1_000_000_000).contains(record.startedWall.nanoseconds))
  }

  @Test func freezesAndSuspensionsOfOneStallAddUp() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("slow"))
    scenario.at(1.4, .freeze(2))
    scenario.at(1.6, .freeze(3))
    scenario.at(1.7, .suspend(100))
    scenario.at(1.8, .suspend(50))
    scenario.at(2, .end, .wait)
    let monitor = simulate(scenario, to: 4)
    let record = try #require(monitor.sink.ended.first)
    #expect(monitor.sink.ended.count == 1 && monitor.sink.froze.map(\.why).count == 4)
    #expect(abs(Double(record.frozenTime) / 1e9 - 5) < 0.25 && abs(Double(record.duration) / 1e9 - 1) < 0.25)
    #expect(record.suspendedTime == 150_000_000_000)
  }

  @Test func aRecordHasTheThreadsNameAndTheCalloutsAroundTheStalledOne() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("outermost"), .entry, .begin("outer"), .entry, .begin("slow"))
    scenario.at(2, .end, .exit, .end, .exit, .end, .wait)
    let record = try #require(simulate(scenario, to: 4).sink.ended.first)
    #expect(record.callout.label == "slow" && record.outerCallouts.map(\.label) == ["outermost", "outer"])
    #expect(record.outerCallouts.allSatisfy { $0.kind == .timer && $0.loop == "main" })
    #expect(record.threadName == "thread 1" && record.thread == 1)
  }

  @Test func aCalloutIsFoundWhenItsTimeIsOverSinceItWasSeenFirstAndNotAPeriodLater() throws {
    for phase in stride(from: 0.0, to: 0.1, by: 0.0137) {
      var scenario = LoopScenario.waiting
      scenario.callout("slow", at: 5 + phase, for: 1)
      let monitor = simulate(scenario, to: 5.8)
      let record = try #require(monitor.sink.began.first)
      let clock = try #require(monitor.core.watches.first).calloutClock
      #expect(record.found >= clock + 250_000_000 && record.found < clock + 251_000_000)
    }
  }

  @Test func aStallsNumberIsItsOwn() {
    var scenario = LoopScenario.waiting
    for index in 0..<5 { scenario.callout("slow \(index)", at: 1 + Double(index), for: 0.5) }
    #expect(simulate(scenario, to: 8).sink.ended.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test func theStallOfALoopThatIsUnwatchedEndsAndIsReportedOnce() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("slow"))
    let monitor = simulate(scenario, to: 2)
    #expect(monitor.sink.began.count == 1 && monitor.sink.ended.isEmpty)
    monitor.core.remove { _ in true }
    monitor.run(to: 4)
    let record = try #require(monitor.sink.ended.first)
    #expect(
      monitor.sink.ended.count == 1 && record.hasEnded && abs(monitor.seconds(record.lastSeen) - 2) < 0.1)
    #expect(monitor.core.watches.isEmpty && monitor.world.forgotten == [1])
  }
}
