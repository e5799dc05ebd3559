import TestHarness
import Testing

@testable import ResponderKit

/// Lines of text.
@Suite(.hangLimit) struct LabelTests {
  private static let font = UIFont(size: 12, design: .builtIn)
  private let font = Self.font

  private func label(_ text: String, lines: Int = 0) -> UILabel {
    let label = UILabel(text, font: font)
    label.numberOfLines = lines
    return label
  }

  @Test func aLineIsBrokenWhereItWouldBeWiderThanTheLabel() {
    let width = font.width(of: "one two")
    for (room, lines) in [(width, 1.0), (width - 0.01, 2), (width + 100, 1)] {
      let size = label("one two").sizeThatFits(Size(room, 0))
      #expect(size.height == lines * font.lineHeight, "in \(room)")
      #expect(size.width == (lines == 1 ? width : font.width(of: "two")))
    }
    // Paragraphs always begin a line; a word that is too long has its own.
    #expect(label("a\nb\n\nc").sizeThatFits(.zero).height == 4 * font.lineHeight)
    #expect(label("a interminable b").sizeThatFits(Size(20, 0)).height == 3 * font.lineHeight)
    #expect(label("one two\nthree", lines: 1).sizeThatFits(.zero).height == font.lineHeight)
    #expect(label("a\nb\nc", lines: 2).sizeThatFits(.zero).height == 2 * font.lineHeight)
    // No higher than the room.
    #expect(label("a\nb\nc").sizeThatFits(Size(0, 2.5 * font.lineHeight)).height == 2 * font.lineHeight)
  }

  /// Scripts without spaces: between any two characters, but not in front of what closes, or behind what opens.
  @Test func aLineMayEndBetweenChineseCharacters() {
    func lines(_ text: String, _ room: String) -> [String] {
      StyledText(text, font: font, color: .black).lines(in: Size(font.width(of: room), 1000), most: 0).map {
        $0.runs.map(\.text).joined()
      }
    }
    #expect(lines("触摸先由，端口", "触摸先由") == ["触摸先", "由，端口"])
    #expect(lines("触摸先（由）端口", "触摸先（") == ["触摸先", "（由）端", "口"])
    #expect(lines("触摸 touch 端口", "触摸 touch") == ["触摸 touch", "端口"])
    #expect(lines("触摸touch", "touch") == ["触摸", "touch"])
    #expect(lines("one，two", "one，") == ["one，", "two"])
    // A word of letters stays whole.
    #expect(lines("a interminable b", "interminable") == ["a", "interminable", "b"])
    #expect(label("触摸先由，端口").sizeThatFits(Size(font.width(of: "触摸先由"), 0)).height == 2 * font.lineHeight)
  }

  @Test func whatDoesNotFitIntoTheLinesEndsTheLastOneWithDots() {
    func picture(_ labels: @escaping @Sendable () -> [UILabel]) -> Bitmap {
      PixelTests.picture { window in
        for label in labels() { window.addSubview(label) }
      }.value
    }
    let height = Self.font.lineHeight
    let cut = picture {
      let label = UILabel("first second third fourth", frame: Rect(5, 5, 45, 2 * height), font: Self.font)
      label.numberOfLines = 2
      return [label]
    }
    let wanted = picture {
      [
        UILabel("first", frame: Rect(5, 5, 45, height), font: Self.font),
        UILabel("second third fourth", frame: Rect(5, 5 + height, 45, height), font: Self.font),
      ]
    }
    #expect(cut == wanted)
    // As many lines as there is room for.
    let room = picture {
      let label = UILabel("first second third fourth", frame: Rect(5, 5, 45, 2.9 * height), font: Self.font)
      label.numberOfLines = 0
      label.frame = Rect(5, 5, 45, 2 * height)
      return [label]
    }
    #expect(room == wanted)
  }

