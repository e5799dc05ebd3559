import ResponderKit
import TestHarness
import Testing

/// Gestures against controls.
@Suite(.hangLimit) struct PrecedenceTests {
  private func scene<Control: UIControl>(_ stage: Stage, _ control: Control) -> PlainView {
    let root = stage.plain()
    control.frame = Rect(100, 100, 100, 50)
    root.addSubview(control)
    control.addAction(UIAction { [log = stage.log] _ in log("clicked") }, for: .touchUpInside)
    control.addAction(UIAction { [log = stage.log] _ in log("touchCancel") }, for: .touchCancel)
    return root
  }

  @Test("S004-15") func aRecognizerOnAButtonKeepsItFromActingUnlessItDoesNotCancel() {
    onStage { stage in
      let button = UIButton()
      _ = scene(stage, button)
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: button)
      stage.tap(110, 110)
      #expect(stage.log.take() == ["tap ended", "touchCancel"])
      tap.cancelsTouchesInView = false
      stage.tap(110, 110, after: 1000)
      // The gesture first.
      #expect(stage.log.take() == ["tap ended", "clicked"])
    }
  }

  @Test func aButtonWinsAgainstASingleTapOfTheViewAround() {
    onStage { stage in
      let root = scene(stage, UIButton())
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: root)
      stage.tap(110, 110)
      #expect(stage.log.take() == ["clicked"])
      stage.tap(10, 10, after: 1000)
      #expect(stage.log.take() == ["view began", "tap ended", "view cancelled"])
      // Not against other taps.
      tap.numberOfTapsRequired = 2
      stage.tap(110, 110, after: 1000)
      stage.tap(110, 110, after: 50)
      #expect(stage.log.take() == ["tap ended", "touchCancel"])
    }
  }

  @Test func aPlainControlDoesNotWin() {
    onStage { stage in
      let root = scene(stage, UIControl())
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: root)
      stage.tap(110, 110)
      #expect(stage.log.take() == ["tap ended", "touchCancel"])
      tap.cancelsTouchesInView = false
      stage.tap(110, 110, after: 1000)
      #expect(stage.log.take() == ["tap ended", "clicked"])
    }
  }

  @Test func aSwitchWinsAgainstATapAndAPanAlong() {
    onStage { stage in
      let control = UISwitch()
      let root = scene(stage, control)
      stage.add(UITapGestureRecognizer(), "tap", to: root)
      stage.add(UIPanGestureRecognizer(), "pan", to: root)
      stage.tap(110, 110)
      #expect(control.isOn && stage.log.take() == ["clicked"])
      stage.down(145, 110, after: 1000)
      stage.move(105, 112)
      stage.up(105, 112)
      #expect(!control.isOn && stage.log.take() == ["clicked"])
      // Across, the pan wins.
      stage.down(110, 110, after: 1000)
      stage.move(112, 150)
      stage.up(112, 150)
      #expect(stage.log.take() == ["pan began", "touchCancel", "pan ended"])
    }
  }

  @Test func aSlidersKnobWinsAgainstASwipeAlong() {
    onStage { stage in
      let slider = UISlider()
      let root = scene(stage, slider)
      stage.add(UISwipeGestureRecognizer(), "swipe", to: root)
      stage.down(114, 125)
      stage.move(150, 125)
      stage.move(190, 125)
      stage.up(190, 125)
      #expect(slider.value == 1 && stage.log.take() == ["clicked"])
      // Not on the knob.
      slider.value = 0
      stage.down(150, 125, after: 1000)
      stage.move(180, 125)
      stage.move(210, 125)
      stage.up(210, 125)
      #expect(slider.value == 0 && stage.log.take() == ["swipe ended"])
    }
  }

  @Test("S004-8") func aSubviewOfAButtonMustLetTouchesPass() {
    onStage { stage in
      let button = UIButton()
      _ = scene(stage, button)
      let label = PlainView("label", Rect(0, 0, 100, 50), stage.log)
      button.addSubview(label)
      stage.tap(110, 110)
      #expect(stage.log.take() == ["label began", "label ended"])
      label.isUserInteractionEnabled = false
      stage.tap(110, 110, after: 1000)
      #expect(stage.log.take() == ["clicked"])
    }
  }

  @Test("S004-7") func aCoveringViewLetsTheButtonBelowBePressed() {
    final class Sheet: UIView {
      override func point(inside point: Point, with event: UIEvent?) -> Bool {
        subviews.contains { $0 is UIControl && $0.frame.contains(point) }
      }
    }
    onStage { stage in
      let root = scene(stage, UIButton())
      let sheet = Sheet(frame: root.bounds)
      let own = UIButton(frame: Rect(0, 0, 50, 50))
      own.onEvent(.touchUpInside) { [log = stage.log] _ in log("own clicked") }
      sheet.addSubview(own)
      root.addSubview(sheet)
      stage.tap(110, 110)
      stage.tap(10, 10, after: 1000)
      #expect(stage.log.take() == ["clicked", "own clicked"])
    }
  }

  @Test("S004-5") func anEnlargedButtonIsPressedFromOutside() {
    final class Large: UIButton {
      override func point(inside point: Point, with event: UIEvent?) -> Bool {
        bounds.insetBy(dx: -20, dy: -20).contains(point)
      }
    }
    onStage { stage in
      _ = scene(stage, Large())
      stage.tap(80, 80)
      stage.tap(219, 169, after: 1000)
      #expect(stage.log.take() == ["clicked", "clicked"])
      stage.tap(220, 110, after: 1000)
      #expect(stage.log.take() == ["view began", "view ended"])
    }
  }
}
