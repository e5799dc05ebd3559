import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Text inputs in UIKit's words: traits, positions, ranges of code units, places of a field's parts.
@Suite(.hangLimit) struct UIKitTextTests {
  private final class CodeView: UIView, UIKeyInput {
    var code = ""
    var keyboardType = UIKeyboardType.numberPad
    override var canBecomeFirstResponder: Bool { true }
    var hasText: Bool { !code.isEmpty }
    func insertText(_ text: String) { code += text }
    func deleteBackward() { code = String(code.dropLast()) }
  }

  private final class RoomyField: UITextField {
    override func textRect(forBounds bounds: Rect) -> Rect { bounds.insetBy(dx: 20, dy: 0) }
    override func editingRect(forBounds bounds: Rect) -> Rect { bounds.insetBy(dx: 30, dy: 0) }
    override func placeholderRect(forBounds bounds: Rect) -> Rect { bounds.insetBy(dx: 40, dy: 0) }
    override func leftViewRect(forBounds bounds: Rect) -> Rect { Rect(3, 4, 5, 6) }
    override func clearButtonRect(forBounds bounds: Rect) -> Rect { Rect(100, 0, 20, 20) }
  }

  @Test func traitsAreKept() {
    onStage { _ in
      let (field, view, bar) = (UITextField(), UITextView(), UISearchBar())
      let inputs: [any UITextInputTraits] = [field, view, bar]
      for input in inputs {
        #expect(input.spellCheckingType == .default && input.autocapitalizationType == .sentences)
        input.spellCheckingType = .no
        input.smartQuotesType = .no
        input.smartDashesType = .yes
        input.smartInsertDeleteType = .no
        input.keyboardAppearance = .dark
        input.enablesReturnKeyAutomatically = true
        input.returnKeyType = .done
        input.autocapitalizationType = .words
        input.autocorrectionType = .no
        input.keyboardType = .decimalPad
        input.textContentType = .username
        #expect(
          input.spellCheckingType == .no && input.smartQuotesType == .no && input.smartDashesType == .yes)
        #expect(input.smartInsertDeleteType == .no && input.keyboardAppearance == .dark)
        #expect(input.enablesReturnKeyAutomatically && input.returnKeyType == .done)
        #expect(input.autocapitalizationType == .words && input.autocorrectionType == .no)
        #expect(input.keyboardType == .decimalPad && input.textContentType == .username)
      }
      #expect(bar.searchTextField.keyboardType == .decimalPad && bar.searchTextField.spellCheckingType == .no)
      #expect(view.inputHints == .multiline && view.inputPurpose == .number)
      let code = CodeView()
      code.spellCheckingType = .no
      #expect(
        code.spellCheckingType == .default && code.keyboardType == .numberPad && !code.isSecureTextEntry)
    }
  }

  @Test func theKeyboardIsTheOneThatAnyTextInputWants() throws {
    try onStage { stage in
      stage.application.showsScreenKeyboard = true
      let code = stage.show(CodeView(frame: Rect(10, 10, 100, 40)))
      code.becomeFirstResponder()
      stage.wait(100)
      let keyboard = try #require(stage.window.subviews.last as? UIScreenKeyboard)
      let key = try #require(keyboard.subviews.first { ($0 as? KeyCap)?.title == "7" })
      let place = key.convert(key.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      #expect(code.code == "7")
    }
  }

  @Test func positionsAreComputed() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 200)))
      view.text = "Hello @ada, how are you today and tomorrow"
      stage.wait(20)
      let start = view.position(from: view.beginningOfDocument, offset: 6)
      #expect(start == 6 && view.position(from: 6, offset: -7) == nil)
      #expect(view.position(from: 6, offset: 100) == nil && view.position(from: 6, offset: .max) == nil)
      #expect(view.textRange(from: 10, to: 6) == 6..<10 && view.offset(from: 10, to: 6) == -4)
      #expect(view.text(in: 6..<10) == "@ada" && (6..<10).start == 6 && (6..<10).end == 10)
      let first = view.firstRect(for: 6..<10)
      #expect(first.minX == view.caretRect(for: 6).minX && first.maxX == view.caretRect(for: 10).minX)
      let lines = view.firstRect(for: 6..<view.endOfDocument)
      #expect(lines.minY == first.minY && lines.maxX > first.maxX && lines.maxX <= 200)
    }
  }

  @Test func selectedRangesCountCodeUnits() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 200)))
      view.text = "a👍🏽b"
      view.selectedRange = NSRange(location: 1, length: 4)
      #expect(view.selectedTextRange == 1..<2 && view.selectedRange == NSRange(location: 1, length: 4))
      // Each character that the range touches is selected, as far as it is in the text.
      for part in [NSRange(location: 1, length: 2), NSRange(location: 3, length: 2)] {
        view.selectedRange = part
        #expect(view.selectedTextRange == 1..<2)
      }
      view.selectedRange = NSRange(location: 5, length: 100)
      #expect(view.selectedTextRange == 2..<3)
      view.selectedRange = NSRange(location: -3, length: 0)
      #expect(view.selectedTextRange == 0..<0)
      view.selectedRange = NSRange(location: 6, length: 0)
      #expect(view.selectedTextRange == 3..<3)
      let container = UITextView().textContainer
      container.lineFragmentPadding = 7
      #expect(container.lineFragmentPadding == 7)
    }
  }

  @Test func linesHavePaddingBesidesTheInset() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 200)))
      view.text = "a"
      stage.wait(20)
      #expect(view.textContainerInset == EdgeInsets(top: 8, left: 0, bottom: 8, right: 0))
      #expect(view.caretRect(for: 0).minX == 5 && view.textContainer.lineFragmentPadding == 5)
      view.textContainer.lineFragmentPadding = 0
      view.textContainerInset = .zero
      #expect(view.caretRect(for: 0).origin == .zero)
    }
  }

  @Test func fontsOfInputsAreOptional() {
    onStage { _ in
      let (field, view) = (UITextField(), UITextView())
      field.font = UIFont(size: 30)
      view.font = UIFont(size: 30)
      #expect(field.font?.pointSize == 30 && view.font?.pointSize == 30)
      field.font = nil
      view.font = nil
      #expect(field.font.pointSize == 17 && view.font.pointSize == 17)
      #expect(view.typingAttributes[.font] is UIFont)
    }
  }

  @Test func aFieldPlacesItsParts() {
    onStage { stage in
      let field = stage.show(RoomyField(frame: Rect(0, 0, 200, 40)))
      field.placeholder = "x"
      field.leftView = UIView(frame: Rect(0, 0, 10, 10))
      field.leftViewMode = .always
      stage.wait(20)
      #expect(field.canvas.frame.minX == 40 && field.leftView?.frame == Rect(3, 4, 5, 6))
      field.text = "a"
      stage.wait(20)
      #expect(field.canvas.frame.minX == 20)
      field.becomeFirstResponder()
      stage.wait(20)
      #expect(field.canvas.frame.minX == 30)
      #expect(UITextField(frame: Rect(0, 0, 200, 40)).editingRect(forBounds: Rect(0, 0, 200, 40)).minX == 0)
    }
  }
}
