import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// What the changes of an input method do to the text that is edited.
@Suite(.hangLimit) struct InputMethodLinkTests {
  @Test func whatIsComposedIsMarkedUntilItIsInserted() {
    onInputMethodPlace { place, field, _ in
      field.insertText("a😀b")
      field.selectedTextRange = 2..<2
      place.stage.wait(1)
      place.link.take(.marking("ni hao", 3..<6))
      #expect(field.text == "a😀ni haob" && field.markedTextRange == 2..<8 && field.selectedTextRange == 5..<8)
      place.stage.wait(1)
      #expect(place.last?.surrounding == .init(before: "a😀", after: "b", limit: 4000))
      #expect(place.last?.isChangedByOthers == false)
      place.link.take(.made { ($0.inserted, $0.marked, $0.markedSelection) = ("你好", "x", 1..<1) })
      #expect(field.text == "a😀你好xb" && field.markedTextRange == 4..<5 && field.selectedTextRange == 5..<5)
      place.stage.wait(1)
      #expect(place.last?.surrounding == .init(before: "a😀你好", after: "b", limit: 4000))
      // Without a word of it, what is marked goes.
      place.link.take(InputMethodChange())
      #expect(field.text == "a😀你好b" && field.markedTextRange == nil && field.selectedTextRange == 4..<4)
      let session = place.last?.session
      place.stage.wait(1)
      #expect(place.last?.session == session)
    }
  }

  @Test func eachChangeIsFollowedByAReport() {
    onInputMethodPlace { place, _, _ in
      place.link.take(InputMethodChange())
      place.stage.wait(1)
      #expect(place.reports.count == 2 && place.reports[0] == place.reports[1]?.with(isChangedByOthers: true))
    }
  }

  @Test func textAroundTheSelectionIsDeletedAndTheSelectionStays() {
    onInputMethodPlace { place, field, _ in
      field.text = "Größe 你好 👩‍👩‍👧!"
      field.selectedTextRange = 5..<8
      place.stage.wait(1)
      // ß and e; the space, and two of the family's code points.
      place.link.take(.made { ($0.deletedBefore, $0.deletedAfter) = (3, 8) })
      #expect(field.text == "Grö 你好👩‍👧!" && field.selectedTextRange == 3..<6)
      place.link.take(.made { ($0.deletedBefore, $0.deletedAfter) = (.max, Int(UInt32.max)) })
      #expect(field.text == " 你好" && field.selectedTextRange == 0..<3)
      place.link.take(.made { ($0.deletedBefore, $0.inserted) = (5, "x") })
      #expect(field.text == "x")
    }
  }

  @Test func whatIsMarkedGoesBeforeTextIsDeleted() {
    onInputMethodPlace { place, field, _ in
      field.insertText("abc")
      field.selectedTextRange = 2..<2
      place.stage.wait(1)
      place.link.take(.marking("xyz", 1..<1))
      place.link.take(
        .made {
          ($0.deletedBefore, $0.deletedAfter, $0.inserted, $0.marked, $0.markedSelection) = (
            1, 1, "你", "q", 0..<0
          )
        })
      #expect(field.text == "a你q" && field.markedTextRange == 2..<3 && field.selectedTextRange == 2..<2)
    }
  }

  @Test func aHiddenCaretIsBackAfterTheNextChange() {
    onInputMethodPlace { place, field, _ in
      place.link.take(.made { ($0.marked, $0.markedSelection) = ("ni", nil) })
      #expect(field.editor.caret.isHidden && field.selectedTextRange == 2..<2)
      place.link.take(.marking("ni", 1..<1))
      #expect(!field.editor.caret.isHidden)
      place.link.take(.made { ($0.marked, $0.markedSelection) = ("ni", nil) })
      place.link.stop()
      #expect(!field.editor.caret.isHidden && field.markedTextRange == nil && field.text == "ni")
    }
  }

  // MARK: The end of a composition

  @Test func aComposedWordIsOneStepToUndo() {
    onInputMethodPlace { place, field, _ in
      for (word, letters) in [("你好", ["n", "ni", "nih"]), ("世界", ["s", "xs", "x-s"])] {
        for text in letters { place.link.take(.marking(text)) }
        place.link.take(.inserting(word))
      }
      place.link.take(.marking("given up"))
      place.link.take(InputMethodChange())
      #expect(field.text == "你好世界")
      for left in ["你好", "", ""] {
        field.undo()
        #expect(field.text == left)
      }
      field.redo()
      #expect(field.text == "你好")
    }
  }

  @Test func theInputMethodBeginsAnewWhenTheUserLeavesWhatIsComposed() {
    onInputMethodPlace { place, field, _ in
      field.insertText("abc")
      place.link.take(.marking("ni"))
      place.stage.wait(1)
      let session = place.last?.session ?? 0
      field.editor.move(to: 0, extending: false)
      // It was meant for what is no longer marked.
      place.link.take(.marking("nih"))
      place.stage.wait(1)
      #expect(field.text == "abcni" && field.markedTextRange == nil)
      #expect(place.last?.session == session + 1 && place.last?.surrounding?.caret == 0)
      place.link.take(.marking("x"))
      field.editor.select(3..<5)
      #expect(field.markedTextRange == nil, "a double tap beside it")
    }
  }

