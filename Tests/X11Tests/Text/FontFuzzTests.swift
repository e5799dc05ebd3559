import TestHarness
import Testing

@testable import ResponderKit

/// Damaged fonts: they are refused or drawn somehow, in bounded time and memory.
@Suite(.hangLimit) struct FontFuzzTests {
  private static func use(_ bytes: [UInt8]) -> Int {
    guard let face = FontFace(bytes) else { return 0 }
    var points = 0
    for scalar in ["A", "B", "O", "\u{1F600}", "z"] as [Unicode.Scalar] { _ = face.glyph(scalar) }
    for glyph in 0..<5 {
      points = max(points, face.outline(glyph, at: .zero, size: 30, scale: 1).points.count)
      _ = face.advance(glyph) + face.distance(glyph, glyph + 1)
    }
    return points
  }

  @Test(arguments: TinyFont.Kerning.allCases)
  func damagedBytesHarmNothing(_ kerning: TinyFont.Kerning) {
    var dice = SplitMix(20)
    let whole = TinyFont(family: "Tiny damage", kerning: kerning).bytes
    #expect(Self.use(whole) > 4)
    for count in whole.indices { #expect(Self.use(Array(whole[..<count])) < 1 << 20) }
    var drawn = 0
    for _ in 0..<1500 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        let at = Int.random(in: bytes.indices, using: &dice)
        bytes[at] = [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &dice)].randomElement()!
      }
      let points = Self.use(bytes)
      #expect(points < 1 << 20, "\(bytes)")
      drawn += points > 0 ? 1 : 0
    }
    #expect(drawn > 200)
  }

  @Test func aTableEndsWithItsFile() throws {
    var bytes = TinyFont(family: "Tiny end").bytes
    let count = Int(bytes[5])
    bytes.replaceSubrange(12 + 16 * (count - 1) + 12..<12 + 16 * count, with: [0x7F, 0xFF, 0xFF, 0xFF])
    // One that begins behind the end is none.
    bytes.replaceSubrange(12 + 8..<12 + 12, with: [0x7F, 0xFF, 0xFF, 0xFF])
    let directory = try #require(FontDirectory(FontBytes(bytes: bytes), at: 0, size: bytes.count))
    #expect(directory["name"]?.upperBound == bytes.count && directory["OS/2"] == nil)
    #expect(directory.tables.count == count - 1)
  }

  /// A font as people have them: with all its tables, and instructions.
  @Test(
    .enabled(if: RealFonts.face(realFont) != nil, "the Debian package fonts-dejavu-core is not installed"))
  func damagedBytesOfARealFontHarmNothing() throws {
    let whole = try #require(RealFonts.bytes(realFont))
    let letters = ["A", "ö", "é", "я", "∑", "V", "."] as [Unicode.Scalar]
    func use(_ bytes: [UInt8]) -> Int {
      guard let face = FontFace(bytes) else { return 0 }
      let glyphs = letters.compactMap { face.glyph($0) }
      var points = 0
      for glyph in glyphs {
        points = max(points, face.outline(glyph, at: .zero, size: 30, scale: 1).points.count)
        for next in glyphs { _ = face.advance(glyph) + face.distance(glyph, next) }
      }
      return points
    }
    #expect(use(whole) > 10)
    var dice = SplitMix(21)
    var tally = FuzzTally("damaged fonts of the system")
    for step in 0..<400 {
      var bytes = whole
      if step % 8 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &dice)) }
      // The directory, and in each table its head, where counts and places are.
      let tables = (0..<18).map { 12 + 16 * $0 }
      for _ in 0..<Int.random(in: 1...8, using: &dice) {
        let record = tables.randomElement(using: &dice) ?? 12
        let start = whole[(record + 8)..<(record + 12)].reduce(0) { $0 << 8 | Int($1) }
        let at =
          step % 4 == 1
          ? record + Int.random(in: 4..<16, using: &dice) : start + Int.random(in: 0..<200, using: &dice)
        guard at < bytes.count else { continue }
        bytes[at] =
          [0, 0xFF, 0x7F, 0x80, UInt8.random(in: 0...255, using: &dice)].randomElement(using: &dice) ?? 0
      }
      let points = use(bytes)
      #expect(points < 1 << 20, "step \(step)")
      tally.count(bytes != whole)
    }
    tally.expectMostStepsDidSomething()
  }

  @Test func corpora() {
    var seeds = TinyFont.Kerning.allCases.map { ("\($0)", TinyFont(family: "Tiny", kerning: $0).bytes) }
    for compact in TinyCompactOutlines.allCases {
      seeds.append((compact.hasParts ? "parts" : "compact", TinyFont(family: "Tiny", compact: compact).bytes))
    }
    Corpus.expectMade("fonts", by: seeds.map { (name: $0.0, bytes: $0.1) })
  }

  /// A glyph that is composed of itself, many times over.
  @Test func aGlyphThatHoldsItselfEnds() {
    var bytes = TinyFont(family: "Tiny circle").bytes
    let part: [UInt8] = [0, 0x0B, 0, 1]
    let place = bytes.indices.first { bytes[$0...].starts(with: part) }
    #expect(place != nil)
    if let place { bytes.replaceSubrange(place..<place + 4, with: [0, 0x2B, 0, 2]) }
    #expect(Self.use(bytes) < 1 << 20)
  }

  @Test func aDamagedLetterDrawsInABitmapWithoutHarm() throws {
    var bytes = TinyFont(family: "Tiny far away").bytes
    // 16 units are the size: the letters are sixty times as large.
    let head = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x03, 0xE8]) })
    bytes.replaceSubrange(head..<head + 2, with: [0, 16])
    let face = try #require(FontFace(bytes))
    let cache = GlyphCache()
    let mask = cache.mask(face, 1, size: 150, quarter: 0)
    #expect(mask.coverage.count <= 1 << 20)
  }
}

private let realFont = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
