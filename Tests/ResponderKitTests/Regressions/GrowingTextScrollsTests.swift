import ResponderKit
import TestHarness
import Testing

/// A text view that grows with its text showed the end of the text only, since it had scrolled to the caret before it grew.
@Suite(.hangLimit) struct GrowingTextScrollsTests {
  @Test func theWholeTextIsSeen() {
    onStage { stage in
      let page = stage.show(UIView(frame: Rect(0, 0, 390, 844)))
      let text = UITextView()
      text.isScrollEnabled = false
      text.translatesAutoresizingMaskIntoConstraints = false
      page.addSubview(text)
      NSLayoutConstraint.activate([
        text.leadingAnchor.constraint(equalTo: page.leadingAnchor),
        text.topAnchor.constraint(equalTo: page.topAnchor), text.widthAnchor.constraint(equalToConstant: 200),
      ])
      stage.wait(20)
      let height = text.bounds.height
      text.becomeFirstResponder()
      text.insertText("A text that takes more than one line of the view, and therefore makes that higher.")
      #expect(text.contentOffset == .zero)
      stage.wait(20)
      #expect(text.bounds.height > height * 2 && text.contentOffset == .zero)
    }
  }
}
