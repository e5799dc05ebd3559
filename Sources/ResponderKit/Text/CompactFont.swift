/// The shapes of a font with PostScript outlines: its table `CFF `, version 1, also of fonts whose glyphs have numbers instead of names.
///
/// Damaged parts read as empty.
struct CompactFont: Sendable {
  /// A list of byte strings.
  struct Index: Sendable {
    var count = 0
    /// Behind it.
    var end = 0
    private var offsets = 0
    private var size = 1
    private var base = 0
    private var limit = 0

    init() {}

    init(_ data: FontBytes, at start: Int, in table: Range<Int>) {
      guard table.contains(start) else { return }
      limit = table.upperBound
      count = data.u16(start)
      guard count > 0 else {
        end = start + 2
        return
      }
      (size, offsets) = (data.u8(start + 2), start + 3)
      base = offsets + (count + 1) * size - 1
      guard (1...4).contains(size), base < limit else {
        count = 0
        return
      }
      end = base + offset(data, count)
    }

    private func offset(_ data: FontBytes, _ index: Int) -> Int {
      (0..<size).reduce(0) { $0 << 8 | data.u8(offsets + index * size + $1) }
    }

    /// The bytes of an entry; nil for one that does not exist.
    func entry(_ index: Int, _ data: FontBytes) -> Range<Int>? {
      guard index >= 0, index < count else { return nil }
      let (first, last) = (base + offset(data, index), base + offset(data, index + 1))
      return first <= last && last <= limit && first > base ? first..<last : nil
    }
  }

  let data: FontBytes
  let glyphs: Index
  let shared: Index
  /// Subroutines, and the transform to units of the size, of each of the font's parts: of most fonts there is one.
  private var parts: [(subroutines: Index, transform: AffineTransform)] = []
  private let table: Range<Int>
  private var selection: Int?
  private var names = 0

  private static let mostParts = 256

  /// - Parameter unitsPerEm: what the rest of the font counts in.
  init?(_ data: FontBytes, _ table: Range<Int>, unitsPerEm: Double) {
    self.data = data
    self.table = table
    guard data.u8(table.lowerBound) == 1 else { return nil }
    let fonts = Index(data, at: table.lowerBound + data.u8(table.lowerBound + 2), in: table)
    let tops = Index(data, at: fonts.end, in: table)
    let strings = Index(data, at: tops.end, in: table)
    shared = Index(data, at: strings.end, in: table)
    guard let range = tops.entry(0, data) else { return nil }
    let top = Self.dictionary(data, range)
    guard let place = Self.offset(top[17]?.first, in: table) else { return nil }
    glyphs = Index(data, at: place, in: table)
    guard glyphs.count > 0 else { return nil }
    names = top[15]?.first.flatMap { Int(exactly: $0) } ?? 0
    let scale = unitsPerEm / 1000
    let own = Self.matrix(top[1207], unitsPerEm)
    guard top[1230] != nil, let list = Self.offset(top[1236]?.first, in: table) else {
      let standard = AffineTransform(scaleX: scale, y: scale)
      parts = [(Self.subroutines(data, top[18], table), own ?? standard)]
      return
    }
    selection = Self.offset(top[1237]?.first, in: table)
    let fontParts = Index(data, at: list, in: table)
    for number in 0..<min(fontParts.count, Self.mostParts) {
      guard let range = fontParts.entry(number, data) else { return nil }
      let part = Self.dictionary(data, range)
      // The part's matrix leads to the font's, whose one leads to the size; where one is missing, the other is all.
      let transform: AffineTransform
      switch (Self.matrix(part[1207], own == nil ? unitsPerEm : 1), own) {
      case (let inner?, let outer?): transform = inner.concatenating(outer)
      case (let one?, nil), (nil, let one?): transform = one
      case (nil, nil): transform = AffineTransform(scaleX: scale, y: scale)
      }
      parts.append((Self.subroutines(data, part[18], table), transform))
    }
    if parts.isEmpty { return nil }
  }

  private static func offset(_ value: Double?, in table: Range<Int>) -> Int? {
    guard let value = value.flatMap({ Int(exactly: $0) }), value > 0, value < table.count else { return nil }
    return table.lowerBound + value
  }

