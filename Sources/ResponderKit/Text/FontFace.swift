import Synchronization

/// A font, with TrueType's or PostScript's outlines: shapes, widths and distances of its glyphs.
final class FontFace: Sendable {
  private static let lastNumber = Atomic(0)

  /// A number that no other face of the process has.
  let number: Int
  let data: FontBytes
  let unitsPerEm: Double
  /// Parts of the size: how far letters rise above the line and sink below it, and what is left free between lines.
  let ascent: Double
  let descent: Double
  let lineGap: Double
  /// How high a capital letter is, a part of the size.
  let capHeight: Double
  let description: FontDescription

  private let map: CharacterMap
  private let kerning: Kerning
  /// Shapes of letters that are joined.
  let joining: GlyphJoining
  private let glyphCount: Int
  private let widths: Range<Int>
  private let widthCount: Int
  private let places: Range<Int>
  private let shapes: Range<Int>
  private let hasLongPlaces: Bool
  /// PostScript's outlines, in place of `glyf`.
  private let compact: CompactFont?

  /// - Parameter start: where the font begins in a collection.
  init?(_ bytes: [UInt8], at start: Int = 0) {
    let data = FontBytes(bytes: bytes)
    guard let directory = FontDirectory(data, at: start, size: data.count),
      let head = directory["head"]?.lowerBound, let maxp = directory["maxp"]?.lowerBound,
      let hhea = directory["hhea"]?.lowerBound, let widths = directory["hmtx"],
      let table = directory["cmap"], let map = CharacterMap(data, table)
    else { return nil }
    let units = data.u16(head + 18)
    guard 16...16384 ~= units else { return nil }
    let (places, shapes): (Range<Int>, Range<Int>)
    if let own = directory["loca"], let outlines = directory["glyf"] {
      (places, shapes, compact) = (own, outlines, nil)
    } else {
      guard let outlines = directory["CFF "],
        let font = CompactFont(data, outlines, unitsPerEm: Double(units))
      else { return nil }
      (places, shapes, compact) = (0..<0, 0..<0, font)
    }
    self.data = data
    self.map = map
    self.widths = widths
    self.places = places
    self.shapes = shapes
    kerning = Kerning(data, directory)
    joining = GlyphJoining(data, directory["GSUB"])
    unitsPerEm = Double(units)
    hasLongPlaces = data.u16(head + 50) != 0
    glyphCount = data.u16(maxp + 4)
    widthCount = min(data.u16(hhea + 34), widths.count / 4)
    func part(_ value: Int) -> Double { min(max(Double(value) / Double(units), 0), 4) }
    let (ascent, descent) = (part(data.i16(hhea + 4)), part(-data.i16(hhea + 6)))
    self.ascent = ascent > 0 ? ascent : 0.8
    self.descent = descent
    lineGap = part(data.i16(hhea + 8))
    var height = 0
    if let metrics = directory["OS/2"], data.u16(metrics.lowerBound) >= 2 {
      height = data.i16(metrics.lowerBound + 88)
    }
    description = FontDescription(data, directory)
    if height <= 0, let range = Self.shape(map.glyph("H"), data, places, shapes, hasLongPlaces) {
      height = data.i16(range.lowerBound + 8)
    }
    capHeight = height > 0 ? part(height) : self.ascent * 0.75
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  /// The glyph of a code point; nil if the font has none.
  func glyph(_ scalar: Unicode.Scalar) -> Int? {
    let glyph = map.glyph(scalar)
    return glyph > 0 && glyph < glyphCount ? glyph : nil
  }

  /// To the next glyph, a part of the size.
  func advance(_ glyph: Int) -> Double {
    guard widthCount > 0 else { return 0.5 }
    return Double(data.u16(widths.lowerBound + 4 * min(glyph, widthCount - 1))) / unitsPerEm
  }

  /// How much farther apart two neighbours are than their widths say, a part of the size.
  func distance(_ left: Int, _ right: Int) -> Double { Double(kerning.distance(left, right)) / unitsPerEm }

  /// How far a TrueType glyph is moved: its least x comes to the left side bearing that `hmtx` gives it.
  private func shift(of glyph: Int) -> Int {
    guard let shape = shape(of: glyph) else { return 0 }
    let place =
      widths.lowerBound + (glyph < widthCount ? 4 * glyph + 2 : 4 * widthCount + 2 * (glyph - widthCount))
    guard place + 2 <= widths.upperBound else { return 0 }
    return data.i16(place) - data.i16(shape.lowerBound + 2)
  }

  /// The bytes of a TrueType glyph's shape; nil for one that is empty, as a space.
  func shape(of glyph: Int) -> Range<Int>? {
    guard glyph >= 0, glyph < glyphCount else { return nil }
    return Self.shape(glyph, data, places, shapes, hasLongPlaces)
  }

  private static func shape(
    _ glyph: Int, _ data: FontBytes, _ places: Range<Int>, _ shapes: Range<Int>, _ isLong: Bool
  ) -> Range<Int>? {
    let size = isLong ? 4 : 2
    guard (glyph + 2) * size <= places.count else { return nil }
    func place(_ index: Int) -> Int {
      let at = places.lowerBound + index * size
      return isLong ? data.u32(at) : data.u16(at) * 2
    }
    let (first, end) = (place(glyph), place(glyph + 1))
    guard first < end, end <= shapes.count else { return nil }
    return shapes.lowerBound + first..<shapes.lowerBound + end
  }

  /// Adds a glyph that stands at a point of the line, y pointing downward.
  ///
  /// - Parameter scale: how much larger than here it will be drawn.
  func outline(_ glyph: Int, at point: Point, size: Double, scale: Double) -> Outline {
    let unit = size / unitsPerEm
    let x = point.x + Double(shift(of: glyph)) * unit
    let transform = AffineTransform(a: unit, b: 0, c: 0, d: -unit, tx: x, ty: point.y)
    if let compact {
      var shape = CompactOutline(compact, scale: scale)
      shape.add(glyph, transform)
      return shape.outline
    }
    var shape = GlyphOutline(self, scale: scale)
    shape.add(glyph, transform)
    return shape.outline
  }
}

/// A font's own description.
struct FontDescription: Sendable {
  var family = ""
  /// The face's place in its family, as "Bold Oblique".
  var face = ""
  /// Without spaces, as "DejaVuSans-Bold": no other font has it.
  var postScriptName = ""
  /// 400 for regular, 700 for bold.
  var weight = 400
  var isItalic = false
  /// 5 for normal; less is condensed.
  var width = 5

