import Foundation
import TestHarness
import Testing

@testable import ResponderKit

/// Fonts with PostScript outlines (CFF).
@Suite(.hangLimit) struct CompactFontTests {
  private static func box(_ outline: Outline) -> [Double] {
    let (xs, ys) = (outline.points.map(\.x), outline.points.map(\.y))
    return [xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0]
  }

  /// What polygons go around, signed.
  private static func area(_ outline: Outline) -> Double {
    var sum = 0.0
    for (index, start) in outline.starts.enumerated() {
      let end = index + 1 < outline.starts.count ? outline.starts[index + 1] : outline.points.count
      for at in start..<end {
        let (one, next) = (outline.points[at], outline.points[at + 1 < end ? at + 1 : start])
        sum += one.x * next.y - next.x * one.y
      }
    }
    return sum / 2
  }

  @Test(arguments: TinyCompactOutlines.allCases)
  func shapesAreThoseOfTheirPrograms(_ compact: TinyCompactOutlines) throws {
    let face = try #require(FontFace(TinyFont(family: "Tiny compact", compact: compact).bytes))
    func outline(_ letter: Unicode.Scalar) throws -> Outline {
      face.outline(try #require(face.glyph(letter)), at: .zero, size: 1000, scale: 1)
    }
    let (box, half, round) = (try outline("A"), try outline("B"), try outline("O"))
    #expect(Self.box(box) == [100, -700, 500, 0] && abs(Self.area(box)) == 280_000)
    #expect(Self.box(half) == [150, -350, 350, 0] && abs(Self.area(half)) == 70_000)
    #expect(Self.box(round) == [0, -600, 600, 0] && round.points.count > 30)
    #expect(abs(abs(Self.area(round)) - 282_743) < 1500)
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

  /// Fonts of the system, glyph by glyph against the boxes and areas that fontTools finds. Skipped without either.
  @Test func glyphsOfRealFontsAreThoseOfFontTools() throws {
    let fonts =
      (FileManager.default.enumerator(atPath: "/usr/share/fonts")?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".otf") }.sorted().prefix(40)
    // Each tenth or so: families have many faces.
    for (index, name) in fonts.enumerated() where index % 9 == 0 {
      let path = "/usr/share/fonts/\(name)"
      guard let lines = Self.fontTools(path) else {
        return print(
          "skipped: /usr/bin/python3 has no fontTools (python3-fonttools), or does not read \(path)")
      }
      let face = try #require(FontFace(Array(try Data(contentsOf: URL(fileURLWithPath: path)))), "\(path)")
      var (shown, wrong) = (0, 0)
      for line in lines {
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 6 else { continue }
        let outline = face.outline(Int(numbers[0]), at: .zero, size: face.unitsPerEm, scale: 1)
        let box = Self.box(outline)
        let wanted = [numbers[1], -numbers[4], numbers[3], -numbers[2]]
        // Curves are lines here, of which none is farther away than an eighth of a pixel.
        let isNear = zip(box, wanted).allSatisfy { abs($0 - $1) < 1 }
        let difference = abs(abs(Self.area(outline)) - abs(numbers[5]))
        if !isNear || difference > 0.005 * abs(numbers[5]) + 60 {
          wrong += 1
          if wrong < 5 {
            Issue.record(
              "\(name), glyph \(Int(numbers[0])): \(box) and \(Self.area(outline)), not \(wanted) and \(numbers[5])"
            )
          }
        }
        shown += outline.isEmpty ? 0 : 1
      }
      #expect(shown > 50 && wrong == 0, "\(name): \(wrong) wrong of \(shown)")
    }
  }

  private static func fontTools(_ path: String) -> [Substring]? {
    let script = """
      import sys
      from fontTools.ttLib import TTFont
      from fontTools.pens.boundsPen import BoundsPen
      from fontTools.pens.areaPen import AreaPen
      font = TTFont(sys.argv[1], fontNumber=0)
      glyphs = font.getGlyphSet()
      for number, name in enumerate(font.getGlyphOrder()):
          if number % int(sys.argv[2]): continue
          box, area = BoundsPen(glyphs), AreaPen(glyphs)
          glyphs[name].draw(box)
          glyphs[name].draw(area)
          print(number, *(box.bounds or (0, 0, 0, 0)), area.value)
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", script, path, "3"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0
      ? String(decoding: bytes, as: UTF8.self).split(separator: "\n") : nil
  }
}
