import TestHarness
import Testing

@testable import StallMonitoring

@Suite("Debug information", .hangLimit) struct DwarfFileTests {
  /// "function file:line" for each function at an address, innermost first.
  static func places(_ crafted: CraftedDwarf, at address: UInt64) -> [String] {
    places(crafted.sections, at: address)
  }

  static func places(_ sections: [DwarfSections.Name: [UInt8]], at address: UInt64) -> [String] {
    places(DwarfFile(DwarfSections(contents: sections)), at: address)
  }

  static func places(_ file: DwarfFile?, at address: UInt64) -> [String] {
    (file?.places(at: address) ?? []).map {
      "\($0.rawName)\($0.isInlined ? " inlined" : "") \($0.file):\($0.line)"
    }
  }

  @Test("gives a function, its file and its line", arguments: [4, 5])
  func function(_ version: Int) {
    let crafted = CraftedDwarf(version: version)
    for address in [0x1000, 0x100f, 0x1020, 0x102f] as [UInt64] {
      #expect(Self.places(crafted, at: address) == ["$s5outer /src/a.swift:10"], "\(address)")
    }
    for address in [0x2000, 0x2007] as [UInt64] {
      #expect(Self.places(crafted, at: address) == ["$s5other /src/a.swift:20"], "\(address)")
    }
  }

  @Test("gives nothing before and behind a function", arguments: [4, 5])
  func between(_ version: Int) {
    for address in [0, 1, 0xfff, 0x1040, 0x1fff, 0x2008, .max] as [UInt64] {
      #expect(Self.places(CraftedDwarf(version: version), at: address) == [], "\(address)")
    }
  }

