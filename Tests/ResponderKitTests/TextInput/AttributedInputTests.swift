import ResponderKit
import TestHarness
import Testing

/// Attributes of a field's text, and the storage of a text view.
@Suite(.hangLimit) struct AttributedInputTests {
  private static var red: [NSAttributedString.Key: Any] { [.foregroundColor: UIColor.red] }

  private func show<View: UIView>(_ view: View, _ stage: Stage) -> View {
    view.frame = Rect(0, 0, 200, 40)
    stage.show(UIView(frame: stage.window.bounds)).addSubview(view)
    stage.wait(20)
    return view
  }

  private func pixels(_ color: UIColor, _ stage: Stage) -> Int {
    let picture = stage.window.snapshot()
    var count = 0
    for y in 0..<40 {
      for x in 0..<200 where picture.color(x: x, y: y) == color { count += 1 }
    }
    return count
  }

  @Test func aFieldsTextHasAttributes() {
    onStage { stage in
      let field = show(UITextField(), stage)
      let large = UIFont(size: 30)
      let text = NSMutableAttributedString(string: "II\nI")
      text.addAttributes(
        [.foregroundColor: UIColor.red, .font: large], range: NSRange(location: 0, length: 1))
      field.attributedText = text
      #expect(field.text == "II I" && pixels(.red, stage) > 20)
      let first: Double = field.caretRect(for: 1).minX - field.caretRect(for: 0).minX
      let second: Double = field.caretRect(for: 2).minX - field.caretRect(for: 1).minX
      #expect(first > second * 1.5)
      let answer = field.attributedText
      #expect(answer?.attribute(.font, at: 0) as? UIFont == large)
      #expect(answer?.attribute(.font, at: 1) as? UIFont == field.font)
      // A color that is set is that of all letters; a text that is set has no attributes.
      field.textColor = .blue
      #expect(pixels(.red, stage) == 0 && pixels(.blue, stage) > 20)
      field.attributedText = NSAttributedString(string: "I", attributes: Self.red)
      #expect(pixels(.red, stage) > 5)
      field.isSecureTextEntry = true
      #expect(pixels(.red, stage) == 0)
      field.isSecureTextEntry = false
      field.text = "I"
      #expect(pixels(.red, stage) == 0)
    }
  }

  @Test func whatIsTypedInAFieldHasTheAttributesBeforeIt() {
    onStage { stage in
      let field = show(UITextField(), stage)
      field.attributedText = NSAttributedString(string: "I", attributes: Self.red)
      field.becomeFirstResponder()
      field.insertText("x")
      let color = field.attributedText?.attribute(.foregroundColor, at: 1) as? UIColor
      #expect(field.text?.count == 2 && color == .red)
    }
  }

  @Test func aStorageChangesTheView() {
    onStage { stage in
      let view = show(UITextView(), stage)
      view.text = "one two"
      view.selectedTextRange = 4..<7
      let storage = view.textStorage
      #expect(storage.string == "one two" && view.textStorage === storage)
      storage.addAttributes(Self.red, range: NSRange(location: 0, length: 3))
      stage.wait(20)
      #expect(pixels(.red, stage) > 10 && view.selectedTextRange == 4..<7)
      storage.replaceCharacters(in: NSRange(location: 3, length: 4), with: "!")
      #expect(view.text == "one!" && view.selectedTextRange == 4..<4)
      // What is typed is in the storage.
      view.selectedTextRange = 0..<0
      view.insertText("1 ")
      #expect(storage.string == "1 one!" && storage.length == 6)
    }
  }

  @Test func changesBetweenBeginAndEndAreShownTogether() {
    onStage { stage in
      let view = show(UITextView(), stage)
      view.text = "a"
      let storage = view.textStorage
      storage.beginEditing()
      storage.append(NSAttributedString(string: "b"))
      #expect(view.text == "a" && view.textStorage.string == "ab")
      storage.setAttributedString(NSAttributedString(string: "c"))
      storage.endEditing()
      #expect(view.text == "c")
      storage.endEditing()
      storage.deleteCharacters(in: NSRange(location: 0, length: 1))
      #expect(view.text == "")
    }
  }
}
