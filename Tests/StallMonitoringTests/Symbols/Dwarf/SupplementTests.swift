import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// Entries and texts that `dwz` has moved to a file beside those that have them in common.
@Suite("Supplements of debug information", .hangLimit) struct SupplementTests {
  private static func places(
    _ sections: [DwarfSections.Name: [UInt8]], with supplement: [DwarfSections.Name: [UInt8]]?
  ) -> [String] {
    let sections = DwarfSections(contents: sections, supplement: supplement)
    return DwarfFileTests.places(DwarfFile(sections), at: 0x1010)
  }

  @Test(
    "give inlined functions their names",
    arguments: [(4, [0xa0, 0x3e]), (5, [0x1c]), (4, [0x1c])] as [(Int, [UInt8])])
  func entries(_ version: Int, _ form: [UInt8]) {
    // The place of the entry is the same in both: the link of the first leads to the second's.
    let sections = CraftedDwarf(version: version, originForm: form).sections
    let other = CraftedDwarf(version: version).sections
    #expect(Self.places(sections, with: other) == DwarfFileTests.places(other, at: 0x1010))
    let without = ["$s5outer /src/a.swift:10"]
    #expect(Self.places(sections, with: nil) == without && Self.places(sections, with: [:]) == without)
    // A link of the supplement's own leads to nothing, and one to nowhere does not, either.
    let far = CraftedDwarf(version: version, origin: 0x7fff_ffff, originForm: form).sections
    #expect(Self.places(far, with: sections) == without)
  }

