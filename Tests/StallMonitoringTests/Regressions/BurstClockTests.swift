import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A monitor whose clock of a burst went on during a stall, or while a debugger had stopped the thread, passed all tests.
@Suite("The clock of a burst", .hangLimit)
struct BurstClockTests {
  @Test("The clock of a burst restarts after a stall in it")
  func burstAfterAStall() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("long"))
    scenario.at(1.8, .end, .turn)
    // Then short ones, for less than a burst's threshold.
    for index in 0..<8 {
      scenario.at(1.81 + Double(index) * 0.1, .begin("short"))
      scenario.at(1.9 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(2.62, .wait)
    let simulation = Simulation()
    simulation.play(scenario)
    simulation.run(to: 4)
    #expect(simulation.found == ["mainThreadStall long"])
  }

  @Test("A burst is found although the thread was stopped alone when it would have been found first")
  func burstOfAThreadThatWasStopped() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    for index in 0..<60 {
      scenario.at(1 + Double(index) * 0.1, .begin("short"))
      scenario.at(1.09 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(7.2, .wait)
    let simulation = Simulation()
    simulation.world.reading = { _ in
      var reading = ThreadReading()
      reading.state = simulation.world.now < simulation.time(3.5) ? .traced : .running
      return reading
    }
    simulation.play(scenario)
    simulation.run(to: 8)
    #expect(simulation.sink.began.map(\.kind) == [.busyBurst])
    // Its clock began anew each time that the thread was found stopped.
    #expect(simulation.sink.began.first.map { (3.9...4.2).contains(simulation.seconds($0.found)) } == true)
  }
}
