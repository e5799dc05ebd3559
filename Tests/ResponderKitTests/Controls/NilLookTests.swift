import ResponderKit
import TestHarness
import Testing

/// Looks that a program takes back with nil are those at the beginning.
@Suite(.hangLimit) struct NilLookTests {
  @Test func labelsHaveTheirFirstLookAgain() {
    onStage { _ in
      let label = UILabel()
      let (font, color) = (label.font, label.textColor)
      (label.font, label.textColor) = (.systemFont(ofSize: 30), .red)
      #expect(label.font.pointSize == 30 && label.textColor == .red)
      (label.font, label.textColor) = (nil, nil)
      #expect(label.font == font && label.textColor == color)
    }
  }

  @Test func fieldsAndTextViewsToo() {
    onStage { _ in
      let (field, view) = (UITextField(), UITextView())
      (field.textColor, view.textColor) = (.red, .red)
      #expect(field.textColor == .red && view.textColor == .red)
      field.attributedText = NSAttributedString(string: "a", attributes: [.foregroundColor: UIColor.green])
      view.attributedText = NSAttributedString(string: "a", attributes: [.foregroundColor: UIColor.green])
      (field.textColor, view.textColor) = (nil, nil)
      #expect(field.textColor == .label && view.textColor == .label)
      for text in [field.attributedText, view.attributedText] {
        #expect(text?.attribute(.foregroundColor, at: 0) as? UIColor == .label)
      }
    }
  }

  @Test func aViewTakesTheTintAroundItAgain() {
    onStage { stage in
      let (outer, inner) = (UIView(), UIView())
      outer.addSubview(inner)
      stage.show(outer)
      outer.tintColor = .green
      inner.tintColor = .red
      #expect(inner.tintColor == .red)
      let chosen: UIColor? = nil
      inner.tintColor = chosen
      #expect(inner.tintColor == .green)
    }
  }
}
