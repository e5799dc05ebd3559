import ResponderKit
import TestHarness
import Testing

/// The second text below a label's.
@Suite(.hangLimit) struct LabelShadowTests {
  @Test func itIsMovedAndHasItsColor() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let label = stage.show(UILabel(frame: Rect(50, 50, 200, 40)))
      label.text = "██"
      label.textColor = .red
      stage.wait(20)
      #expect(label.shadowOffset == Size(0, -1) && label.shadowColor == nil)
      label.shadowColor = .blue
      label.shadowOffset = Size(100, 0)
      stage.wait(20)
      let shown = stage.window.snapshot()
      #expect(shown.color(x: 60, y: 70) == .red && shown.color(x: 160, y: 70) == .blue)
      #expect(shown.color(x: 240, y: 70) == .white)
      label.attributedText = NSAttributedString(string: "██", attributes: [.foregroundColor: UIColor.green])
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 160, y: 70) == .blue)
      label.shadowOffset = Size(.nan, .infinity)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 60, y: 70) == .green)
      label.shadowOffset = Size(100, 0)
      label.shadowColor = nil
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 160, y: 70) == .white)
    }
  }
}
