import ResponderKit
import TestHarness
import Testing

/// Setting a font or a color to nil restores the default.
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

  @Test func aButtonsTitleFollowsTheSizeCategoryAgain() throws {
    try onStage { stage in
      let button = UIButton(type: .system)
      button.setTitle("Title", for: .normal)
      stage.show(button)
      let label = try #require(button.titleLabel)
      label.adjustsFontForContentSizeCategory = true
      let font = button.font
      label.font = .systemFont(ofSize: 30)
      #expect(button.font.pointSize == 30)
      label.font = nil
      #expect(button.font == font && label.font == font)
      let width = button.intrinsicContentSize.width
      stage.window.traitOverrides.preferredContentSizeCategory = .accessibilityExtraLarge
      stage.wait(20)
      #expect(button.intrinsicContentSize.width > width * 1.5)
    }
  }

  @Test func anOptionalFontIsTheFont() {
    onStage { _ in
      let label = UILabel()
      let wrapped: UIFont? = label.font
      let (plain, optional) = (
        NSAttributedString(string: "ab", attributes: [.font: label.font!]),
        NSAttributedString(string: "ab", attributes: [.font: wrapped as Any])
      )
      #expect(plain == optional && optional == plain)
      #expect(optional.attribute(.font, at: 0) as? UIFont == label.font)
      let both = NSMutableAttributedString(attributedString: plain)
      both.append(optional)
      let (style, none): (NSParagraphStyle?, UIColor?) = (NSParagraphStyle(), nil)
      let third = NSRange(location: 2, length: 1)
      both.setAttributes([.font: wrapped as Any, .link: none as Any], range: third)
      both.addAttribute(.font, value: wrapped as Any?? as Any, range: third)
      both.addAttributes([.font: wrapped as Any], range: NSRange(location: 0, length: 1))
      let bare = NSMutableAttributedString(string: "ab", attributes: [.font: UIFont.systemFont(ofSize: 9)])
      let gone = NSMutableAttributedString(attributedString: bare)
      bare.addAttribute(.font, value: none as Any, range: NSRange(location: 0, length: 2))
      gone.addAttributes([.font: none as Any, .kern: 1.0], range: NSRange(location: 0, length: 2))
      #expect(bare == NSAttributedString(string: "ab"))
      #expect(gone == NSAttributedString(string: "ab", attributes: [.kern: 1.0]))
      #expect(both.attributes(at: 2).count == 1)
      var runs = 0
      func count() -> Int {
        runs = 0
        both.enumerateAttributes(in: NSRange(location: 0, length: 4)) { _, _, _ in runs += 1 }
        return runs
      }
      #expect(count() == 1)
      both.addAttribute(.paragraphStyle, value: style as Any, range: NSRange(location: 0, length: 2))
      both.addAttribute(.paragraphStyle, value: style!, range: NSRange(location: 2, length: 2))
      #expect(count() == 1)
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
