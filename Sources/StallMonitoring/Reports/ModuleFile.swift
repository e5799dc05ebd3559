import Glibc

/// As much of an ELF file as is needed to say where its code lies and which build it is.
struct ModuleFile {
  private(set) var buildID: [UInt8] = []
  /// Offset in the file, address, and size of each part that is loaded.
  private var loads: [(offset: UInt, address: UInt, size: UInt)] = []

  /// Nil when the file can not be read, or is none of this machine's programs and libraries.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let head = Self.bytes(descriptor, 0, 64), head.count == 64, head[0] == 0x7F,
      head[1...3].elementsEqual("ELF".utf8), head[4] == 2, head[5] == 1
    else { return nil }
    let tableOffset: UInt64 = Self.word(head, 32)
    let entrySize = Int(Self.word(head, 54) as UInt16)
    let entryCount = Int(Self.word(head, 56) as UInt16)
    guard entrySize >= 56, entryCount > 0, let offset = Int(exactly: tableOffset),
      let table = Self.bytes(descriptor, offset, entrySize * entryCount),
      table.count == entrySize * entryCount
    else { return nil }
    for index in 0..<entryCount {
      let entry = Array(table[index * entrySize..<(index + 1) * entrySize])
      let kind: UInt32 = Self.word(entry, 0)
      let offset: UInt64 = Self.word(entry, 8)
      let address: UInt64 = Self.word(entry, 16)
      let size: UInt64 = Self.word(entry, 32)
      if kind == 1 { loads.append((UInt(offset), UInt(address), UInt(size))) }
      if kind == 4, buildID.isEmpty, size <= 1 << 16, let place = Int(exactly: offset),
        let notes = Self.bytes(descriptor, place, Int(size))
      {
        buildID = Self.buildID(in: notes)
      }
    }
  }

  /// The address at which the file wants the byte at the offset to be. Mappings begin at whole pages, loads do not.
  func address(ofOffset offset: UInt) -> UInt {
    let load = loads.last { $0.offset & ~4095 <= offset } ?? (0, 0, 0)
    return load.address &- load.offset &+ offset
  }

  private static func buildID(in notes: [UInt8]) -> [UInt8] {
    var place = 0
    while place + 12 <= notes.count {
      let nameSize = Int(word(notes, place) as UInt32)
      let size = Int(word(notes, place + 4) as UInt32)
      let kind: UInt32 = word(notes, place + 8)
      let start = place + 12 + (nameSize + 3) & ~3
      guard start + size <= notes.count else { break }
      if kind == 3, nameSize == 4, notes[(place + 12)..<(place + 15)].elementsEqual("GNU".utf8), size <= 64 {
        return Array(notes[start..<start + size])
      }
      place = start + (size + 3) & ~3
    }
    return []
  }

  private static func word<Word: FixedWidthInteger>(_ bytes: [UInt8], _ offset: Int) -> Word {
    bytes.withUnsafeBytes { Word(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Word.self)) }
  }

  private static func bytes(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
    guard got >= 0 else { return nil }
    bytes.removeSubrange(got...)
    return bytes
  }
}
