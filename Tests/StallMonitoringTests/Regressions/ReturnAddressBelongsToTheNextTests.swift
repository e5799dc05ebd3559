import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A monitor that took a return address behind the last call of a function for one in the next function passed all tests.
@Suite("Return addresses at the end of a function", .hangLimit)
struct ReturnAddressBelongsToTheNextTests {
  @Test("A return address at a function's end belongs to that function, not to the next one")
  func returnAddressAtTheEnd() throws {
    // Functions are 4 KiB long: 0x5000 is behind a call at the end of 0x4000, but a leaf there is in 0x5000.
    func gaps(_ first: [UInt], _ second: [UInt]) throws -> [Double] {
      let simulation = Simulation()
      var isFirst = false
      simulation.world.stack = { _, _ in
        isFirst.toggle()
        return isFirst ? first : second
      }
      var scenario = LoopScenario.waiting
      scenario.callout("slow", at: 1, for: 1)
      simulation.play(scenario)
      simulation.run(to: 3)
      let times = try #require(simulation.sink.ended.first).samples.map { simulation.seconds($0.time) }
      return zip(times.dropFirst(), times).map { $0 - $1 }
    }
    // One function all the time: stacks are taken ever more rarely.
    #expect(try (gaps([0x9000, 0x5000, 0x3000], [0x9000, 0x4800, 0x3000]).max() ?? 0) > 0.1)
    // Two functions: they are taken closely.
    #expect(try (gaps([0x9000, 0x5000, 0x3000], [0x9000, 0x5001, 0x3000]).max() ?? 1) < 0.02)
    #expect(try (gaps([0x5000, 0x3000], [0x4FFF, 0x3000]).max() ?? 1) < 0.02)
  }
}
