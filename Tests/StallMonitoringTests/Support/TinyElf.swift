/// A 64-bit little-endian ELF file of half a kilobyte: one segment, a note, a symbol.
enum TinyElf {
  static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// Segments follow the header; `names` is the section of the sections' names.
  static func header(segments: UInt16, sectionOffset: Int, names: UInt16, sections: UInt16 = 4) -> [UInt8] {
    [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8) + little(UInt16(3))
      + little(UInt16(62)) + little(UInt32(1)) + little(UInt64(0)) + little(UInt64(64))
      + little(UInt64(sectionOffset)) + little(UInt32(0)) + little(UInt16(64)) + little(UInt16(56))
      + little(segments) + little(UInt16(64)) + little(sections) + little(names)
  }

  /// An entry of the table of sections.
  static func section(
    _ type: UInt32, _ offset: Int, _ size: Int, name: UInt32 = 0, flags: UInt64 = 0, address: UInt64 = 0,
    link: UInt32 = 0
  ) -> [UInt8] {
    little(name) + little(type) + little(flags) + little(address) + little(UInt64(offset))
      + little(UInt64(size)) + little(link) + Array(repeating: 0, count: 20)
  }

  static func bytes(note: [UInt8]) -> [UInt8] {
    let names = Array("\0tiny\0".utf8)
    let symbol =
      little(UInt32(1)) + [0x12, 0] + little(UInt16(1)) + little(UInt64(0x1000)) + little(UInt64(0x20))
    let noteOffset = 64 + 56
    let namesOffset = noteOffset + note.count
    let symbolOffset = namesOffset + names.count
    let sectionOffset = symbolOffset + 24 + symbol.count
    let segment =
      little(UInt32(1)) + little(UInt32(5)) + little(UInt64(0)) + little(UInt64(0x1000))
      + little(UInt64(0x1000)) + little(UInt64(0x200)) + little(UInt64(0x200)) + little(UInt64(0x1000))
    return header(segments: 1, sectionOffset: sectionOffset, names: 0) + segment + note + names
      + [UInt8](repeating: 0, count: 24) + symbol
      + section(0, 0, 0) + section(7, noteOffset, note.count)
      + section(2, symbolOffset, 24 + symbol.count, link: 3) + section(3, namesOffset, names.count)
  }

  struct Function {
    var name: String
    var address: UInt64
    var size: UInt64
    /// 2: a function; 10: an indirect one.
    var kind: UInt8 = 2
  }

  /// A program with code at 0x1000, these functions in the order of its table, and a build. `segment`: the address that it gives
  /// to its first page, where it has one.
  static func program(
    _ functions: [Function], code: [UInt8] = [0x90], build: [UInt8] = [], segment: UInt64? = nil
  ) -> [UInt8] {
    var (names, symbols): ([UInt8], [UInt8]) = ([0], [UInt8](repeating: 0, count: 24))
    for function in functions {
      symbols += little(UInt32(names.count)) + [0x10 | function.kind, 0] + little(UInt16(1))
      symbols += little(function.address) + little(function.size)
      names += Array(function.name.utf8) + [0]
    }
    let note =
      little(UInt32(4)) + little(UInt32(build.count)) + little(UInt32(3)) + Array("GNU\0".utf8) + build
    let segments = segment.map {
      little(UInt32(1)) + little(UInt32(5)) + little(UInt64(0)) + little($0) + little($0)
        + little(UInt64(0x2000)) + little(UInt64(0x2000)) + little(UInt64(0x1000))
    }
    let codeOffset = 64 + (segments?.count ?? 0)
    let noteOffset = codeOffset + code.count
    let symbolOffset = noteOffset + note.count
    let nameOffset = symbolOffset + symbols.count
    let sectionOffset = nameOffset + names.count
    // Its first section has the note, where there is one.
    let sections =
      section(build.isEmpty ? 0 : 7, noteOffset, note.count)
      + section(1, codeOffset, code.count, address: 0x1000)
      + section(2, symbolOffset, symbols.count, link: 3) + section(3, nameOffset, names.count)
    return header(segments: segments == nil ? 0 : 1, sectionOffset: sectionOffset, names: 0)
      + (segments ?? []) + code + note + symbols + names + sections
  }

  /// A file of these sections alone.
  static func file(_ sections: [(name: String, flags: UInt64, bytes: [UInt8])]) -> [UInt8] {
    var (names, contents, table): ([UInt8], [UInt8], [UInt8]) = ([0], [], section(0, 0, 0))
    for part in sections {
      table += section(
        1, 64 + contents.count, part.bytes.count, name: UInt32(names.count), flags: part.flags)
      contents += part.bytes
      names += Array(part.name.utf8) + [0]
    }
    table += section(3, 64 + contents.count, names.count)
    let last = UInt16(sections.count + 1)
    return header(
      segments: 0, sectionOffset: 64 + contents.count + names.count, names: last, sections: last + 1)
      + contents + names + table
  }

  /// The same build without symbols, and with a `.gnu_debuglink` to where they are.
  static func stripped(note: [UInt8], link: String) -> [UInt8] {
    let names = Array("\0.gnu_debuglink\0".utf8)
    let target = Array(link.utf8) + [0, 1, 2, 3, 4]
    let noteOffset = 64
    let namesOffset = noteOffset + note.count
    let linkOffset = namesOffset + names.count
    let sectionOffset = linkOffset + target.count
    return header(segments: 0, sectionOffset: sectionOffset, names: 3) + note + names + target
      + section(0, 0, 0) + section(7, noteOffset, note.count)
      + section(1, linkOffset, target.count, name: 1) + section(3, namesOffset, names.count)
  }
}
