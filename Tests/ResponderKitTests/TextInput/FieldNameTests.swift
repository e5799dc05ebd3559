import TestHarness
import Testing

@testable import ResponderKit

/// What programs set on text fields: attributes of all text, smaller letters, pictures, what an insertion replaces, the caret's place.
@Suite(.hangLimit) struct FieldNameTests {
  private func show<Field: UITextField>(_ stage: Stage, _ field: Field) -> Field {
    let root = stage.show(UIView(frame: stage.window.bounds))
    field.frame = Rect(20, 100, 200, 40)
    field.font = UIFont(size: 20, design: .builtIn)
    root.addSubview(field)
    stage.wait(20)
    return field
  }

  @Test func attributesHoldForAllText() {
    onStage { stage in
      let field = show(stage, UITextField())
      field.text = "1234"
      let narrow = field.caretRect(for: 4).minX
      field.defaultTextAttributes[.kern] = 10.0
      #expect(field.caretRect(for: 4).minX >= narrow + 30)
      // Text that is set or typed later, and dots, have them, too.
      field.text = "5678"
      #expect(field.caretRect(for: 4).minX >= narrow + 30)
      field.insertText("9")
      #expect(field.text == "56789" && field.caretRect(for: 5).minX >= narrow + 40)
      field.isSecureTextEntry = true
      #expect(field.caretRect(for: 4).minX >= 60)
      #expect(field.attributedText?.attribute(.kern, at: 0) as? Double == 10)
      field.defaultTextAttributes = [
        .foregroundColor: UIColor.red, .font: UIFont(size: 30, design: .builtIn),
      ]
      #expect(field.textColor == .red && field.font.pointSize == 30)
      #expect(field.defaultTextAttributes[.kern] == nil)
      #expect(field.defaultTextAttributes[.foregroundColor] as? UIColor == .red)
      field.isSecureTextEntry = false
      field.attributedText = NSAttributedString(string: "ab", attributes: [.foregroundColor: UIColor.blue])
      field.defaultTextAttributes = [.foregroundColor: UIColor.green]
      #expect(field.attributedText?.attribute(.foregroundColor, at: 0) as? UIColor == .green)
      let style = NSMutableParagraphStyle()
      style.alignment = .center
      field.defaultTextAttributes[.paragraphStyle] = style
      #expect(field.textAlignment == .center)
    }
  }

  @Test func textWithAttributesHasThoseOfTheFieldWhereItHasNoOthers() {
    onStage { stage in
      let field = show(stage, UITextField())
      func width(_ attributes: [NSAttributedString.Key: Any]) -> Double {
        field.attributedText = NSAttributedString(string: "1234", attributes: attributes)
        return field.line.width
      }
      let (plain, apart) = (width([:]), width([.kern: 3]))
      #expect(apart == plain + 12)
      field.defaultTextAttributes[.kern] = 10.0
      #expect(width([.foregroundColor: UIColor.red]) == plain + 40)
      #expect(width([.kern: 3]) == apart)
      // What is shown is what a program reads.
      #expect(field.attributedText?.attribute(.kern, at: 0) as? Int == 3)
      _ = width([:])
      #expect(field.attributedText?.attribute(.kern, at: 0) as? Double == 10)
      // The dots of a secure field have no attributes but those of the field.
      _ = width([.kern: 3])
      field.isSecureTextEntry = true
      #expect(field.line.carets[1] >= 10)
    }
  }

  @Test func theRoomBetweenLettersStaysWhereTheyBecomeSmaller() {
    onStage { stage in
      let field = show(stage, UITextField())
      field.text = "Twenty letters"
      field.adjustsFontSizeToFitWidth = true
      field.defaultTextAttributes[.kern] = 5.0
      #expect(field.shownFont.pointSize < 20 && field.shownFont.pointSize > 9)
      #expect(field.line.width <= 198 && field.line.width > 190)
    }
  }