  /// A font whose letters are boxes: two letters of 12 points, of which 2 to 10 are black.
  @Test(arguments: [(NSTextAlignment.left, 5.0), (.center, 43), (.right, 81)])
  func linesStandWhereTheAlignmentSays(_ alignment: NSTextAlignment, start: Double) throws {
    let family = try #require(UIFont.registerFont(TinyFont(family: "Tiny aligned").bytes))
    let font = try #require(UIFont(name: family, size: 20))
    let picture = Self.picture {
      let label = UILabel("AA\nA", frame: Rect(5, 10, 100, 60), font: font)
      label.numberOfLines = 0
      label.textAlignment = alignment
      return label
    }
    // The lines are 22 high and in the label's middle; capital letters are 14 high.
    func ink(_ row: Int) -> [Int] { (0..<110).filter { picture[$0, row] & 0xFF < 0x80 } }
    func boxes(_ starts: Double...) -> [Int] {
      starts.flatMap { Array(Int($0) + 2..<Int($0) + 10) }
    }
    #expect(ink(30) == boxes(start, start + 12))
    // The shorter one is aligned by itself.
    let rest = alignment == .left ? 0.0 : alignment == .center ? 6 : 12
    #expect(ink(52) == boxes(start + rest))
    #expect(ink(12) == [] && ink(68) == [])
  }

  private static func picture(_ label: @escaping @Sendable () -> UILabel) -> Bitmap {
    PixelTests.picture(Size(120, 80)) { $0.addSubview(label()) }.value
  }

  @Test func attributesOfAllTheTextAreTheLabelsOwn() {
    let large = UIFont(size: 20, design: .builtIn)
    let plain = Self.picture {
      let label = UILabel("text", frame: Rect(5, 5, 90, 40), font: large)
      label.textColor = .red
      return label
    }
    let attributed = Self.picture {
      let label = UILabel("other", frame: Rect(5, 5, 90, 40), font: Self.font)
      label.attributedText = NSAttributedString(
        string: "text", attributes: [.font: large, .foregroundColor: UIColor.red])
      #expect(label.text == "text")
      return label
    }
    #expect(plain == attributed)
    // A new text has no attributes.
    let again = Self.picture {
      let label = UILabel("other", frame: Rect(5, 5, 90, 40), font: large)
      label.attributedText = NSAttributedString(string: "text", attributes: [.font: Self.font])
      label.text = "text"
      label.textColor = .red
      #expect(label.attributedText?.attribute(.font, at: 0) as? UIFont == large)
      return label
    }
    #expect(plain == again)
  }

  @Test func partsHaveTheirColorsAndLines() {
    let font = UIFont(size: 20, design: .builtIn)
    let width = font.carets(of: ["H", "H"]).last ?? 0
    let picture = Self.picture {
      let label = UILabel(frame: Rect(0, 0, 100, 24))
      label.font = font
      let text = NSMutableAttributedString(string: "HH", attributes: [.backgroundColor: UIColor.green])
      text.append(
        NSAttributedString(
          string: "HH",
          attributes: [.foregroundColor: UIColor.blue, .underlineStyle: NSUnderlineStyle.single.rawValue]))
      label.attributedText = text
      return label
    }
    func count(_ color: UInt32, _ columns: Range<Int>, _ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, y in sum + columns.count { picture[$0, y] == color } }
    }
    let middle = Int(width)
    #expect(picture[1, 1] == 0xFF00_FF00 && picture[middle - 1, 22] == 0xFF00_FF00)
    #expect(picture[middle + 3, 1] == 0xFFFF_FFFF)
    #expect(count(0xFF00_0000, 0..<middle, 0..<24) > 20 && count(0xFF00_0000, middle + 1..<100, 0..<24) == 0)
    #expect(count(0xFF00_00FF, middle..<100, 0..<24) > 20 && count(0xFF00_00FF, 0..<middle - 1, 0..<24) == 0)
    // The line under the letters goes from the first to the last.
    let base = 12 + font.lineHeight / 2 - font.lineHeight + font.ascender
    let row = Int((base + 20.0 / 9 + 0.7).rounded(.down))
    #expect(
      (middle + 2..<2 * middle - 4).allSatisfy {
        picture[$0, row] & 0xFF > 0xC0 && picture[$0, row] != 0xFFFF_FFFF
      })
  }
}
