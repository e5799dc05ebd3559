import TestHarness
import Testing

@testable import ResponderKit

/// Which glyphs characters have, how far they are apart, and which font they come from.
@Suite(.hangLimit) struct CharacterMapTests {
  private func face(_ tiny: TinyFont) throws -> FontFace { try #require(FontFace(tiny.bytes)) }

  private func map(_ bytes: [UInt8]) throws -> CharacterMap {
    try #require(CharacterMap(FontBytes(bytes: bytes), 0..<bytes.count))
  }

  private func u16(_ values: Int...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  private func glyphs(_ map: CharacterMap, _ letters: String) -> [Int] {
    letters.unicodeScalars.map(map.glyph)
  }

  @Test func glyphsBeyondTheLastWidthHaveThat() throws {
    let face = try face(TinyFont(family: "Tiny widths", widths: 2))
    let letters = "ABO".unicodeScalars.compactMap { face.glyph($0) }
    #expect(letters.map { face.advance($0) } == [0.6, 0.6, 0.6])
  }

  @Test func anArrayOfGlyphsLeavesCharactersOut() throws {
    // A to C, by an array, to whose glyphs 2 is added; E and F by a distance alone.
    let table =
      u16(4, 46, 0, 6, 4, 1, 2) + u16(0x43, 0x46, 0xFFFF) + u16(0) + u16(0x41, 0x45, 0xFFFF)
      + u16(2, 10 - 0x45, 1) + u16(6, 0, 0) + u16(5, 0, 7)
    let map = try map(u16(0, 1, 3, 1, 0, 12) + table)
    #expect(glyphs(map, "@ABCDEFG") == [0, 7, 0, 9, 0, 10, 11, 0])
  }

  @Test func betweenGroupsOfCharactersThereAreNoGlyphs() throws {
    let groups = u16(0, 0x41, 0, 0x42, 0, 1) + u16(0, 0x45, 0, 0x46, 0, 7)
    let map = try map(u16(0, 1, 3, 10, 0, 12) + u16(12, 0, 0, 40, 0, 0, 0, 2) + groups)
    #expect(glyphs(map, "@ABCDEFG") == [0, 1, 2, 0, 0, 7, 8, 0])
  }

  @Test func glyphsOfTwoFontsAreNotKerned() throws {
    let book = FontBook(folders: [])
    let main = try face(TinyFont(family: "Tiny main", kerning: .table))
    book.register(main)
    book.register(try face(TinyFont(family: "Tiny other", kerning: .table, code: 0x1F601)))
    func width(_ text: String) -> Double {
      TextLine(text, face: main, size: 100, builtIn: .init(unit: 10, gap: 1), book: book).width
    }
    #expect(abs(width("AB") - 102) < 1e-9 && abs(width("\u{1F601}B") - 110) < 1e-9)
  }

  @Test func leastDistancesAreNoDistances() throws {
    for (coverage, distance) in [(1, -0.08), (3, 0), (5, 0), (0, 0)] {
      let face = try face(TinyFont(family: "Tiny coverage", kerning: .table, coverage: coverage))
      #expect(face.distance(1, 2) == distance)
    }
  }

  @Test func aNormalFaceStandsInForAWeightBeforeACondensedOneDoes() throws {
    let book = FontBook(folders: [])
    let normal = try face(TinyFont(family: "Tiny wide", weight: 500))
    book.register(try face(TinyFont(family: "Tiny wide", weight: 400, width: 3)))
    book.register(normal)
    let request = FontBook.Request(family: "Tiny wide", style: .system, weight: 400, isItalic: false)
    #expect(book.face(request) === normal)
  }

  @Test func aFontIsFoundOnceItIsRegistered() throws {
    let book = FontBook(folders: [])
    let request = FontBook.Request(family: "Tiny late", style: .system, weight: 400, isItalic: false)
    #expect(book.face(request) == nil && book.fallback("\u{1F602}") == nil)
    let late = try face(TinyFont(family: "Tiny late", code: 0x1F602))
    book.register(late)
    #expect(book.face(request) === late && book.fallback("\u{1F602}") === late)
  }

  @Test func aRoundLetterWithoutAPointOnItsCurveHasNoCorner() throws {
    let face = try face(TinyFont(family: "Tiny round"))
    let outline = face.outline(try #require(face.glyph("O")), at: .zero, size: 1000, scale: 1)
    // Its points are the corners of a box of 600 units, 424 away from the middle.
    let middle = Point(300, -300)
    #expect(outline.points.count > 8 && outline.points.allSatisfy { $0.distance(to: middle) < 330 })
  }
}