  @Test func whenOneOfTwoInputMethodsLeavesTheOtherBeginsAnew() {
    onInputMethodPlace { place, field, _ in
      let session = place.last?.session ?? 0
      place.link.take(.marking("ni"))
      place.link.beginAnew()
      place.stage.wait(1)
      #expect(field.text == "ni" && field.markedTextRange == nil && place.last?.session == session + 1)
    }
  }

  @Test func aChangeForAnotherFieldIsInsertedOnlyIfNothingWasComposed() {
    onInputMethodPlace { place, field, other in
      other.text = "12"
      let session = place.last?.session ?? 0
      place.link.take(.marking("ni"))
      other.becomeFirstResponder()
      place.link.take(.inserting("你"))
      #expect(field.text == "ni" && field.markedTextRange == nil && other.text == "12")
      place.stage.wait(1)
      #expect(place.last?.session == session + 1)
      // Typed on before the input method knew of the other field.
      field.becomeFirstResponder()
      place.link.take(.made { ($0.inserted, $0.deletedBefore, $0.marked) = ("x", 9, "y") })
      #expect(field.text == "nix" && field.markedTextRange == nil)
    }
  }

  private final class Refusing: UITextFieldDelegate {
    var next: UITextField?
    func textField(
      _ textField: UITextField, shouldChangeCharactersIn range: Range<Int>, replacementString string: String
    ) -> Bool { !string.contains("你") }
    func textFieldDidChangeSelection(_ textField: UITextField) { next?.becomeFirstResponder() }
  }

  @Test func whatADelegateRefusesIsNotMarkedAnyMore() {
    onInputMethodPlace { place, field, other in
      let delegate = Refusing()
      field.delegate = delegate
      place.link.take(.marking("ni"))
      place.link.take(.inserting("你"))
      #expect(field.text == "" && field.markedTextRange == nil)
      // One that moves the focus gets nothing more.
      delegate.next = other
      place.link.take(.made { ($0.inserted, $0.marked) = ("x", "y") })
      #expect(field.text == "x" && other.isFirstResponder && other.text == "" && other.markedTextRange == nil)
    }
  }

  @Test func whatIsComposedInATextViewHasALineUnderIt() {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 200, 100))
      view.font = UIFont(size: 20, design: .builtIn)
      let place = InputMethodPlace(stage, view)
      place.link.take(.marking("nnn"))
      let marked = stage.window.snapshot()
      view.unmarkText()
      let plain = stage.window.snapshot()
      let rows = (0..<100).filter { y in
        (0..<200).contains { marked.color(x: $0, y: y) != plain.color(x: $0, y: y) }
      }
      #expect((1...2).contains(rows.count) && (20...40).contains(rows.first ?? 0), "\(rows)")
      place.link.stop()
    }
  }

  @Test func aViewOfTheProgramsOwnIsComposedToo() {
    onStage { stage in
      let view = OwnInput(frame: Rect(10, 10, 100, 20))
      let place = InputMethodPlace(stage, view, limit: 4000)
      place.link.take(.made { ($0.deletedBefore, $0.inserted, $0.marked) = (1, "你", "h") })
      place.stage.wait(1)
      #expect(view.letters == "a你h")
      #expect(place.last?.surrounding == .init(before: "a你", after: "", limit: 4000))
      #expect(place.last?.isChangedByOthers == false)
      view.letters = "q"
      view.markedTextRange = nil
      place.stage.wait(1)
      #expect(place.last?.surrounding?.text == "q" && place.last?.session == 2)
      view.letters = "r"
      place.stage.wait(1)
      #expect(place.last?.surrounding?.text == "r" && place.last?.isChangedByOthers == true)
      let count = place.reports.count
      place.stage.wait(10)
      #expect(place.reports.count == count)
      place.link.stop()
    }
  }

  /// The least that a text input has, with the caret at its end.
  private final class OwnInput: UIView, UITextInput {
    var letters = "ab"
    var markedTextRange: Range<Int>?
    override var canBecomeFirstResponder: Bool { true }
    var hasText: Bool { !letters.isEmpty }
    var endOfDocument: Int { letters.count }
    var selectedTextRange: Range<Int>? {
      get { letters.count..<letters.count }
      set {}
    }
    func text(in range: Range<Int>) -> String? { String(Array(letters)[range]) }
    func replace(_ range: Range<Int>, withText text: String) {
      letters =
        String(Array(letters)[..<range.lowerBound]) + text + String(Array(letters)[range.upperBound...])
    }
    func insertText(_ text: String) { letters += text }
    func deleteBackward() { letters = String(letters.dropLast()) }
    func setMarkedText(_ text: String?, selectedRange: Range<Int>) {
      letters = String(letters.dropLast(markedTextRange?.count ?? 0)) + (text ?? "")
      markedTextRange = text.map { letters.count - $0.count..<letters.count }
    }
    func unmarkText() { markedTextRange = nil }
    func caretRect(for position: Int) -> Rect { Rect(Double(position), 0, 1, 10) }
    func closestPosition(to point: Point) -> Int? { nil }
  }
}

extension InputMethodText {
  fileprivate func with(isChangedByOthers: Bool) -> Self {
    var text = self
    text.isChangedByOthers = isChangedByOthers
    return text
  }
}
