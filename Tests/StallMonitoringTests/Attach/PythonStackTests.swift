import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Python's functions in stacks that are taken from outside.
@Suite(.hangLimit) struct PythonStackTests {
  private static let loop: Range<UInt> = 0x1000..<0x2000

  private func merged(_ addresses: [UInt], _ entries: [[UInt]], isWhole: Bool = true) -> [UInt] {
    PythonStacks.merged(addresses, entries, loop: Self.loop, isWhole: isWhole)
  }

  @Test func functionsStandInThePlaceOfTheInterpretersLoop() {
    // 0x2000 is behind a call at the loop's very end.
    let stack: [UInt] = [0x50, 0x1100, 0x60, 0x2000, 0x70]
    #expect(merged(stack, [[1, 2], [3]]) == [0x50, 1, 2, 0x60, 3, 0x70])
    #expect(merged([0x1100, 0x70], [[1, 2]]) == [1, 2, 0x70])
    #expect(merged(stack, []) == stack && merged([0x50, 0x70], [[1]]) == [0x50, 0x70])
    // Without names the loop stays.
    #expect(merged(stack, [[], [3]]) == [0x50, 0x1100, 0x60, 3, 0x70])
    // 0x2000 is no part of it where the thread is at it.
    #expect(merged([0x2000, 0x1100], [[1]]) == [0x2000, 1])
  }

  @Test func anotherNumberOfEntriesIsCountedFromTheEndThatIsWhole() {
    let stack: [UInt] = [0x1100, 0x60, 0x1200, 0x70]
    // A loop that has just begun.
    #expect(merged(stack, [[3]]) == [0x1100, 0x60, 3, 0x70])
    // A part of the loop elsewhere in the file.
    #expect(merged(stack, [[1], [2], [3]]) == [1, 2, 0x60, 3, 0x70])
    // The outer frames are missing in one of the two.
    #expect(merged(stack, [[1]], isWhole: false) == [1, 0x60, 0x1200, 0x70])
    #expect(merged(stack, [[1], [2], [3]], isWhole: false) == [1, 0x60, 2, 0x70])
  }

  @Test func linesAreThoseOfTheTable() {
    // Two instructions of the first line, one of none, one two lines on, one (long form) three lines back, one 40 and one
    // 72 lines on, by numbers of two bytes.
    let table: [UInt8] = [
      0x81, 0x00, 0xf8, 0xe0, 0x00, 0x00, 0xf0, 0x07, 0x00, 0x00, 0x00, 0xe8, 0x50, 0x01, 0xe8, 0x50, 0x02,
    ]
    let lines = PythonLines(table, first: 10)
    #expect([0, 2, 4, 6, 8, 10, 12].map { lines.line(at: $0) } == [10, 10, nil, 12, 9, 49, 121])
    #expect(lines.line(at: 14) == nil && lines.line(at: -2) == nil)
    #expect(PythonLines([], first: 1).line(at: 0) == nil)
    #expect(PythonLines([0x00, 0x81], first: 1).line(at: 0) == nil)
    // A number without an end.
    #expect(PythonLines([0xe8] + [UInt8](repeating: 0x7f, count: 40), first: 1).line(at: 0) == 1)
  }

  @Test func onlyVersionsWhoseStructuresAreKnownAreRead() {
    #expect(PythonLayout.of(version: 0x030b_02f0, table: [])?.isEntry == 68)
    #expect(PythonLayout.of(version: 0x030c_01f0, table: [])?.isEntry == nil)
    for version: UInt64 in [0, 0x030a_0ef0, 0x030b_00c1, 0x030e_00f0, 0x1_030b_02f0, .max] {
      #expect(PythonLayout.of(version: version, table: []) == nil)
    }
    var table = [UInt64](repeating: 8, count: PythonLayout.tableWords)
    table[0] = 0x7970_6775_6265_6478
    (table[1], table[2]) = (0x030d_00f0, 0)
    for size in [6, 19, 28, 34] { table[size] = 400 }
    (table[44], table[45]) = (16, 8)
    table[23] = 72
    #expect(PythonLayout.of(version: 0x030d_00f0, table: table)?.frame == 72)
    // Of another version, of a build without the lock, with a member outside of its structure, cut short.
    for (index, value) in [(0, 1), (1, 0x030d_01f0), (2, 1), (23, 400), (35, .max), (45, 16)]
      as [(Int, UInt64)]
    {
      var wrong = table
      wrong[index] = value
      #expect(PythonLayout.of(version: 0x030d_00f0, table: wrong) == nil, "\(index)")
    }
    #expect(PythonLayout.of(version: 0x030d_00f0, table: Array(table.dropLast())) == nil)
  }

  @Test func namesHaveTheirFileAndLine() {
    func frame(_ name: String, _ address: UInt = PythonStacks.base + 1) -> CodeFrame {
      var frame = CodeFrame(address: address, name: name)
      frame.rawName = name
      frame.takePlace()
      return frame
    }
    let own = frame("Server.handle.<locals>.f (/app (1)/server.py:12)")
    #expect(own.name == "Server.handle.<locals>.f" && own.file == "/app (1)/server.py" && own.line == 12)
    #expect(own.place == "server.py:12" && !own.isSystem && own.shortName == own.name)
    #expect(frame("run (/usr/lib/python3.11/asyncio/base_events.py:7)").isSystem)
    #expect(frame("_run (<frozen runpy>:7)").isSystem)
    #expect(!frame("get (/usr/lib/python3/dist-packages/app.py:7)").isSystem)
    for odd in ["", "x", "x (", "x (y", "x (y:)", "x (:)", ")", "(:1)", "x:1 (y)"] {
      #expect(frame(odd).name == odd || odd == "(:1)")
    }
    let script = frame("JS:*burn /app/stall.js:41:14", 0x7f00)
    #expect(script.name == "burn" && script.place == "stall.js:41" && !script.isSystem)
    #expect(frame("JS:~ file:///app/a b.mjs:1:2", 0x7f00).name == "(anonymous)")
    #expect(frame("JS:^processTimers node:internal/timers:1:2", 0x7f00).isSystem)
    #expect(frame("Builtin:ArrayMap", 0x7f00).isSystem && !frame("Lapp/Main;::run", 0x7f00).isSystem)
    for odd in ["JS:", "JS:* ", "JS:*a b", "JS:*a :1", "JS:*a ::"] { #expect(frame(odd, 0x7f00).name == odd) }
  }

  @Test func theInterpretersOwnFunctionsAreLibraryOnceItsLanguageIsOnTheStack() {
    let image = LoadedImage(path: "/usr/bin/python3.11", start: 0x1000, end: 0x9000, bias: 0, buildID: [])
    let names = SymbolNames(images: [image], search: nil)
    let machine = (place: UInt(0x1100), start: UInt(0x1100), name: "time_sleep", count: 1)
    names.learn(RecordedNames([machine], room: 1_000))
    #expect(!names.frame(0x1100, isReturnAddress: false).isSystem)
    let base = PythonStacks.base
    names.learn(
      RecordedNames([machine, (place: base, start: base, name: "f (/a.py:3)", count: 1)], room: 1_000))
    #expect(names.frame(0x1100, isReturnAddress: false).isSystem)
    #expect(names.frames([0x1100, base + 1]).map(\.name) == ["time_sleep", "f"])
  }
}
