import Testing

@testable import runloop

/// Was wrong: on a machine with much more work than processors, `verify` said of bars about what is found and reported that they were missed.
@Suite("Bars under a load that is too high", .hangLimit)
struct OverloadedVerifyTests {
  private func verdict(_ need: Bars.Need, isMet: Bool = false, start: Double?, end: Double?) -> String {
    var bars = Bars(MachineLoad(start: start, end: end, processors: 2))
    bars.add("B4", "nothing is reported", "2 of 9", isMet: isMet, needs: need)
    let line = bars.lines[0]
    #expect(bars.isAnyMissed == (line.verdict == .missed))
    return "\(line.verdict) \(line.figure)"
  }

  @Test("are inconclusive, with the load")
  func overloaded() {
    #expect(
      verdict(.room, start: 8.1, end: 4.8)
        == "inconclusive 2 of 9, under a load of 8.1 at the start, 4.8 at the end")
    #expect(verdict(.room, start: 0.2, end: 4.1).hasPrefix("inconclusive"))
    // What the measurement does itself is no such load.
    #expect(verdict(.room, start: 2, end: 4) == "missed 2 of 9")
    #expect(verdict(.room, start: nil, end: nil) == "missed 2 of 9")
    #expect(verdict(.room, isMet: true, start: 8, end: 8) == "met 2 of 9")
    #expect(verdict(.quiet, start: 1.1, end: 0).hasPrefix("inconclusive"))
    #expect(verdict(.quiet, start: 0, end: 3.1).hasPrefix("inconclusive"))
    #expect(verdict(.nothing, start: 99, end: 99) == "missed 2 of 9")
  }
}
