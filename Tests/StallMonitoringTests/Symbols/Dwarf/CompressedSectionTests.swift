import Foundation
import Packing
import TestHarness
import Testing

@testable import StallMonitoring

@Suite("Compressed debug information", .hangLimit) struct CompressedSectionTests {
  /// As linkers write it: the kind, the size before, the alignment, and what the kind's packer has made.
  private static func packed(_ bytes: [UInt8], kind: UInt32 = 1, size: UInt64? = nil) -> [UInt8] {
    TinyElf.little(kind) + TinyElf.little(UInt32(0)) + TinyElf.little(size ?? UInt64(bytes.count))
      + TinyElf.little(UInt64(1)) + Deflate.zlib(bytes)
  }

  private struct Answer: Equatable {
    var hasLines: Bool
    /// "function file:line", innermost first.
    var places: [String]
  }

  private static func withFile<Value>(
    _ pack: (DwarfSections.Name, [UInt8]) -> [UInt8], _ body: (ElfFile) throws -> Value
  ) throws -> Value {
    let sections = CraftedDwarf().sections.map {
      (name: $0.key.rawValue, flags: UInt64(0x800), bytes: pack($0.key, $0.value))
    }
    let folder = try TemporaryFolder()
    let path = folder.path + "/packed.debug"
    try Data(TinyElf.file(sections)).write(to: URL(fileURLWithPath: path))
    return try body(try #require(ElfFile(path: path)))
  }

  /// What a file gives whose sections are these.
  private static func read(_ pack: (DwarfSections.Name, [UInt8]) -> [UInt8]) throws -> Answer {
    try withFile(pack) { file in
      Answer(hasLines: file.hasLines, places: DwarfFileTests.places(DwarfFile(file), at: 0x1010))
    }
  }

  @Test("is that of the sections before they were compressed")
  func whole() throws {
    let found = try Self.read { Self.packed($1) }
    #expect(found == Answer(hasLines: true, places: DwarfFileTests.places(CraftedDwarf(), at: 0x1010)))
    #expect(found.places.count == 2)
  }

  @Test("is also read when zstd has compressed it")
  func zstandard() throws {
    // A frame of one segment with the length in four bytes, and a block that is not compressed.
    let found = try Self.read { _, bytes in
      let count = UInt32(bytes.count)
      return TinyElf.little(UInt32(2)) + TinyElf.little(UInt32(0)) + TinyElf.little(UInt64(count))
        + TinyElf.little(UInt64(1)) + [0x28, 0xB5, 0x2F, 0xFD, 0xA0] + TinyElf.little(count)
        + TinyElf.little(count << 3 | 1).prefix(3) + bytes
    }
    #expect(found == Answer(hasLines: true, places: DwarfFileTests.places(CraftedDwarf(), at: 0x1010)))
  }

  @Test("of another packer is not read", arguments: [0, 3, .max] as [UInt32])
  func otherKind(_ kind: UInt32) throws {
    #expect(try Self.read { Self.packed($1, kind: kind) } == Answer(hasLines: false, places: []))
    // It has lines, which are damaged.
    #expect(try Self.read { Self.packed($1, kind: 2) } == Answer(hasLines: true, places: []))
  }

  @Test("without the lines has functions")
  func damagedLines() throws {
    let found = try Self.read { name, bytes in
      name == .lines ? Self.packed(bytes).dropLast(1) + [1] : Self.packed(bytes)
    }
    #expect(found == Answer(hasLines: true, places: ["$s5inner inlined :0", "$s5outer :0"]))
  }

  @Test(
    "that is not what its header says gives nothing",
    arguments: [0, 1, 1 << 27, 1 << 28, 1 << 40, .max] as [UInt64])
  func sizes(_ size: UInt64) throws {
    #expect(
      try Self.read { Self.packed($1, size: size) } == Answer(hasLines: size != 0 && size != .max, places: [])
    )
  }

  @Test("that is cut gives nothing", arguments: [0, 1, 8, 23, 24, 25, 29])
  func cut(_ count: Int) throws {
    let found = try Self.read { Array(Self.packed($1).prefix(count)) }
    #expect(found == Answer(hasLines: count > 24, places: []))
  }

  /// A file of a few kilobytes can have sections of megabytes.
  @Test("has a limit for all sections of a file together")
  func limit() throws {
    let whole = CraftedDwarf().sections
    let total = whole.values.reduce(0) { $0 + $1.count }
    try Self.withFile({ Self.packed($1) }) { file in
      func sizes(_ limit: Int) -> [UInt64] {
        let sections = DwarfSections(file, mostUnpacked: limit)
        return [.entries, .lines].map { sections.size($0) }
      }
      let (entries, lines) = (UInt64(whole[.entries]?.count ?? 0), UInt64(whole[.lines]?.count ?? 0))
      #expect(sizes(total) == [entries, lines] && sizes(Int(entries + lines)) == [entries, lines])
      #expect(sizes(Int(entries + lines) - 1) == [entries, 0] && sizes(Int(entries) - 1) == [0, lines])
    }
  }
}
