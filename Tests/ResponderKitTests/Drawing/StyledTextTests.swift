import TestHarness
import Testing

@testable import ResponderKit

/// Lines of text whose parts look different.
@Suite(.hangLimit) struct StyledTextTests {
  private let small = UIFont(size: 10, design: .builtIn)
  private let large = UIFont(size: 30, design: .builtIn)

  private func text(_ parts: [(String, [NSAttributedString.Key: Any])]) -> NSMutableAttributedString {
    let text = NSMutableAttributedString(string: "")
    for (string, attributes) in parts {
      text.append(NSAttributedString(string: string, attributes: attributes))
    }
    return text
  }

  private func lines(
    _ text: NSAttributedString, width: Double = .infinity, most: Int = 0
  ) -> [StyledText.StyledLine] {
    StyledText(text, font: small, color: .black).lines(in: Size(width, .infinity), most: most)
  }

  @Test func lettersOfOneLineStandOnOneLine() throws {
    let line = try #require(lines(text([("a", [:]), ("B", [.font: large]), ("c", [:])])).first)
    #expect(line.runs.map(\.text) == ["a", "B", "c"])
    #expect(line.ascent == large.ascender && line.height == large.lineHeight)
    #expect(line.runs[1].x == small.carets(of: ["a"]).last && line.runs[2].x > line.runs[1].x)
    #expect(line.width == line.runs[2].x + small.width(of: "c"))
  }

  @Test func aLineIsAsHighAsItsHighestLetters() {
    let text = text([("one ", [:]), ("two", [.font: large]), ("\nthree", [:])])
    #expect(lines(text).map(\.height) == [large.lineHeight, small.lineHeight])
    let size = StyledText(text, font: small, color: .black).size(
      in: Size(Double.infinity, .infinity), most: 0)
    #expect(size.height == large.lineHeight + small.lineHeight)
    // Lines that there is no room for are not there.
    let room = Size(Double.infinity, large.lineHeight + small.lineHeight - 1)
    #expect(StyledText(text, font: small, color: .black).lines(in: room, most: 0).count == 1)
  }

  @Test func wordsOfSeveralStylesAreCutBetweenWords() {
    let text = text([("one tw", [:]), ("o thr", [.foregroundColor: UIColor.red]), ("ee", [:])])
    let cut = lines(text, width: small.width(of: "one two") + 1)
    #expect(cut.map { $0.runs.map(\.text) } == [["one tw", "o"], ["thr", "ee"]])
    #expect(cut[1].runs[0].style.color == .red && cut[1].runs[1].style.color == .black)
  }

  @Test func dotsHaveTheStyleOfTheLastLetter() throws {
    let text = text([("abc", [:]), ("defgh", [.foregroundColor: UIColor.red])])
    let width = lines(text)[0].width
    let cut = try #require(lines(text, width: width - 1, most: 1).first)
    #expect(cut.width < width && cut.runs.count == 2)
    #expect(cut.runs[1].text.hasSuffix("…") && cut.runs[1].style.color == .red)
    #expect(lines(text, width: 1, most: 1)[0].runs.isEmpty)
    // As many letters as fit.
    for room in stride(from: 0, through: width + 2, by: 0.5) {
      let line = lines(text, width: room, most: 1)[0]
      let letters = line.runs.map(\.text).joined()
      #expect(letters == small.truncated("abcdefgh", to: room), "in \(room)")
    }
  }

  /// Measuring the whole text for each number of letters would take minutes.
  @Test func aVeryLongLineIsCutInAMoment() throws {
    let long = StyledText(String(repeating: "word ", count: 20_000), font: small, color: .black)
    let began = ContinuousClock.now
    let line = try #require(long.lines(in: Size(100, 20), most: 1).first)
    #expect(line.width <= 100 && line.width > 80)
    #expect(ContinuousClock.now - began < .seconds(20))
  }

  @Test func roomBetweenLettersIsNotBehindTheLast() throws {
    let plain = lines(text([("abc", [:])]))[0].width
    #expect(lines(text([("abc", [.kern: 4])]))[0].width == plain + 8)
    let parts = lines(text([("abc", [.kern: 4.0]), ("d", [:])]))[0]
    #expect(parts.runs[1].x == (small.carets(of: ["a", "b", "c"]).last ?? 0) + 12)
  }

  @Test func anOffsetMakesTheLineHigher() throws {
    let line = try #require(lines(text([("x", [:]), ("2", [.baselineOffset: 5.0])])).first)
    #expect(line.ascent == small.ascender + 5 && line.height == small.lineHeight + 5)
  }

  /// Letters and the line under them are raised together.
  @Test func theLineUnderLettersGoesUpWithThem() {
    func lowest(_ offset: Double) -> Double {
      let drawing = Drawing()
      for line in lines(text([("x", [.underlineStyle: 1, .baselineOffset: offset])])) {
        line.draw(at: .zero, in: drawing)
      }
      let rects = drawing.operations.compactMap { operation -> Double? in
        if case .fill(.rect(let rect, _), _) = operation { rect.minY } else { nil }
      }
      #expect(rects.count == 1)
      return rects.first ?? 0
    }
    // The line is lower by as much as it is higher for the letters.
    #expect(lowest(0) == lowest(5))
  }

  @Test func valuesOfAnotherTypeAreIgnored() throws {
    let line = try #require(
      lines(
        text([
          (
            "x",
            [
              .font: 3, .foregroundColor: "red", .kern: Double.nan, .underlineStyle: "x",
              .baselineOffset: 1e300,
            ]
          )
        ])
      ).first)
    let style = line.runs[0].style
    #expect(style.font == small && style.color == .black && style.kern == 0 && style.underline.isEmpty)
    #expect(style.offset == 1000)
  }

  @Test func aCharacterHasTheStyleOfItsFirstCodeUnit() {
    let text = NSMutableAttributedString(string: "e\u{301}x")
    text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 1, length: 1))
    #expect(lines(text)[0].runs.allSatisfy { $0.style.color == .black })
  }

  @Test(arguments: [true, false]) func aLineThroughLettersHasAnAttributeOfItsOwn(_ isNumber: Bool) {
    func places(_ key: NSAttributedString.Key, _ kind: NSUnderlineStyle = .single) -> [Double] {
      let drawing = Drawing()
      let style: Any = isNumber ? kind.rawValue : kind
      for line in lines(text([("x", [key: style])])) { line.draw(at: .zero, in: drawing) }
      return drawing.operations.compactMap { operation in
        if case .fill(.rect(let rect, _), _) = operation { rect.midY } else { nil }
      }
    }
    let (under, through) = (places(.underlineStyle), places(.strikethroughStyle))
    #expect(under.count == 1 && through.count == 1)
    #expect(under.allSatisfy { $0 > small.ascender })
    #expect(through.allSatisfy { $0 < small.ascender && $0 > small.ascender - small.capHeight })
    let double = places(.underlineStyle, .double)
    #expect(double.count == 2 && double[0] == under[0] && double[1] > double[0])
  }
}
