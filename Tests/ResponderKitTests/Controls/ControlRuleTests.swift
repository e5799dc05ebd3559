import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Rules of controls that one look at a button does not show.
@Suite(.hangLimit) struct ControlRuleTests {
  private func add<Control: UIControl>(_ control: Control, _ stage: Stage) -> Control {
    let root = stage.window.subviews.first ?? stage.show(UIView(frame: stage.window.bounds))
    root.addSubview(control)
    ControlTests.watch(control, stage.log)
    return control
  }

  @Test func aTouchThatIsTakenAwayLeavesNothingBehind() {
    for isDisabled in [false, true] {
      onStage { stage in
        let button = add(UIButton(frame: Rect(100, 100, 100, 50)), stage)
        stage.down(110, 110)
        if isDisabled { button.isEnabled = false } else { stage.cancel() }
        #expect(!button.isHighlighted && !button.isTracking && !button.isTouchInside)
        #expect(stage.log.take() == ["down", "cancel"])
        button.isEnabled = true
        #expect(button.state == .normal)
        stage.up(110, 110)
        #expect(stage.log.take() == [])
        stage.tap(110, 110, after: 1000)
        #expect(stage.log.take() == ["down", "upInside", "primary"])
      }
    }
  }

  @Test func eachFurtherTapIsARepetition() {
    onStage { stage in
      let control = add(UIControl(frame: Rect(100, 100, 100, 50)), stage)
      for _ in 0..<3 { stage.tap(110, 110, after: 100) }
      #expect(
        stage.log.take() == [
          "down", "upInside", "down", "downRepeat", "upInside", "down", "downRepeat", "upInside",
        ])
      withExtendedLifetime(control) {}
    }
  }

  @Test func aSecondFingerIsNothingToAControlThatTracksOne() {
    onStage { stage in
      let control = add(UIControl(frame: Rect(100, 100, 100, 50)), stage)
      control.isMultipleTouchEnabled = true
      stage.down(110, 110, finger: 1)
      stage.down(120, 110, finger: 2)
      stage.move(300, 300, finger: 2)
      stage.up(300, 300, finger: 2)
      #expect(stage.log.take() == ["down"] && control.isTracking && control.isTouchInside)
      stage.down(120, 110, finger: 2, after: 1000)
      stage.cancel(finger: 2)
      #expect(control.isTracking)
      stage.up(110, 110, finger: 1)
      #expect(stage.log.take() == ["upInside"])
    }
  }

  @Test(arguments: [(269.9, true), (270, false), (30, true), (29.9, false)])
  func aFingerIsInsideUpToSeventyPointsAround(x: Double, isInside: Bool) {
    onStage { stage in
      let control = add(UIControl(frame: Rect(100, 100, 100, 50)), stage)
      stage.down(110, 110)
      stage.move(x, 110)
      #expect(control.isTouchInside == isInside && control.isHighlighted == isInside)
      stage.up(x, 110)
      #expect(stage.log.take().last == (isInside ? "upInside" : "upOutside"))
    }
  }

  @Test func actionsAreTakenFromTheTargetsThatAreMeant() {
    final class Target {
      var lines: [String] = []
    }
    onStage { stage in
      let selectors = ["one", "two"].map { name in
        Selector(name) { (target: Target) in target.lines.append(name) }
      }
      let control = add(UIControl(frame: Rect(100, 100, 100, 50)), stage)
      let (first, second) = (Target(), Target())
      func addAll() {
        for target in [first, second] {
          for selector in selectors {
            control.addTarget(target, action: selector, for: [.touchDown, .touchCancel])
          }
        }
      }
      func pressed() -> [[String]] {
        control.sendActions(for: .touchDown)
        defer { (first.lines, second.lines) = ([], []) }
        return [first.lines, second.lines]
      }
      addAll()
      #expect(pressed() == [["one", "two"], ["one", "two"]])
      control.removeTarget(first, action: selectors[0], for: .touchDown)
      #expect(pressed() == [["two"], ["one", "two"]])
      // Its other event is still there.
      #expect(control.actions(forTarget: first, forControlEvent: .touchCancel) == selectors)
      addAll()
      control.removeTarget(first, action: nil, for: .touchDown)
      #expect(pressed() == [[], ["one", "two"]])
      addAll()
      control.removeTarget(nil, action: selectors[1], for: .allEvents)
      #expect(pressed() == [["one"], ["one"]])
      control.removeTarget(nil, action: nil, for: .allEvents)
      #expect(pressed() == [[], []])
      // Closures are no targets.
      _ = stage.log.take()
      control.sendActions(for: .touchDown)
      #expect(stage.log.take() == ["down"])
    }
  }

  @Test func aSwitchWhoseDragIsTakenAwayIsAsItWasBefore() {
    for isOn in [false, true] {
      onStage { stage in
        let control = add(UISwitch(frame: Rect(100, 100, 0, 0)), stage)
        control.isOn = isOn
        stage.down(isOn ? 140 : 110, 110)
        stage.move(isOn ? 105 : 145, 110)
        #expect(control.isOn != isOn)
        stage.cancel()
        #expect(control.isOn == isOn && stage.log.take().last == "cancel")
      }
    }
  }

  @Test(arguments: [(10.0, true), (9.9, false)]) func aSwitchIsDraggedAfterTenPoints(
    way: Double, isDrag: Bool
  ) {
    onStage { stage in
      let control = add(UISwitch(frame: Rect(100, 100, 0, 0)), stage)
      stage.down(110, 110)
      stage.move(110 + way, 110)
      stage.up(110 + way, 110)
      // A drag that stays on its side changes nothing; a tap does.
      #expect(control.isOn != isDrag)
    }
  }

  @Test func aSwitchThatIsLeftWithoutADragIsAsItWasBefore() {
    onStage { stage in
      let control = add(UISwitch(frame: Rect(100, 100, 0, 0)), stage)
      stage.down(110, 110)
      stage.move(110, 400)
      stage.up(110, 400)
      #expect(!control.isOn && !stage.log.take().contains("valueChanged"))
    }
  }

  @Test func aSlidersValueStaysBetweenItsLimitsWhereverTheyAreSet() {
    onStage { stage in
      let slider = add(UISlider(frame: Rect(100, 100, 128, 30)), stage)
      slider.value = 0.8
      slider.maximumValue = 0.5
      #expect(slider.value == 0.5)
      slider.maximumValue = 1
      #expect(slider.value == 0.5)
      slider.minimumValue = 0.7
      #expect(slider.value == 0.7 && slider.knobRect.minX == 0)
      slider.minimumValue = -1
      #expect(slider.value == 0.7)
      slider.value = -3
      #expect(slider.value == -1)
      slider.value = 1
      #expect(slider.knobRect.maxX == 128)
    }
  }

  @Test func aSlidersKnobIsTakenHoldOfTwelvePointsAroundAndDoesNotJump() {
    onStage { stage in
      let slider = add(UISlider(frame: Rect(100, 100, 128, 30)), stage)
      slider.value = 0.5
      // The knob is from 150 to 178.
      for (x, isHeld) in [(139.0, true), (189, true), (137, false), (191, false)] {
        stage.down(x, 115, after: 1000)
        #expect(slider.isTracking == isHeld, "at \(x)")
        stage.move(x + 10, 115)
        #expect(abs(slider.value - (isHeld ? 0.6 : 0.5)) < 1e-9)
        stage.up(x + 10, 115)
        slider.value = 0.5
      }
    }
  }

  @Test func aButtonHasTheTitleOfItsStateOrTheNormalOne() {
    onStage { stage in
      let button = add(UIButton(frame: Rect(100, 100, 100, 50)), stage)
      #expect(button.currentTitle == nil)
      button.setTitle("go", for: .normal)
      button.setTitle("going", for: .highlighted)
      #expect(button.currentTitle == "go" && button.title(for: .disabled) == "go")
      #expect(button.title(for: .highlighted) == "going")
      stage.down(110, 110)
      #expect(button.currentTitle == "going")
      stage.up(110, 110)
      button.isEnabled = false
      #expect(button.currentTitle == "go")
    }
  }

  @Test func anActionOfTheSameNameTakesTheOldOnesEventsToo() {
    onStage { stage in
      let control = UIControl(frame: Rect(0, 0, 10, 10))
      var lines: [String] = []
      control.addAction(UIAction("save") { _ in lines.append("old") }, for: .touchDown)
      let new = UIAction("save") { action in lines.append("new \(action.sender === control)") }
      control.addAction(new, for: .touchCancel)
      for event in [UIControl.Event.touchDown, .touchCancel, .touchUpInside] {
        control.sendActions(for: event)
      }
      #expect(lines == ["new true", "new true"])
      // Its sender is known while it is called only.
      #expect(new.sender == nil)
      control.removeAction(UIAction("save") { _ in }, for: .touchDown)
      #expect(control.allControlEvents == .touchCancel)
    }
  }

  @Test func ofTwoFingersThatComeTogetherTheFirstIsTracked() {
    onStage { stage in
      let control = add(UIControl(frame: Rect(100, 100, 100, 50)), stage)
      control.isMultipleTouchEnabled = true
      stage.frame(.init(1, .began, x: 110, y: 110), .init(2, .began, x: 150, y: 110))
      stage.up(150, 110, finger: 2)
      #expect(stage.log.take() == ["down"])
      stage.up(110, 110, finger: 1)
      #expect(stage.log.take() == ["upInside"])
    }
  }

  @Test func aSliderThatDoesNotMoveSendsNothing() {
    onStage { stage in
      let slider = add(UISlider(frame: Rect(100, 100, 128, 30)), stage)
      stage.down(114, 115)
      for x in [164.0, 264, 300, 280, 264] { stage.move(x, 115) }
      #expect(stage.log.take().filter { $0 == "valueChanged" }.count == 2 && slider.value == 1)
    }
  }

  @Test func controlsKeepOnlyTheGesturesOfOneFingerFromTheViewsAround() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let button = add(UIButton(frame: Rect(0, 0, 100, 50)), stage)
      let slider = add(UISlider(frame: Rect(100, 100, 128, 30)), stage)
      let tap = UITapGestureRecognizer()
      let swipe = UISwipeGestureRecognizer()
      root.addGestureRecognizer(tap)
      root.addGestureRecognizer(swipe)
      #expect(!button.gestureRecognizerShouldBegin(tap))
      tap.numberOfTouchesRequired = 2
      #expect(button.gestureRecognizerShouldBegin(tap))
      tap.numberOfTouchesRequired = 1
      tap.numberOfTapsRequired = 2
      #expect(button.gestureRecognizerShouldBegin(tap))
      // A slider keeps swipes along it while its knob is held.
      #expect(slider.gestureRecognizerShouldBegin(swipe))
      stage.down(114, 115)
      #expect(slider.isTracking && !slider.gestureRecognizerShouldBegin(swipe))
      swipe.direction = .up
      #expect(slider.gestureRecognizerShouldBegin(swipe))
      swipe.direction = .left
      swipe.numberOfTouchesRequired = 2
      #expect(slider.gestureRecognizerShouldBegin(swipe))
    }
  }

  @Test func aPanOfTwoFingersIsNotTheSwitchs() {
    for fingers in 1...2 as ClosedRange<UInt32> {
      onStage { stage in
        let root = stage.plain()
        let control = UISwitch(frame: Rect(100, 100, 0, 0))
        control.isMultipleTouchEnabled = true
        root.addSubview(control)
        stage.add(UIPanGestureRecognizer(), "pan", to: root)
        stage.send((1...fingers).map { .init($0, .began, x: 95 + 15 * Double($0), y: 110) })
        stage.send((1...fingers).map { .init($0, .moved, x: 115 + 15 * Double($0), y: 110) }, after: 10)
        #expect(stage.log.lines.contains("pan began") == (fingers == 2))
      }
    }
  }
}
