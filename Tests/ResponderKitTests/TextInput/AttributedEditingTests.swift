import TestHarness
import Testing

@testable import ResponderKit

/// Attributes of text that is edited.
@Suite(.hangLimit) struct AttributedEditingTests {
  private let small = UIFont(size: 10, design: .builtIn)
  private let large = UIFont(size: 30, design: .builtIn)

  private func text(_ parts: [(String, Int)]) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    for (string, number) in parts {
      text.append(NSAttributedString(string: string, attributes: [.number: number]))
    }
    return text
  }

  /// The characters with their numbers.
  private func parts(_ model: TextModel) -> String {
    let text = model.attributed([:])
    var result = ""
    text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      let part = text.attributedSubstring(from: range).string
      result += "\(part)[\((attributes[.number] as? Int).map(String.init) ?? "-")]"
    }
    return result
  }

  private func model(_ parts: [(String, Int)], _ range: Range<Int>) -> TextModel {
    var model = TextModel(text(parts))
    model.select(range)
    return model
  }

  @Test func whatIsTypedLooksLikeWhatIsBeforeIt() {
    let start = [("ab", 1), ("cd", 2)]
    for (range, expected) in [
      (2..<2, "abx[1]cd[2]"), (3..<3, "ab[1]cxd[2]"), (0..<0, "xab[1]cd[2]"), (4..<4, "ab[1]cdx[2]"),
      // In place of a selection, like its first character.
      (1..<3, "ax[1]d[2]"), (2..<3, "ab[1]xd[2]"),
    ] {
      var model = model(start, range)
      model.insert("x")
      #expect(parts(model) == expected)
      let did = model.undo()
      #expect(did)
      #expect(parts(model) == "ab[1]cd[2]")
    }
  }

  @Test func undoBringsAttributesBack() {
    var model = model([("ab", 1), ("cd", 2)], 1..<3)
    model.deleteBackward()
    #expect(parts(model) == "a[1]d[2]")
    let undid = model.undo()
    #expect(undid)
    #expect(parts(model) == "ab[1]cd[2]")
    let redid = model.redo()
    #expect(redid)
    #expect(parts(model) == "a[1]d[2]")
    // Also where the characters stay the same.
    model = self.model([("ab", 1)], 0..<1)
    model.setTyping([.number: 7])
    model.insert("a")
    #expect(parts(model) == "a[7]b[1]")
    let undidColor = model.undo()
    #expect(undidColor)
    #expect(parts(model) == "ab[1]")
  }

  @Test func attributesOfWhatIsTypedLastUntilTheCaretIsMoved() {
    var model = TextModel("ab")
    model.setTyping([.number: 3])
    model.insert("x")
    model.insert("y")
    #expect(parts(model) == "ab[-]xy[3]")
    model.move(to: 1)
    model.insert("z")
    #expect(parts(model) == "azb[-]xy[3]")
  }

  @Test func anEmptyTextGoesOnAsItWas() {
    var model = model([("ab", 4)], 0..<2)
    model.deleteBackward()
    model.move(to: 0)
    model.insert("x")
    #expect(parts(model) == "x[4]")
    model.reset("plain")
    model.insert("x")
    #expect(parts(model) == "plainx[-]")
  }

  @Test func aMarkThatJoinsACharacterHasItsAttributes() {
    var model = model([("e", 1), ("x", 2)], 1..<1)
    model.setTyping([.number: 3])
    model.insert("\u{301}y")
    #expect(parts(model) == "e\u{301}[1]y[3]x[2]" && model.count == 3)
  }

  @Test func lineEndsOfOtherSystemsKeepTheirAttributes() {
    #expect(parts(TextModel(text([("a\r\nb", 1), ("😀c", 2)]))) == "a\nb[1]😀c[2]")
  }

  // MARK: Views

  private func area(_ text: NSAttributedString) -> UITextView {
    let view = UITextView(frame: Rect(0, 0, 200, 300))
    view.font = small
    view.attributedText = text
    return view
  }

  @Test func aTextComesBackWithItsAttributes() {
    let view = area(text([("ab", 1), ("c", 2)]))
    #expect(view.text == "abc")
    #expect(view.attributedText.attribute(.number, at: 2) as? Int == 2)
    #expect(view.attributedText.attribute(.font, at: 2) as? UIFont == small)
    view.selectedTextRange = 3..<3
    #expect(view.typingAttributes[.number] as? Int == 2)
    view.font = large
    #expect(view.attributedText.attribute(.font, at: 0) as? UIFont == large)
    view.text = "x"
    #expect(view.attributedText.attribute(.number, at: 0) == nil)
    view.attributedText = nil
    #expect(view.text == "" && view.attributedText.length == 0)
  }

  @Test func aTextThatBecomesShortIsScrolledBack() {
    let lines = NSAttributedString(string: String(repeating: "line\n", count: 200))
    let changes: [(UITextView) -> Void] = [
      { $0.textStorage.deleteCharacters(in: NSRange(location: 4, length: 996)) }, { $0.text = "line" },
      { $0.attributedText = NSAttributedString(string: "line") },
    ]
    for change in changes {
      let view = area(lines)
      view.contentOffset = Point(0, 500)
      change(view)
      #expect(view.text == "line" && view.contentOffset == .zero)
    }
  }

  @Test func linesAreAsHighAsTheirLetters() {
    let text = NSMutableAttributedString(string: "one\n", attributes: [.font: large])
    let style = NSMutableParagraphStyle()
    style.paragraphSpacingBefore = 7
    style.headIndent = 5
    style.firstLineHeadIndent = 20
    text.append(NSAttributedString(string: "two", attributes: [.paragraphStyle: style]))
    let view = area(text)
    let (top, left) = (view.textInset.top, view.textInset.left)
    #expect(view.caretRect(for: 1).height == large.lineHeight)
    let second: Rect = view.caretRect(for: 4)
    #expect(second.origin == Point(left + 20, top + large.lineHeight + 7))
    #expect(second.height == small.lineHeight)
    #expect(view.closestPosition(to: Point(0, top + large.lineHeight - 1)) == 0)
    #expect(view.closestPosition(to: Point(left + 21, second.midY)) == 4)
    #expect(view.contentSize.height == second.maxY + view.textContainerInset.bottom)
    #expect(view.sizeThatFits(.zero).height == view.contentSize.height)
  }

  @Test func linesAreAlignedAsTheViewOrTheirStyleSays() {
    let view = UITextView(frame: Rect(0, 0, 200, 300))
    view.font = small
    view.text = "mm"
    let (inset, width) = (view.textInset, small.width(of: "mm"))
    view.textAlignment = .right
    #expect(abs(view.caretRect(for: 2).minX - (200 - inset.right)) < small.pointSize / 2)
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    view.attributedText = NSAttributedString(string: "mm", attributes: [.paragraphStyle: style])
    #expect(abs(view.caretRect(for: 0).minX - (inset.left + (190 - width) / 2)) < small.pointSize / 2)
  }

  @Test func whatIsTypedIsDrawnWithItsColor() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 200, 60))
      view.font = UIFont(size: 40, weight: .bold, design: .builtIn)
      stage.window.backgroundColor = .white
      stage.show(view)
      view.attributedText = NSAttributedString(string: "M", attributes: [.foregroundColor: UIColor.red])
      view.becomeFirstResponder()
      view.insertText("M")
      view.typingAttributes[.foregroundColor] = UIColor.blue
      view.insertText("M")
      view.resignFirstResponder()
      stage.wait(20)
      func colors(_ position: Int) -> Set<UIColor> {
        let box = view.convert(view.caretRect(for: position), to: nil)
        let picture = stage.window.snapshot()
        let places = (Int(box.minX)..<Int(box.minX) + 20).flatMap { x in (10..<50).map { (x, $0) } }
        return Set(places.map { picture.color(x: $0.0, y: $0.1) })
      }
      #expect(colors(0).contains(.red) && colors(1).contains(.red) && !colors(1).contains(.blue))
      #expect(colors(2).contains(.blue) && !colors(2).contains(.red))
    }
  }

  @Test func aPlaceholderHasAttributes() {
    onStage { stage in
      let field = UITextField(frame: Rect(0, 0, 200, 60))
      let font = UIFont(size: 40, weight: .bold, design: .builtIn)
      field.attributedPlaceholder = NSAttributedString(
        string: "M", attributes: [.foregroundColor: UIColor.red, .font: font])
      stage.window.backgroundColor = .white
      stage.show(field)
      stage.wait(20)
      func hasRed() -> Bool {
        let picture = stage.window.snapshot()
        return (0..<60).contains { x in (0..<60).contains { picture.color(x: x, y: $0) == .red } }
      }
      #expect(hasRed() && field.placeholder == "M")
      #expect(field.sizeThatFits(.zero).width == font.width(of: "M") + 2)
      field.placeholder = "M"
      stage.wait(20)
      #expect(!hasRed())
    }
  }
}

extension NSAttributedString.Key {
  fileprivate static let number = NSAttributedString.Key("number")
}
