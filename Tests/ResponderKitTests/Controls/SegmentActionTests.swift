import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Segments that call closures.
@Suite(.hangLimit) struct SegmentActionTests {
  private func action(_ title: String, _ log: Log, _ attributes: UIMenuElement.Attributes = []) -> UIAction {
    UIAction(title: title, identifier: .init(rawValue: title), attributes: attributes) { [log] in
      log("\($0.title) \(($0.sender as? UISegmentedControl)?.selectedSegmentIndex ?? -2)")
    }
  }

  @Test func aFingerCallsTheClosureAndThenWhatWaitsForTheValue() {
    onStage { stage in
      let log = stage.log
      let control = UISegmentedControl(
        frame: Rect(0, 0, 300, 40),
        actions: [action("one", log), action("two", log), action("three", log, .disabled)])
      control.onEvent(.valueChanged) { _ in log("changed") }
      stage.show(control)
      stage.wait(20)
      stage.tap(150, 20)
      stage.tap(150, 20, after: 1000)
      stage.tap(250, 20, after: 1000)
      #expect(log.lines == ["two 1", "changed"])
      control.selectedSegmentIndex = 0
      #expect(log.lines.count == 2)
      control.accessibilityIncrement()
      #expect(log.lines.suffix(2) == ["two 1", "changed"])
    }
  }

  @Test func actionsAreSetFoundAndInserted() {
    onStage { stage in
      let log = stage.log
      let control = UISegmentedControl(frame: .zero, actions: [action("one", log)])
      #expect(control.numberOfSegments == 1 && control.frame.width > 20 && control.frame.height == 32)
      control.insertSegment(action: action("two", log), at: 9, animated: false)
      control.insertSegment(withTitle: "plain", at: 0, animated: false)
      #expect((0...2).map { control.titleForSegment(at: $0) } == ["plain", "one", "two"])
      #expect(control.actionForSegment(at: 0) == nil && control.actionForSegment(at: 7) == nil)
      #expect(control.actionForSegment(at: 2)?.title == "two")
      #expect(control.segmentIndex(identifiedBy: .init(rawValue: "one")) == 1)
      #expect(control.segmentIndex(identifiedBy: .init(rawValue: "none")) == nil)
      control.setWidth(77, forSegmentAt: 0)
      control.setAction(action("new", log), forSegmentAt: 0)
      control.setAction(action("new", log), forSegmentAt: 99)
      #expect(control.titleForSegment(at: 0) == "new" && control.widthForSegment(at: 0) == 77)
      let picture = UIImage(Bitmap(width: 4, height: 4))
      control.setAction(UIAction(title: "hidden", image: picture) { _ in }, forSegmentAt: 1)
      #expect(control.imageForSegment(at: 1) === picture && control.titleForSegment(at: 1) == nil)
    }
  }

  @Test func anActionMayRemoveItsSegment() {
    onStage { stage in
      let control = UISegmentedControl(frame: Rect(0, 0, 300, 40), actions: [])
      control.insertSegment(
        action: UIAction(title: "gone") { ($0.sender as? UISegmentedControl)?.removeAllSegments() }, at: 0,
        animated: false)
      stage.show(control)
      stage.wait(20)
      stage.tap(150, 20)
      #expect(control.numberOfSegments == 0 && control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }
  }
}
