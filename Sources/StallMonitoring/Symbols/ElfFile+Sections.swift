import Packing

// Sections by name, and the file with the debug information.
extension ElfFile {
  /// Longer tables of names are invalid.
  private static let longestNames: UInt64 = 1 << 20

  /// The first section of the name; nil when there is none.
  func section(named name: String) -> Section? {
    guard let header = bytes(at: 0, count: 64) else { return nil }
    let index = header.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 62, as: UInt16.self)) }
    guard index < sections.count, sections[index].size <= Self.longestNames,
      let names = bytes(of: sections[index])
    else { return nil }
    let wanted = Array(name.utf8) + [0]
    return sections.first { section in
      let start = Int(section.name)
      return start < names.count && names[start...].starts(with: wanted)
    }
  }

  /// Whether all functions have names here, not only those that other files may call.
  var hasAllSymbols: Bool { sections.contains { $0.type == Self.symbolTable && $0.size > 24 } }

  /// Whether lines can be known from it.
  var hasLines: Bool {
    section(named: ".debug_line").map { $0.isCompressed ? packing($0) != nil : $0.size > 0 } ?? false
  }

  /// What stands in front of the bytes of a compressed section.
  private struct PackedHeader {
    enum Kind: UInt32 {
      case zlib = 1
      case zstandard
    }

    var kind: Kind
    /// The number of bytes before they were compressed.
    var size: Int

    static let bytes: UInt64 = 24
  }

  /// Nil for a section that is compressed in another way, or has nothing.
  private func packing(_ section: Section) -> PackedHeader? {
    guard section.size > PackedHeader.bytes, let header = bytes(at: section.offset, count: PackedHeader.bytes)
    else {
      return nil
    }
    return header.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      guard let kind = PackedHeader.Kind(rawValue: reader.u32()) else { return nil }
      reader.skip(4)
      guard let size = Int(exactly: reader.u64()), size > 0 else { return nil }
      return PackedHeader(kind: kind, size: size)
    }
  }

  /// The bytes of a compressed section; nil when it is damaged, or has more than `most`.
  func unpacked(_ section: Section, most: Int) -> [UInt8]? {
    guard let packing = packing(section), packing.size <= most, let packed = bytes(of: section) else {
      return nil
    }
    let contents = packed.dropFirst(Int(PackedHeader.bytes))
    return switch packing.kind {
    case .zlib: try? Inflate.zlib(contents, size: packing.size)
    case .zstandard: try? Zstandard.unpacked(contents, size: packing.size)
    }
  }

  /// The name of the file with the stripped debug information, noted by `objcopy --add-gnu-debuglink`: a bare file
  /// name, or nil.
  var debugLink: String? {
    guard let section = section(named: ".gnu_debuglink"), section.size <= 4_096,
      let bytes = bytes(of: section),
      let end = bytes.firstIndex(of: 0), end > 0
    else { return nil }
    let name = String(decoding: bytes[..<end], as: UTF8.self)
    return name.contains("/") || name == "." || name == ".." ? nil : name
  }
}

extension [UInt8] {
  /// "0a1b…", as build ids are written.
  var hexadecimal: String {
    let digits = Array<UInt8>("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
