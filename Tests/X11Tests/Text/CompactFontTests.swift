import TestHarness
import Testing

@testable import ResponderKit

/// Fonts with PostScript outlines (CFF).
@Suite(.hangLimit) struct CompactFontTests {
  @Test(arguments: TinyCompactOutlines.allCases)
  func shapesAreThoseOfTheirPrograms(_ compact: TinyCompactOutlines) throws {
    let face = try #require(FontFace(TinyFont(family: "Tiny compact", compact: compact).bytes))
    func outline(_ letter: Unicode.Scalar) throws -> Outline {
      face.outline(try #require(face.glyph(letter)), at: .zero, size: 1000, scale: 1)
    }
    let (box, half, round) = (try outline("A"), try outline("B"), try outline("O"))
    #expect(RealFonts.box(box) == [100, -700, 500, 0] && abs(RealFonts.area(box)) == 280_000)
    #expect(RealFonts.box(half) == [150, -350, 350, 0] && abs(RealFonts.area(half)) == 70_000)
    #expect(RealFonts.box(round) == [0, -600, 600, 0] && round.points.count > 30)
    #expect(abs(abs(RealFonts.area(round)) - 282_743) < 1500)
    let other = try outline("\u{1F600}")
    #expect(other.points == box.points)
    #expect(face.advance(1) == 0.6 && abs(face.capHeight - 0.7) < 1e-9)
  }

  @Test(arguments: TinyCompactOutlines.allCases)
  func damagedBytesHarmNothing(_ compact: TinyCompactOutlines) {
    func use(_ bytes: [UInt8]) -> Int {
      guard let face = FontFace(bytes) else { return 0 }
      return (0..<5).map { face.outline($0, at: .zero, size: 30, scale: 1).points.count }.max() ?? 0
    }
    var dice = SplitMix(43)
    let whole = TinyFont(family: "Tiny damage", compact: compact).bytes
    #expect(use(whole) > 15)
    for count in whole.indices { #expect(use(Array(whole[..<count])) < 1 << 17) }
    let table = whole.count - compact.bytes.count - 8
    var drawn = 0
    for _ in 0..<4000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &dice) {
        let at = Int.random(in: table..<bytes.count, using: &dice)
        bytes[at] = [0, 0xFF, 0x7F, 0x80, 10, 29, 12, 14, 19, UInt8.random(in: 0...255, using: &dice)]
          .randomElement()!
      }
      let points = use(bytes)
      #expect(points < 1 << 17, "\(bytes)")
      drawn += points > 0 ? 1 : 0
    }
    #expect(drawn > 1000)
  }

  /// A subroutine that calls itself, and one that takes numbers that there are not.
  @Test func aSenselessProgramEnds() throws {
    let whole = TinyFont(family: "Tiny circle", compact: TinyCompactOutlines()).bytes
    for damage in [[28, 0xFF, 0x95, 10, 14], [12, 27, 12, 27, 12]] as [[UInt8]] {
      let rest: [UInt8] = [28, 0, 200, 28, 1, 94]
      let at = try #require(whole.indices.last { whole[$0...].starts(with: rest) })
      var bytes = whole
      bytes.replaceSubrange(at..<at + damage.count, with: damage)
      let face = try #require(FontFace(bytes))
      #expect(face.outline(2, at: .zero, size: 100, scale: 1).points.count < 10)
    }
  }

  /// Format 0, a part for each glyph; format 3, with three ranges.
  @Test(arguments: [[0, 0, 1, 1, 0], [3, 0, 3, 0, 0, 0, 0, 1, 1, 0, 3, 0, 0, 4]] as [[UInt8]])
  func eachGlyphHasThePartOfItsRange(_ selection: [UInt8]) throws {
    let table = TinyCompactOutlines(hasParts: true, selection: selection).bytes
    let font = try #require(CompactFont(FontBytes(bytes: table), table.indices, unitsPerEm: 1000))
    // Only the second part has a subroutine.
    #expect((0..<4).map { font.part(of: $0).subroutines.count } == [0, 1, 1, 0])
  }
}
