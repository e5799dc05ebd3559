import LinuxSystem

/// A program or library on disk: its sections, symbols and build id. Invalid files yield nothing, never a crash.
///
/// Its path may be a symbolic link, as for libraries, and its owner any user: nothing in it is trusted.
final class ElfFile {
  struct Section {
    var name: UInt32
    var type: UInt32
    var flags: UInt64
    var address: UInt64
    var offset: UInt64
    var size: UInt64
    var link: UInt32

    /// Whether the linker or `objcopy` has packed it.
    var isCompressed: Bool { flags & 0x800 != 0 }
  }

  static let symbolTable: UInt32 = 2
  static let dynamicSymbols: UInt32 = 11
  private static let noteSection: UInt32 = 7

  /// The largest part that is read at once. Sizes in the file are not trusted.
  private static let largestPart: UInt64 = 1 << 27

  private let file: ForeignFile
  private(set) var sections: [Section] = []
  /// The address that the file gives to its first page: what lies between it and where that page is mapped is the bias.
  private(set) var firstPage: UInt = 0

  /// Nil for an unknown one.
  private(set) lazy var architecture = bytes(at: 18, count: 2).flatMap {
    Architecture(rawValue: UInt16($0[0]) | UInt16($0[1]) << 8)
  }

  var size: UInt64 { UInt64(file.size) }
  var path: String { file.path }

  /// Nil when the file can not be opened or is not 64-bit little-endian ELF.
  init?(path: String) {
    guard let file = try? ForeignFile(path, links: .followed) else { return nil }
    self.file = file
    guard let found = readSections() else { return nil }
    sections = found
    firstPage = readFirstPage()
  }

  /// The bytes of a part of the file; nil when it is not there.
  func bytes(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard count > 0, count <= Self.largestPart else { return nil }
    return file.bytes(at: offset, count: count)
  }

  func bytes(of section: Section) -> [UInt8]? { bytes(at: section.offset, count: section.size) }

  /// The symbol tables there are, the full one first.
  var symbolSections: [Section] {
    sections.filter { $0.type == Self.symbolTable } + sections.filter { $0.type == Self.dynamicSymbols }
  }

  /// The linker's mark of this build, or empty.
  var buildID: [UInt8] {
    for section in sections where section.type == Self.noteSection && section.size < 4096 {
      guard let bytes = bytes(of: section) else { continue }
      let found = bytes.withUnsafeBytes { Self.buildID(in: $0) }
      if !found.isEmpty { return found }
    }
    return []
  }

  static func buildID(in notes: UnsafeRawBufferPointer) -> [UInt8] {
    var reader = ByteReader(notes)
    while !reader.isAtEnd {
      let nameSize = reader.u32()
      let size = reader.u32()
      let type = reader.u32()
      let isGNU =
        nameSize == 4 && reader.position + 4 <= notes.count && notes[reader.position] == UInt8(ascii: "G")
      reader.skip(padded(nameSize))
      let start = reader.position
      reader.skip(UInt64(size))
      if reader.hasFailed { return [] }
      if isGNU, type == 3 { return Array(notes[start..<reader.position]) }
      reader.skip(padded(size) - UInt64(size))
    }
    return []
  }

  /// The next multiple of four, in 64 bits: a damaged note may have the largest number of 32.
  private static func padded(_ size: UInt32) -> UInt64 { (UInt64(size) + 3) & ~3 }

  /// The address of the first page, by the first segment to be loaded.
  private func readFirstPage() -> UInt {
    guard let header = bytes(at: 0, count: 64) else { return 0 }
    let (offset, size, count) = header.withUnsafeBytes { bytes in
      (
        bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self),
        Int(bytes.loadUnaligned(fromByteOffset: 54, as: UInt16.self)),
        Int(bytes.loadUnaligned(fromByteOffset: 56, as: UInt16.self))
      )
    }
    guard size >= 56, count > 0, let table = bytes(at: offset, count: UInt64(size * count)) else { return 0 }
    return table.withUnsafeBytes { bytes in
      for index in 0..<count where bytes.loadUnaligned(fromByteOffset: index * size, as: UInt32.self) == 1 {
        return UInt(bytes.loadUnaligned(fromByteOffset: index * size + 16, as: UInt64.self)) & ~4095
      }
      return 0
    }
  }

  private func readSections() -> [Section]? {
    guard let header = bytes(at: 0, count: 64) else { return nil }
    let place: (offset: UInt64, size: Int, count: Int)? = header.withUnsafeBytes { bytes in
      guard bytes.loadUnaligned(as: UInt32.self) == 0x464c_457f, bytes[4] == 2, bytes[5] == 1 else {
        return nil
      }
      return (
        bytes.loadUnaligned(fromByteOffset: 40, as: UInt64.self),
        Int(bytes.loadUnaligned(fromByteOffset: 58, as: UInt16.self)),
        Int(bytes.loadUnaligned(fromByteOffset: 60, as: UInt16.self))
      )
    }
    guard let place else { return nil }
    guard place.size >= 64, place.count > 0,
      let table = bytes(at: place.offset, count: UInt64(place.size * place.count))
    else { return [] }
    return table.withUnsafeBytes { bytes in
      (0..<place.count).map { index in
        let at = index * place.size
        return Section(
          name: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self),
          type: bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self),
          flags: bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self),
          address: bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self),
          offset: bytes.loadUnaligned(fromByteOffset: at + 24, as: UInt64.self),
          size: bytes.loadUnaligned(fromByteOffset: at + 32, as: UInt64.self),
          link: bytes.loadUnaligned(fromByteOffset: at + 40, as: UInt32.self))
      }
    }
  }
}
