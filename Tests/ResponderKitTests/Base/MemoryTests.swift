import TestHarness
import Testing

/// The memory that turns of a loop and fingers that move allocate: none but that of a source that joins. Counted in a program whose malloc
/// counts, from the queue or the port to the view.
@Suite(.hangLimit) struct MemoryTests {
  private static let ways = [
    "blocks for two modes", "two sources in a turn", "timers with tolerance", "an observer joins and leaves",
    "a source joins and leaves", "one finger", "one finger, recognizers", "two fingers, recognizers",
    "five fingers, recognizers", "summed up by threes", "through a port",
  ]

  /// The number of `MallocProbe.events`.
  private static let events = 1000

  @Test func onlyASourceThatJoinsAllocatesMemory() throws {
    let lines = try Probe.run(program: "mallocprobe")
    if lines == ["not counted"] { return print("a sanitizer has a malloc of its own: memory is not counted") }
    #if DEBUG
      // What the compiler puts onto the heap without optimization comes back: nothing stays.
      #expect(
        lines.count == Self.ways.count && lines.allSatisfy { $0.hasSuffix(", 0 bytes stay") }, "\(lines)")
    #else
      // Joining allocates the registration.
      let calls = ["a source joins and leaves": Self.events]
      #expect(lines == Self.ways.map { "\($0): \(calls[$0] ?? 0) calls, 0 bytes stay" })
    #endif
  }
}
