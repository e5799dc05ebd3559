import TestHarness
import Testing

@testable import ResponderKit

/// Fonts of the system beside those that another reader finds: shapes, widths and distances.
@Suite(.hangLimit) struct FontToolsTests {
  /// What differs from fontTools in a font, and how much was compared.
  private static func compare(_ path: String) throws -> (shapes: Int, kerned: Int, wrong: [String]) {
    let lines = try #require(
      RealFonts.python(["-c", RealFonts.script, path, "600"]), "fontTools reads \(path)")
    let face = try #require(RealFonts.face(path), "\(path)")
    let units = face.unitsPerEm
    var (shapes, kerned) = (0, 0)
    var wrong: [String] = []
    for line in lines {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      if line.hasPrefix("k"), numbers.count == 3 {
        let distance = face.distance(Int(numbers[0]), Int(numbers[1])) * units
        if abs(distance - numbers[2]) > 0.01 { wrong.append("\(line): \(distance)") }
        kerned += numbers[2] == 0 ? 0 : 1
      }
      guard line.hasPrefix("g"), numbers.count == 8 else { continue }
      let outline = face.outline(Int(numbers[0]), at: .zero, size: units, scale: 1)
      let box = RealFonts.box(outline)
      let wanted = [numbers[1], -numbers[4], numbers[3], -numbers[2]]
      // Curves are lines here, of which none is farther away than an eighth of a pixel.
      let isNear = zip(box, wanted).allSatisfy { abs($0 - $1) < 1 }
      let area = RealFonts.area(outline)
      let difference = abs(abs(area) - abs(numbers[5]))
      if !isNear || difference > 0.005 * abs(numbers[5]) + 60 { wrong.append("\(line): \(box) \(area)") }
      if abs(face.advance(Int(numbers[0])) * units - numbers[6]) > 0.01 {
        wrong.append("\(line): \(face.advance(Int(numbers[0])) * units) wide")
      }
      shapes += outline.isEmpty ? 0 : 1
    }
    return (shapes, kerned, wrong)
  }

  private func expectEqual(_ ending: String) throws {
    for path in RealFonts.paths(ending) {
      let (shapes, kerned, wrong) = try Self.compare(path)
      print("\(path): \(shapes) shapes and \(kerned) distances are compared with fontTools")
      #expect(wrong.isEmpty, "\(path): \(wrong.count) wrong, such as \(wrong.prefix(5))")
      #expect(shapes > 50, "\(path)")
    }
  }

  @Test(.enabled(if: RealFonts.hasAny("otf"), RealFonts.reason("otf")))
  func postScriptOutlines() throws { try expectEqual("otf") }

  @Test(.enabled(if: RealFonts.hasAny("ttf"), RealFonts.reason("ttf")))
  func trueTypeOutlines() throws { try expectEqual("ttf") }

  @Test(.enabled(if: RealFonts.hasAny("ttc"), RealFonts.reason("ttc")))
  func collections() throws { try expectEqual("ttc") }
}
