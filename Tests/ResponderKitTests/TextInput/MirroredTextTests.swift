import TestHarness
import Testing

@testable import ResponderKit

/// Natural alignment in views whose content begins at the right.
@Suite("Texts of views from right to left", .hangLimit) struct MirroredTextTests {
  private static let font = UIFont(size: 20, design: .builtIn)

  @Test("A label's natural alignment is at the right, and others are what they are called")
  func labels() {
    onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 200, 30))
      (label.text, label.font, label.textColor) = ("II", Self.font, .red)
      label.semanticContentAttribute = .forceRightToLeft
      stage.show(label)
      func isRed(_ range: Range<Int>) -> Bool {
        stage.wait(20)
        let picture = stage.window.snapshot()
        let empty = picture.color(x: 100, y: 2)
        return range.contains { x in (5..<25).contains { picture.color(x: x, y: $0) != empty } }
      }
      #expect(isRed(170..<200) && !isRed(0..<100))
      label.textAlignment = .left
      #expect(isRed(0..<30) && !isRed(100..<200))
      label.textAlignment = .natural
      label.attributedText = NSAttributedString(
        string: "II", attributes: [.paragraphStyle: NSParagraphStyle.default, .foregroundColor: UIColor.red])
      #expect(isRed(170..<200))
      label.semanticContentAttribute = .unspecified
      #expect(isRed(0..<30) && !isRed(100..<200))
    }
  }

  @Test("A field's text, its views at the sides and the button that clears it change places")
  func fields() {
    let field = UITextField(frame: Rect(0, 0, 200, 40))
    let side = UIView(frame: Rect(0, 0, 30, 20))
    (field.font, field.leftView, field.leftViewMode) = (Self.font, side, .always)
    field.clearButtonMode = .always
    field.text = "abc"
    field.semanticContentAttribute = .forceRightToLeft
    field.layoutIfNeeded()
    #expect(side.frame.maxX == 200)
    #expect(field.subviews.contains { $0 is TextClearButton && $0.frame.minX == 0 })
    #expect(field.caretRect(for: 3).minX == 168)
    field.text = ""
    field.layoutIfNeeded()
    #expect(field.caretRect(for: 0).minX == 168)
    field.textAlignment = .left
    #expect(field.caretRect(for: 0).minX < 30)
  }

  @Test("A paragraph of a text view begins where its letters say, and at the right without letters")
  func textViews() {
    let view = UITextView(frame: Rect(0, 0, 300, 200))
    view.font = Self.font
    view.text = "abc\n12\n\n\u{5D0}"
    view.layoutIfNeeded()
    #expect([0, 4, 7].allSatisfy { view.caretRect(for: $0).minX < 10 })
    view.semanticContentAttribute = .forceRightToLeft
    view.layoutIfNeeded()
    #expect(view.caretRect(for: 0).minX < 10)
    #expect([4, 7, 8].allSatisfy { view.caretRect(for: $0).minX > 200 })
  }
}
