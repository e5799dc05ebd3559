/// Finds names of some functions of a file in one pass over its symbols, without keeping the table.
///
/// For the monitored program itself, which asks rarely and about few addresses.
enum FunctionScan {
  struct Function: Equatable {
    var start: UInt64
    var name: String
  }

  /// The assumed size of symbols without one, as in assembly.
  private static let longestUnsized: UInt64 = 1 << 16

  /// - Parameter addresses: of the file. The answer lacks those in no function.
  static func find(_ addresses: some Sequence<UInt64>, in file: ElfFile) -> [UInt64: Function] {
    let wanted = Set(addresses).sorted()
    guard let section = file.symbolSections.first, Int(section.link) < file.sections.count,
      let table = file.bytes(of: section), let first = wanted.first, let last = wanted.last
    else { return [:] }
    let names = file.sections[Int(section.link)].offset
    /// For each address the closest symbol before it.
    var best = [(start: UInt64, size: UInt64, name: UInt64)?](repeating: nil, count: wanted.count)
    table.withUnsafeBytes { bytes in
      for at in stride(from: 0, through: bytes.count - 24, by: 24) {
        let start = bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
        guard start <= last, start != 0 else { continue }
        let kind = bytes[at + 4] & 15
        guard kind == 2 || kind == 10 else { continue }
        let size = bytes.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)
        let (sum, isTooFar) = start.addingReportingOverflow(size == 0 ? longestUnsized : size)
        let end = isTooFar ? UInt64.max : sum
        guard end > first else { continue }
        var index = wanted.partition(from: start)
        while index < wanted.count, wanted[index] < end {
          // Of several names of one place, the one with the smallest size, like `SymbolTable`.
          if best[index].map({ ($0.start, size) < (start, $0.size) }) ?? true {
            let name = UInt64(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
            best[index] = (start, size, names &+ name)
          }
          index += 1
        }
      }
    }
    var found: [UInt64: Function] = [:]
    for (address, symbol) in zip(wanted, best) {
      guard let symbol else { continue }
      let name = file.text(at: symbol.name)
      if !name.isEmpty { found[address] = Function(start: symbol.start, name: name) }
    }
    return found
  }
}

extension [UInt64] {
  /// Where the first element is that is at least `value`, of sorted ones.
  fileprivate func partition(from value: UInt64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ElfFile {
  /// The text at a place of the file, up to its zero; empty when it has no end nearby.
  func text(at offset: UInt64) -> String {
    // Swift's names may be long: read on until the end of the text.
    var size: UInt64 = 256
    while offset < self.size {
      guard let bytes = bytes(at: offset, count: min(size, self.size - offset)) else { return "" }
      if let end = bytes.firstIndex(of: 0) { return String(decoding: bytes[..<end], as: UTF8.self) }
      if UInt64(bytes.count) < size || size > 1 << 16 { return "" }
      size *= 4
    }
    return ""
  }
}
