/// Bytes of a font, big-endian. What lies outside of them reads as 0, so that a damaged offset harms nothing.
struct FontBytes: Sendable {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func u8(_ at: Int) -> Int { at >= 0 && at < bytes.count ? Int(bytes[at]) : 0 }

  func u16(_ at: Int) -> Int {
    guard at >= 0, at + 1 < bytes.count else { return 0 }
    return Int(bytes[at]) << 8 | Int(bytes[at + 1])
  }

  func i16(_ at: Int) -> Int { Int(Int16(truncatingIfNeeded: u16(at))) }

  func u32(_ at: Int) -> Int { u16(at) << 16 | u16(at + 2) }

  /// The first index below `count` whose key is not less than `key`, in sorted records. Damaged records give some index.
  func firstIndex(count: Int, notLess key: Int, _ keyAt: (Int) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if keyAt(middle) < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of a glyph in an OpenType coverage table; nil where it is not in it.
  func coverage(_ start: Int, _ glyph: Int) -> Int? {
    let count = u16(start + 2)
    if u16(start) == 1 {
      let index = firstIndex(count: count, notLess: glyph) { u16(start + 4 + 2 * $0) }
      return index < count && u16(start + 4 + 2 * index) == glyph ? index : nil
    }
    let index = firstIndex(count: count, notLess: glyph) { u16(start + 6 + 6 * $0) }
    let record = start + 4 + 6 * index
    guard index < count, u16(record) <= glyph else { return nil }
    return u16(record + 4) + glyph - u16(record)
  }
}

/// Tables of a font: the byte ranges by their tags.
struct FontDirectory: Sendable {
  /// More than any font has.
  static let mostTables = 128
  private(set) var tables: [Int: Range<Int>] = [:]

  /// - Parameters:
  ///   - data: the file, or at least its directory.
  ///   - size: the file's size; tables end there.
  init?(_ data: FontBytes, at start: Int, size: Int) {
    guard [0x0001_0000, 0x7472_7565, 0x4F54_544F].contains(data.u32(start)) else { return nil }
    let count = min(data.u16(start + 4), Self.mostTables)
    for index in 0..<count {
      let record = start + 12 + index * 16
      let (first, length) = (data.u32(record + 8), data.u32(record + 12))
      guard first < size else { continue }
      tables[data.u32(record)] = first..<min(first + length, size)
    }
  }

  /// Where a file's fonts begin: one, or those of a collection.
  static func starts(_ data: FontBytes) -> [Int] {
    guard data.u32(0) == 0x7474_6366 else { return [0] }
    return (0..<min(data.u32(8), 64)).map { data.u32(12 + 4 * $0) }
  }

  subscript(_ tag: StaticString) -> Range<Int>? {
    guard tag.utf8CodeUnitCount == 4 else { return nil }
    var word = 0
    for index in 0..<4 { word = word << 8 | Int(tag.utf8Start[index]) }
    return tables[word]
  }
}
