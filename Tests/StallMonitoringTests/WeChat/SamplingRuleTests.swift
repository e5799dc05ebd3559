import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// WeChat's rules R19–R21: when stacks are taken, and why a frozen process is no stall.
@Suite(.hangLimit) struct SamplingRuleTests {
  private func simulate(
    _ scenario: LoopScenario, to end: Double, _ change: (inout StallMonitor.Settings) -> Void = { _ in }
  ) -> Simulation {
    let simulation = Simulation(change)
    simulation.play(scenario)
    simulation.run(to: end)
    return simulation
  }

  @Test("R19: stacks are taken closely at first, then ever more rarely while they stay the same")
  func r19() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 4)
    let simulation = Simulation()
    // Something else from the third second on.
    simulation.world.stack = { _, time in simulation.seconds(time) < 3 ? [0x5000, 0x4000] : [0x8000, 0x4000] }
    simulation.play(scenario)
    simulation.run(to: 6)
    let times = try #require(simulation.sink.ended.first).samples.map { simulation.seconds($0.time) }
    let gaps = zip(times.dropFirst(), times).map { (($0 - $1) * 1_000).rounded() }
    #expect(gaps.prefix(9).allSatisfy { $0 == 10 })
    #expect(Array(gaps[9...13]) == [10, 20, 40, 80, 160] || Array(gaps[10...13]) == [20, 40, 80, 160])
    let change = try #require(times.firstIndex { $0 >= 3 })
    #expect(gaps[change - 1] == 160 && gaps[change] == 10)
    #expect(gaps.max() == 160)
  }

  @Test("R20: no stack is taken of a loop that does not stall")
  func r20() {
    var scenario = LoopScenario.waiting
    for index in 0..<50 { scenario.callout("short", at: 1 + Double(index) * 0.2, for: 0.1) }
    #expect(simulate(scenario, to: 12).world.sampled.isEmpty)
  }

  @Test("R20: a stack that was taken too late, of later code, is thrown away")
  func lateStack() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("slow"))
    let simulation = Simulation()
    let memory = HeartbeatMemory()
    simulation.core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    simulation.at(1) { memory.line.enter(callout: 4, code: 0) }
    // Ends right while the stack is taken.
    simulation.world.whileSampling = { memory.line.leave() }
    simulation.run(to: 3)
    let record = try #require(simulation.sink.ended.first)
    #expect(record.samples.isEmpty && record.droppedSamples == 1)
  }

  @Test("R21: a round that took too long restarts the clocks", arguments: [0.3, 12.0, 600.0])
  func r21(seconds: Double) {
    var scenario = LoopScenario.waiting
    scenario.callout("short", at: 1, for: 0.2)
    scenario.at(1.1, .freeze(seconds))
    let monitor = simulate(scenario, to: 5)
    #expect(monitor.found == [] && monitor.sink.froze.count == 1)
    #expect(monitor.delegate.calls.contains("froze: stopped"))
  }

  @Test func aDebuggerThatStopsTheProcessIsNamed() {
    var scenario = LoopScenario.waiting
    scenario.callout("short", at: 1, for: 0.2)
    scenario.at(1.1, .freeze(2))
    let simulation = Simulation()
    simulation.world.tracer = 4_711
    simulation.play(scenario)
    simulation.run(to: 5)
    #expect(simulation.sink.froze.map(\.why) == ["stopped by the debugger 4711"])
  }

  @Test func aStarvedProcessIsDistinguishedFromAFrozenOne() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("unlucky"))
    scenario.at(1.3, .starve(2))
    scenario.at(1.4, .end, .wait)
    let simulation = Simulation()
    simulation.world.diagnosis.shares.queue = 0.8
    simulation.world.diagnosis.cause = .starved
    simulation.play(scenario)
    simulation.run(to: 5)
    #expect(simulation.sink.froze.isEmpty)
    #expect(try #require(simulation.sink.ended.first).kind == .starved)
  }

  @Test func aThreadThatIsStoppedAloneHasNoStall() {
    var scenario = LoopScenario.waiting
    scenario.callout("stopped", at: 1, for: 5)
    let simulation = Simulation()
    simulation.world.reading = { _ in
      var reading = ThreadReading()
      reading.state = .traced
      return reading
    }
    simulation.play(scenario)
    simulation.run(to: 8)
    #expect(simulation.found == [])
  }

  @Test("A process that was frozen for a moment has no stall by it", arguments: [0.012, 0.03, 0.049])
  func shortFreeze(seconds: Double) {
    for phase in 0..<20 {
      var scenario = LoopScenario.waiting
      scenario.callout("short", at: 1, for: 0.035)
      scenario.at(1.001 + Double(phase) * 0.0015, .freeze(seconds))
      let monitor = simulate(scenario, to: 3) { $0.threshold = .milliseconds(50) }
      #expect(monitor.found == [])
    }
  }

  @Test func starvationBeforeTheStallIsFoundCountsToo() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("unlucky"))
    scenario.at(1.05, .starve(2))
    scenario.at(1.1, .end, .wait)
    let simulation = Simulation()
    simulation.world.diagnosis.shares.queue = 0.9
    simulation.play(scenario)
    simulation.run(to: 5)
    #expect(try #require(simulation.sink.ended.first).kind == .starved)
  }

  @Test func aLongCalloutInABusyBurstIsAStallOfItsOwn() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    for index in 0..<20 {
      scenario.at(1 + Double(index) * 0.1, .begin("short"))
      scenario.at(1.09 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(3, .begin("long"))
    scenario.at(4, .end, .wait)
    let monitor = simulate(scenario, to: 6)
    #expect(monitor.sink.ended.map(\.kind) == [.busyBurst, .mainThreadStall])
    #expect(monitor.sink.ended.last?.callout.label == "long")
    #expect(monitor.sink.ended.last.map { $0.found - $0.started < 360_000_000 } == true)
  }

  @Test func aLongPassIsNoSignOfAFrozenProcess() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 3)
    let simulation = Simulation()
    // Symbols are read, say.
    simulation.world.whileSampling = {
      simulation.world.now += 70_000_000
      simulation.world.ownProcessorTime += 70_000_000
    }
    simulation.play(scenario)
    simulation.run(to: 6)
    #expect(simulation.sink.froze.isEmpty)
    let record = try #require(simulation.sink.ended.first)
    #expect(record.frozenTime == 0 && abs(Double(record.duration) / 1e9 - 3) < 0.2)
  }

  @Test func aProcessFrozenDuringAPassIsSeen() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 1)
    let simulation = Simulation()
    var isFirst = true
    simulation.world.whileSampling = {
      if isFirst { simulation.stand(2) }
      isFirst = false
    }
    simulation.play(scenario)
    simulation.run(to: 6)
    #expect(simulation.sink.froze.count == 1)
    #expect(simulation.sink.ended.first.map { abs(Double($0.duration) / 1e9 - 1) < 0.2 } == true)
  }
}
