import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// A loop that works without a wait, in callouts each of which is short.
@Suite(.hangLimit) struct BurstRuleTests {
  /// Callouts of 90 ms, ten a second, without a wait.
  private func work(_ scenario: inout LoopScenario, from begin: Double, to end: Double) {
    for index in 0..<Int(((end - begin) * 10).rounded()) {
      scenario.at(begin + Double(index) * 0.1, .begin("short"))
      scenario.at(begin + 0.09 + Double(index) * 0.1, .end, .turn)
    }
  }

  private func simulate(
    _ scenario: LoopScenario, to end: Double, _ change: (inout StallMonitor.Settings) -> Void = { _ in }
  ) -> Simulation {
    let simulation = Simulation(change)
    simulation.play(scenario)
    simulation.run(to: end)
    return simulation
  }

  @Test func everyBurstIsFoundOnceAndTheNextOneToo() throws {
    var scenario = LoopScenario.waiting
    for begin in [1.0, 5, 9] {
      scenario.at(begin, .wake)
      work(&scenario, from: begin, to: begin + 2.5)
      scenario.at(begin + 2.6, .wait)
    }
    let monitor = simulate(scenario, to: 14)
    #expect(monitor.sink.ended.map(\.kind) == [.busyBurst, .busyBurst, .busyBurst])
    for (record, begin) in zip(monitor.sink.ended, [1.0, 5, 9]) {
      #expect(abs(monitor.seconds(record.started) - begin) < 0.1)
      #expect(abs(Double(record.duration) / 1e9 - 2.6) < 0.1)
      #expect(monitor.seconds(record.found) - begin < 1.2)
    }
  }

  @Test(
    "A burst's threshold is twice the callout's, and a second at least",
    arguments: [(100, 0.9, 1.2), (500, 0.9, 1.2), (1_000, 1.9, 2.2), (3_000, 5.8, 6.2)])
  func threshold(_ milliseconds: Int, _ below: Double, _ above: Double) {
    for length in [below, above] {
      var scenario = LoopScenario.waiting
      scenario.at(1, .wake)
      work(&scenario, from: 1, to: 1 + length - 0.1)
      scenario.at(1 + length, .wait)
      let monitor = simulate(scenario, to: 10) { $0.threshold = .milliseconds(milliseconds) }
      #expect(monitor.sink.began.map(\.kind) == (length == above ? [.busyBurst] : []), "\(length)")
      #expect(
        monitor.sink.began.allSatisfy { $0.threshold == UInt64(max(2 * milliseconds, 1_000)) * 1_000_000 })
    }
  }

  @Test func aBurstsThresholdCanBeSet() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    work(&scenario, from: 1, to: 1.6)
    scenario.at(1.7, .wait)
    #expect(simulate(scenario, to: 4).found == [])
    #expect(
      simulate(scenario, to: 4) { $0.burstThreshold = .milliseconds(400) }.sink.began.map(\.kind) == [
        .busyBurst
      ])
  }

  @Test func timeInWhichTheProcessWasFrozenIsNotTheBursts() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    work(&scenario, from: 1, to: 1.6)
    scenario.at(1.3, .freeze(5))
    scenario.at(1.7, .wait)
    let monitor = simulate(scenario, to: 4)
    #expect(monitor.found == [] && monitor.sink.froze.count == 1)
  }

  @Test func aCalloutThatIsLongAlreadyIsNoBurst() {
    // The burst's time comes in the second half of a callout that becomes a stall.
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    work(&scenario, from: 1, to: 1.8)
    scenario.at(1.87, .begin("long"))
    scenario.at(2.5, .end, .wait)
    let monitor = simulate(scenario, to: 5)
    #expect(monitor.found == ["mainThreadStall long"])
  }

  @Test func aBurstThatAStallEndsLastedUntilItWasFoundAtLeast() throws {
    // It is found in the first half of the callout that becomes a stall.
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    work(&scenario, from: 1, to: 1.9)
    scenario.at(1.95, .begin("long"))
    scenario.at(2.9, .end, .wait)
    let monitor = simulate(scenario, to: 5)
    #expect(monitor.sink.ended.map(\.kind) == [.busyBurst, .mainThreadStall])
    let burst = try #require(monitor.sink.ended.first)
    #expect(burst.lastSeen >= burst.found && burst.duration > 900_000_000)
  }

  @Test func aBurstIsNotFoundAgainAfterAStallInIt() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    work(&scenario, from: 1, to: 3)
    scenario.at(3, .begin("long"))
    scenario.at(3.8, .end, .turn)
    work(&scenario, from: 3.81, to: 7)
    scenario.at(7.1, .wait)
    let monitor = simulate(scenario, to: 9)
    #expect(monitor.sink.ended.map(\.kind) == [.busyBurst, .mainThreadStall])
  }

  @Test func aRunInACalloutGoesOnWithTheBurst() {
    // An inner run is no wait.
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    work(&scenario, from: 1, to: 1.6)
    scenario.at(1.6, .begin("around"), .entry)
    work(&scenario, from: 1.61, to: 2.4)
    scenario.at(2.42, .exit, .end, .wait)
    #expect(simulate(scenario, to: 4).sink.began.map(\.kind) == [.busyBurst])
  }
}
