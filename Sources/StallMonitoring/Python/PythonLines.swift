/// Decodes the lines of a Python function's instructions, in the format of CPython 3.11 and later.
///
/// Each entry begins with a byte that has the highest bit set: four bits for the kind, three for the number of instructions.
struct PythonLines {
  /// The entries by their start in bytes; the line is nil for code without one.
  private var entries: [(start: Int, line: Int?)] = []
  private var end = 0
  static let longestTable = 1 << 20

  init(_ table: [UInt8], first: Int) {
    var line = first
    var reader = LineReader(bytes: table)
    while let head = reader.next(), head & 0x80 != 0 {
      let kind = head >> 3 & 15
      let count = (Int(head & 7) + 1) * 2
      var known = true
      switch kind {
      case 15: known = false
      case 13, 14: line = line &+ (reader.signed() ?? 0)
      case 10...12: line = line &+ Int(kind - 10)
      default: break
      }
      entries.append((end, known && line > 0 ? line : nil))
      end += count
      reader.skipEntry()
    }
  }

  /// - Parameter offset: of the instruction, bytes.
  func line(at offset: Int) -> Int? {
    guard offset >= 0, offset < end else { return nil }
    return entries.last(ofThoseFirst: { $0.start <= offset })?.line
  }

  private struct LineReader {
    let bytes: [UInt8]
    var place = 0

    mutating func next() -> UInt8? {
      guard place < bytes.count else { return nil }
      defer { place += 1 }
      return bytes[place]
    }

    /// Six bits a byte, the lowest first; of the number the lowest bit is the sign.
    mutating func signed() -> Int? {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while let byte = next() {
        value |= UInt64(byte & 63) << shift
        shift += 6
        if byte & 64 == 0 { return value & 1 == 1 ? -Int(value >> 1) : Int(value >> 1) }
        if shift > 36 { return nil }
      }
      return nil
    }

    /// To the next byte that begins an entry.
    mutating func skipEntry() { while place < bytes.count, bytes[place] & 0x80 == 0 { place += 1 } }
  }
}
