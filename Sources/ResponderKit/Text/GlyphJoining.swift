/// Shapes of joined letters and of pairs: the substitutions `isol`, `init`, `medi`, `fina` and `rlig` of a font's `GSUB`.
struct GlyphJoining: Sendable {
  private let data: FontBytes
  /// Beginnings of subtables that put one glyph in place of another, by feature.
  private var single: [Int: [Int]] = [:]
  /// Beginnings of subtables of ligatures, and whether marks between their letters are skipped.
  private var joined: [(start: Int, ignoresMarks: Bool)] = []

  private static let forms: [ArabicJoining.JoinedForm: Int] = [
    .isolated: 0x6973_6F6C, .initial: 0x696E_6974, .medial: 0x6D65_6469, .final: 0x6669_6E61,
  ]
  private static let ligatures = 0x726C_6967

  init(_ data: FontBytes, _ table: Range<Int>?) {
    self.data = data
    guard let start = table?.lowerBound else { return }
    let (features, lookups) = (start + data.u16(start + 6), start + data.u16(start + 8))
    var wanted: [Int: Set<Int>] = [:]
    for index in 0..<min(data.u16(features), 512) {
      let record = features + 2 + 6 * index
      let tag = data.u32(record)
      guard tag == Self.ligatures || Self.forms.values.contains(tag) else { continue }
      let feature = features + data.u16(record + 4)
      for item in 0..<min(data.u16(feature + 2), 64) {
        wanted[tag, default: []].insert(data.u16(feature + 4 + 2 * item))
      }
    }
    let count = data.u16(lookups)
    for (tag, numbers) in wanted {
      for index in numbers.sorted().prefix(64) where index < count {
        let lookup = lookups + data.u16(lookups + 2 + 2 * index)
        read(lookup, for: tag)
      }
    }
  }

  private mutating func read(_ lookup: Int, for tag: Int) {
    let ignoresMarks = data.u16(lookup + 2) & 8 != 0
    for item in 0..<min(data.u16(lookup + 4), 64) {
      var (table, type) = (lookup + data.u16(lookup + 6 + 2 * item), data.u16(lookup))
      // An extension: the same, farther away.
      if type == 7 { (table, type) = (table + data.u32(table + 4), data.u16(table + 2)) }
      if type == 1, tag != Self.ligatures { single[tag, default: []].append(table) }
      if type == 4, tag == Self.ligatures, joined.count < 256 { joined.append((table, ignoresMarks)) }
    }
  }

  /// The glyph of a letter's form; the same one where the font has no other.
  func glyph(_ glyph: Int, _ form: ArabicJoining.JoinedForm) -> Int {
    guard let tag = Self.forms[form] else { return glyph }
    for start in single[tag] ?? [] {
      guard let covered = data.coverage(start + data.u16(start + 2), glyph) else { continue }
      if data.u16(start) == 1 { return (glyph + data.i16(start + 4)) & 0xFFFF }
      if covered < data.u16(start + 4) { return data.u16(start + 6 + 2 * covered) }
    }
    return glyph
  }

  /// What stands for the first of some glyphs and those behind it.
  ///
  /// - Parameter glyphs: each with whether it is a mark.
  /// - Returns: the glyph, and the places of the glyphs that it replaces.
  func ligature(_ glyphs: [(glyph: Int, isMark: Bool)]) -> (glyph: Int, places: [Int])? {
    guard let first = glyphs.first else { return nil }
    for (start, ignoresMarks) in joined {
      guard let covered = data.coverage(start + data.u16(start + 2), first.glyph),
        covered < data.u16(start + 4)
      else { continue }
      let set = start + data.u16(start + 6 + 2 * covered)
      for item in 0..<min(data.u16(set), 256) {
        let ligature = set + data.u16(set + 2 + 2 * item)
        let count = data.u16(ligature + 2)
        guard 2...8 ~= count else { continue }
        var (places, next) = ([0], 1)
        while places.count < count, next < glyphs.count {
          if ignoresMarks, glyphs[next].isMark {
            next += 1
            continue
          }
          guard glyphs[next].glyph == data.u16(ligature + 2 + 2 * places.count) else { break }
          places.append(next)
          next += 1
        }
        if places.count == count { return (data.u16(ligature), places) }
      }
    }
    return nil
  }
}
