import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// What an input method gets to know of the text that is edited.
@Suite(.hangLimit) struct InputMethodReportTests {
  @Test func theTextAroundTheCaretIsReportedWhenItChanges() {
    onInputMethodPlace { place, field, _ in
      #expect(place.reports.count == 1 && place.last?.surrounding?.text == "")
      #expect(place.last?.caret.map { (20...30).contains($0.x) && (100...140).contains($0.y) } == true)
      field.insertText("Größe")
      place.stage.wait(1)
      #expect(place.last?.surrounding == .init(before: "Größe", after: "", limit: 4000))
      #expect(place.last?.isChangedByOthers == true)
      field.selectedTextRange = 2..<4
      place.stage.wait(1)
      #expect(place.last?.surrounding == .init(before: "Gr", selected: "öß", after: "e", limit: 4000))
      let count = place.reports.count
      place.stage.wait(2000)
      #expect(place.reports.count == count, "the caret blinks, and nothing changes")
    }
  }

  @Test func theCaretsPlaceFollowsLayoutAndStaysInTheWindow() {
    onInputMethodPlace { place, field, _ in
      let old = place.last?.caret
      field.frame.origin.y += 50
      place.stage.wait(1)
      #expect(place.last?.caret?.y == old.map { $0.y + 50 } && place.last?.isChangedByOthers == false)
      field.frame.origin.y = 5000
      place.stage.wait(1)
      #expect(place.last?.caret.map { $0.y + $0.height } == place.stage.window.bounds.height)
    }
  }

  @Test func scrollingMovesTheCaretsPlace() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 200, 100))
      view.text = String(repeating: "line\n", count: 40)
      view.selectedTextRange = 0..<0
      let place = InputMethodPlace(stage, view, limit: 20)
      #expect(
        place.last?.hints == [.multiline, .sentences]
          && place.last?.surrounding?.text == "line\nline\nline\nline\n")
      let y = place.last?.caret?.y ?? 0
      view.contentOffset.y = y - 1
      place.stage.wait(20)
      #expect(place.last?.caret?.y == 1)
      place.link.stop()
    }
  }

  @Test func whatIsNotEditedIsNotReported() {
    onInputMethodPlace { place, field, other in
      field.resignFirstResponder()
      place.stage.wait(1)
      #expect(place.reports.count == 2 && place.last == nil)
      place.stage.wait(1000)
      #expect(place.reports.count == 2)
      other.becomeFirstResponder()
      place.stage.wait(1)
      #expect(place.last != nil)
      // A menu has the keys.
      let menu = UIView()
      place.stage.window.addSubview(menu)
      place.stage.window.keyTaker = menu
      place.stage.wait(1)
      #expect(place.reports.count == 4 && place.last == nil)
      place.stage.window.keyTaker = nil
      place.link.stop()
      field.insertText("x")
      place.stage.wait(1)
      #expect(place.reports.count == 4)
    }
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 200, 100))
      view.isEditable = false
      let place = InputMethodPlace(stage, view, limit: 4000)
      #expect(view.isFirstResponder && place.reports == [nil])
      place.link.stop()
    }
  }

  @Test func aSecretIsNotReported() {
    onInputMethodPlace { place, field, _ in
      field.isSecureTextEntry = true
      field.insertText("abc")
      place.stage.wait(1)
      place.link.take(.inserting("d"))
      place.stage.wait(1)
      #expect(field.text == "abcd")
      let secret = place.reports.dropFirst()
      #expect(!secret.isEmpty && secret.allSatisfy { $0?.surrounding == nil && $0?.purpose == .password })
      #expect(secret.allSatisfy { $0?.hints == [.hidden, .sensitive] })
      field.isSecureTextEntry = false
      field.textContentType = .newPassword
      place.stage.wait(1)
      #expect(place.last?.surrounding == nil && place.last?.hints == .sensitive)
    }
  }

  @Test func theKindOfTextIsThatOfTheField() {
    let field = UITextField()
    #expect(field.inputPurpose == .normal && field.inputHints == .sentences)
    field.autocorrectionType = .yes
    field.autocapitalizationType = .words
    #expect(field.inputHints == [.correction, .words])
    field.autocapitalizationType = .allCharacters
    #expect(field.inputHints == [.correction, .capitals])
    field.textContentType = .emailAddress
    #expect(field.inputPurpose == .email && field.inputHints == [])
    field.keyboardType = .decimalPad
    #expect(field.inputPurpose == .number)
    field.keyboardType = .numberPad
    #expect(field.inputPurpose == .digits)
    field.textContentType = .telephoneNumber
    #expect(field.inputPurpose == .phone)
    field.isSecureTextEntry = true
    #expect(field.inputPurpose == .pin)
  }
}