  init(_ data: FontBytes, _ directory: FontDirectory) {
    self.init(data, directory["OS/2"]?.lowerBound, directory["name"]?.lowerBound)
  }

  /// Reads the tables `OS/2` and `name`, which begin at these offsets; nil for a table that is not read.
  init(_ data: FontBytes, _ metrics: Int?, _ names: Int?) {
    if let table = metrics {
      weight = data.u16(table + 4)
      width = data.u16(table + 6)
      isItalic = data.u16(table + 62) & 0x201 != 0
    }
    guard let names else { return }
    // Typographic names before those for programs that know four faces of a family only.
    family = Self.name(data, names, [16, 1])
    face = Self.name(data, names, [17, 2])
    postScriptName = Self.name(data, names, [6])
  }

  /// The name of the first of these kinds that the font has, in English if there is one.
  private static func name(_ data: FontBytes, _ table: Int, _ kinds: [Int]) -> String {
    let strings = table + data.u16(table + 4)
    var best = (rank: 0, name: "")
    for index in 0..<min(data.u16(table + 2), 512) {
      let record = table + 6 + 12 * index
      let (platform, language, id) = (data.u16(record), data.u16(record + 4), data.u16(record + 6))
      guard platform == 3 || platform == 0, let place = kinds.firstIndex(of: id) else { continue }
      let rank = 2 - place + (platform == 0 || language == 0x409 ? 2 : 0)
      guard rank > best.rank else { continue }
      let start = strings + data.u16(record + 10)
      let units = (0..<min(data.u16(record + 8) / 2, 128)).map { UInt16(data.u16(start + 2 * $0)) }
      best = (rank, String(decoding: units, as: UTF16.self))
    }
    return best.name
  }
}
