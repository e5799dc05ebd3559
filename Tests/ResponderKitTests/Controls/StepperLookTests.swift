import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Pictures of steppers.
@Suite(.hangLimit) struct StepperLookTests {
  private func picture(_ color: UIColor, _ side: Int = 20) -> UIImage {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private func onStepper(_ body: @escaping @Sendable (Stage, UIStepper) -> Void) {
    onStage { stage in
      let stepper = UIStepper()
      stepper.value = 50
      stage.window.backgroundColor = .white
      stage.show(stepper)
      stage.wait(20)
      body(stage, stepper)
    }
  }

  @Test func signsAreReplacedByState() {
    onStepper { stage, stepper in
      stepper.tintColor = .red
      stepper.setIncrementImage(picture(.black), for: .normal)
      stepper.setDecrementImage(picture(.green).withRenderingMode(.alwaysOriginal), for: .normal)
      #expect(stage.color(71, 16) == .red && stage.color(23, 16) == .green)
      let gone = picture(.blue).withRenderingMode(.alwaysOriginal)
      stepper.setIncrementImage(gone, for: .disabled)
      stepper.value = 100
      #expect(stage.color(71, 16) == .blue)
      stepper.value = 0
      #expect(stage.color(71, 16) == .red && stage.color(23, 16).red > 0.4)
      #expect(
        stepper.incrementImage(for: .disabled) === gone && stepper.decrementImage(for: .disabled) != nil)
      stepper.setIncrementImage(nil, for: .normal)
      #expect(stepper.incrementImage(for: .normal) == nil && stage.color(71, 8) != .red)
    }
  }

  @Test func backgroundsAreThoseOfTheButtonsStates() {
    onStepper { stage, stepper in
      stepper.setBackgroundImage(picture(.red), for: .normal)
      #expect(stage.color(5, 16) == .red && stage.color(90, 30) == .red && stage.color(1, 1) == .red)
      stepper.setBackgroundImage(picture(.blue), for: .highlighted)
      stage.down(80, 16)
      #expect(stage.color(5, 16) == .red && stage.color(90, 28) == .blue)
      stage.up(80, 16)
      #expect(stage.color(90, 28) == .red && stepper.value == 51)
      #expect(
        stepper.backgroundImage(for: .highlighted) != nil && stepper.backgroundImage(for: .disabled) == nil)
    }
  }

  @Test func aDividerTakesThePlaceOfTheLine() {
    onStepper { stage, stepper in
      stepper.setDividerImage(
        picture(.red, 4), forLeftSegmentState: .normal, rightSegmentState: .normal)
      stepper.setDividerImage(
        picture(.green, 4), forLeftSegmentState: .normal, rightSegmentState: .highlighted)
      #expect(stage.color(46, 2) == .red && stage.color(51, 16) != .red)
      stage.down(80, 16)
      #expect(stage.color(46, 2) == .green)
      stage.up(80, 16)
      #expect(stepper.dividerImage(forLeftSegmentState: .normal, rightSegmentState: .highlighted) != nil)
      #expect(stepper.dividerImage(forLeftSegmentState: .highlighted, rightSegmentState: .normal) == nil)
    }
  }
}
