import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: work of a thread that ended in it went on, and 150 ms became more than a second; a late watch was a program's
/// start; and while a crash was dealt with its handler's doing was the stall's.
@Suite(.hangLimit) struct EndedInWorkTests {
  @Test func workEndsWithItsThread() throws {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("work"))
    simulation.play(scenario, label: "pool", thread: 7, isMain: false)
    simulation.at(1.6) { simulation.world.dead = [7] }
    simulation.run(to: 4)
    let stall = try #require(simulation.sink.ended.first)
    #expect(simulation.sink.ended.count == 1 && stall.hasEnded)
    #expect(abs(Double(stall.duration) / 1e9 - 0.6) < 0.1)
    // It is not looked at any more.
    #expect(simulation.core.watches.isEmpty)
  }

  @Test func shortWorkOfAThreadThatEndedIsNoStall() {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("work"))
    simulation.play(scenario, label: "pool", thread: 7, isMain: false)
    simulation.at(1.1) { simulation.world.dead = [7] }
    simulation.run(to: 4)
    #expect(simulation.found == [] && simulation.core.watches.isEmpty)
  }

  @Test func aLoopThatIsWatchedLateIsNotAtItsStart() {
    let memory = HeartbeatMemory()
    let line = memory.line
    _ = line.beginRun(mode: 0)
    line.beginWait()
    line.endWait()
    let late = Simulation()
    late.core.add(WatchedLoop(.line(line), label: "main", thread: 1, isMain: true))
    late.at(0.1) { line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 1) }
    late.run(to: 1)
    #expect(late.sink.began.map(\.kind) == [.mainThreadStall])
    // One that has not waited yet is.
    let fresh = HeartbeatMemory()
    _ = fresh.line.beginRun(mode: 0)
    let early = Simulation()
    early.core.add(WatchedLoop(.line(fresh.line), label: "main", thread: 1, isMain: true))
    early.at(0.1) { fresh.line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 1) }
    early.run(to: 1)
    #expect(early.sink.began.map(\.kind) == [.launchStall])
    withExtendedLifetime((memory, fresh)) {}
  }

  @Test func aRecordStandsStillWhileACrashIsDealtWith() throws {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 20)
    simulation.play(scenario)
    simulation.at(1.5) { simulation.world.crashingThread = 99 }
    simulation.run(to: 10)
    let last = try #require(simulation.sink.wentOn.last)
    #expect(last.lastSeen <= simulation.time(1.5) && simulation.sink.ended.isEmpty)
    #expect(last.samples.allSatisfy { $0.time <= simulation.time(1.5) })
    #expect(simulation.world.forgottenCrashes == 0)
  }

  @Test func aThreadThatMovesOnHasSurvivedItsCrash() {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 2)
    scenario.callout("next", at: 4, for: 1)
    simulation.play(scenario)
    simulation.at(1.5) { simulation.world.crashingThread = 1 }
    simulation.run(to: 6)
    #expect(
      simulation.world.forgottenCrashes == 1
        && simulation.found == ["mainThreadStall slow", "mainThreadStall next"])
  }

  @Test func aCrashThatLastsForAMinuteIsNone() {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 100)
    simulation.play(scenario)
    simulation.at(1.5) { simulation.world.crashingThread = 99 }
    simulation.run(to: 61)
    #expect(simulation.world.forgottenCrashes == 0)
    simulation.run(to: 63)
    #expect(simulation.world.forgottenCrashes == 1)
  }
}
