import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Keys in fields: what they move, what they select, and what they leave to others; and the end of editing.
@Suite(.hangLimit) struct FieldKeyTests {
  /// Logs the presses that no responder before it handled.
  private final class Root: UIView {
    let log: Log
    init(_ frame: Rect, _ log: Log) {
      self.log = log
      super.init(frame: frame)
    }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log("began") }
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) { log("ended") }
  }

  private func onFields(_ count: Int, _ body: @escaping @Sendable (Stage, [UITextField]) -> Void) {
    onStage { stage in
      let root = stage.show(Root(stage.window.bounds, stage.log))
      let fields = (0..<count).map { UITextField(frame: Rect(20, 100 + Double($0) * 50, 200, 40)) }
      for field in fields { root.addSubview(field) }
      stage.wait(20)
      fields[0].becomeFirstResponder()
      body(stage, fields)
    }
  }

  @Test func controlAndAnArrowGoToTheNextWordAlsoFromASelection() {
    onFields(1) { stage, fields in
      let field = fields[0]
      field.text = "one two three"
      field.selectedTextRange = 4..<7
      stage.press(0x4F, .control)
      #expect(field.selectedTextRange == 13..<13)
      field.selectedTextRange = 4..<7
      stage.press(0x4F)
      #expect(field.selectedTextRange == 7..<7)
    }
  }

  @Test func aPasswordsWordsAreNotShownByTheKeys() {
    onFields(1) { stage, fields in
      let field = fields[0]
      field.text = "one two"
      field.isSecureTextEntry = true
      stage.press(0x50, .control)
      #expect(field.selectedTextRange == 0..<0)
      stage.press(0x4F, .control)
      #expect(field.selectedTextRange == 7..<7)
    }
  }

  @Test func tabPassesFieldsThatCanNotBeUsed() {
    onFields(4) { stage, fields in
      fields[1].isHidden = true
      fields[2].isUserInteractionEnabled = false
      stage.press(0x2B)
      #expect(fields[3].isFirstResponder)
      stage.press(0x2B, .shift)
      #expect(fields[0].isFirstResponder)
    }
  }

  @Test func whatKeysSelectIsPastedByTheMiddleButton() {
    onFields(1) { stage, fields in
      fields[0].text = "one two"
      stage.press(0x50, [.control, .shift])
      #expect(fields[0].selectedTextRange == 4..<7 && UIPasteboard.selection.string == "two")
    }
  }

  @Test func altAndALetterIsNoTextUnlessItGivesAnotherOne() {
    onFields(1) { stage, fields in
      stage.type("a", .alternate, plain: "a")
      #expect(fields[0].text?.isEmpty == true)
      stage.type("@", .alternate, plain: "q")
      #expect(fields[0].text == "@")
    }
  }

  @Test func aTypedKeyIsForTheFieldOnly() {
    onFields(1) { stage, fields in
      stage.type("a")
      #expect(fields[0].text == "a" && stage.log.take() == [])
      // A key that types nothing goes up the chain.
      stage.press(0x3A)
      #expect(stage.log.take() == ["began", "ended"])
    }
  }

  @Test func editingThatEndsKeepsWhatWasMarked() {
    onFields(2) { _, fields in
      fields[0].setMarkedText("´", selectedRange: 1..<1)
      #expect(fields[0].markedTextRange == 0..<1)
      fields[1].becomeFirstResponder()
      #expect(fields[0].markedTextRange == nil && fields[0].text == "´")
    }
  }

  private final class Commanding: UIView {
    var commands: [UIKeyCommand] = []
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init(frame: Rect(0, 0, 10, 10))
    }
    override var canBecomeFirstResponder: Bool { true }
    override var keyCommands: [UIKeyCommand]? { commands }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      log("press")
      if presses.first?.key?.keyCode == .keypadEnter { log("enter") }
    }
  }

  @Test func aCommandIsAKeyWithATextOfItsOwn() {
    onStage { stage in
      let view = stage.show(Commanding(stage.log))
      view.becomeFirstResponder()
      let named = { (name: String) in
        Selector(name) { (target: Commanding) in target.log(name) }
      }
      view.commands = [
        UIKeyCommand(input: "", action: named("nothing")),
        UIKeyCommand(input: "s", modifierFlags: .command, action: named("save")),
      ]
      stage.type("s", .command)
      // Caps Lock does not count.
      stage.type("S", [.command, .alphaShift])
      #expect(stage.log.take() == ["save", "save"])
      stage.type("")
      #expect(stage.log.take() == ["press"])
    }
  }

  @Test func keysWithoutATextHaveNames() {
    onStage { stage in
      let view = stage.show(Commanding(stage.log))
      view.becomeFirstResponder()
      let reload = Selector("reload") { (target: Commanding, sender, _) in
        target.log("reload \((sender as? UIKeyCommand)?.propertyList ?? "")")
      }
      let command = UIKeyCommand(title: "Reload", action: reload, input: UIKeyCommand.f5, propertyList: 7)
      command.discoverabilityTitle = "Reload all"
      view.commands = [command]
      for usage: UInt16 in [0x3E, 0x3F, 0x58] { stage.press(usage) }
      #expect(stage.log.take() == ["reload 7", "press", "press", "enter"])
    }
  }

  private final class Refusing: UISearchBarDelegate {
    var mayEnd = false
    func searchBarShouldEndEditing(_ searchBar: UISearchBar) -> Bool { mayEnd }
  }

  @Test func aSearchBarAsksBeforeEditingEnds() {
    onStage { stage in
      let (bar, delegate) = (stage.show(UISearchBar(frame: Rect(0, 0, 390, 56))), Refusing())
      bar.delegate = delegate
      stage.wait(20)
      #expect(bar.becomeFirstResponder() && !bar.resignFirstResponder() && bar.isFirstResponder)
      delegate.mayEnd = true
      #expect(bar.resignFirstResponder() && !bar.isFirstResponder)
    }
  }

  @Test func lineEndsOfTwoCharactersAreOne() throws {
    try onStage { stage in
      let (field, view) = (UITextField(frame: Rect(0, 0, 200, 40)), UITextView(frame: Rect(0, 50, 200, 90)))
      field.attributedText = NSAttributedString(string: "a\r\nb\nc")
      #expect(field.text == "a b c")
      stage.show(field)
      stage.show(view)
      try view.editor.enter("a\r\nb", for: "text")
      #expect(view.text == "a\nb")
    }
  }

  private final class NoX: UITextFieldDelegate {
    func textField(
      _ field: UITextField, shouldChangeCharactersIn range: Range<Int>, replacementString: String
    )
      -> Bool
    { replacementString != "x" }
  }

  @Test func readersGetWhetherATextWasTaken() {
    onStage { stage in
      let (field, delegate) = (stage.show(UITextField(frame: Rect(0, 0, 200, 40))), NoX())
      (field.text, field.delegate) = ("ae", delegate)
      #expect(!field.replaceAccessibleText(0..<1, with: "x") && field.text == "ae")
      // A mark that joins its neighbor.
      #expect(field.replaceAccessibleText(2..<2, with: "\u{301}") && field.text == "ae\u{301}")
    }
  }
}

extension Stage {
  fileprivate func press(_ usage: UInt16, _ modifiers: HIDEvent.Key.Modifiers = []) {
    post(.key(.init(usage: usage, .down, modifiers: modifiers)))
    post(.key(.init(usage: usage, .up, modifiers: modifiers)))
  }

  fileprivate func type(_ text: String, _ modifiers: HIDEvent.Key.Modifiers = [], plain: String? = nil) {
    let key = { (phase: HIDEvent.Key.Phase) in
      HIDEvent.Key(
        usage: 4, phase, modifiers: modifiers, characters: text, charactersIgnoringModifiers: plain)
    }
    post(.key(key(.down)))
    post(.key(key(.up)))
  }
}
