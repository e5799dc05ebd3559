import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: where a virtual machine's host ran something else for a moment, the process was said to have been stopped, and that
/// time was taken off the loop's waits, too.
@Suite(.hangLimit) struct HostTakesTheProcessorTests {
  private static let millisecond: UInt64 = 1_000_000

  private func verdict(late: UInt64, stolen: UInt64, before: UInt64 = 0) -> StandingWatch.Verdict {
    let world = SimulatedWorld()
    world.stolenTime = 7_000 * Self.millisecond
    var watch = StandingWatch(world)
    // What was stolen long before says nothing.
    world.stolenTime += before * Self.millisecond
    for _ in 0..<11 {
      _ = watch.look(world.now, poll: 25 * Self.millisecond)
      watch.plan(world.now + 25 * Self.millisecond, began: world.now, ended: world.now)
      world.now += 25 * Self.millisecond
    }
    world.now += late * Self.millisecond
    world.stolenTime += stolen * Self.millisecond
    return watch.look(world.now, poll: 25 * Self.millisecond)
  }

  @Test func aProcessWhoseProcessorsWereTakenWasNotFrozen() {
    #expect(verdict(late: 200, stolen: 100) == .faltered(duration: 200 * Self.millisecond))
    for (stolen, before) in [(99, 0), (0, 10_000), (99, 10_000)] as [(UInt64, UInt64)] {
      guard case .stood = verdict(late: 200, stolen: stolen, before: before) else {
        Issue.record("\(stolen) ms of 200 are the host's")
        continue
      }
    }
  }

  @Test("A wait continues while the monitor does not run; work does not", arguments: [true, false])
  func wait(_ isWait: Bool) throws {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 2)
    let simulation = Simulation()
    let world = simulation.world
    world.reading = { [unowned world] _ in
      var reading = ThreadReading()
      (reading.time, reading.state) = (world.now, isWait ? .sleeping : .running)
      if !isWait { reading.processorTime = world.now }
      return reading
    }
    simulation.play(scenario)
    // The loop's clock goes on.
    for index in 0..<5 {
      simulation.at(1.5 + Double(index) * 0.2) { [unowned world] in world.now += 40 * Self.millisecond }
    }
    simulation.run(to: 4)
    let record = try #require(simulation.sink.ended.first)
    let left = Double(record.frozenTime) / 1e9
    #expect(isWait ? left == 0 : left > 0.05, "\(left)")
    #expect(abs(Double(record.duration) / 1e9 + left - 2) < 0.2, "\(record.duration)")
    #expect(simulation.sink.froze.isEmpty)
  }
}
