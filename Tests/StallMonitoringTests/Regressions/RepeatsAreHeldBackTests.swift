import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A monitor that reported a stall that comes again ever more rarely, without a limit, passed all tests.
@Suite("Repeated stalls", .hangLimit)
struct RepeatsAreHeldBackTests {
  @Test("The same stall is reported at the latest after the number of repetitions in `rarestRepeat`")
  func rarestRepeat() {
    func reported(_ rarest: Int, _ count: Int) -> [Int] {
      let simulation = Simulation { $0.rarestRepeat = rarest }
      var scenario = LoopScenario.waiting
      for index in 0..<count { scenario.callout("slow", at: 1 + Double(index), for: 0.4) }
      simulation.play(scenario)
      simulation.run(to: Double(count) + 2)
      return simulation.reported.ended.map { Int(simulation.seconds($0.started).rounded()) }
    }
    #expect(reported(1, 6) == [1, 2, 3, 4, 5, 6])
    #expect(reported(2, 9) == [1, 2, 4, 6, 8])
    // After 1, 2, 3 and then 4 each time, where 5 and 8 would follow.
    #expect(reported(4, 22) == [1, 2, 4, 7, 11, 15, 19])
  }
}
