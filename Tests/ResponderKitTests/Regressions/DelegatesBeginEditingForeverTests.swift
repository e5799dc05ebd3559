import TestHarness
import Testing

@testable import ResponderKit

/// A delegate of a text that wanted the same again in each call ended the program: the calls were in each other without end.
@Suite(.hangLimit) struct DelegatesBeginEditingForeverTests {
  private final class Rules: UITextFieldDelegate, UITextViewDelegate {
    var calls: [String] = []
    /// Its answer whether the text may change.
    var agrees = true
    var onCall: [String: (any UITextInput & UIView) -> Void] = [:]
    private func call(_ name: String, _ text: any UITextInput & UIView) {
      if calls.count < 4000 { calls.append(name) }
      onCall[name]?(text)
    }
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
      call("should begin", textField)
      return true
    }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool {
      call("should end", textField)
      return true
    }
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
    ) -> Bool {
      call("should change", textField)
      return agrees
    }
    func textView(_ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String)
      -> Bool
    {
      call("should change", textView)
      return agrees
    }
    func textFieldShouldReturn(_ textField: UITextField) -> Bool {
      call("should return", textField)
      return true
    }
    func textFieldDidBeginEditing(_ textField: UITextField) { call("begin", textField) }
    func textFieldDidEndEditing(_ textField: UITextField) { call("end", textField) }
    func textFieldDidChangeSelection(_ textField: UITextField) { call("selection", textField) }
    func textViewDidChange(_ textView: UITextView) { call("change", textView) }
  }

  private func field(_ stage: Stage, _ rules: Rules) -> UITextField {
    let field = stage.show(UITextField(frame: Rect(0, 0, 200, 40)))
    field.text = "some text"
    field.delegate = rules
    return field
  }

  @Test func theFocusIsWantedAgainByTheQuestionForIt() {
    onStage { stage in
      let rules = Rules()
      let field = field(stage, rules)
      rules.onCall["should begin"] = { #expect(!$0.becomeFirstResponder()) }
      rules.onCall["should end"] = { #expect(!$0.resignFirstResponder()) }
      #expect(field.becomeFirstResponder() && field.isFirstResponder)
      #expect(rules.calls.filter { $0 != "selection" } == ["should begin", "begin"])
      rules.calls = []
      #expect(field.resignFirstResponder() && !field.isFirstResponder)
      #expect(rules.calls.filter { $0 != "selection" } == ["should end", "end"])
      // The next time it is asked again.
      rules.onCall = [:]
      #expect(field.becomeFirstResponder() && rules.calls.contains("should begin"))
    }
  }

  @Test func editingBeginsWhenItEndsAndEndsWhenItBegins() {
    onStage { stage in
      let rules = Rules()
      let field = field(stage, rules)
      rules.onCall["begin"] = { $0.resignFirstResponder() }
      rules.onCall["end"] = { $0.becomeFirstResponder() }
      field.becomeFirstResponder()
      #expect(rules.calls.count < 200)
      rules.onCall = [:]
      field.resignFirstResponder()
      rules.calls = []
      #expect(field.becomeFirstResponder() && rules.calls.contains("begin"))
    }
  }

  @Test func theSelectionChangesInEachCallAboutIt() {
    onStage { stage in
      let rules = Rules()
      let field = field(stage, rules)
      field.becomeFirstResponder()
      rules.calls = []
      rules.onCall["selection"] = { text in
        guard let field = text as? UITextField else { return }
        let next = ((field.selectedTextRange?.lowerBound ?? 0) + 1) % 9
        field.selectedTextRange = next..<next
      }
      field.selectedTextRange = 4..<4
      #expect(rules.calls.count == TextNesting.most)
      rules.calls = []
      rules.onCall = [:]
      field.selectedTextRange = 0..<2
      #expect(rules.calls == ["selection"])
    }
  }

  @Test func aTextIsChangedByTheQuestionAboutAChange() {
    onStage { stage in
      let rules = Rules()
      let field = field(stage, rules)
      let view = stage.show(UITextView(frame: Rect(0, 100, 200, 100)))
      view.text = "some text"
      view.delegate = rules
      func edit(_ text: any UITextInput & UIView, _ body: () -> Void) -> (text: String?, questions: Int) {
        rules.calls = []
        body()
        return (text.text(in: 0..<text.endOfDocument), rules.calls.filter { $0 == "should change" }.count)
      }
      for text in [field, view] as [any UITextInput & UIView] {
        text.becomeFirstResponder()
        text.selectedTextRange = 9..<9
        // Each change asks at most twenty times, should it be asked about each.
        func change(_ body: @escaping (any UITextInput & UIView) -> Void) {
          rules.onCall["should change"] = { if rules.calls.count < 60 { body($0) } }
        }
        rules.agrees = false
        change { $0.insertText("x") }
        #expect(edit(text) { stage.write("a") } == ("some textx", 1))
        change { $0.deleteBackward() }
        #expect(edit(text) { stage.write("a") } == ("some text", 1))
        #expect(edit(text) { text.deleteBackward() } == ("some tex", 1))
        change { $0.replace(0..<5, withText: "") }
        #expect(edit(text) { text.replace(0..<1, withText: "S") } == ("tex", 1))
        // What is changed then is there when the answer is yes, too.
        rules.agrees = true
        change { $0.replace(0..<3, withText: "") }
        #expect(edit(text) { text.replace(1..<3, withText: "ab") } == ("ab", 1))
        rules.onCall = [:]
        #expect(edit(text) { text.replace(0..<1, withText: "S") } == ("Sb", 1))
      }
    }
  }

  @Test func returnIsPressedByTheQuestionAboutIt() {
    onStage { stage in
      let rules = Rules()
      let field = field(stage, rules)
      var count = 0
      field.addAction(
        UIAction { _ in
          count += 1
          if count < 60 { field.insertText("\n") }
        }, for: .primaryActionTriggered)
      field.becomeFirstResponder()
      rules.onCall["should return"] = { if rules.calls.count < 60 { $0.insertText("\n") } }
      for _ in 1...2 {
        (rules.calls, count) = ([], 0)
        stage.write("\n")
        #expect(rules.calls.filter { $0 == "should return" }.count == 1 && count == 1)
      }
    }
  }

  /// What the field shows follows its state, even if nothing is called.
  @Test func editingEndsInTheDeepestCall() {
    onStage { stage in
      let rules = Rules()
      let field = field(stage, rules)
      field.clearButtonMode = .whileEditing
      let button = field.subviews.first { $0 is TextClearButton }
      rules.onCall["begin"] = {
        // Nothing is to be laid out but what the end of editing asks for.
        $0.layoutIfNeeded()
        #expect(button?.isHidden == false)
        $0.resignFirstResponder()
      }
      rules.onCall["end"] = { $0.becomeFirstResponder() }
      rules.onCall["selection"] = { text in
        rules.onCall["selection"] = nil
        text.becomeFirstResponder()
      }
      field.selectedTextRange = 0..<3
      // The end has no call.
      let last = rules.calls.last { $0 == "begin" || $0 == "end" }
      #expect(!field.isFirstResponder && last == "begin", "\(rules.calls)")
      stage.wait(20)
      #expect(button?.isHidden == true)
    }
  }

  @Test func aTextGrowsInEachCallAboutItsChange() {
    onStage { stage in
      let rules = Rules()
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 100)))
      view.delegate = rules
      view.becomeFirstResponder()
      rules.onCall["change"] = { $0.insertText("x") }
      stage.write("a")
      let count = rules.calls.filter { $0 == "change" }.count
      #expect(
        count > 4 && count <= TextNesting.most && view.text == "a" + String(repeating: "x", count: count))
    }
  }
}
