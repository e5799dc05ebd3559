import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// The pointer's second and third button had no place in events: a program could not see them.
@Suite(.hangLimit) struct OtherButtonsAreLostTests {
  private static func click(
    _ stage: Stage, _ buttons: HIDEvent.Contact.Buttons, _ kind: HIDEvent.Contact.Kind = .pointer
  ) {
    stage.frame(.init(1, .began, x: 50, y: 50, kind: kind, buttons: buttons), after: 500)
    stage.frame(.init(1, .ended, x: 50, y: 50, kind: kind), after: 10)
  }

  private final class Watching: UIView {
    var masks: [UIEvent.ButtonMask] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note(event) }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note(event) }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note(event) }
    private func note(_ event: UIEvent?) { masks.append(event?.buttonMask ?? []) }
  }

  @Test func anEventSaysWhichButtonsAreDown() {
    onStage { stage in
      let view = stage.show(Watching(frame: stage.window.bounds))
      stage.frame(.init(1, .began, x: 50, y: 50, kind: .pointer, buttons: .secondary))
      // A button alone is news.
      stage.frame(.init(1, .moved, x: 50, y: 50, kind: .pointer, buttons: [.secondary, .primary]), after: 10)
      stage.frame(.init(1, .ended, x: 50, y: 50, kind: .pointer), after: 10)
      #expect(view.masks == [.secondary, [.primary, .secondary], [.primary, .secondary]])
      view.masks = []
      Self.click(stage, [])
      Self.click(stage, .middle)
      Self.click(stage, [], .finger)
      #expect(view.masks == [.primary, .primary, .button(3), .button(3), [], []])
    }
  }

  @Test func aButtonTapsWhereItIsWanted() {
    onStage { stage in
      let view = stage.plain()
      stage.add(UITapGestureRecognizer(), "first", to: view)
      let second = stage.add(UITapGestureRecognizer(), "second", to: view)
      second.buttonMaskRequired = .secondary
      func taps(_ buttons: HIDEvent.Contact.Buttons, _ kind: HIDEvent.Contact.Kind = .pointer) -> [String] {
        Self.click(stage, buttons, kind)
        return stage.log.take().filter { $0.hasSuffix("ended") && !$0.hasPrefix("view") }
      }
      #expect(taps(.primary) == ["first ended"])
      #expect(taps(.secondary) == ["second ended"])
      #expect(taps(.middle) == [])
      #expect(taps([], .finger) == ["first ended"])
    }
  }

  @Test func theSecondButtonPressesNoControlAndScrollsNothing() {
    onStage { stage in
      let scrollView = ScrollTests.make(stage)
      let button = UIButton(
        frame: Rect(0, 0, 100, 100), primaryAction: UIAction { [log = stage.log] _ in log("pressed") })
      scrollView.addSubview(button)
      Self.click(stage, .secondary)
      #expect(stage.log.take() == [])
      Self.click(stage, .primary)
      #expect(stage.log.take() == ["pressed"])
      stage.frame(.init(1, .began, x: 200, y: 300, kind: .pointer, buttons: .secondary), after: 500)
      stage.frame(.init(1, .moved, x: 200, y: 200, kind: .pointer, buttons: .secondary), after: 10)
      #expect(scrollView.contentOffset == .zero)
    }
  }
}
