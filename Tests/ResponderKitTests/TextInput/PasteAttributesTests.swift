import TestHarness
import Testing

@testable import ResponderKit

/// Attributes of text that is copied and pasted within a program.
@Suite("Attributes in the pasteboard", .hangLimit) struct PasteAttributesTests {
  private let bold = UIFont.boldSystemFont(ofSize: 20)

  private func onViews(_ body: @escaping @Sendable (Stage, UITextView, UITextView) -> Void) {
    onStage { stage in
      let views = (0..<2).map { UITextView(frame: Rect(0, Double($0) * 200, 300, 100)) }
      for view in views { stage.show(view) }
      let text = NSMutableAttributedString(string: "one two", attributes: [.font: UIFont(size: 12)])
      text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 4, length: 3))
      views[0].attributedText = text
      views[0].selectedTextRange = 2..<6
      views[1].text = "ab"
      views[1].selectedTextRange = 1..<1
      body(stage, views[0], views[1])
    }
  }

  private func color(_ view: UITextView, _ place: Int) -> UIColor? {
    view.attributedText.attribute(.foregroundColor, at: place) as? UIColor
  }

  @Test("A view that allows attributes gets them with the text, and undo takes both back")
  func kept() {
    onViews { stage, one, two in
      two.allowsEditingTextAttributes = true
      one.copy()
      #expect(UIPasteboard.general.string == "e tw")
      two.becomeFirstResponder()
      two.paste()
      #expect(two.text == "ae twb" && two.selectedTextRange == 5..<5)
      #expect((0..<6).map { color(two, $0) == .red } == [false, false, false, true, true, false])
      #expect(two.attributedText.attribute(.font, at: 1) as? UIFont == UIFont(size: 12))
      two.undo()
      #expect(two.text == "ab" && color(two, 1) != .red)
      two.redo()
      #expect(two.text == "ae twb" && color(two, 3) == .red)
    }
  }

  @Test("Other views get the text, as it looks where they are")
  func plain() {
    onViews { stage, one, two in
      #expect(!two.allowsEditingTextAttributes)
      one.copy()
      two.becomeFirstResponder()
      two.paste()
      #expect(two.text == "ae twb" && (0..<6).allSatisfy { color(two, $0) != .red })
      let field = UITextField(frame: Rect(0, 400, 200, 40))
      stage.show(field)
      field.becomeFirstResponder()
      field.paste()
      #expect(field.attributedText?.attribute(.foregroundColor, at: 3) as? UIColor != .red)
      field.allowsEditingTextAttributes = true
      field.text = ""
      field.paste()
      #expect(field.attributedText?.attribute(.foregroundColor, at: 3) as? UIColor == .red)
    }
  }

  private final class Desktop: UIPasteboard.Desktop {
    var text: String?
    func publish(_ text: String) { self.text = text }
    func request(_ take: @escaping (String?) -> Void) { take("other") }
  }

  @Test("The desktop gets plain text, and what it has next has no attributes")
  func desktop() {
    onViews { stage, one, two in
      let desktop = Desktop()
      UIPasteboard.general.desktop = desktop
      two.allowsEditingTextAttributes = true
      one.cut()
      #expect(desktop.text == "e tw" && one.text == "ono")
      UIPasteboard.general.wasTakenOver()
      two.becomeFirstResponder()
      two.paste()
      #expect(two.text == "aotherb" && color(two, 3) != .red)
      one.selectAll()
      one.copy()
      #expect(UIPasteboard.general.attributedString?.string == "ono")
      UIPasteboard.general.string = "xyz"
      two.paste()
      #expect(two.text == "aotherxyzb" && color(two, 8) != .red)
    }
  }

  @Test("The delegate is asked for the text; a field makes one line of it")
  func delegate() {
    onViews { stage, one, two in
      final class No: UITextViewDelegate {
        func textView(
          _ textView: UITextView, shouldChangeTextIn range: Range<Int>, replacementText text: String
        ) -> Bool { text != "e tw" }
      }
      let no = No()
      two.allowsEditingTextAttributes = true
      two.delegate = no
      one.copy()
      two.becomeFirstResponder()
      two.paste()
      #expect(two.text == "ab")
      one.attributedText = NSAttributedString(string: "a\nb", attributes: [.kern: 3.0])
      one.selectAll()
      one.copy()
      let field = UITextField(frame: Rect(0, 400, 200, 40))
      field.allowsEditingTextAttributes = true
      stage.show(field)
      field.becomeFirstResponder()
      field.paste()
      #expect(field.text == "a b" && field.attributedText?.attribute(.kern, at: 2) as? Double == 3)
    }
  }
}