  private static func matrix(_ numbers: [Double]?, _ unit: Double) -> AffineTransform? {
    guard let numbers, numbers.count == 6, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e4 }) else {
      return nil
    }
    let all = numbers.map { $0 * unit }
    return AffineTransform(a: all[0], b: all[1], c: all[2], d: all[3], tx: all[4], ty: all[5])
  }

  private static func subroutines(_ data: FontBytes, _ part: [Double]?, _ table: Range<Int>) -> Index {
    guard let part, part.count == 2, let size = Int(exactly: part[0]), let start = offset(part[1], in: table),
      size > 0, size <= table.upperBound - start,
      let distance = dictionary(data, start..<start + size)[19]?.first.flatMap({ Int(exactly: $0) }),
      distance > 0, distance < table.upperBound - start
    else { return Index() }
    return Index(data, at: start + distance, in: table)
  }

  /// The numbers of each operator; those of two bytes are 1200 and the second.
  private static func dictionary(_ data: FontBytes, _ range: Range<Int>) -> [Int: [Double]] {
    var found: [Int: [Double]] = [:]
    var numbers: [Double] = []
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = data.u8(at)
      at += 1
      switch byte {
      case 0...21:
        var key = byte
        if byte == 12 {
          key = 1200 + data.u8(at)
          at += 1
        }
        found[key] = numbers
        numbers = []
      case 29:
        numbers.append(Double(Int32(truncatingIfNeeded: data.u32(at))))
        at += 4
      case 30: numbers.append(decimal(data, &at, range.upperBound))
      default: if let number = Self.number(byte, data, &at) { numbers.append(number) }
      }
      if numbers.count > 48 { numbers = [] }
    }
    return found
  }

  /// The number that begins with this byte, in dictionaries as in glyphs; nil for a byte that begins none.
  static func number(_ byte: Int, _ data: FontBytes, _ at: inout Int) -> Double? {
    switch byte {
    case 28:
      at += 2
      return Double(data.i16(at - 2))
    case 32...246: return Double(byte - 139)
    case 247...250:
      at += 1
      return Double((byte - 247) * 256 + data.u8(at - 1) + 108)
    case 251...254:
      at += 1
      return Double(-(byte - 251) * 256 - data.u8(at - 1) - 108)
    default: return nil
    }
  }

  /// A number of digits, half a byte each.
  private static func decimal(_ data: FontBytes, _ at: inout Int, _ end: Int) -> Double {
    var text = ""
    while at < end, text.count < 40 {
      let byte = data.u8(at)
      at += 1
      for half in [byte >> 4, byte & 15] {
        switch half {
        case 0...9: text += "\(half)"
        case 10: text += "."
        case 11: text += "e"
        case 12: text += "e-"
        case 14: text += "-"
        default: return Double(text) ?? 0
        }
      }
    }
    return Double(text) ?? 0
  }

  /// The subroutines that a glyph calls, and its transform to units of the size.
  func part(of glyph: Int) -> (subroutines: Index, transform: AffineTransform) {
    guard parts.count > 1, let selection else { return parts[0] }
    var part = 0
    if data.u8(selection) == 0 {
      part = data.u8(selection + 1 + glyph)
    } else if data.u8(selection) == 3 {
      // Ranges, each with its first glyph; what comes before the first one that begins later.
      let count = data.u16(selection + 1)
      let next = data.firstIndex(count: count, notLess: glyph + 1) { data.u16(selection + 3 + 3 * $0) }
      part = data.u8(selection + 3 + 3 * max(next - 1, 0) + 2)
    }
    return parts[min(part, parts.count - 1)]
  }

  /// The glyph of a letter of Adobe's standard encoding, which accented letters of old fonts are made of.
  func glyph(ofStandard code: Int) -> Int? {
    guard let name = Self.standardName(code) else { return nil }
    guard names > 2, names < table.count else { return name < glyphs.count && name <= 228 ? name : nil }
    let start = table.lowerBound + names
    let format = data.u8(start)
    if format == 0 { return (1..<glyphs.count).first { data.u16(start + 2 * $0 - 1) == name } }
    guard format == 1 || format == 2 else { return nil }
    var (at, glyph) = (start + 1, 1)
    while glyph < glyphs.count, at < table.upperBound {
      let first = data.u16(at)
      let more = format == 1 ? data.u8(at + 2) : data.u16(at + 2)
      if name >= first, name <= first + more { return glyph + name - first }
      glyph += more + 1
      at += format == 1 ? 3 : 4
    }
    return nil
  }

  private static func standardName(_ code: Int) -> Int? {
    if (32...126).contains(code) { return code - 31 }
    // Runs of codes, and the names with which they begin.
    let runs: [(codes: ClosedRange<Int>, name: Int)] = [
      (161...175, 96), (177...180, 111), (182...189, 115), (191...191, 123), (193...200, 124),
      (202...203, 132),
      (205...208, 134), (225...225, 138), (227...227, 139), (232...235, 140), (241...241, 144),
      (245...245, 145),
      (248...251, 146),
    ]
    return runs.first { $0.codes.contains(code) }.map { $0.name + code - $0.codes.lowerBound }
  }
}
