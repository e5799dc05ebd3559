import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// Thirteen faults of WeChat's algorithm: the model of it has each, and our monitor, given the same threshold of two
/// seconds, does not.
@Suite(.hangLimit) struct FaultTests {
  private func theirs(
    _ scenario: LoopScenario, to end: Double, _ change: (inout WeChatModel) -> Void = { _ in }
  ) -> WeChatModel {
    var model = WeChatModel()
    change(&model)
    model.run(scenario, to: end)
    return model
  }

  private func ours(
    _ scenario: LoopScenario, to end: Double, _ prepare: (Simulation) -> Void = { _ in }
  ) -> Simulation {
    let simulation = Simulation { $0.threshold = .seconds(2) }
    prepare(simulation)
    simulation.play(scenario)
    simulation.run(to: end)
    return simulation
  }

  /// Both find a plain stall: what follows is not for want of looking.
  @Test func bothFindAPlainStall() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 6.1, for: 4)
    #expect(theirs(scenario, to: 12).reports.count == 1)
    #expect(ours(scenario, to: 12).found == ["mainThreadStall slow"])
  }

  @Test func f1_theWallClockDoesNotMatter() {
    var forth = LoopScenario.waiting
    forth.callout("short", at: 6.9, for: 0.2)
    forth.at(6.95, .wallStep(3))
    #expect(theirs(forth, to: 12).reports.count == 1)
    #expect(ours(forth, to: 12).found == [])
    var back = LoopScenario.waiting
    back.callout("slow", at: 6.1, for: 3)
    back.at(6.5, .wallStep(-3_600))
    #expect(theirs(back, to: 12).reports.count == 0)
    #expect(ours(back, to: 12).found == ["mainThreadStall slow"])
  }

  @Test func f2_shortCalloutsWithoutAWaitAreNoStall() {
    var scenario = LoopScenario.waiting
    scenario.at(6, .wake)
    for index in 0..<5_000 {
      let time = 6 + Double(index) * 0.001
      scenario.at(time, .turn, .begin("short"))
      scenario.at(time + 0.0009, .end)
    }
    scenario.at(11, .wait)
    #expect(theirs(scenario, to: 14).reports.count >= 1)
    let monitor = ours(scenario, to: 14)
    #expect(monitor.stalls.isEmpty)
    // It is reported as what it is.
    #expect(monitor.sink.began.map(\.kind) == [.busyBurst])
  }

  @Test func f3_aRunThatBeginsAgainIsNotAsOldAsTheLast() {
    var scenario = LoopScenario.waiting
    scenario.at(6.5, .wake, .turn, .exit)
    scenario.at(9.9, .entry, .turn, .begin("short"))
    scenario.at(10.1, .end, .turn, .wait)
    #expect(theirs(scenario, to: 14).reports.count == 1)
    #expect(ours(scenario, to: 14).found == [])
  }

  @Test func f4_anInnerRunDoesNotHideTheRestOfTheCalloutAroundIt() {
    var scenario = LoopScenario.waiting
    scenario.at(6.1, .wake, .turn, .begin("around"))
    scenario.at(6.2, .entry, .turn, .wait)
    scenario.at(6.3, .wake, .turn, .exit)
    scenario.at(12, .end, .turn, .wait)
    #expect(theirs(scenario, to: 15).reports.count == 0)
    let monitor = ours(scenario, to: 15)
    #expect(monitor.found == ["mainThreadStall around"])
    // And its wait is not part of it.
    #expect(
      monitor.sink.ended.first.map { $0.duration < 5_750_000_000 && $0.duration > 5_600_000_000 } == true)
  }

  @Test func f5_theCalloutIsNamed() {
    var scenario = LoopScenario.waiting
    scenario.callout("decode image", at: 6.1, for: 4)
    #expect(theirs(scenario, to: 12).reports.first?.callout == nil)
    let callout = ours(scenario, to: 12).sink.began.first?.callout
    #expect(callout?.kind == .timer && callout?.label == "decode image" && callout?.loop == "main")
  }

  @Test(arguments: [2.5, 5.0, 9.0])
  func f6_aFrozenProcessDidNotStall(seconds: Double) {
    var scenario = LoopScenario.waiting
    scenario.at(6.1, .wake, .turn, .begin("short"))
    scenario.at(6.15, .freeze(seconds))
    scenario.at(6.4, .end, .turn, .wait)
    // Their check comes by while the callout ends.
    #expect(theirs(scenario, to: 10).reports.count + theirs(shifted(scenario), to: 10).reports.count >= 1)
    let monitor = ours(scenario, to: 10)
    #expect(monitor.found == [])
    #expect(monitor.sink.froze.count == 1)
    #expect(abs(monitor.seconds(monitor.sink.froze[0].duration + monitor.time(0)) - seconds) < 0.11)
  }

  /// The same, with the end of the callout after their next check.
  private func shifted(_ scenario: LoopScenario) -> LoopScenario {
    var other = LoopScenario.waiting
    for (time, event) in scenario.ordered where time > 1 { other.at(time > 6.3 ? time + 0.9 : time, event) }
    return other
  }

  @Test func f7_aStallIsFoundWhenItIsOne() throws {
    for phase in stride(from: 0.0, to: 1.0, by: 0.083) {
      var scenario = LoopScenario.waiting
      scenario.callout("slow", at: 6.1 + phase, for: 20)
      let record = try #require(ours(scenario, to: 12).sink.began.first)
      #expect(
        record.found - record.started <= 2_100_000_000 && record.found - record.started >= 1_900_000_000)
    }
    var late = LoopScenario.waiting
    late.callout("slow", at: 6.1, for: 20)
    let model = theirs(late, to: 30)
    #expect(model.reports.first.map { $0.time - 6.1 > 2.5 } == true)
    // Annealed, it looks away for seconds.
    let gaps = zip(model.checks.dropFirst(), model.checks).map { $0 - $1 }
    #expect(gaps.max() ?? 0 > 4.9)
  }

  @Test func f8_theFirstSecondsAreWatchedToo() {
    var scenario = LoopScenario()
    scenario.at(0.001, .entry, .turn, .begin("start up"))
    scenario.at(4, .end, .turn, .wait)
    #expect(theirs(scenario, to: 10).reports.count == 0)
    #expect(ours(scenario, to: 10).found == ["launchStall start up"])
  }

  @Test func f9_theHottestStackIsChosenByFunctions() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("busy", at: 6.1, for: 3.6)
    // Nearly always somewhere in one function, never twice at the same place; and here and there elsewhere.
    func stack(_ time: Double) -> [UInt] {
      let tick = UInt(time * 1_000)
      return tick % 7 == 0 ? [0x9000, 0x4000] : [0x5000 + tick % 4_001, 0x4000]
    }
    let model = theirs(scenario, to: 12) {
      $0.stack = {
        Int($0 * 20.000001) % 20 == 0 ? [0x9000, 0x4000] : [0x5000 + UInt($0 * 20) % 4_001, 0x4000]
      }
    }
    #expect(model.reports.first?.pointStack.first == 0x9000)
    let monitor = ours(scenario, to: 12) { simulation in
      simulation.world.stack = { _, time in stack(simulation.seconds(time)) }
    }
    let record = try #require(monitor.sink.ended.first)
    let point = try #require(record.pointSample)
    #expect(record.samples[point].addresses.first.map { $0 & ~0xFFF } == 0x5000)
  }

  @Test func f10_onlyTheStalledThreadIsLookedInto() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 6.1, for: 4)
    #expect(theirs(scenario, to: 12).reports.first?.stoppedThreads == "all")
    let monitor = ours(scenario, to: 12) { $0.play(.waiting, label: "other", thread: 2, isMain: false) }
    #expect(Set(monitor.world.sampled) == [1])
  }

  @Test func f11_theReportSaysWhetherItRanOrWaited() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 6.1, for: 4)
    #expect(theirs(scenario, to: 12).reports.first?.cause == nil)
    let monitor = ours(scenario, to: 12) {
      $0.world.diagnosis.cause = .lock
      $0.world.diagnosis.shares.blocked = 0.9
    }
    #expect(monitor.sink.ended.first?.diagnosis.cause == .lock)
    #expect(monitor.sink.ended.first?.diagnosis.shares.blocked == 0.9)
  }

  @Test func f12_everyLoopIsWatched() {
    var first = LoopScenario.waiting
    first.callout("one", at: 6.1, for: 4)
    var second = LoopScenario.waiting
    second.callout("two", at: 6.2, for: 4)
    #expect(theirs(first, to: 12).reports.count == 1)
    let monitor = Simulation { $0.threshold = .seconds(2) }
    monitor.play(first)
    monitor.play(second, label: "worker", thread: 2, isMain: false)
    monitor.run(to: 12)
    #expect(monitor.found == ["mainThreadStall one", "stall two"])
    // Neither waits for the other.
    let latencies = monitor.sink.began.map { $0.found - $0.started }
    #expect(latencies.allSatisfy { $0 <= 2_100_000_000 })
  }

  @Test func f13_aStallWithoutEndIsFollowed() throws {
    var scenario = LoopScenario.waiting
    scenario.at(6.1, .wake, .turn, .begin("for ever"))
    let model = theirs(scenario, to: 60)
    #expect(model.reports.count == 1)
    let monitor = ours(scenario, to: 60)
    #expect(monitor.sink.began.count == 1 && monitor.sink.ended.isEmpty)
    #expect(monitor.sink.wentOn.count > 100)
    let last = try #require(monitor.sink.wentOn.last)
    #expect(monitor.seconds(last.lastSeen) > 59 && !last.hasEnded)
    #expect(last.samples.count + last.droppedSamples > 200 && last.samples.count <= 128)
  }
}
