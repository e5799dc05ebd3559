import TestHarness
import Testing

/// Turns of a loop cost no memory, and neither do fingers that move, from the queue or the port to the view: counted in a program whose
/// malloc counts.
@Suite(.hangLimit) struct MemoryTests {
  private static let ways = [
    "blocks for two modes", "two sources in a turn", "timers with tolerance",
    "one finger", "one finger, recognizers", "two fingers, recognizers", "five fingers, recognizers",
    "summed up by threes", "through a port",
  ]

  @Test func turnsAndMovedTouchesAskForNoMemory() throws {
    let lines = try Probe.run(program: "mallocprobe")
    if lines == ["not counted"] { return print("a sanitizer has a malloc of its own: memory is not counted") }
    #if DEBUG
      // What the compiler puts onto the heap without optimization comes back: nothing stays.
      #expect(
        lines.count == Self.ways.count && lines.allSatisfy { $0.hasSuffix(", 0 bytes stay") }, "\(lines)")
    #else
      #expect(lines == Self.ways.map { "\($0): 0 calls, 0 bytes stay" })
    #endif
  }
}
