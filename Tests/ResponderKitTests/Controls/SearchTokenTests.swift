import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Tokens in front of a search field's text.
@Suite(.hangLimit) struct SearchTokenTests {
  private func field(_ stage: Stage, _ texts: String...) -> UISearchTextField {
    let field = UISearchTextField(frame: Rect(0, 0, 390, 36))
    field.tokens = texts.map { UISearchToken(icon: UIImage(systemName: "person"), text: $0) }
    field.addAction(UIAction { [log = stage.log] _ in log("changed") }, for: .editingChanged)
    stage.show(field)
    stage.wait(20)
    return field
  }

  private func names(_ field: UISearchTextField) -> [String] {
    field.tokens.map { "\($0.representedObject ?? "-")" }
  }

  @Test func tokensAreSetInsertedAndRemoved() {
    onStage { stage in
      let field = field(stage)
      let tokens = ["a", "b", "c"].map { name in
        let token = UISearchToken(icon: nil, text: name)
        token.representedObject = name
        return token
      }
      field.tokens = [tokens[1]]
      field.insertToken(tokens[0], at: -5)
      field.insertToken(tokens[2], at: 50)
      #expect(names(field) == ["a", "b", "c"])
      // A token is there once.
      field.insertToken(tokens[0], at: 3)
      #expect(names(field) == ["a", "b", "c"])
      field.removeToken(at: 1)
      field.removeToken(at: 7)
      #expect(names(field) == ["a", "c"] && stage.log.take() == [])
      #expect(field.positionOfToken(at: 0) == -2 && field.positionOfToken(at: 1) == -1)
      field.text = "text"
      #expect(field.textualRange == 0..<4)
      #expect(field.tokens(in: -1..<4).map { $0 === tokens[2] } == [true] && field.tokens(in: 0..<4).isEmpty)
      field.replaceTextualPortion(of: 1..<9, with: tokens[1], at: 1)
      #expect(names(field) == ["a", "b", "c"] && field.text == "t")
    }
  }

  @Test func theTextStandsBehindTheTokens() {
    onStage { stage in
      let field = field(stage)
      field.placeholder = "Search"
      let without = field.textRect(forBounds: field.bounds)
      field.tokens = [UISearchToken(icon: nil, text: "Ada")]
      let one = field.textRect(forBounds: field.bounds)
      #expect(one.minX > without.minX + 30 && one.maxX == without.maxX)
      field.insertToken(UISearchToken(icon: nil, text: "Bob"), at: 1)
      #expect(field.textRect(forBounds: field.bounds).minX > one.minX + 30)
      // So many that not all fit: the text keeps its room.
      field.tokens = (0..<40).map { UISearchToken(icon: nil, text: "token \($0)") }
      stage.wait(20)
      #expect(field.textRect(forBounds: field.bounds).width > 60)
      // The order is that of the language.
      field.tokens = [UISearchToken(icon: nil, text: "Ada")]
      field.semanticContentAttribute = .forceRightToLeft
      #expect(field.textRect(forBounds: field.bounds).maxX == 390 - one.minX)
      // A field that is too narrow, and one without a picture in front.
      field.frame.size.width = 20
      field.leftView = nil
      stage.wait(20)
      #expect(field.textRect(forBounds: field.bounds).width >= 0)
    }
  }

  @Test func aFieldWithoutRoomShowsTheLastTokenShortened() {
    onStage { stage in
      let field = field(stage, "one", "a long name of a person")
      field.leftView = nil
      func shown() -> [Rect] {
        let row = field.subviews.first { $0.subviews.count == 2 && !($0 is UIButton) }
        return row?.subviews.filter { !$0.isHidden }.map(\.frame) ?? []
      }
      let whole = shown()
      #expect(whole.count == 2)
      field.frame.size.width = 100
      stage.wait(20)
      #expect(shown() == [Rect(0, 0, 44, 26)])
      field.frame.size.width = 200
      stage.wait(20)
      #expect(shown() == [Rect(0, 0, 76, 26)])
      field.frame.size.width = 390
      stage.wait(20)
      #expect(shown() == whole)
    }
  }

  @Test func markedAndPastedTextReplaceASelectedToken() {
    onStage { stage in
      let field = field(stage, "a", "b")
      field.allowsEditingTextAttributes = true
      field.becomeFirstResponder()
      field.deleteBackward()
      // An input method that has nothing to show.
      field.setMarkedText("", selectedRange: 0..<0)
      #expect(field.tokens.count == 2)
      field.deleteBackward()
      field.setMarkedText("x", selectedRange: 1..<1)
      #expect(field.tokens.count == 1 && field.text == "x")
      field.unmarkText()
      field.text = ""
      let view = UITextView(frame: Rect(0, 100, 100, 100))
      view.attributedText = NSAttributedString(string: "red", attributes: [.foregroundColor: UIColor.red])
      stage.window.addSubview(view)
      view.becomeFirstResponder()
      view.selectedRange = NSRange(location: 0, length: 3)
      view.copy()
      field.becomeFirstResponder()
      field.deleteBackward()
      field.paste()
      #expect(field.tokens.isEmpty && field.text == "red")
    }
  }

