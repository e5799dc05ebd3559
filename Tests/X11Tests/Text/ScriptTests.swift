import LinuxSystem
import TestHarness
import Testing

@testable import ResponderKit

/// Texts of several scripts, drawn with fonts of the system, of which one stands in for another.
@Suite(
  .hangLimit,
  .enabled(
    if: hasFonts,
    "the Debian packages fonts-dejavu-core and fonts-wqy-microhei are not installed")
)
struct ScriptTests {
  private static let font = UIFont(size: 20)

  private static func pieces(_ text: String) throws -> [TextLine.Piece] {
    font.line(text, try #require(font.face)).pieces
  }

  /// Each character is the glyph of a font, with a shape of its own.
  @Test(arguments: ScriptTexts.all) func eachCharacterIsAGlyphOfAFont(_ text: String) throws {
    let pieces = try Self.pieces(text)
    #expect(pieces.count == text.unicodeScalars.count)
    var shapes: [Unicode.Scalar: [Point]] = [:]
    for (scalar, piece) in zip(text.unicodeScalars, pieces) {
      guard case .glyph(let face, let glyph) = piece.shape else {
        Issue.record("\(scalar) is drawn with the built-in letters")
        continue
      }
      #expect(glyph > 0, "\(scalar) is the missing glyph")
      let outline = face.outline(glyph, at: .zero, size: 1000, scale: 1)
      let missing = face.outline(0, at: .zero, size: 1000, scale: 1)
      #expect(
        scalar == " " ? outline.isEmpty : !outline.isEmpty && outline.points != missing.points, "\(scalar)")
      shapes[scalar] = outline.points
    }
    // No two characters look the same, as boxes for missing ones do.
    for (one, points) in shapes {
      #expect(shapes.filter { $0.value == points }.map(\.key) == [one])
    }
  }

  /// The ink of each character is between its beginning and the next one's, in the line's height.
  @Test(arguments: ScriptTexts.all) func thereIsInkWhereTheCharactersAre(_ text: String) throws {
    let pieces = try Self.pieces(text)
    let width = Int(Self.font.width(of: text)) + 20
    let bitmap = Bitmap(width: width, height: 50)
    bitmap.draw { $0.text(text, at: Point(10, 15), font: Self.font, .black) }
    func ink(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + columns.count { bitmap[$0, y] >> 24 > 0x40 } }
    }
    // Capital letters begin at the point; marks rise above it and tails hang below.
    let lines = 8..<39
    for (index, (scalar, piece)) in zip(text.unicodeScalars, pieces).enumerated() where scalar != " " {
      let end = index + 1 < pieces.count ? pieces[index + 1].x : Double(width - 20)
      let columns = Int(10 + piece.x)..<max(Int(10 + end), Int(10 + piece.x) + 3)
      #expect(ink(columns, lines) >= 3, "\(scalar) in \(columns)")
    }
    #expect(ink(0..<width, 0..<lines.lowerBound) == 0 && ink(0..<width, lines.upperBound..<50) == 0)
    #expect(ink(0..<9, 0..<50) == 0)
  }

  /// What can not be divided at a line's beginning.
  private static func firstPart(of line: String) -> String {
    let characters = Array(line)
    let end = characters.indices.dropFirst().first {
      characters[$0] == " " || characters[$0 - 1].allowsBreak(before: characters[$0])
    }
    return String(characters[..<(end ?? characters.endIndex)])
  }

  /// A paragraph is broken where a reader of its script expects it, and nothing is left out or reaches beyond its label.
  @Test(arguments: [
    (ScriptTexts.chinese, ""),
    ("A touch wakes the loop by a port, and a source hands it to the window, which looks for the view.", " "),
  ])
  func aParagraphIsBrokenIntoLines(_ text: String, _ between: String) throws {
    let width = 200.0
    let styled = StyledText(text, font: Self.font, color: .black)
    let lines = styled.lines(in: Size(width, 1000), most: 0)
    let words = lines.map { $0.runs.map(\.text).joined() }
    #expect(words.joined(separator: between).filter { $0 != " " } == text.filter { $0 != " " })
    #expect(lines.count >= 4 && lines.allSatisfy { $0.width <= width })
    for (line, next) in zip(words, words.dropFirst()) {
      let first = Self.firstPart(of: next)
      let gap = text.contains("\(line) \(first)") ? " " : ""
      #expect(Self.font.width(of: line + gap + first) > width, "\(line) has room for \(first)")
      // No line begins with what closes, or ends with what opens.
      #expect(!"，。；）".contains(next.first ?? " ") && !line.hasSuffix("（"), "\(next)")
    }
    let picture = PixelTests.picture(Size(300, 400)) { window in
      let label = UILabel(text, frame: Rect(50, 10, width, 380), font: Self.font)
      label.numberOfLines = 0
      window.addSubview(label)
    }.value
    func ink(_ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + columns.count { picture[$0, y] & 0xFF < 0x80 } }
    }
    #expect(ink(0..<48, 0..<400) == 0 && ink(252..<300, 0..<400) == 0)
    let top = 200 - Double(lines.count) * Self.font.lineHeight / 2
    for index in lines.indices {
      let start = Int(top + Double(index) * Self.font.lineHeight)
      #expect(ink(48..<252, start..<start + Int(Self.font.lineHeight)) > 50, "line \(index)")
    }
    #expect(ink(0..<300, 0..<Int(top) - 1) == 0)
  }
}

private enum ScriptTexts {
  /// In Chinese: a touch wakes the main thread's loop by a port; a source hands it to the window; the view in front that has the
  /// point gets it; what it does not handle goes up the chain of responders.
  static let chinese =
    "触摸先由端口唤醒主线程的运行循环，再由事件源交给窗口。窗口从后往前询问子视图，找到最上面包含该点的视图；视图不处理的事件，沿着响应者链（responder chain）向上传递，直到应用程序。"
  static let all = ["你好", "Größe", "Привет", chinese]
}

private let hasFonts = [
  "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
].allSatisfy { (path: String) in access(path, R_OK) == 0 }
