import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What delegates of text inputs are asked, and when.
@Suite(.hangLimit) struct TextDelegateTests {
  private final class Watcher: UITextFieldDelegate, UITextViewDelegate {
    let log: Log
    var mayClear = true
    var mayEnd = true
    init(_ log: Log) { self.log = log }
    func textFieldShouldClear(_ textField: UITextField) -> Bool {
      log("clear?")
      return mayClear
    }
    func textFieldDidChangeSelection(_ textField: UITextField) { log("selection") }
    func textViewDidChangeSelection(_ textView: UITextView) { log("selection") }
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool {
      log("begin?")
      return true
    }
    func textViewDidBeginEditing(_ textView: UITextView) { log("begin") }
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool {
      log("end?")
      return mayEnd
    }
    func textViewDidEndEditing(_ textView: UITextView) { log("end") }
  }

  /// A pasteboard whose text comes when the test says so.
  private final class SlowDesktop: UIPasteboard.Desktop {
    var take: ((String?) -> Void)?
    func publish(_ text: String) {}
    func request(_ take: @escaping (String?) -> Void) { self.take = take }
  }

  private func onField(_ body: @escaping @Sendable (Stage, UITextField, Watcher) -> Void) {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let field = UITextField(frame: Rect(20, 100, 200, 40))
      root.addSubview(field)
      let watcher = Watcher(stage.log)
      field.delegate = watcher
      stage.wait(20)
      body(stage, field, watcher)
    }
  }

  private func onArea(_ text: String, _ body: @escaping @Sendable (Stage, UITextView, Watcher) -> Void) {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = UITextView(frame: Rect(20, 100, 200, 100))
      view.text = text
      root.addSubview(view)
      let watcher = Watcher(stage.log)
      view.delegate = watcher
      stage.wait(20)
      body(stage, view, watcher)
    }
  }

  @Test func aDisabledFieldIsNotEditedAnyMore() {
    onField { stage, field, _ in
      #expect(field.becomeFirstResponder() && field.isEditing)
      field.isEnabled = false
      #expect(!field.isFirstResponder && !field.isEditing && stage.window.firstResponder == nil)
    }
  }

  @Test func theDelegateMayKeepTheTextFromTheClearButton() {
    onField { stage, field, watcher in
      field.text = "abc"
      field.clearButtonMode = .always
      stage.wait(20)
      watcher.mayClear = false
      stage.tap(206, 120)
      #expect(field.text == "abc")
      watcher.mayClear = true
      stage.tap(206, 120, after: 1000)
      #expect(field.text == "" && stage.log.lines.filter { $0 == "clear?" }.count == 2)
    }
  }

  @Test func theDelegateMayKeepTheTextWhenEditingBegins() {
    onField { stage, field, watcher in
      field.clearsOnBeginEditing = true
      field.becomeFirstResponder()
      #expect(stage.log.take() == [])
      field.resignFirstResponder()
      field.text = "abc"
      watcher.mayClear = false
      field.becomeFirstResponder()
      #expect(field.text == "abc")
      field.resignFirstResponder()
      watcher.mayClear = true
      field.becomeFirstResponder()
      #expect(field.text == "")
    }
  }

  @Test func aFieldsSelectionIsReportedWhenItOrTheTextChangesAndNotItsLook() {
    onField { stage, field, _ in
      field.text = "abc"
      field.becomeFirstResponder()
      field.selectedTextRange = 1..<2
      #expect(stage.log.take() == ["selection", "selection"])
      field.selectedTextRange = 1..<2
      field.font = UIFont(size: 30)
      field.textAlignment = .right
      field.isSecureTextEntry = true
      field.resignFirstResponder()
      #expect(stage.log.take() == [])
      field.insertText("x")
      #expect(stage.log.take() == ["selection"])
    }
  }

  @Test func anAreasSelectionIsReportedOnceForEachChange() {
    onArea("abc") { stage, view, _ in
      view.becomeFirstResponder()
      _ = stage.log.take()
      view.textContainerInset = EdgeInsets(20)
      view.font = UIFont(size: 30)
      #expect(stage.log.take() == [])
      view.insertText("x")
      view.text = "xyz!"
      view.selectedTextRange = 1..<2
      view.deleteBackward()
      #expect(stage.log.take() == ["selection", "selection", "selection", "selection"])
    }
  }

  @Test func aTextViewIsEditedAsLongAsItsDelegateWants() {
    onArea("abc") { stage, view, watcher in
      view.becomeFirstResponder()
      watcher.mayEnd = false
      #expect(!view.resignFirstResponder() && view.isEditing)
      watcher.mayEnd = true
      #expect(view.resignFirstResponder() && !view.isEditing)
      #expect(stage.log.take() == ["begin?", "begin", "end?", "end?", "end"])
    }
  }

  @Test func aTextThatCanOnlyBeReadIsSelectedAndNotEdited() {
    final class Root: UIView {
      var keys: [UIKeyboardHIDUsage] = []
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        keys += presses.compactMap { $0.key?.keyCode }
      }
    }
    onStage { stage in
      stage.application.showsScreenKeyboard = true
      let root = stage.show(Root(frame: stage.window.bounds))
      let view = UITextView(frame: Rect(20, 100, 200, 100))
      (view.text, view.isEditable) = ("abc", false)
      root.addSubview(view)
      let watcher = Watcher(stage.log)
      view.delegate = watcher
      stage.tap(30, 115)
      stage.wait(50)
      #expect(
        view.isFirstResponder && !view.isEditing && !stage.window.subviews.contains { $0 is UIScreenKeyboard }
      )
      stage.post(.key(.init(usage: 4, .down, modifiers: .control, characters: "a")))
      stage.post(.key(.init(usage: 6, .down, modifiers: .control, characters: "c")))
      #expect(view.selectedTextRange == 0..<3 && UIPasteboard.general.string == "abc" && root.keys.isEmpty)
      // What would change the text is for the chain.
      for usage in [5, 0x2A, 0x28] as [UInt16] {
        stage.post(.key(.init(usage: usage, .down, characters: usage == 5 ? "b" : "")))
      }
      stage.post(.key(.init(usage: 0x1B, .down, modifiers: .control, characters: "x")))
      #expect(view.text == "abc" && root.keys == [5, 0x2A, 0x28, 0x1B])
      #expect(view.resignFirstResponder() && !stage.log.lines.contains { $0 != "selection" })
      // With the right to edit it, there is a keyboard.
      view.becomeFirstResponder()
      view.isEditable = true
      stage.wait(50)
      #expect(view.isEditing && stage.window.subviews.contains { $0 is UIScreenKeyboard })
    }
  }

  @Test func aTextThatComesWhenEditingHasEndedIsNotPasted() {
    onField { stage, field, _ in
      let desktop = SlowDesktop()
      UIPasteboard.general.desktop = desktop
      field.becomeFirstResponder()
      field.paste()
      desktop.take?("early")
      field.paste()
      field.resignFirstResponder()
      desktop.take?("late")
      #expect(field.text == "early")
    }
  }

  @Test func aRangeThatIsNotInTheTextHasNone() {
    onField { _, field, _ in
      field.text = "abc"
      #expect(field.text(in: 1..<3) == "bc" && field.text(in: 3..<3) == "" && field.text(in: 1..<4) == nil)
      let view = UITextView(frame: Rect(0, 0, 100, 100))
      view.text = "ab"
      #expect(view.text(in: 0..<2) == "ab" && view.text(in: 0..<3) == nil && view.text(in: -1..<1) == nil)
    }
  }

  @Test func theEndOfEditingIsCalledInOneOfItsForms() {
    final class Short: UITextFieldDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func textFieldDidEndEditing(_ textField: UITextField) { log("ended") }
    }
    final class Long: UITextFieldDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func textFieldDidEndEditing(_ textField: UITextField) { log("ended") }
      func textFieldDidEndEditing(_ textField: UITextField, reason: UITextField.DidEndEditingReason) {
        log("ended: \(reason)")
      }
    }
    onField { stage, field, _ in
      for delegate in [Short(stage.log), Long(stage.log)] as [any UITextFieldDelegate] {
        field.delegate = delegate
        field.becomeFirstResponder()
        field.resignFirstResponder()
      }
      #expect(stage.log.take() == ["ended", "ended: committed"])
    }
  }
}
