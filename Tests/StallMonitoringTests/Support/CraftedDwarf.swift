@testable import StallMonitoring

/// Debug information made by hand: a unit of two functions in "/src/a.swift". `outer` (0x1000..<0x1040) has on line 10 a call of `inner`, of
/// "parts/b.swift", that was inlined at 0x1010..<0x1020 from its line 3; `other` is at 0x2000..<0x2008, on line 20.
struct CraftedDwarf {
  /// 4, or 5 with addresses, texts and ranges in tables.
  var version = 4
  /// How far the entry is that describes `inner`: its own, unless a test leads the link elsewhere.
  var origin: UInt32?
  /// How the link is written, in four bytes: to an entry of the unit, in version 5 of the file, unless a test says otherwise.
  var originForm: [UInt8]?
  var lineRange: UInt8 = 14
  /// In the line program, behind everything else.
  var tail: [UInt8] = []

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
  private static func little(_ value: some FixedWidthInteger) -> [UInt8] { TinyElf.little(value) }

  var sections: [DwarfSections.Name: [UInt8]] { version >= 5 ? newSections : oldSections }

  private static func unit(_ header: [UInt8], _ entries: [UInt8]) -> [UInt8] {
    little(UInt32(header.count + entries.count)) + header + entries
  }

  // MARK: Version 4

  private var oldSections: [DwarfSections.Name: [UInt8]] {
    let shapes: [UInt8] =
      // A unit: its name, folder, lines, first address and ranges.
      [7, 0x11, 1, 0x03, 0x08, 0x1b, 0x08, 0x10, 0x17, 0x11, 0x01, 0x55, 0x17, 0, 0]
      // A function: the linker's name, addresses, and an expression that is not read. One without addresses has two names.
      + [1, 0x2e, 1, 0x6e, 0x08, 0x11, 0x01, 0x12, 0x06, 0x40, 0x18, 0, 0]
      + [2, 0x2e, 0, 0x03, 0x08, 0x6e, 0x08, 0, 0]
      // An inlined call: what is called, addresses, file and line.
      + [3, 0x1d, 0, 0x31] + (originForm ?? [0x13]) + [0x11, 0x01, 0x12, 0x06, 0x58, 0x0b, 0x59, 0x0b, 0, 0]
      + [4, 0x2e, 0, 0x6e, 0x08, 0x11, 0x01, 0x12, 0x01, 0, 0, 0]
    let header = Self.little(UInt16(4)) + Self.little(UInt32(0)) + [8]
    let root =
      [7] + Self.text("a.swift") + Self.text("/src") + Self.little(UInt32(0)) + Self.little(UInt64(0))
      + Self.little(UInt32(0))
    let place = UInt32(4 + header.count + root.count)
    let inner: [UInt8] = [2] + Self.text("inner") + Self.text("$s5inner")
    let outer: [UInt8] =
      [1] + Self.text("$s5outer") + Self.little(UInt64(0x1000)) + Self.little(UInt32(0x40)) + [1, 0x56]
    let call: [UInt8] =
      [3] + Self.little(origin ?? place) + Self.little(UInt64(0x1010)) + Self.little(UInt32(0x10)) + [1, 10]
    let other: [UInt8] =
      [4] + Self.text("$s5other") + Self.little(UInt64(0x2000)) + Self.little(UInt64(0x2008))
    // A function that the linker has left out.
    let left: [UInt8] = [4] + Self.text("left") + Self.little(UInt64(0)) + Self.little(UInt64(0x4000))
    let ranges: [UInt64] = [1, 0x500, 0x1000, 0x1040, .max, 0x1f00, 0x100, 0x108, 0, 0]
    return [
      .abbreviations: shapes + [0],
      .entries: Self.unit(header, root + inner + outer + call + [0] + left + other + [0]),
      .ranges: ranges.flatMap { Self.little($0) },
      .lines: lines,
    ]
  }

  // MARK: Version 5