  @Test("give texts", arguments: [0x1d, 0x1f21] as [UInt64])
  func texts(_ form: UInt64) throws {
    let own = CraftedDwarf().sections
    let value = [9, 0, 0, 0].withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      return DwarfForm.value(form, &reader, DwarfFormat())
    }
    func text(_ supplement: [DwarfSections.Name: [UInt8]]?) throws -> String {
      let sections = DwarfSections(contents: own, supplement: supplement)
      return try #require(DwarfUnit(sections, at: 0)).text(value)
    }
    #expect(try text(CraftedDwarf(version: 5).sections) == "$s5inner")
    #expect(try text([:]) == "" && text(nil) == "")
  }

  @Test("have links of eight bytes, too")
  func longLinks() {
    let bytes: [UInt8] = [1, 2, 0, 0, 0, 0, 0, 0x80, 9]
    bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      let value = DwarfForm.value(0x24, &reader, DwarfFormat())
      #expect(value == DwarfValue(kind: .sharedEntry, number: 0x8000_0000_0000_0201) && reader.position == 8)
    }
  }

  // MARK: Files

  /// A file with a crafted link, and a supplement of a build beside it.
  private static func write(_ link: [UInt8], in section: String, to path: String) throws -> ElfFile {
    try Data(TinyElf.file([(section, 0, link)])).write(to: URL(fileURLWithPath: path))
    return try #require(ElfFile(path: path))
  }

  private static let build: [UInt8] = [0xab, 1, 2, 3]

  @Test("are found by the path that a file has for them, only of the build that it names")
  func paths() throws {
    let folder = try TemporaryFolder()
    let other = folder.path + "/common"
    try Data(TinyElf.program([], build: Self.build)).write(to: URL(fileURLWithPath: other))
    for path in ["common", "./common", other] {
      let file = try Self.write(
        Array(path.utf8) + [0] + Self.build, in: ".gnu_debugaltlink", to: folder.path + "/program")
      #expect(file.supplement(nil)?.path.hasSuffix("/common") == true, "\(path)")
    }
    for id in [[0xab, 1, 2, 4], [0xab, 1, 2], []] as [[UInt8]] {
      let file = try Self.write(
        Array(other.utf8) + [0] + id, in: ".gnu_debugaltlink", to: folder.path + "/program")
      #expect(file.supplement(nil) == nil, "\(id)")
    }
    // Without a zero there is no name; of DWARF 5, the kind is said, and the ID's length.
    for (link, section) in [
      (Array("common".utf8), ".gnu_debugaltlink"),
      ([5, 0, 1] + Array("common".utf8) + [0, 4] + Self.build, ".debug_sup"),
      ([5, 0, 0] + Array("common".utf8) + [0, 5] + Self.build, ".debug_sup"),
    ] as [([UInt8], String)] {
      #expect(try Self.write(link, in: section, to: folder.path + "/program").supplement(nil) == nil)
    }
    let link = [5, 0, 0] + Array("common".utf8) + [0, 4] + Self.build
    #expect(try Self.write(link, in: ".debug_sup", to: folder.path + "/program").supplement(nil) != nil)
  }

  @Test("are found from where a link to the file leads, and in folders of symbols")
  func folders() throws {
    let folder = try TemporaryFolder()
    let link = Array("../shared/common".utf8) + [0] + Self.build
    for name in ["/lib", "/links", "/links/deep", "/shared"] { mkdir(folder.path + name, 0o755) }
    _ = try Self.write(link, in: ".gnu_debugaltlink", to: folder.path + "/lib/program")
    symlink("../../lib/program", folder.path + "/links/deep/program")
    let file = try #require(ElfFile(path: folder.path + "/links/deep/program"))
    #expect(file.supplement(nil) == nil)
    let other = Data(TinyElf.program([], build: Self.build))
    for (place, isBeside) in [
      ("/shared/common", true), ("/symbols/.dwz/common", false), ("/symbols/x/y", false),
    ] {
      let path = folder.path + place
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try other.write(to: URL(fileURLWithPath: path))
      let search = SymbolSearch(folders: [folder.path + "/symbols"])
      #expect((file.supplement(nil) != nil) == isBeside && file.supplement(search) != nil, "\(place)")
      unlink(path)
    }
  }

  @Test("of DWARF 5 need no build id: the ID of their note counts, by the path and in folders of symbols")
  func notes() throws {
    let folder = try TemporaryFolder()
    let link = [5, 0, 0] + Array("common".utf8) + [0, 4] + Self.build
    let file = try Self.write(link, in: ".debug_sup", to: folder.path + "/program")
    for place in ["/common", "/symbols/deep/any"] {
      let path = folder.path + place
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      for (note, isIt) in [
        ([5, 0, 1, 0, 4] + Self.build, true), ([5, 0, 1, 0, 4, 0xab, 1, 2, 4], false),
        ([5, 0, 1, 0, 0], false), ([5, 0, 0, 0, 4] + Self.build, false),
      ] as [([UInt8], Bool)] {
        _ = try Self.write(note, in: ".debug_sup", to: path)
        let search = SymbolSearch(folders: [folder.path + "/symbols"])
        #expect((file.supplement(search) != nil) == isIt, "\(place) \(note)")
      }
      unlink(path)
    }
  }

  @Test("that dwz has made give what was there before", arguments: ["-gdwarf-4", "-gdwarf-5"])
  func program(_ version: String) throws {
    let folder = try TemporaryFolder()
    guard try ChildProgram.shell("dwz --version").status == 0,
      let library = try CompiledLinesTests.compile("gcc -O2 \(version)", in: folder),
      try CompiledLinesTests.compile("gcc -O2 \(version) -fno-inline", in: folder, as: "other.so") != nil
    else {
      print("skipped: no gcc, or no dwz")
      return
    }
    let before = try CompiledLinesTests.places(of: library)
    let way = version == "-gdwarf-5" ? "--dwarf-5" : ""
    let moved = try ChildProgram.shell("cd '\(folder.path)' && dwz \(way) -m common library.so other.so")
    try #require(moved.status == 0, "\(moved.output)")
    try #require(ElfFile(path: library)?.supplementLink != nil)
    #expect(try CompiledLinesTests.places(of: library) == before)
    unlink(folder.path + "/common")
    #expect(try CompiledLinesTests.places(of: library) != before)
  }
}
