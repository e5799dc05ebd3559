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

  /// What a program draws from (100, 100) on: numbers, and operators by their codes.
  private func points(_ program: [Part]) throws -> [Point] {
    let start: [Part] = [100, 100, .operator(21)]
    let bytes = (start + program + [.operator(14)]).flatMap(\.bytes)
    let font = TinyFont(family: "Tiny program", compact: TinyCompactOutlines(first: bytes)).bytes
    return try #require(FontFace(font)).outline(1, at: .zero, size: 1000, scale: 1).points
  }

  private enum Part: ExpressibleByIntegerLiteral {
    case number(Int16), `operator`(UInt8), escaped(UInt8), coded([UInt8])
    init(integerLiteral value: Int16) { self = .number(value) }
    var bytes: [UInt8] {
      switch self {
      case .number(let value):
        [28, UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
      case .operator(let code): [code]
      case .escaped(let code): [12, code]
      case .coded(let bytes): bytes
      }
    }
  }

  private static let (lines, curves) = (Part.operator(5), Part.operator(8))

  /// Each short form, and the same in lines and curves of which all numbers are given.
  private static let forms: [(form: [Part], whole: [Part])] = [
    ([10, 20, 30, .operator(6)], [10, 0, 0, 20, 30, 0, lines]),
    ([10, 20, 30, .operator(7)], [0, 10, 20, 0, 0, 30, lines]),
    ([10, 20, 30, 40, 50, 60, 5, 7, .operator(24)], [10, 20, 30, 40, 50, 60, curves, 5, 7, lines]),
    ([5, 7, 10, 20, 30, 40, 50, 60, .operator(25)], [5, 7, lines, 10, 20, 30, 40, 50, 60, curves]),
    (
      [5, 10, 20, 30, 40, 11, 21, 31, 41, .operator(26)],
      [5, 10, 20, 30, 0, 40, 0, 11, 21, 31, 0, 41, curves]
    ),
    (
      [5, 10, 20, 30, 40, 11, 21, 31, 41, .operator(27)],
      [10, 5, 20, 30, 40, 0, 11, 0, 21, 31, 41, 0, curves]
    ),
    (
      [10, 20, 30, 40, 11, 21, 31, 41, 51, .operator(30)],
      [0, 10, 20, 30, 40, 0, 11, 0, 21, 31, 51, 41, curves]
    ),
    ([10, 20, 30, 40, 50, .operator(31)], [10, 0, 20, 30, 50, 40, curves]),
    ([10, 20, 5, 30, 31, 21, 11, .escaped(34)], [10, 0, 20, 5, 30, 0, 31, 0, 21, -5, 11, 0, curves]),
    (
      [10, 1, 20, 2, 30, 3, 31, 4, 21, 5, 11, 6, 50, .escaped(35)],
      [10, 1, 20, 2, 30, 3, 31, 4, 21, 5, 11, 6, curves]
    ),
    (
      [10, 1, 20, 5, 30, 31, 21, -3, 11, .escaped(36)],
      [10, 1, 20, 5, 30, 0, 31, 0, 21, -3, 11, -3, curves]
    ),
    (
      [10, 1, 20, 2, 30, 3, 31, 1, 21, -4, 11, .escaped(37)],
      [10, 1, 20, 2, 30, 3, 31, 1, 21, -4, 11, -3, curves]
    ),
    (
      [1, 10, 2, 20, 3, 30, 1, 31, -4, 21, 11, .escaped(37)],
      [1, 10, 2, 20, 3, 30, 1, 31, -4, 21, -3, 11, curves]
    ),
    ([-10, .escaped(9), 20, .escaped(14), lines], [10, -20, lines]),
    ([30, 12, .escaped(11), 60, 3, .escaped(12), lines], [18, 20, lines]),
    ([5, 6, .escaped(24), 16, .escaped(26), lines], [30, 4, lines]),
    ([7, .escaped(27), 9, .escaped(18), lines], [7, 7, lines]),
    ([7, 8, .escaped(28), lines], [8, 7, lines]),
    // Numbers of one byte, of two, and with sixteen bits behind the point.
    ([.coded([149]), .coded([129]), lines], [10, -10, lines]),
    ([.coded([247, 0]), .coded([250, 255]), lines], [108, 1131, lines]),
    ([.coded([251, 0]), .coded([254, 255]), lines], [-108, -1131, lines]),
    (
      [.coded([255, 0, 10, 0x80, 0]), .coded([255, 0xFF, 0xF6, 0, 0]), lines],
      [21, 2, .escaped(12), -10, lines]
    ),
  ]

  @Test(arguments: forms.indices) func shortFormsDrawWhatLongOnesDo(_ index: Int) throws {
    let (form, whole) = Self.forms[index]
    let (short, long) = (try points(form), try points(whole))
    #expect(short == long && short.count > 1, "\(form)")
  }
}
