import TestHarness
import Testing

@testable import ResponderKit

private let hasFont = UIFont(name: "DejaVu Sans", size: 20) != nil

/// Hebrew and Arabic with a font of the system: the order of glyphs, letters that are joined, and where characters are then.
@Suite("Letters from right to left in fonts", .hangLimit, .enabled(if: hasFont, "no fonts-dejavu-core"))
struct JoinedLetterTests {
  private static let font = UIFont(name: "DejaVu Sans", size: 20) ?? UIFont(size: 20)
  private let beh = "\u{628}"
  private let alef = "\u{627}"
  private let lam = "\u{644}"
  private let fatha = "\u{64E}"

  private func line(_ text: String) throws -> TextLine {
    Self.font.line(text, try #require(Self.font.face))
  }

  /// The glyphs from left to right.
  private func glyphs(_ text: String) throws -> [Int] {
    try line(text).pieces.map { piece in
      guard case .glyph(_, let glyph) = piece.shape else { return -1 }
      return glyph
    }
  }

  @Test("The first letter is at the right; numbers and words from left to right keep their order")
  func order() throws {
    let pieces = try line("\u{5D0}\u{5D1} 12").pieces
    #expect(pieces.map(\.offset) == [5, 6, 4, 2, 0])
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.x < $1.x })
    #expect(try line("ab \u{5D0}\u{5D1}").pieces.map(\.offset) == [0, 1, 2, 5, 3])
    #expect(try glyphs("\u{5D0}(\u{5D1}").dropFirst().first == glyphs(")").first, "brackets are turned")
  }

  @Test("A letter has another shape at the beginning, in the middle and at the end of a word")
  func forms() throws {
    let alone = try glyphs(beh)
    let joined = try glyphs(beh + beh + beh)
    #expect(alone.count == 1 && Set(joined + alone).count == 4)
    // Alef joins only what is in front of it.
    let word = try glyphs(alef + beh)
    #expect(word == (try glyphs(beh)) + (try glyphs(alef)))
    #expect(try glyphs(beh + alef) != (try glyphs(alef)) + (try glyphs(beh)))
    // A mark between letters does not part them; a sign that does, does.
    #expect(try glyphs(beh + fatha + beh).filter { joined.contains($0) } == [joined[0], joined[2]])
    #expect(try glyphs(beh + "\u{200C}" + beh) == alone + alone)
    #expect(try glyphs(beh + "\u{200D}") == [joined[2]])
  }

  @Test("Lam and alef are one shape, of which each has half")
  func ligature() throws {
    let pieces = try line(lam + alef).pieces
    #expect(pieces.count == 1)
    let text = Array(lam + alef + beh)
    let carets = Self.font.carets(of: text[...])
    #expect(carets.count == 4 && abs(carets[1] * 2 - carets[2]) < 0.001)
    #expect(try abs(carets[3] - line(lam + alef + beh).width) < 0.001)
    // Behind another letter the shape is another one; a mark on lam does not part them.
    #expect(try glyphs(beh + lam + alef)[0] != glyphs(lam + alef)[0])
    #expect(try glyphs(lam + fatha + alef).contains(glyphs(lam + alef)[0]))
  }

  @Test("Letters of several colors are joined all the same")
  func colors() throws {
    let text = NSMutableAttributedString(string: beh + beh, attributes: [.font: Self.font])
    text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 1))
    let line = StyledText(text, font: Self.font, color: .black).lines(in: Size(500, 100), most: 1)[0]
    let whole = try glyphs(beh + beh)
    #expect(try line.runs.map { try glyphs($0.shown) } == whole.map { [$0] })
    let width = try self.line(beh + beh).width
    #expect(line.runs[1].style.color == .red && abs(line.width - width) < 0.01)
  }

  @Test("Carets are where the glyphs of a drawn line begin and end")
  func carets() throws {
    let view = UITextView(frame: Rect(0, 0, 400, 100))
    view.font = Self.font
    let text = "ab \u{5D0}\u{5D1}\(beh)\(beh) 12"
    view.text = text
    let line = view.lines.lines[0]
    for run in try #require(line.styled).runs {
      let drawn = try self.line(run.shown)
      #expect(abs(drawn.width - run.width) < 0.01, "\(run.text)")
    }
    let cells = try #require(line.cells)
    #expect(cells.count == text.count && abs((cells.map(\.upperBound).max() ?? 0) - line.width) < 0.01)
  }

  @Test("Ink of a drawn text is where its characters are")
  func ink() {
    let bitmap = Bitmap(width: 200, height: 50)
    let text = "ii\u{5D0}"
    bitmap.draw { $0.text(text, at: Point(10, 15), font: Self.font, .black) }
    let (narrow, whole) = (Self.font.width(of: "ii"), Self.font.width(of: text))
    func ink(_ columns: Range<Int>) -> Int {
      (5..<45).reduce(0) { sum, y in sum + columns.count { bitmap[$0, y] >> 24 > 0x40 } }
    }
    #expect(ink(0..<10) == 0 && ink(10..<Int(10 + narrow)) > 0)
    #expect(ink(Int(10 + narrow) + 1..<Int(10 + whole)) > 20 && ink(Int(12 + whole)..<200) == 0)
  }

  @Test("Damaged tables of joined letters harm nothing")
  func damaged() {
    var random = SplitMix(5)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random) & (Bool.random(using: &random) ? 0xFF : 0x07)
      }
      let joining = GlyphJoining(FontBytes(bytes: bytes), 0..<bytes.count)
      for form in [ArabicJoining.JoinedForm.isolated, .initial, .medial, .final] {
        _ = joining.glyph(3, form)
      }
      #expect((joining.ligature([(1, false), (2, false)])?.places.count ?? 2) >= 2)
    }
  }
}
