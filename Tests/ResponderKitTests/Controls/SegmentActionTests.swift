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
      #expect(log.lines == ["two 1", "changed", "two 1", "changed"])
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
      #expect(control.segmentIndex(identifiedBy: .init(rawValue: "none")) == Int.max)
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

  @Test func itemsMayBeActions() {
    onStage { stage in
      let picture = UIImage(Bitmap(width: 4, height: 4))
      let hidden = UIAction(title: "hidden", image: picture) { _ in }
      let control = UISegmentedControl(items: ["text", picture, hidden, action("three", stage.log)])
      #expect((0...3).map { control.titleForSegment(at: $0) } == ["text", nil, nil, "three"])
      #expect(control.actionForSegment(at: 2) === hidden && control.actionForSegment(at: 0) == nil)
      #expect(control.imageForSegment(at: 2) === picture)
    }
  }

  @Test func readersHearTheTitleOfAnActionWithAPictureAndCallIt() throws {
    try onStage { stage in
      let action = UIAction(title: "spoken", image: UIImage(Bitmap(width: 4, height: 4))) {
        [log = stage.log] _ in
        log("called")
      }
      let control = UISegmentedControl(frame: Rect(0, 0, 300, 40), actions: [action])
      let segment = try #require(control.readersParts?.first)
      #expect(segment.accessibleDescription.name == "spoken")
      #expect(control.selectAccessible(segment, true) && stage.log.lines == ["called"])
      #expect(control.accessibilityDefault.value == "spoken")
    }
  }

  @Test func eachChangeOfASegmentChangesTheWidth() {
    onStage { stage in
      let control = UISegmentedControl(items: ["a"])
      control.translatesAutoresizingMaskIntoConstraints = false
      let page = stage.show(UIView(frame: stage.window.bounds))
      page.addSubview(control)
      NSLayoutConstraint.activate([
        control.leadingAnchor.constraint(equalTo: page.leadingAnchor),
        control.topAnchor.constraint(equalTo: page.topAnchor),
      ])
      var width = 0.0
      func changes(_ change: () -> Void) -> Bool {
        change()
        stage.wait(20)
        defer { width = control.frame.width }
        return control.frame.width != width && control.frame.width == control.intrinsicContentSize.width
      }
      let wide = UIImage(Bitmap(width: 150, height: 4))
      #expect(changes {})
      #expect(changes { control.insertSegment(withTitle: "b", at: 1, animated: false) })
      #expect(changes { control.setTitle("a long title", forSegmentAt: 0) })
      #expect(changes { control.setImage(wide, forSegmentAt: 1) })
      #expect(changes { control.setWidth(33, forSegmentAt: 1) })
      #expect(changes { control.removeSegment(at: 1, animated: false) })
      #expect(changes { control.setAction(action("another action", stage.log), forSegmentAt: 0) })
      #expect(changes { control.removeAllSegments() })
    }
  }
}