  @Test func aTokenIsSelectedInPlaceOfTheText() {
    onStage { stage in
      let field = field(stage, "first")
      field.text = "text"
      field.becomeFirstResponder()
      field.selectedTextRange = 0..<4
      stage.tap(50, 18)
      stage.wait(20)
      #expect(field.selectedTextRange?.isEmpty == true)
      field.insertText("x")
      #expect(field.tokens.isEmpty && field.text == "textx")
    }
  }

  @Test func theDeleteKeySelectsATokenAndThenDeletesIt() {
    onStage { stage in
      let field = field(stage, "a", "b")
      field.text = "x"
      field.becomeFirstResponder()
      field.deleteBackward()
      #expect(field.text == "" && field.tokens.count == 2 && stage.log.take() == ["changed"])
      field.deleteBackward()
      #expect(field.tokens.count == 2 && stage.log.take() == [])
      field.deleteBackward()
      #expect(field.tokens.count == 1 && stage.log.take() == ["changed"])
      // A letter between the two presses: the token is replaced.
      field.deleteBackward()
      field.insertText("y")
      #expect(field.tokens.isEmpty && field.text == "y" && stage.log.take() == ["changed"])
      // Another change of the text ends the selection.
      field.tokens = [UISearchToken(icon: nil, text: "c")]
      field.selectedTextRange = 0..<0
      field.deleteBackward()
      field.selectedTextRange = 1..<1
      field.deleteBackward()
      #expect(field.tokens.count == 1 && field.text == "")
      field.allowsDeletingTokens = false
      _ = stage.log.take()
      for _ in 0..<3 { field.deleteBackward() }
      #expect(stage.log.take() == [])
      field.insertText("z")
      #expect(field.tokens.count == 1 && field.text == "z")
    }
  }

  @Test func aFingerSelectsAToken() {
    onStage { stage in
      let field = field(stage, "first", "second")
      stage.tap(50, 18)
      stage.wait(20)
      #expect(field.isFirstResponder)
      stage.press(0x2A)
      #expect(field.tokens.count == 1 && stage.log.take() == ["changed"])
      // The key for what is behind the caret deletes a selected token, too.
      stage.tap(50, 18, after: 1000)
      stage.press(0x4C)
      #expect(field.tokens.isEmpty)
      field.isEnabled = false
      field.tokens = [UISearchToken(icon: nil, text: "third")]
      stage.wait(20)
      stage.tap(50, 18, after: 1000)
      #expect(!field.isFirstResponder && field.tokens.count == 1)
    }
  }

  @Test func aSelectedTokenIsSeen() {
    onStage { stage in
      let field = UISearchTextField(frame: Rect(0, 0, 390, 36))
      stage.window.backgroundColor = .white
      stage.show(field)
      field.tintColor = .blue
      field.tokenBackgroundColor = .green
      field.tokens = [UISearchToken(icon: nil, text: "iiiiii")]
      stage.wait(20)
      func has(_ color: UIColor) -> Bool {
        let picture = stage.window.snapshot()
        return (30..<80).contains { picture.color(x: $0, y: 9) == color }
      }
      #expect(has(.green) && !has(.blue))
      field.becomeFirstResponder()
      field.deleteBackward()
      stage.wait(20)
      #expect(!has(.green) && has(.blue))
      field.resignFirstResponder()
      stage.wait(20)
      #expect(has(.green))
    }
  }

  @Test func theButtonThatClearsRemovesTokensToo() {
    onStage { stage in
      let bar = UISearchBar(frame: Rect(0, 0, 390, 56))
      stage.show(bar)
      bar.searchTextField.tokens = [UISearchToken(icon: nil, text: "a")]
      bar.becomeFirstResponder()
      stage.wait(20)
      let field: Rect = bar.searchTextField.frame
      stage.tap(field.maxX - 14, 28)
      #expect(bar.searchTextField.tokens.isEmpty && bar.text == "")
    }
  }

  @Test func readersHearTokensBeforeTheText() {
    onStage { stage in
      let field = field(stage, "Ada", "Bob")
      field.text = "letters"
      #expect(field.accessibilityValue == "Ada, Bob, letters")
      field.tokens = []
      #expect(field.accessibilityValue == "letters")
    }
  }
}
