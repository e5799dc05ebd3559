import TestHarness
import Testing

/// Turns of a loop cost no memory, a source that joins it little, and fingers that move none, from the queue or the port to the view:
/// counted in a program whose malloc counts.
@Suite(.hangLimit) struct MemoryTests {
  private static let ways = [
    "blocks for two modes", "two sources in a turn", "timers with tolerance", "an observer joins and leaves",
    "a source joins and leaves", "one finger", "one finger, recognizers", "two fingers, recognizers",
    "five fingers, recognizers", "summed up by threes", "through a port",
  ]

  @Test func turnsAndMovedTouchesAskForNoMemory() throws {
    let lines = try Probe.run(program: "mallocprobe")
    if lines == ["not counted"] { return print("a sanitizer has a malloc of its own: memory is not counted") }
    #if DEBUG
      // What the compiler puts onto the heap without optimization comes back: nothing stays.
      #expect(
        lines.count == Self.ways.count && lines.allSatisfy { $0.hasSuffix(", 0 bytes stay") }, "\(lines)")
    #else
      // A source has an object, and its closure a place, in each loop that it joins.
      let calls = ["a source joins and leaves": 2000]
      #expect(lines == Self.ways.map { "\($0): \(calls[$0] ?? 0) calls, 0 bytes stay" })
    #endif
  }
}
