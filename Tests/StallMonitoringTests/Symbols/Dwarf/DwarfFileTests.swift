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
