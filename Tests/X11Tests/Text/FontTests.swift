import LinuxSystem
import ResponderKit
import TestHarness
import Testing

/// Letters of fonts: what they measure, and the pixels that they cover.
@Suite(.hangLimit) struct FontTests {
  private static func font(_ tiny: TinyFont, size: Double) throws -> UIFont {
    let family = try #require(UIFont.registerFont(tiny.bytes))
    #expect(family == tiny.family)
    return try #require(UIFont(name: family, size: size))
  }

  @Test func sizesAreThoseOfTheFont() throws {
    let font = try Self.font(TinyFont(family: "Tiny measures"), size: 50)
    #expect(font.width(of: "A") == 30 && font.width(of: "B") == 25 && font.width(of: "AB") == 55)
    #expect(font.width(of: "") == 0)
    let measures = [font.capHeight, font.ascender, font.descender, font.lineHeight]
    #expect(zip(measures, [35, 42.5, -10, 55]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(measures)")
    #expect(abs(font.withSize(100).lineHeight - 110) < 1e-9)
    #expect(font.truncated("AAAA", to: 120) == "AAAA")
    #expect(UIFont(name: "No font has this name", size: 10) == nil)
    #expect(UIFont.registerFont([1, 2, 3]) == nil)
  }

  @Test(arguments: TinyFont.Kerning.allCases)
  func neighboursComeNearerAsTheFontSays(_ kerning: TinyFont.Kerning) throws {
    let font = try Self.font(TinyFont(family: "Tiny \(kerning)", kerning: kerning), size: 100)
    #expect(abs(font.width(of: "AB") - (kerning == .none ? 110 : 102)) < 1e-9)
    #expect(abs(font.width(of: "BA") - 110) < 1e-9)
    #expect(abs(font.width(of: "AA") - 120) < 1e-9)
  }

  private func columns(_ bitmap: Bitmap, row: Int) -> [Int: UInt32] {
    var found: [Int: UInt32] = [:]
    for x in 0..<bitmap.width where bitmap[x, row] >> 24 > 0 { found[x] = bitmap[x, row] >> 24 }
    return found
  }

  @Test(arguments: [0.0, 0.25, 0.5, 0.75])
  func aLetterCoversItsShapeAtQuartersOfAPixel(_ part: Double) throws {
    let font = try Self.font(TinyFont(family: "Tiny pixels \(part)"), size: 20)
    let bitmap = Bitmap(width: 60, height: 40)
    bitmap.draw { $0.text("A\u{1F600}", at: Point(10 + part, 10), font: font, .black) }
    // Each box is 8 pixels wide, 2 behind its beginning; its neighbour begins 12 farther.
    let row = columns(bitmap, row: 15)
    for first in [12, 24] {
      let left = row[first] ?? 0
      #expect(abs(Double(left) - 255 * (1 - part)) <= 1)
      #expect((first + 1..<first + 8).allSatisfy { row[$0] == 255 })
      #expect(abs(Double(row[first + 8] ?? 0) - 255 * part) <= 1)
    }
    // Capital letters begin at the point and stand 14 lower.
    #expect(columns(bitmap, row: 9).isEmpty && columns(bitmap, row: 24).isEmpty)
    #expect(bitmap[15, 10] >> 24 == 255 && bitmap[15, 23] >> 24 == 255)
  }

  @Test func aShapeStandsAtTheSideBearingOfItsWidth() throws {
    let font = try Self.font(TinyFont(family: "Tiny bearing", bearing: 250), size: 20)
    let bitmap = Bitmap(width: 60, height: 40)
    bitmap.draw { $0.text("A", at: Point(10, 10), font: font, .black) }
    #expect(columns(bitmap, row: 15).keys.sorted() == Array(15..<23))
  }

  @Test func composedAndRoundLettersHaveTheirShape() throws {
    let font = try Self.font(TinyFont(family: "Tiny shapes"), size: 100)
    let bitmap = Bitmap(width: 200, height: 120)
    bitmap.draw { $0.text("BO", at: Point(10, 10), font: font, .black) }
    // Half of the box, 10 farther: from 25 to 45, 35 high.
    let row = columns(bitmap, row: 60).filter { $0.key < 55 }
    #expect(row.keys.min() == 25 && row.keys.max() == 44)
    #expect(columns(bitmap, row: 44).filter { $0.key < 55 }.isEmpty && bitmap[30, 45] >> 24 == 255)
    // A parabola's corners are cut; its middle is full.
    #expect(bitmap[90, 50] >> 24 == 255 && bitmap[61, 79] >> 24 == 0 && bitmap[60, 21] >> 24 == 0)
    // Turned or very large, it is drawn as an outline.
    let large = Bitmap(width: 300, height: 300)
    large.draw { $0.text("A", at: Point(10, 10), font: font.withSize(400), .black) }
    #expect(large[60, 100] >> 24 == 255 && large[45, 100] >> 24 == 0 && large[209, 100] >> 24 == 255)
    #expect(large[211, 100] >> 24 == 0)
  }

  @Test func aMissingLetterComesFromAFontThatHasIt() throws {
    let font = try Self.font(TinyFont(family: "Tiny without"), size: 100)
    _ = try Self.font(TinyFont(family: "Tiny with", code: 0x10_FF3D), size: 100)
    #expect(font.width(of: "\u{10FF3D}") == 60)
    // One that no font has is a box of the built-in letters.
    let bitmap = Bitmap(width: 100, height: 120)
    bitmap.draw { $0.text("\u{10FF3E}", at: Point(10, 10), font: font, .black) }
    #expect((0..<100).contains { x in (0..<120).contains { bitmap[x, $0] != 0 } })
  }

  @Test func aLabelStandsOnTheFontsLineAndIsCutAtItsWidth() throws {
    let font = try Self.font(TinyFont(family: "Tiny label"), size: 20)
    let label = UILabel("AA AA", font: font)
    #expect(label.sizeThatFits(.zero).height == 22)
    label.numberOfLines = 0
    #expect(label.sizeThatFits(Size(30, 0)).height == 44)
  }

  @Test(.enabled(if: hasDejaVu, "the Debian package fonts-dejavu-core is not installed"))
  func wordsOfSeveralScriptsAreTheFontsOwn() throws {
    let font = try #require(UIFont(name: "DejaVu Sans", size: 20))
    #expect(58...63 ~= font.width(of: "Größe"))
    #expect(60...90 ~= font.width(of: "Привет"))
    #expect(14...15 ~= font.capHeight && 23...24 ~= font.lineHeight)
    #expect(font.width(of: "AV") < font.width(of: "A") + font.width(of: "V") - 0.5)
    var bold = font
    bold.weight = .bold
    #expect(bold.width(of: "Größe") > font.width(of: "Größe") + 2)
    let mono = UIFont.monospacedSystemFont(ofSize: 20)
    #expect(mono.width(of: "iiii") == mono.width(of: "MMMM"))
    // Only one of them has dots, higher than any small letter.
    for (letter, hasDots) in [("o", false), ("ö", true)] {
      let bitmap = Bitmap(width: 80, height: 40)
      bitmap.draw { $0.text(letter, at: Point(10, 10), font: font, .black) }
      #expect((8..<12).contains { !columns(bitmap, row: $0).isEmpty } == hasDots)
    }
  }
}

private let hasDejaVu = access("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", R_OK) == 0
