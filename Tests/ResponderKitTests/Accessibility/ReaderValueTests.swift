import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// What readers get of controls, what they set, and what they can ask.
@Suite(.hangLimit) struct ReaderValueTests {
  @Test func statesAndValuesAreReported() {
    onStage { stage in
      let (button, bar, label) = (UIButton(), UIProgressView(), UILabel("Clear", frame: Rect(0, 0, 9, 9)))
      button.isSelected = true
      #expect(button.accessibilityTraits == [.button, .selected])
      bar.progress = 0.666
      #expect(bar.accessibilityValue == "67 %")
      stage.show(label)
      #expect(AccessibilityTree(stage.application).text.contains("Clear"))
      label.alpha = 0
      #expect(!AccessibilityTree(stage.application).text.contains("Clear"))
    }
  }

  @Test func aSwitchIsCheckedWhileItIsOn() {
    onStage { stage in
      let toggle = stage.show(UISwitch(frame: Rect(10, 10, 0, 0)))
      #expect(toggle.accessibleDescription.states.isDisjoint(with: .checked))
      toggle.isOn = true
      #expect(toggle.accessibleDescription.states.isSuperset(of: [.checkable, .checked]))
      let box = stage.show(UIView(frame: Rect(0, 0, 10, 10)))
      box.accessibilityTraits = .toggleButton
      for (value, isChecked) in [("1", true), ("0", false), ("on", true), ("off", false)] {
        box.accessibilityValue = value
        #expect(box.accessibleDescription.states.contains(.checked) == isChecked, "\(value)")
      }
    }
  }

  @Test func windowsThatAreSeenAreReported() {
    onStage { stage in
      let others = (0..<4).map { _ in UIWindow(frame: Rect(0, 0, 10, 10)) }
      for window in others { window.isHidden = false }
      others[0].alpha = 0
      others[1].isHidden = true
      others[2].accessibilityElementsHidden = true
      #expect(stage.application.accessibleWindows.map { $0 === others[3] } == [true])
    }
  }

  @Test func aReaderSetsWhatCanBeUsedAndEventsAreOfChanges() {
    onStage { stage in
      let (stepper, slider) = (UIStepper(), UISlider())
      stepper.onEvent(.valueChanged) { [log = stage.log] in log("stepper \($0.value)") }
      slider.onEvent(.valueChanged) { [log = stage.log] _ in log("slider") }
      stepper.isEnabled = false
      #expect(!stepper.takeAccessibleValue(5) && stepper.value == 0)
      stepper.isEnabled = true
      #expect(stepper.takeAccessibleValue(5) && stage.log.take() == ["stepper 5.0"])
      for value in [0.5, 0.5, 7, 9] { #expect(slider.takeAccessibleValue(value)) }
      #expect(stage.log.take() == ["slider", "slider"])
    }
  }

  @Test func anElementHasTheKeysOfItsPart() {
    final class Part: UIView {
      override var canBecomeFirstResponder: Bool { true }
    }
    onStage { stage in
      let (element, part) = (UIView(frame: Rect(0, 0, 100, 100)), Part(frame: Rect(0, 0, 50, 50)))
      element.accessibilityLabel = "Element"
      element.addSubview(part)
      stage.show(element)
      stage.wait(20)
      #expect(stage.application.accessibleFocus === stage.window)
      #expect(part.becomeFirstResponder() && stage.application.accessibleFocus === element)
    }
  }

  @Test func whenTheApplicationEndsThatIsServedAnotherOneMayBe() {
    func serves(tries: Int) -> Bool {
      (0..<tries).contains { _ in
        onFreshThread {
          let application = UIApplication(screen: Size(100, 100))
          defer { application.terminate() }
          // Another test may have the process's place for a while.
          if !application.serveAccessibility() { application.run(for: .milliseconds(5)) }
          return application.serveAccessibility()
        }
      }
    }
    // Without a folder of its own a program is never served.
    guard serves(tries: 100) else { return }
    #expect(serves(tries: 1000))
  }
}
