/// How much nearer two neighbouring glyphs are: pair adjustment of `GPOS`, else the table `kern`.
struct Kerning: Sendable {
  private let data: FontBytes
  /// Beginnings of pair adjustment subtables.
  private var adjustments: [Int] = []
  /// Pairs of `kern`: first byte, and how many.
  private var pairs: [(start: Int, count: Int)] = []

  init(_ data: FontBytes, _ directory: FontDirectory) {
    self.data = data
    if let table = directory["GPOS"] { readAdjustments(table.lowerBound) }
    if adjustments.isEmpty, let table = directory["kern"] { readPairs(table) }
  }

  /// In units of the font.
  func distance(_ left: Int, _ right: Int) -> Int {
    for start in adjustments {
      if let distance = adjustment(start, left, right) { return distance }
    }
    for (start, count) in pairs {
      let key = left << 16 | right
      let index = data.firstIndex(count: count, notLess: key) { data.u32(start + 6 * $0) }
      if index < count, data.u32(start + 6 * index) == key { return data.i16(start + 6 * index + 4) }
    }
    return 0
  }

  // MARK: kern

  private mutating func readPairs(_ table: Range<Int>) {
    var at = table.lowerBound + 4
    for _ in 0..<min(data.u16(table.lowerBound + 2), 16) where at < table.upperBound {
      let coverage = data.u16(at + 4)
      // Format 0; horizontal, neither minima nor across the line.
      if coverage >> 8 == 0, coverage & 7 == 1 {
        pairs.append((at + 14, min(data.u16(at + 6), max(table.upperBound - at - 14, 0) / 6)))
      }
      at += max(data.u16(at + 2), 6)
    }
  }

  // MARK: GPOS

  private mutating func readAdjustments(_ start: Int) {
    let (features, lookups) = (start + data.u16(start + 6), start + data.u16(start + 8))
    var wanted: Set<Int> = []
    for index in 0..<min(data.u16(features), 512) {
      let record = features + 2 + 6 * index
      guard data.u32(record) == 0x6B65_726E else { continue }
      let feature = features + data.u16(record + 4)
      for item in 0..<min(data.u16(feature + 2), 64) { wanted.insert(data.u16(feature + 4 + 2 * item)) }
    }
    let count = data.u16(lookups)
    for index in wanted.sorted().prefix(64) where index < count {
      let lookup = lookups + data.u16(lookups + 2 + 2 * index)
      let type = data.u16(lookup)
      for item in 0..<min(data.u16(lookup + 4), 64) where adjustments.count < 256 {
        let table = lookup + data.u16(lookup + 6 + 2 * item)
        if type == 2 { adjustments.append(table) }
        // An extension: the same, farther away.
        if type == 9, data.u16(table + 2) == 2 { adjustments.append(table + data.u32(table + 4)) }
      }
    }
  }

  /// A subtable's value for a pair; nil when it has none.
  private func adjustment(_ start: Int, _ left: Int, _ right: Int) -> Int? {
    guard let covered = data.coverage(start + data.u16(start + 2), left) else { return nil }
    let (first, second) = (data.u16(start + 4), data.u16(start + 6))
    let size = 2 * (first.nonzeroBitCount + second.nonzeroBitCount)
    let place = 2 * (first & 3).nonzeroBitCount
    func advance(_ values: Int) -> Int { first & 4 == 0 ? 0 : data.i16(values + place) }
    switch data.u16(start) {
    case 1:
      guard covered < data.u16(start + 8) else { return nil }
      let set = start + data.u16(start + 10 + 2 * covered)
      let count = data.u16(set)
      let index = data.firstIndex(count: count, notLess: right) { data.u16(set + 2 + $0 * (size + 2)) }
      let record = set + 2 + index * (size + 2)
      return index < count && data.u16(record) == right ? advance(record + 2) : nil
    case 2:
      let row = glyphClass(start + data.u16(start + 8), left)
      let column = glyphClass(start + data.u16(start + 10), right)
      let columns = data.u16(start + 14)
      guard row < data.u16(start + 12), column < columns else { return nil }
      return advance(start + 16 + (row * columns + column) * size)
    default: return nil
    }
  }

  private func glyphClass(_ start: Int, _ glyph: Int) -> Int {
    if data.u16(start) == 1 {
      let index = glyph - data.u16(start + 2)
      return index >= 0 && index < data.u16(start + 4) ? data.u16(start + 6 + 2 * index) : 0
    }
    let count = data.u16(start + 2)
    let index = data.firstIndex(count: count, notLess: glyph) { data.u16(start + 6 + 6 * $0) }
    let record = start + 4 + 6 * index
    return index < count && data.u16(record) <= glyph ? data.u16(record + 4) : 0
  }
}