  private var newSections: [DwarfSections.Name: [UInt8]] {
    let shapes: [UInt8] =
      // The bases come before and behind what needs them.
      [1, 0x11, 1, 0x1b, 0x1f, 0x72, 0x17, 0x10, 0x17, 0x11, 0x1b, 0x55, 0x23, 0x73, 0x17, 0x74, 0x17, 0, 0]
      + [2, 0x2e, 1, 0x6e, 0x25, 0x11, 0x1b, 0x12, 0x06, 0, 0]
      + [3, 0x2e, 0, 0x6e, 0x1a, 0, 0]
      // The line of the call is in the shape itself.
      + [4, 0x1d, 0, 0x31] + (originForm ?? [0x10]) + [0x55, 0x23, 0x58, 0x0f, 0x59, 0x21, 10, 0, 0]
      + [5, 0x2e, 0, 0x6e, 0x26, 0x11, 0x29, 0x12, 0x0b, 0, 0]
    let header = Self.little(UInt16(5)) + [1, 8] + Self.little(UInt32(0))
    let root: [UInt8] =
      [1] + Self.little(UInt32(0)) + Self.little(UInt32(8)) + Self.little(UInt32(0)) + [0, 0]
      + Self.little(UInt32(8)) + Self.little(UInt32(12))
    let place = UInt32(4 + header.count + root.count)
    let entries: [UInt8] =
      root + [3, 1] + [2, 0, 0] + Self.little(UInt32(0x40)) + [4] + Self.little(origin ?? place) + [1, 0]
      + [0] + [5] + Self.little(UInt16(2)) + [1, 8] + [0]
    // Ranges of the unit, and of the call: a base and two offsets; a start and an end.
    let first: [UInt8] = [5] + Self.little(UInt64(0x1000)) + [4, 0, 0x40, 3, 1, 8, 0]
    let second: [UInt8] =
      [6] + Self.little(UInt64(0x1010)) + Self.little(UInt64(0x1018))
      + [7] + Self.little(UInt64(0x1018)) + [8, 0]
    let lists =
      Self.little(UInt32(8)) + Self.little(UInt32(8 + first.count)) + first + second
    let texts = Self.text("$s5outer") + Self.text("$s5inner") + Self.text("$s5other")
    return [
      .abbreviations: shapes + [0],
      .entries: Self.unit(header, entries),
      .addresses: Self.little(UInt32(20)) + [5, 0, 8, 0]
        + [0x1000, 0x2000].flatMap { Self.little(UInt64($0)) },
      .texts: texts,
      .textOffsets: Self.little(UInt32(16)) + [5, 0, 0, 0] + [0, 9, 18].flatMap { Self.little(UInt32($0)) },
      .rangeLists: Self.little(UInt32(8 + lists.count)) + [5, 0, 8, 0] + Self.little(UInt32(2)) + lists,
      .lineTexts: Self.text("/src") + Self.text("a.swift") + Self.text("parts") + Self.text("b.swift"),
      .lines: lines,
    ]
  }

  // MARK: Lines

  private var lines: [UInt8] {
    let operations: [UInt8] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
    let shape: [UInt8] =
      [1] + (version >= 4 ? [1] : []) + [1, UInt8(bitPattern: -5), lineRange, 13] + operations
    let tables: [UInt8] =
      version >= 5
      ? [1, 1, 0x1f, 2] + Self.little(UInt32(0)) + Self.little(UInt32(13))
        + [2, 1, 0x1f, 2, 0x0b, 2] + Self.little(UInt32(5)) + [0] + Self.little(UInt32(19)) + [1]
      : Self.text("parts") + [0] + Self.text("a.swift") + [0, 0, 0] + Self.text("b.swift") + [1, 0, 0] + [0]
    // Files are counted from 1, in version 5 from 0.
    let file: UInt8 = version >= 5 ? 0 : 1
    func address(_ address: UInt64) -> [UInt8] { [0, 9, 2] + Self.little(address) }
    let program: [UInt8] =
      // Line 10 from 0x1000; the other file's line 3 from 0x1010; line 10 again, and no line from 0x1030.
      [4, file] + address(0x1000) + [3, 9, 1] + [4, file + 1, 3, 0x79, 2, 0x10, 1]
      + [4, file, 3, 7, 2, 0x10, 1] + [3, 0x76, 2, 0x10, 1] + [2, 0x10, 0, 1, 1]
      // What the linker has left out; then line 20, by an operation that steps both.
      + address(0) + [1, 2, 0x60, 0, 1, 1]
      + [4, file] + address(0x1fff) + [3, 14, 13 + 14 + 10] + [2, 8, 0, 1, 1] + tail
    let afterLength = shape + tables
    let version = Self.little(UInt16(version)) + (version >= 5 ? [8, 0] : [])
    let rest = version + Self.little(UInt32(afterLength.count)) + afterLength + program
    return Self.little(UInt32(rest.count)) + rest
  }
}
