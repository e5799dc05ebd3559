import TestHarness
import Testing

@testable import ResponderKit

/// A delegate of a text that wanted the same again in each call ended the program: the calls were in each other without end.
@Suite(.hangLimit) struct DelegatesBeginEditingForeverTests {
  private final class Rules: UITextFieldDelegate, UITextViewDelegate {
    var calls: [String] = []
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

  @Test func aTextGrowsInEachCallAboutItsChange() {
    onStage { stage in
      let rules = Rules()
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 100)))
      view.delegate = rules
      view.becomeFirstResponder()
      rules.onCall["change"] = { $0.insertText("x") }
      stage.write("a")
      let count = rules.calls.count
      #expect(
        count > 4 && count <= TextNesting.most && view.text == "a" + String(repeating: "x", count: count))
    }
  }
}
