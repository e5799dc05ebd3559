import HIDEvents
import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Controls: tracking, events, actions.
@Suite(.hangLimit) struct ControlTests {
  /// Logs all events by name.
  static let names: [(UIControl.Event, String)] = [
    (.touchDown, "down"), (.touchDownRepeat, "downRepeat"), (.touchDragInside, "dragInside"),
    (.touchDragOutside, "dragOutside"), (.touchDragEnter, "dragEnter"), (.touchDragExit, "dragExit"),
    (.touchUpInside, "upInside"), (.touchUpOutside, "upOutside"), (.touchCancel, "cancel"),
    (.valueChanged, "valueChanged"), (.primaryActionTriggered, "primary"),
  ]

  static func watch(_ control: UIControl, _ log: Log, _ prefix: String = "") {
    for (event, name) in names { control.addAction(UIAction { _ in log(prefix + name) }, for: event) }
  }

  private func button(_ stage: Stage, _ frame: Rect = Rect(100, 100, 100, 50)) -> UIButton {
    let root = stage.window.subviews.first ?? stage.show(UIView(frame: stage.window.bounds))
    let button = UIButton(frame: frame)
    root.addSubview(button)
    Self.watch(button, stage.log)
    return button
  }

  @Test func theNumbersAreUIKits() {
    let states: [UIControl.State] = [.normal, .highlighted, .disabled, .selected, .focused]
    #expect(states.map(\.rawValue) == [0, 1, 2, 4, 8])
    #expect(
      Self.names.map(\.0.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13].map { UInt(1) << $0 })
    #expect(UIControl.Event.editingDidBegin.rawValue == 1 << 16)
  }

  @Test func aPressIsDownAndUpInside() {
    onStage { stage in
      let button = button(stage)
      stage.down(110, 110)
      #expect(button.isHighlighted && button.isTracking && button.isTouchInside)
      #expect(button.state == .highlighted)
      stage.up(110, 110)
      #expect(!button.isHighlighted && !button.isTracking)
      #expect(stage.log.take() == ["down", "upInside", "primary"])
      stage.tap(110, 110, after: 100)
      #expect(stage.log.take() == ["down", "downRepeat", "upInside", "primary"])
    }
  }

  @Test func aDragLeavesTheControlSeventyPointsAway() {
    onStage { stage in
      let button = button(stage)
      stage.down(110, 110)
      stage.move(190, 110)
      stage.move(269, 110)
      #expect(button.isHighlighted)
      stage.move(271, 110)
      #expect(!button.isHighlighted)
      stage.move(300, 110)
      stage.move(269, 110)
      #expect(button.isHighlighted)
      stage.move(280, 110)
      stage.up(280, 110)
      #expect(
        stage.log.take() == [
          "down", "dragInside", "dragInside", "dragExit", "dragOutside", "dragOutside", "dragEnter",
          "dragInside",
          "dragExit", "dragOutside", "upOutside",
        ])
    }
  }

  @Test func aPointerIsInsideOnlyInside() {
    onStage { stage in
      _ = button(stage)
      stage.frame(.init(1, .began, x: 110, y: 110, kind: .pointer))
      stage.frame(.init(1, .moved, x: 205, y: 110, kind: .pointer), after: 10)
      stage.frame(.init(1, .ended, x: 205, y: 110, kind: .pointer), after: 10)
      #expect(stage.log.take() == ["down", "dragExit", "dragOutside", "upOutside"])
    }
  }

  @Test func aTouchThatIsTakenAwayCancels() {
    onStage { stage in
      let button = button(stage)
      stage.down(110, 110)
      stage.post(.system(.willResignActive))
      #expect(!button.isHighlighted && !button.isTracking)
      #expect(stage.log.take() == ["down", "cancel"])
      stage.post(.system(.didBecomeActive))
      stage.down(110, 110, finger: 2, after: 1000)
      button.removeFromSuperview()
      #expect(stage.log.take() == ["down", "cancel"])
    }
  }

  @Test func aDisabledControlIsHitAndDoesNothing() {
    onStage { stage in
      let button = button(stage)
      button.isEnabled = false
      #expect(button.state == .disabled)
      stage.tap(110, 110)
      #expect(stage.window.hitTest(Point(110, 110), with: nil) === button)
      #expect(stage.log.take() == [])
      // Disabled in the middle it stops.
      button.isEnabled = true
      stage.down(110, 110, after: 1000)
      button.isEnabled = false
      stage.up(110, 110)
      #expect(stage.log.take() == ["down", "cancel"])
    }
  }

  @Test func subclassesDecideWhetherTheyTrack() {
    final class Fussy: UIControl {
      var begins = true
      var steps = 2
      let log: Log
      init(_ log: Log) {
        self.log = log
        super.init(frame: Rect(0, 0, 100, 100))
      }
      override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { begins }
      override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        steps -= 1
        return steps > 0
      }
      override func endTracking(_ touch: UITouch?, with event: UIEvent?) { log("endTracking") }
      override func cancelTracking(with event: UIEvent?) { log("cancelTracking") }
    }
    onStage { stage in
      let control = stage.show(Fussy(stage.log))
      Self.watch(control, stage.log)
      stage.down(10, 10)
      stage.move(11, 10)
      stage.move(12, 10)
      stage.move(13, 10)
      stage.up(13, 10)
      #expect(stage.log.take() == ["down", "dragInside", "endTracking"])
      control.begins = false
      stage.tap(10, 10, after: 1000)
      #expect(stage.log.take() == [])
      #expect(!control.isHighlighted)
      control.begins = true
      stage.down(10, 10, after: 1000)
      stage.cancel()
      #expect(stage.log.take() == ["down", "cancelTracking", "cancel"])
    }
  }

  @Test func aControlForwardsNoTouches() {
    onStage { stage in
      let root = stage.plain()
      let control = UIControl(frame: Rect(0, 0, 100, 100))
      root.addSubview(control)
      stage.tap(10, 10)
      #expect(stage.log.take() == [])
    }
  }

  @Test("S004-13, S003-7") func aButtonThatOverridesTouchesWithoutSuperSendsNothing() {
    final class Deaf: UIButton {
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
      override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
    }
    final class Hearing: UIButton {
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
      }
    }
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let deaf = Deaf(frame: Rect(0, 0, 100, 100))
      let hearing = Hearing(frame: Rect(100, 0, 100, 100))
      for button in [deaf, hearing] {
        root.addSubview(button)
        button.onEvent(.touchUpInside) { [log = stage.log] in log("\(type(of: $0))") }
      }
      stage.tap(10, 10)
      stage.tap(110, 10, after: 1000)
      #expect(stage.log.take() == ["Hearing"])
    }
  }

  @Test("S000-12") func aButtonsClickComesFromTheSourceOfEvents() {
    onStage { stage in
      let button = button(stage)
      var depth = 0
      button.onEvent(.touchUpInside) { _ in depth += 1 }
      stage.log.watch(stage.loop)
      _ = stage.log.take()
      stage.tap(110, 110)
      // Between beforeSources and the next turn's beginning: in the source.
      let index = stage.log.lines.firstIndex(of: "upInside") ?? 0
      #expect(stage.log.lines[index - 1] == "BS")
      #expect(depth == 1)
    }
  }

  // MARK: Actions

  final class Target {
    var calls = 0
    static var message: Selector { Selector("pressed") { (target: Target) in target.calls += 1 } }
  }

  @Test func theSamePairIsCalledOnceAndHasBothEvents() {
    onStage { stage in
      let button = button(stage)
      let target = Target()
      button.addTarget(target, action: Target.message, for: .touchUpInside)
      button.addTarget(target, action: Target.message, for: [.touchDown, .touchUpInside])
      stage.tap(110, 110)
      #expect(target.calls == 2)
      #expect(button.actions(forTarget: target, forControlEvent: .touchDown) == [Target.message])
      button.removeTarget(target, action: nil, for: .touchDown)
      stage.tap(110, 110, after: 1000)
      #expect(target.calls == 3)
      #expect(button.allControlEvents.contains(.touchUpInside))
    }
  }

  @Test func targetsAreNotKeptAliveAndTheGoneGetNothing() {
    onStage { stage in
      let button = button(stage)
      weak var gone: Target?
      do {
        let target = Target()
        gone = target
        button.addTarget(target, action: Target.message, for: .touchUpInside)
      }
      #expect(gone == nil)
      stage.tap(110, 110)
      #expect(stage.log.take() == ["down", "upInside", "primary"])
    }
  }

  @Test func withoutATargetTheChainFromTheControlIsAsked() {
    final class Taker: UIViewController {
      var calls = 0
    }
    onStage { stage in
      let controller = Taker()
      stage.show(controller)
      stage.wait(1)
      let button = UIButton(frame: Rect(0, 0, 100, 100))
      controller.view.addSubview(button)
      button.addTarget(
        nil, action: Selector("take") { (taker: Taker) in taker.calls += 1 }, for: .touchUpInside)
      stage.tap(10, 10)
      #expect(controller.calls == 1)
    }
  }

  @Test func allMessagesGoThroughSendAction() {
    final class Spy: UIButton {
      var lines: [String] = []
      override func sendAction(_ action: Selector, to target: AnyObject?, for event: UIEvent?) {
        lines.append("\(action) \(event?.type == .touches)")
        super.sendAction(action, to: target, for: event)
      }
    }
    onStage { stage in
      let button = stage.show(Spy(frame: Rect(0, 0, 100, 100)))
      let target = Target()
      button.addTarget(target, action: Target.message, for: .touchUpInside)
      stage.tap(10, 10)
      #expect(button.lines == ["pressed true"] && target.calls == 1)
      button.sendActions(for: .touchUpInside)
      #expect(button.lines.last == "pressed false" && target.calls == 2)
    }
  }

  @Test func anActionWithTheSameIdentifierTakesTheOldOnesPlace() {
    onStage { stage in
      let button = button(stage)
      _ = stage.log.take()
      button.addAction(UIAction("a") { [log = stage.log] _ in log("old") }, for: .touchUpInside)
      button.addAction(UIAction("a") { [log = stage.log] _ in log("new") }, for: .touchUpInside)
      stage.tap(110, 110)
      #expect(stage.log.take() == ["down", "upInside", "primary", "new"])
    }
  }

  // MARK: Switch and slider

  @Test func aSwitchIsTappedOrDragged() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let control = UISwitch(frame: Rect(100, 100, 0, 0))
      root.addSubview(control)
      control.addAction(UIAction { [log = stage.log] _ in log("changed") }, for: .valueChanged)
      stage.tap(110, 110)
      #expect(control.isOn && stage.log.take() == ["changed"])
      // Dragged to the other side, and back.
      stage.down(140, 110, after: 1000)
      stage.move(105, 110)
      #expect(!control.isOn)
      stage.up(105, 110)
      #expect(!control.isOn && stage.log.take() == ["changed"])
      stage.down(105, 110, after: 1000)
      stage.move(140, 110)
      stage.move(105, 110)
      stage.up(105, 110)
      #expect(!control.isOn && stage.log.take() == [])
      // Taken away, it is as before.
      stage.down(105, 110, after: 1000)
      stage.move(140, 110)
      stage.cancel()
      #expect(!control.isOn && stage.log.take() == [])
      // By the program: no event.
      control.isOn = true
      #expect(stage.log.take() == [])
    }
  }

  @Test func aSliderIsDraggedByItsKnob() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let slider = UISlider(frame: Rect(100, 100, 128, 30))
      root.addSubview(slider)
      var values: [Double] = []
      slider.onEvent(.valueChanged) { values.append($0.value) }
      // Beside the knob nothing happens.
      stage.tap(200, 115)
      #expect(values == [])
      stage.down(114, 115, after: 1000)
      stage.move(164, 115)
      stage.move(264, 115)
      stage.up(264, 115)
      #expect(values == [0.5, 1])
      slider.isContinuous = false
      stage.down(214, 115, after: 1000)
      stage.move(190, 115)
      stage.move(164, 115)
      #expect(values == [0.5, 1])
      stage.up(164, 115)
      #expect(values == [0.5, 1, 0.5])
      slider.value = .nan
      slider.value = 7
      #expect(slider.value == 1)
    }
  }
}