  @Test func lettersBecomeSmallerWhereTheTextIsWide() {
    onStage { stage in
      let field = show(stage, UITextField())
      let text = "Twenty letters and a few"
      field.text = text
      let whole = field.line.width
      #expect(whole > 200)
      field.adjustsFontSizeToFitWidth = true
      #expect(field.line.width <= 198 && field.line.width > 150 && field.font.pointSize == 20)
      #expect(field.shownFont.pointSize < 20)
      // Its own size is that of the text in its own font.
      #expect(field.sizeThatFits(.zero).width > whole)
      field.minimumFontSize = 19
      #expect(field.shownFont.pointSize == 19)
      field.minimumFontSize = .nan
      #expect(field.minimumFontSize == 0 && field.shownFont.pointSize < 19)
      field.text = text + text + text
      #expect(field.shownFont.pointSize == 9)
      field.text = "few"
      #expect(field.shownFont.pointSize == 20)
      field.text = text
      field.frame.size.width = 400
      stage.wait(20)
      #expect(field.shownFont.pointSize == 20 && field.line.width == whole)
      field.frame.size.width = 0
      stage.wait(20)
      #expect(field.shownFont.pointSize == 20)
    }
  }

  @Test func aPictureIsBehindTheText() {
    onStage { stage in
      let field = show(stage, UITextField())
      func picture(_ color: UIColor) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { context in
          color.setFill()
          context.fill(Rect(0, 0, 4, 4))
        }
      }
      func seen() -> UIColor {
        stage.wait(20)
        return stage.window.snapshot().color(x: 30, y: 110)
      }
      #expect(seen() != .red)
      field.background = picture(.red)
      #expect(seen() == .red)
      field.isEnabled = false
      #expect(seen() == .red)
      field.disabledBackground = picture(.blue)
      #expect(seen() == .blue)
      field.isEnabled = true
      field.borderStyle = .roundedRect
      #expect(seen() != .red)
      field.borderStyle = .line
      #expect(seen() == .red)
      field.background = UIImage()
      #expect(seen() != .red)
    }
  }

  @Test func anInsertionMayReplaceAllText() {
    final class Refusing: UITextFieldDelegate {
      var ranges: [Range<Int>] = []
      var agrees = true
      func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: Range<Int>, replacementString string: String
      ) -> Bool {
        ranges.append(range)
        return agrees
      }
    }
    onStage { stage in
      let field = show(stage, UITextField())
      let watcher = Refusing()
      field.text = "old text"
      field.clearsOnInsertion = true
      // Not while it is not edited.
      field.insertText("s")
      #expect(field.text == "old texts" && field.clearsOnInsertion)
      field.becomeFirstResponder()
      field.delegate = watcher
      watcher.agrees = false
      field.insertText("a")
      #expect(field.text == "old texts" && field.clearsOnInsertion && watcher.ranges == [0..<9])
      watcher.agrees = true
      for letter in "new" { field.insertText(String(letter)) }
      #expect(field.text == "new" && !field.clearsOnInsertion)
      #expect(watcher.ranges.dropFirst() == [0..<9, 1..<1, 2..<2])
      field.clearsOnInsertion = true
      field.setMarkedText("x", selectedRange: 1..<1)
      #expect(field.text == "x")
      let view = UITextView(frame: Rect(0, 300, 200, 100))
      stage.window.addSubview(view)
      view.text = "old"
      view.clearsOnInsertion = true
      view.becomeFirstResponder()
      view.insertText("b")
      #expect(view.text == "b" && !view.clearsOnInsertion)
    }
  }

  @Test func anotherSelectionOrTextKeepsTheText() {
    onStage { stage in
      let field = show(stage, UITextField())
      func clears(after change: () -> Void) -> Bool {
        field.text = "some words"
        field.becomeFirstResponder()
        field.selectedTextRange = 4..<4
        field.clearsOnInsertion = true
        change()
        return field.clearsOnInsertion
      }
      #expect(clears {} && clears { field.selectedTextRange = 4..<4 })
      #expect(
        !clears { field.selectedTextRange = 0..<3 } && !clears { field.editor.move(to: 2, extending: false) })
      #expect(!clears { field.deleteBackward() } && !clears { field.replace(0..<1, withText: "S") })
      #expect(!clears { field.text = "others" })
      #expect(!clears { field.attributedText = NSAttributedString(string: "others") })
      #expect(
        !clears {
          field.insertText("x")
          field.clearsOnInsertion = true
          field.undoManager?.undo()
        })
      field.insertText("!")
      #expect(field.text == "some! words")
    }
  }

  @Test func theTouchThatBeginsEditingKeepsTheInsertionWhole() {
    onStage { stage in
      let field = show(stage, UITextField())
      field.text = "old text"
      field.editor.model.move(to: 0)
      field.clearsOnInsertion = true
      stage.tap(180, 120)
      #expect(field.isFirstResponder && field.selectedTextRange == 8..<8 && field.clearsOnInsertion)
      // The next one places the caret.
      stage.tap(24, 120, after: 1000)
      #expect(field.selectedTextRange == 0..<0 && !field.clearsOnInsertion)
    }
  }

  @Test func undoingAnInsertionSelectsWhatWasSelected() {
    onStage { stage in
      let field = show(stage, UITextField())
      func undo(_ insert: () -> Void) -> Range<Int>? {
        field.text = "old text"
        field.becomeFirstResponder()
        field.selectedTextRange = 2..<3
        field.clearsOnInsertion = true
        insert()
        #expect(field.text == "new")
        field.undoManager?.undo()
        #expect(field.text == "old text")
        return field.selectedTextRange
      }
      #expect(undo { for letter in "new" { field.insertText(String(letter)) } } == 2..<3)
      #expect(undo { field.setMarkedText("new", selectedRange: 3..<3) } == 2..<3)
      // It is no part of what was typed before.
      field.text = ""
      field.insertText("a")
      field.insertText("b")
      field.clearsOnInsertion = true
      field.insertText("c")
      field.undoManager?.undo()
      #expect(field.text == "ab")
    }
  }

  @Test func fieldsHaveNoIndents() {
    onStage { stage in
      let field = show(stage, UITextField())
      let style = NSMutableParagraphStyle()
      (style.firstLineHeadIndent, style.headIndent, style.tailIndent) = (30, 30, 40)
      field.text = "Some letters and a few"
      let width = field.line.width
      field.defaultTextAttributes[.paragraphStyle] = style
      #expect(field.line.range.count == 22 && field.line.width == width && field.line.left == 0)
      field.becomeFirstResponder()
      field.selectAll()
      #expect(field.selectedTextRange == 0..<22)
      field.attributedText = NSAttributedString(
        string: "Some letters and a few", attributes: [.paragraphStyle: style])
      #expect(field.line.range.count == 22)
      field.selectAll()
      #expect(field.caretRect(for: 22).minX > field.caretRect(for: 21).minX)
    }
  }

  @Test func aSubclassPutsTheCaretElsewhere() {
    final class WithoutCaret: UITextField {
      var place: Rect? = .zero
      override func caretRect(for position: UITextPosition) -> CGRect {
        place ?? super.caretRect(for: position)
      }
    }
    onStage { stage in
      let field = show(stage, WithoutCaret())
      field.becomeFirstResponder()
      field.text = "abc"
      #expect(field.editor.caret.frame == .zero)
      field.place = Rect(50, 10, 4, 20)
      field.text = "abcd"
      #expect(field.editor.caret.convert(field.editor.caret.bounds, to: field) == Rect(50, 10, 4, 20))
      field.place = Rect(.nan, 10, 4, 20)
      field.text = "abc"
      #expect(field.editor.caret.frame.width == 2)
      field.place = nil
      field.text = "abcd"
      #expect(field.editor.caret.frame.width == 2 && field.editor.caret.frame.height > 0)
      #expect(field.passwordRules == nil)
      field.passwordRules = UITextInputPasswordRules(descriptor: "minlength: 8;")
      #expect(field.passwordRules?.passwordRulesDescriptor == "minlength: 8;")
    }
  }
}
