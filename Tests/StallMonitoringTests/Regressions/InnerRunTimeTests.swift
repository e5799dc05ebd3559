import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// Was wrong: nothing noticed when an outer callout's time went on during an inner run that waits.
@Suite(.hangLimit) struct InnerRunTimeTests {
  /// A callout whose inner run waits for far longer than the threshold.
  private func scenario(restOfCallout: Double) -> LoopScenario {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .turn, .begin("around"), .entry, .turn, .wait)
    scenario.at(11, .wake, .turn, .exit)
    scenario.at(11 + restOfCallout, .end, .turn, .wait)
    return scenario
  }

  @Test func aCalloutWhoseInnerRunWaitsIsNoStall() {
    let simulation = Simulation()
    simulation.play(scenario(restOfCallout: 0.05))
    simulation.run(to: 15)
    #expect(simulation.found == [])
  }

  @Test func theRestOfTheCalloutCountsFromTheEndOfTheInnerRun() throws {
    let simulation = Simulation()
    simulation.play(scenario(restOfCallout: 2))
    simulation.run(to: 15)
    let stall = try #require(simulation.stalls.first)
    #expect(simulation.stalls.count == 1 && stall.callout.label == "around")
    #expect(simulation.seconds(stall.started) > 10.8)
  }

  @Test func aCalloutInTheInnerRunIsAStallOfItsOwn() throws {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .turn, .begin("around"), .entry, .turn, .wait)
    scenario.at(5, .wake, .turn, .begin("in it"))
    scenario.at(7, .end, .turn, .wait)
    scenario.at(11, .wake, .turn, .exit, .end, .turn, .wait)
    simulation.play(scenario)
    simulation.run(to: 15)
    #expect(simulation.stalls.map(\.callout.label) == ["in it"])
  }

  /// The words of a real loop's line while its inner run waits, and after it.
  @Test func aLoopThatWaitsInAnInnerRunIsInsideNoCallout() {
    let readings = Locked<[LineReading]>([])
    onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Source {}, to: "inner")
      loop.add(
        RunLoop.Timer(after: .zero, label: "around") { _ in
          readings.withLock { $0.append(LineReading(loop.heartbeat)) }
          let watcher = FreshThread {
            waitUntil { loop.isWaiting && loop.heartbeat.load(HeartbeatLine.Word.state) & 0xFF == 2 }
            let reading = LineReading(loop.heartbeat)
            loop.stop()
            return reading
          }
          loop.run(mode: "inner")
          if let reading = try? watcher.join().get() { readings.withLock { $0.append(reading) } }
          readings.withLock { $0.append(LineReading(loop.heartbeat)) }
        })
      loop.run()
      readings.withLock { $0.append(LineReading(loop.heartbeat)) }
    }
    let seen = readings.value
    #expect(seen.count == 4)
    guard seen.count == 4 else { return }
    #expect(seen.map(\.isInside) == [true, false, true, false])
    #expect(seen.map(\.depth) == [1, 2, 1, 0])
    #expect(seen[1].activity == .waiting && seen[1].outer.map(\.0) == [seen[0].callout])
    #expect(seen[2].callout == seen[0].callout && seen[2].code == seen[0].code)
    // For a watcher the rest is another callout.
    #expect(seen[2].sequence > seen[1].sequence)
  }
}
