import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Places in lines, and the look of what is typed next.
@Suite(.hangLimit) struct LinePlaceTests {
  private func onArea(_ text: String, _ body: @escaping @Sendable (Stage, UITextView) -> Void) {
    onStage { stage in
      let view = UITextView(frame: Rect(0, 0, 150, 200))
      view.font = UIFont(size: 20, design: .builtIn)
      view.text = text
      stage.show(view)
      stage.wait(20)
      body(stage, view)
    }
  }

  private func x(_ view: any UITextInput, _ position: Int) -> Double { view.caretRect(for: position).minX }

  @Test func roomBetweenLettersMovesTheCaret() {
    onArea("") { _, view in
      func places(_ attributes: [NSAttributedString.Key: Any]) -> [Double] {
        view.attributedText = NSAttributedString(string: "III", attributes: attributes)
        return (0...3).map { x(view, $0) }
      }
      let (plain, wide) = (places([:]), places([.kern: 10.0]))
      let moved: [Double] = zip(wide, plain).map { $0 - $1 }
      #expect(zip(moved, [0, 10, 20, 30] as [Double]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(moved)")
    }
  }

  @Test func spacesHangOverTheRightEdge() {
    onArea("ab") { _, view in
      view.textAlignment = .right
      let end: Double = x(view, 2)
      view.text = "ab   "
      #expect(abs(x(view, 2) - end) < 1e-9 && x(view, 0) < end)
    }
  }

  @Test func aPlaceBehindALineIsInThatLine() {
    onArea("mmmm mmmm mmmm") { stage, view in
      let first = view.caretRect(for: 0)
      let position = view.closestPosition(to: Point(149, first.midY)) ?? 0
      #expect(position > 2 && view.caretRect(for: position).minY == first.minY)
      view.becomeFirstResponder()
      view.selectedTextRange = 1..<1
      stage.post(.key(.init(usage: 0x4D, .down)))
      #expect(view.caretRect(for: view.selectedRange.location).minY == first.minY)
    }
  }

  @Test func aColorThatIsSetIsThatOfWhatIsTypedNext() {
    onArea("") { _, view in
      view.becomeFirstResponder()
      view.typingAttributes = [.foregroundColor: UIColor.red]
      view.textColor = .blue
      view.insertText("x")
      #expect(view.attributedText.attribute(.foregroundColor, at: 0) as? UIColor == .blue)
    }
  }
}
