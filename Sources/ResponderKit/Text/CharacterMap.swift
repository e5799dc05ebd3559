/// A font's `cmap`: the glyphs of code points, by formats 4 and 12.
struct CharacterMap: Sendable {
  private let data: FontBytes
  private let start: Int
  private let isWide: Bool

  /// - Parameter table: the table's range in `data`.
  init?(_ data: FontBytes, _ table: Range<Int>) {
    self.data = data
    var best = (rank: 0, start: 0, isWide: false)
    for index in 0..<min(data.u16(table.lowerBound + 2), 64) {
      let record = table.lowerBound + 4 + index * 8
      let (platform, encoding) = (data.u16(record), data.u16(record + 2))
      let start = table.lowerBound + data.u32(record + 4)
      guard platform == 0 || platform == 3, start < data.count else { continue }
      let format = data.u16(start)
      guard format == 4 || format == 12 else { continue }
      // A symbol font's codes are its own.
      let rank = format == 12 ? 3 : platform == 3 && encoding == 0 ? 1 : 2
      if rank > best.rank { best = (rank, start, format == 12) }
    }
    guard best.rank > 0 else { return nil }
    start = best.start
    isWide = best.isWide
  }

  /// The glyph of a code point; 0 if there is none.
  func glyph(_ scalar: Unicode.Scalar) -> Int {
    isWide ? wide(Int(scalar.value)) : scalar.value > 0xFFFF ? 0 : narrow(Int(scalar.value))
  }

  private func narrow(_ code: Int) -> Int {
    let size = data.u16(start + 6) & ~1
    let (ends, starts) = (start + 14, start + 16 + size)
    let index = data.firstIndex(count: size / 2, notLess: code) { data.u16(ends + 2 * $0) }
    guard index < size / 2 else { return 0 }
    let first = data.u16(starts + 2 * index)
    guard first <= code else { return 0 }
    let delta = data.u16(starts + size + 2 * index)
    let place = starts + 2 * size + 2 * index
    let offset = data.u16(place)
    if offset == 0 { return (code + delta) & 0xFFFF }
    let glyph = data.u16(place + offset + 2 * (code - first))
    return glyph == 0 ? 0 : (glyph + delta) & 0xFFFF
  }

  private func wide(_ code: Int) -> Int {
    let groups = start + 16
    let count = min(data.u32(start + 12), max(data.count - groups, 0) / 12)
    let index = data.firstIndex(count: count, notLess: code) { data.u32(groups + 12 * $0 + 4) }
    guard index < count else { return 0 }
    let first = data.u32(groups + 12 * index)
    return first <= code ? data.u32(groups + 12 * index + 8) + code - first : 0
  }
}
