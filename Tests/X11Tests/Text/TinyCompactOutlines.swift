/// The letters of a `TinyFont` as PostScript's outlines: `A` a box, `B` the half of one by subroutines, hints and arithmetic, `O` round.
struct TinyCompactOutlines: CaseIterable, Sendable {
  /// Glyphs have numbers, and each a part of the font that it belongs to.
  var hasParts = false
  /// Which part each glyph belongs to, in two ranges unless a test has another table (`FDSelect`).
  var selection: [UInt8] = [3, 0, 2, 0, 0, 0, 0, 2, 1, 0, 4]
  /// The program of `A`; nil: the box.
  var first: [UInt8]?

  static let allCases = [TinyCompactOutlines(), TinyCompactOutlines(hasParts: true)]

  var bytes: [UInt8] {
    let glyphs = index([[14], first ?? box, half, round])
    let head: [UInt8] = [1, 0, 4, 1] + index([Array("Tiny".utf8)])
    let rest = index([]) + index([shared])
    let top = { (places: [Int]) in
      hasParts
        ? long(0) + long(0) + long(0) + [12, 30] + long(places[0]) + [17] + long(places[1]) + [12, 36]
          + long(places[2]) + [12, 37]
        : long(places[0]) + [17] + long(self.locals.dictionary.count) + long(places[1]) + [18]
    }
    let start = head.count + index([top([0, 0, 0])]).count + rest.count
    let second = start + glyphs.count
    let locals = locals.dictionary + locals.subroutines
    guard hasParts else { return head + index([top([start, second])]) + rest + glyphs + locals }
    // Two parts, of which the second has the subroutines.
    let part = { (place: Int) in
      [
        [30, 0x0A, 0x00, 0x1F] + short(0) + short(0) + [30, 0x0A, 0x00, 0x1F] + short(0) + short(0) + [12, 7]
          + long(0) + long(0) + [18],
        [30, 0x0A, 0x00, 0x1F] + short(0) + short(0) + [30, 0x0A, 0x00, 0x1F] + short(0) + short(0) + [12, 7]
          + long(self.locals.dictionary.count) + long(place) + [18],
      ] as [[UInt8]]
    }
    let third = second + index(part(0)).count
    return head + index([top([start, second, third])]) + rest + glyphs
      + index(part(third + selection.count)) + selection + locals
  }

  /// (100, 0) to (500, 700).
  private var box: [UInt8] { short(100) + short(0) + [21] + short(400) + short(700) + short(-400) + [6, 14] }

  /// (150, 0) to (350, 350): a stem's hint, a mask of it, the corner from a shared subroutine, the rest from one of its own.
  private var half: [UInt8] {
    short(150) + short(200) + [18] + short(0) + short(350) + [19, 0xC0] + short(-107) + [29]
      + short(-107) + [10]
  }

  /// Moves to (150, 0), which is calculated.
  private var shared: [UInt8] {
    short(100) + short(100) + short(2) + [12, 12, 12, 10] + short(0) + [21, 11]
  }

  private var round: [UInt8] {
    // From the left along the vertical, in four curves.
    short(0) + short(300) + [21] + short(165) + short(135) + short(135) + short(165) + short(165) + short(135)
      + short(-135) + short(-165) + short(-165) + short(-135) + short(-135) + short(-165) + short(-165)
      + short(-135) + short(135) + short(165) + [30, 14]
  }

  /// A private dictionary that is as long as it says, and the subroutines behind it.
  private var locals: (dictionary: [UInt8], subroutines: [UInt8]) {
    let dictionary = short(4) + [19]
    return (dictionary, index([short(200) + short(350) + short(-200) + [6, 14]]))
  }

  private func u16(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }
  private func short(_ value: Int) -> [UInt8] { [28] + u16(value) }
  private func long(_ value: Int) -> [UInt8] { [29] + u16(value >> 16) + u16(value) }

  private func index(_ entries: [[UInt8]]) -> [UInt8] {
    guard !entries.isEmpty else { return u16(0) }
    var offsets = [1]
    for entry in entries { offsets.append(offsets.last! + entry.count) }
    return u16(entries.count) + [2] + offsets.flatMap(u16) + entries.flatMap(\.self)
  }
}