  @Test("gives an inlined function before its caller, which has the line of the call", arguments: [4, 5])
  func inlined(_ version: Int) {
    for address in [0x1010, 0x1017, 0x1018, 0x101f] as [UInt64] {
      #expect(
        Self.places(CraftedDwarf(version: version), at: address)
          == ["$s5inner inlined /src/parts/b.swift:3", "$s5outer /src/a.swift:10"], "\(address)")
    }
  }

  @Test("has no file for code of the compiler's own, whose line is 0", arguments: [4, 5])
  func noLine(_ version: Int) {
    #expect(Self.places(CraftedDwarf(version: version), at: 0x1030) == ["$s5outer :0"])
  }

  @Test("leaves out an inlined call whose function has no name, and keeps the line of the call")
  func nameless() {
    var crafted = CraftedDwarf()
    // The unit itself, whose name is no function's; a place in the middle of an entry; and one outside.
    for origin in [0x7fff_ffff, 2] as [UInt32] {
      crafted.origin = origin
      #expect(Self.places(crafted, at: 0x1010) == ["$s5outer /src/a.swift:10"])
    }
  }

  @Test("without lines has functions, and without functions has lines")
  func parts() {
    var sections = CraftedDwarf().sections
    sections[.lines] = nil
    #expect(Self.places(sections, at: 0x1000) == ["$s5outer :0"])
    #expect(Self.places(sections, at: 0x1010) == ["$s5inner inlined :0", "$s5outer :0"])
    sections = CraftedDwarf().sections
    // The unit's entry alone.
    let root = Array(sections[.entries]!.prefix(4 + 7 + 1 + 8 + 5 + 4 + 8 + 4).dropFirst(4))
    sections[.entries] = TinyElf.little(UInt32(root.count)) + root
    #expect(Self.places(sections, at: 0x1010) == [" /src/parts/b.swift:3"])
  }

  @Test("of a second unit is found behind one of a kind that is not known")
  func units() {
    var sections = CraftedDwarf().sections
    let type = TinyElf.little(UInt16(5)) + [2, 8] + [UInt8](repeating: 0, count: 20)
    sections[.entries] = TinyElf.little(UInt32(type.count)) + type + sections[.entries]!
    #expect(Self.places(sections, at: 0x2000) == ["$s5other /src/a.swift:20"])
    // A length that leads out of the section ends the search.
    sections[.entries]!.replaceSubrange(0..<4, with: TinyElf.little(UInt32(0xffff)))
    #expect(Self.places(sections, at: 0x2000) == [])
  }

  @Test("with lines of an unordered sequence has the other sequences")
  func unordered() {
    var crafted = CraftedDwarf()
    // From 0x3000 back to 0x2ff0.
    crafted.tail =
      [0, 9, 2] + TinyElf.little(UInt64(0x3000)) + [1]
      + [0, 9, 2] + TinyElf.little(UInt64(0x2ff0)) + [1, 2, 0x40, 0, 1, 1]
    let lines = DwarfLines(DwarfSections(contents: crafted.sections), at: 0, folder: "/src")
    #expect(lines?.row(at: 0x3000) == nil && lines?.row(at: 0x2ff8) == nil)
    #expect(lines?.row(at: 0x1000)?.line == 10)
  }

  @Test("with a program that never divides by its line range, an operation of later versions, and a cut one")
  func programs() {
    var crafted = CraftedDwarf()
    crafted.lineRange = 0
    #expect(Self.places(crafted, at: 0x1000) == ["$s5outer :0"])
    crafted = CraftedDwarf()
    crafted.tail = [0, 200, 1]
    #expect(Self.places(crafted, at: 0x2000) == ["$s5other /src/a.swift:20"])
    crafted.tail = [0]
    #expect(Self.places(crafted, at: 0x2000) == ["$s5other /src/a.swift:20"])
  }

  @Test("whose links lead in a circle ends")
  func circle() {
    // The call describes itself: it is the entry behind those of `inner` and `outer`.
    var crafted = CraftedDwarf()
    let call = 4 + 7 + 1 + 8 + 5 + 4 + 8 + 4 + 1 + 6 + 9 + 1 + 9 + 8 + 4 + 2
    crafted.origin = UInt32(call)
    #expect(Self.places(crafted, at: 0x1010) == ["$s5outer /src/a.swift:10"])
  }

  @Test("that is cut gives answers or none", arguments: [4, 5])
  func cut(_ version: Int) {
    let whole = CraftedDwarf(version: version).sections
    var answers: Set<[String]> = []
    for (name, bytes) in whole {
      for count in stride(from: 0, to: bytes.count, by: 3) {
        var sections = whole
        sections[name] = Array(bytes[..<count])
        answers.insert(Self.places(sections, at: 0x1010))
      }
    }
    #expect(answers.count >= 4)
  }

  @Test("with a table of shapes that is cut has none of them, unless all that are needed are in front")
  func cutShapes() {
    // Two that are whole, with the codes 1 and 7; of the last one only the code and the tag.
    let table: [UInt8] = [1, 0x11, 1, 3, 8, 0, 0, 7, 0x2e, 0, 3, 8, 0, 0, 8, 0x2e]
    func tags(_ table: some Sequence<UInt8>, upTo last: UInt64? = nil) -> [UInt64?] {
      Array(table).withUnsafeBytes { bytes in
        var reader = ByteReader(bytes)
        let shapes = DwarfAbbreviations(&reader, DwarfFormat(), upTo: last) { _, _ in true }
        return [1, 7, 8].map { shapes.shape($0)?.tag }
      }
    }
    #expect(tags(table) == [nil, nil, nil] && tags(table, upTo: 7) == [0x11, 0x2e, nil])
    #expect(tags(table.prefix(14) + [0]) == [0x11, 0x2e, nil])
    #expect(tags(table + [0, 0, 0, 0]) == [0x11, 0x2e, 0x2e])
  }

  @Test("has indirect values of all forms but those that only a table of shapes can have")
  func indirectValues() {
    func value(_ bytes: [UInt8]) -> DwarfValue? {
      bytes.withUnsafeBytes { bytes in
        var reader = ByteReader(bytes)
        let value = DwarfForm.value(DwarfForm.indirect, &reader, DwarfFormat())
        return reader.hasFailed ? nil : value
      }
    }
    #expect(value([0x0b, 7]) == DwarfValue(kind: .constant, number: 7))
    for bytes in [[0x21, 7], [0x16, 0x0b, 7], [0x02, 7], [0x0b], []] as [[UInt8]] {
      #expect(value(bytes) == nil, "\(bytes)")
    }
  }

  @Test("has values that are as long where they are skipped as where they are read")
  func lengths() {
    // The length of a block, the end of a text, and any number.
    let bytes: [UInt8] = [2] + [UInt8](repeating: 0, count: 40)
    let formats = [DwarfFormat(), DwarfFormat(version: 2, offsetSize: 8, addressSize: 4)]
    for form in Array(0...0x2d) + [0x1f01, 0x1f02, 0x1f20, 0x1f21] as [UInt64] {
      for format in formats {
        let (read, skipped, hasFailed) = bytes.withUnsafeBytes { bytes in
          var (one, other) = (ByteReader(bytes), ByteReader(bytes))
          _ = DwarfForm.value(form, &one, format)
          DwarfForm.skip(form, &other, format)
          return (one.position, other.position, one.hasFailed)
        }
        let size = DwarfForm.size(form, format)
        #expect(read == skipped && (size == nil || size == read && !hasFailed), "\(form) \(format)")
      }
    }
  }

  @Test("has blocks with lengths of one, two or four bytes, or in LEB128")
  func blocks() {
    // The length is 1, or 257 in several bytes.
    let bytes: [UInt8] = [1, 1, 0, 0] + [UInt8](repeating: 0, count: 300)
    for (form, end) in [(0x0a, 2), (0x03, 259), (0x04, 261), (0x09, 2), (0x18, 2)] as [(UInt64, Int)] {
      bytes.withUnsafeBytes { bytes in
        var reader = ByteReader(bytes)
        DwarfForm.skip(form, &reader, DwarfFormat())
        #expect(reader.position == end && !reader.hasFailed, "\(form)")
      }
    }
  }

  @Test("that refers to the same bytes again and again is read up to a limit")
  func budget() {
    let sections = DwarfSections(contents: CraftedDwarf().sections)
    #expect(sections.mayRead(0) && sections.mayRead(1 << 29) && !sections.mayRead(1 << 29))
    // Nothing more is read then.
    #expect(!sections.mayRead(0) && DwarfUnit(sections, at: 0) == nil)
    #expect(DwarfLines(sections, at: 0, folder: "/src") == nil)
    #expect(DwarfFile(sections)?.places(at: 0x1000) == [])
  }
}
