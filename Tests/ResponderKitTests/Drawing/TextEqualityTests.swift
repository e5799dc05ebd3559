import TestHarness
import Testing

@testable import ResponderKit

/// Attributed texts are equal by what they show, as in UIKit, and views do nothing when they get an equal one.
@Suite(.hangLimit) struct TextEqualityTests {
  private final class Note {}

  private func text(_ parts: [(String, [NSAttributedString.Key: Any])]) -> NSMutableAttributedString {
    let text = NSMutableAttributedString(string: "")
    for (string, attributes) in parts {
      text.append(NSAttributedString(string: string, attributes: attributes))
    }
    return text
  }

  @Test func textsWithEqualLettersAndAttributesAreEqual() {
    let bold = UIFont.boldSystemFont(ofSize: 20)
    let one = text([("ab", [.font: bold]), ("cd", [.font: bold]), ("e", [:])])
    let other = text([("a", [.font: bold]), ("bcd", [.font: bold]), ("e", [:])])
    #expect(one == other && one.hashValue == other.hashValue && one.isEqual(to: other))
    #expect(Set<NSAttributedString>([one, other]).count == 1)
    #expect(NSAttributedString(attributedString: one) == one, "one that can be changed, and one that can not")
    other.addAttribute(.kern, value: 1.0, range: NSRange(location: 4, length: 1))
    #expect(one != other)
    #expect(text([("abc", [:])]) != text([("abd", [:])]))
    #expect(!one.isEqual("abcde") && !one.isEqual(nil))
  }

  @Test func theLastCharacterAndTheNumberOfAttributesCount() {
    let red: [NSAttributedString.Key: Any] = [.foregroundColor: UIColor.red]
    #expect(text([("ab", red)]) != text([("a", red), ("b", [:])]))
    #expect(text([("ab", red)]) != text([("ab", red.merging([.kern: 1.0]) { $1 })]))
    #expect(text([("ab", [.kern: 2])]) == text([("ab", [.kern: 2.0])]), "numbers are numbers")
  }

  @Test func charactersAreComparedByTheirCodePoints() {
    let (one, two) = (text([("\u{E9}", [:])]), text([("e\u{301}", [:])]))
    #expect(one.string == two.string && one != two)
  }

  @Test func valuesWithoutAnEqualityAreEqualToThemselves() {
    let (key, note) = (NSAttributedString.Key("note"), Note())
    #expect(text([("a", [key: note])]) == text([("a", [key: note])]))
    #expect(text([("a", [key: note])]) != text([("a", [key: Note()])]))
    #expect(text([("a", [key: { 1 }])]) != text([("a", [key: { 1 }])]))
  }

  @Test func paragraphStylesAreComparedByTheirValues() {
    func styled(_ spacing: Double) -> NSAttributedString {
      let style = NSMutableParagraphStyle()
      style.lineSpacing = spacing
      return NSAttributedString(string: "a", attributes: [.paragraphStyle: style])
    }
    #expect(styled(3) == styled(3) && styled(3) != styled(4))
  }

  /// Counts how often it is asked to be drawn.
  private final class Label: UILabel {
    var draws = 0
    override func setNeedsDisplay() {
      draws += 1
      super.setNeedsDisplay()
    }
  }

  @Test func aLabelIsDrawnAnewForAnotherTextOnly() {
    let label = Label()
    let style = NSMutableParagraphStyle()
    let text = NSMutableAttributedString(string: "ab", attributes: [.kern: 2.0, .paragraphStyle: style])
    label.attributedText = text
    label.draws = 0
    label.attributedText = NSAttributedString(attributedString: text)
    #expect(label.draws == 0)
    // The style is the same object, with other values.
    style.lineSpacing = 9
    label.attributedText = text
    #expect(label.draws > 0)
    label.draws = 0
    text.removeAttribute(.kern, range: NSRange(location: 0, length: 1))
    label.attributedText = text
    #expect(label.draws > 0 && label.attributedText == text)
  }

  @Test func aButtonsLayoutGivesItsLabelNoNewText() throws {
    try onStage { stage in
      var configuration = UIButton.Configuration.plain()
      var title = AttributedString("Go")
      title.kern = 3
      configuration.attributedTitle = title
      let button = UIButton(configuration: configuration)
      button.frame = Rect(0, 0, 200, 60)
      let label = try #require(button.titleLabel)
      stage.show(button)
      stage.wait(20)
      // A window that has been drawn once keeps the drawings of its views.
      _ = stage.window.snapshot()
      stage.wait(20)
      let version = label.drawingStorage?.version
      #expect(version != nil)
      button.setNeedsLayout()
      stage.wait(20)
      _ = stage.window.snapshot()
      #expect(label.drawingStorage?.version == version)
    }
  }

  @Test func partsOfATextThatStayAreNotMeasuredAgain() {
    let (one, two) = (TextAttributes([.kern: 1.0]), TextAttributes([.kern: 1.0]))
    #expect(one == two && one.hashValue == two.hashValue && one != TextAttributes([.kern: 2.0]))
    let style = NSMutableParagraphStyle()
    let before = TextAttributes([.paragraphStyle: style])
    style.alignment = .center
    #expect(before != TextAttributes([.paragraphStyle: style]), "the values that the style had")
  }

  @Test func otherValuesAreDistinguishedAtOnce() {
    let color = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    let same = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1)
    let looks = [
      TextAttributes([.foregroundColor: color, .kern: 1]),
      TextAttributes([.kern: 1.0, .foregroundColor: same]),
    ]
    #expect(looks[0] == looks[1] && looks[0].hashValue == looks[1].hashValue)
    let codes = (0..<100).map { TextAttributes([.link: "page \($0)"]).hashValue }
    #expect(Set(codes).count == 100, "texts with many links or colors compare few of them")
  }

  @Test func textsBeginEmpty() {
    let text = NSMutableAttributedString()
    #expect(text.length == 0 && text == NSAttributedString())
    text.append(NSAttributedString(string: "a", attributes: [.kern: 1.0]))
    #expect(text.string == "a")
  }
}
