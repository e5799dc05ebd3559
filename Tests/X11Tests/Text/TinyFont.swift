/// A TrueType font of four letters, made of bytes. 1000 units are its size.
///
/// `A` is a box from (100, 0) to (500, 700); `B` is that at half its size, 100 farther right; `O` is round, without a
/// point on its curve; `code` has the box, too, and may be beyond 16 bits.
struct TinyFont {
  enum Kerning: CaseIterable, Sendable { case none, table, pairs, classes }

  var family: String
  var kerning = Kerning.none
  var code: UInt32 = 0x1F600
  /// Where the left edge of `A` is shown: with the shape's own, nothing is moved.
  var bearing = 100
  /// How many glyphs have a width of their own: the others have the last one.
  var widths = 4
  var weight = 400
  /// 5 is normal, less is condensed.
  var width = 5
  /// What its table `kern` is for: 1 for distances along the line.
  var coverage = 1
  /// PostScript's outlines, with parts of their own when it has numbers instead of names.
  var compact: TinyCompactOutlines?

  var bytes: [UInt8] {
    let glyphs: [[UInt8]] = [[], box, composed, round]
    var places: [UInt8] = []
    var shapes: [UInt8] = []
    for glyph in glyphs {
      places += u32(shapes.count)
      shapes += glyph + [UInt8](repeating: 0, count: (4 - glyph.count % 4) % 4)
    }
    places += u32(shapes.count)
    var tables: [(String, [UInt8])] = [
      ("OS/2", metrics), ("cmap", codes), ("glyf", shapes), ("head", head), ("hhea", line),
      ("hmtx", advances), ("loca", places), ("maxp", u32(0x10000) + u16(4)),
      ("name", name),
    ]
    if let compact {
      tables.removeAll { $0.0 == "glyf" || $0.0 == "loca" }
      tables.append(("CFF ", compact.bytes))
    }
    if kerning == .table {
      tables.append(("kern", u16(0, 1) + u16(0, 20, coverage) + u16(1, 0, 0, 0) + u16(1, 2, -80)))
    } else if kerning != .none {
      tables.append(("GPOS", positions))
    }
    var file = u32(0x10000) + u16(tables.count, 0, 0, 0)
    var body: [UInt8] = []
    for (tag, bytes) in tables {
      file += Array(tag.utf8) + u32(0, 12 + 16 * tables.count + body.count, bytes.count)
      body += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return file + body
  }

  private func u16(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
  private func u32(_ values: Int...) -> [UInt8] { values.flatMap { u16($0 >> 16, $0) } }

  private var head: [UInt8] {
    [UInt8](repeating: 0, count: 18) + u16(1000) + [UInt8](repeating: 0, count: 30) + u16(1, 0)
  }
  private var line: [UInt8] {
    u32(0x10000) + u16(800, -200, 100) + [UInt8](repeating: 0, count: 24) + u16(widths)
  }
  /// Widths and left side bearings, then bearings alone.
  private var advances: [UInt8] {
    let all = [(0, 0), (600, bearing), (500, 0), (700, 0)]
    return all.prefix(widths).flatMap { u16($0, $1) } + all.dropFirst(widths).flatMap { u16($1) }
  }
  private var metrics: [UInt8] {
    u16(4, 0, weight, width) + [UInt8](repeating: 0, count: 80) + u16(700) + [UInt8](repeating: 0, count: 6)
  }
  private var name: [UInt8] {
    let text = family.utf16.flatMap { u16(Int($0)) }
    return u16(0, 1, 18) + u16(3, 1, 0x409, 1, text.count, 0) + text
  }
  private var box: [UInt8] {
    u16(1, 100, 0, 500, 700) + u16(3, 0) + [1, 1, 1, 1] + u16(100, 0, 400, 0) + u16(0, 700, 0, -700)
  }
  private var composed: [UInt8] { u16(-1, 0, 0, 0, 0) + u16(0x0B, 1, 100, 0, 0x2000) }
  private var round: [UInt8] {
    u16(1, 0, 0, 600, 600) + u16(3, 0) + [0, 0, 0, 0] + u16(0, 0, 600, 0) + u16(0, 600, 0, -600)
  }

  /// Format 4 for the letters, format 12 for them and the code.
  private var codes: [UInt8] {
    let narrow =
      u16(4, 40, 0, 6, 4, 1, 2) + u16(0x42, 0x4F, 0xFFFF) + u16(0) + u16(0x41, 0x4F, 0xFFFF)
      + u16(-0x40, 3 - 0x4F, 1) + u16(0, 0, 0)
    let groups = u32(0x41, 0x42, 1) + u32(0x4F, 0x4F, 3) + u32(Int(code), Int(code), 1)
    let wide = u16(12, 0) + u32(16 + groups.count, 0, 3) + groups
    return u16(0, 2, 3, 1) + u32(20) + u16(3, 10) + u32(20 + narrow.count) + narrow + wide
  }

  private var positions: [UInt8] {
    let adjustment =
      kerning == .pairs
      ? u16(1, 18, 4, 0, 1, 12) + u16(1, 2, -80) + u16(1, 1, 1)
      : u16(2, 24, 4, 0, 30, 36, 2, 2) + u16(0, -80, 0, 0) + u16(1, 1, 1) + u16(1, 1, 0)
        + u16(1, 2, 1, 1)
    let lookup = u16(1, 4) + u16(2, 0, 1, 8) + adjustment
    let features = u16(1) + Array("kern".utf8) + u16(8) + u16(0, 1, 0)
    return u16(1, 0, 10, 10, 10 + features.count) + features + lookup
  }
}
