/// The functions of a file by address. The names stay in the file until one is asked for.
///
/// Nothing of it changes, and it reads its file at places: from any thread.
final class SymbolTable: @unchecked Sendable {
  struct Symbol {
    var address: UInt64
    var size: UInt64
    /// Where its name is in the file.
    var name: UInt64
  }

  private let file: ElfFile
  private let entries: [Symbol]

  /// Nil when the file can not be read or is of another build; a file without symbols gives an empty table.
  ///
  /// - Parameter buildID: empty for any build.
  init?(path: String, buildID: [UInt8] = []) {
    guard let file = ElfFile(path: path), buildID.isEmpty || file.buildID == buildID else { return nil }
    self.file = file
    entries = Self.functions(of: file)
  }

  var count: Int { entries.count }
  var buildID: [UInt8] { file.buildID }

  /// The function around an address of the file, its raw name and how far into it the address is.
  func function(at address: UInt64) -> (name: String, offset: UInt64)? {
    guard
      let entry = Self.find(address, count: entries.count, at: { (entries[$0].address, entries[$0].size) })
    else {
      return nil
    }
    let name = file.text(at: entries[entry].name)
    return name.isEmpty ? nil : (name, address - entries[entry].address)
  }

  /// The functions of the full table and of the dynamic one, by address.
  static func functions(of file: ElfFile) -> [Symbol] {
    var entries: [Symbol] = []
    for section in file.symbolSections.prefix(1) {
      guard Int(section.link) < file.sections.count, let table = file.bytes(of: section) else { continue }
      let names = file.sections[Int(section.link)].offset
      table.withUnsafeBytes { bytes in
        entries.reserveCapacity(bytes.count / 24)
        for at in stride(from: 0, through: bytes.count - 24, by: 24) {
          let kind = bytes[at + 4] & 15
          let address = bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
          // Functions, and GNU's indirect functions, which choose their code when first called.
          guard kind == 2 || kind == 10, address != 0 else { continue }
          entries.append(
            Symbol(
              address: address, size: bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self),
              name: names &+ UInt64(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))))
        }
      }
    }
    entries.sort { ($0.address, $1.size) < ($1.address, $0.size) }
    return entries
  }

  /// The last function that starts at or before the address and reaches to it.
  @inline(__always)
  static func find(_ address: UInt64, count: Int, at entry: (Int) -> (address: UInt64, size: UInt64)) -> Int?
  {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if entry(middle).address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    // Aliases share an address; one of them may have no size.
    var index = low - 1
    let start = entry(index).address
    while true {
      let candidate = entry(index)
      guard candidate.address == start else { return nil }
      if candidate.size == 0 || address - candidate.address < candidate.size { return index }
      if index == 0 { return nil }
      index -= 1
    }
  }
}

/// Where a file's functions start: all that unwinding needs of its symbols, 16 bytes each.
struct FunctionStarts {
  private let ranges: [(start: UInt64, size: UInt64)]

  init(path: String) {
    ranges = ElfFile(path: path).map { SymbolTable.functions(of: $0).map { ($0.address, $0.size) } } ?? []
  }

  func start(of address: UInt) -> UInt? {
    SymbolTable.find(UInt64(address), count: ranges.count) { (ranges[$0].start, ranges[$0].size) }
      .map { UInt(ranges[$0].start) }
  }
}
