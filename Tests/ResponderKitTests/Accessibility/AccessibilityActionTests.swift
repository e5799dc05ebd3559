import TestHarness
import Testing

@testable import ResponderKit

/// What can be done with an element: in the tree, and done.
@Suite(.hangLimit) struct AccessibilityActionTests {
  private static func lines(_ stage: Stage) -> [String] {
    AccessibilityTree(stage.application).text.split(separator: "\n").dropFirst().map {
      String($0.drop { $0 == " " })
    }
  }

  /// Why an action is refused; nil when it is done.
  private static func refusal(_ stage: Stage, _ name: String, _ command: String) -> String? {
    do throws(AccessibilityError) {
      try stage.application.performOnElement(name, command)
      return nil
    } catch { return error.reason }
  }

  @Test func aSliderGoesByTenthsOfItsTrack() {
    onStage { stage in
      let slider = UISlider(frame: Rect(10, 10, 200, 30))
      slider.accessibilityLabel = "Volume"
      slider.maximumValue = 50
      var values: [Double] = []
      slider.onEvent(.valueChanged) { [unowned slider] _ in values.append(slider.value) }
      stage.show(slider)
      stage.wait(20)
      for command in ["decrement", "increment", "increment", "decrement"] {
        #expect(Self.refusal(stage, "Volume", command) == nil)
      }
      // At the end of the track nothing changes, and no event is sent.
      #expect(values == [5, 10, 5])
      #expect(
        Self.lines(stage) == ["slider \"Volume\" value \"5\" [10 10 200 30] can increment decrement set"])
      slider.isEnabled = false
      #expect(Self.lines(stage) == ["slider disabled \"Volume\" value \"5\" [10 10 200 30]"])
      #expect(Self.refusal(stage, "Volume", "increment")?.contains("disabled") == true && slider.value == 5)
    }
  }

  /// A program's own element: adjustable, with the methods that UIKit has.
  @Test func anElementOfTheProgramsIsAdjusted() {
    final class Stars: UIView {
      var count = 3
      override func accessibilityIncrement() { count += 1 }
      override func accessibilityDecrement() { count -= 1 }
    }
    onStage { stage in
      let stars = stage.show(Stars(frame: Rect(0, 0, 50, 10)))
      stars.accessibilityLabel = "Stars"
      #expect(Self.lines(stage) == ["view \"Stars\" [0 0 50 10]"])
      #expect(
        Self.refusal(stage, "Stars", "increment") == "'Stars' does not take 'increment': it has no actions")
      stars.accessibilityTraits = .adjustable
      #expect(Self.lines(stage) == ["slider \"Stars\" [0 0 50 10] can increment decrement"])
      for command in ["increment", "increment", "decrement"] {
        #expect(Self.refusal(stage, "Stars", command) == nil)
      }
      #expect(stars.count == 4)
    }
  }

  @Test func aTapIsOneOfTheActions() {
    onStage { stage in
      let button = UIButton(frame: Rect(10, 10, 100, 40))
      button.setTitle("Save", for: .normal)
      var presses = 0
      button.onEvent(.touchUpInside) { _ in presses += 1 }
      stage.show(button)
      stage.wait(20)
      #expect(Self.refusal(stage, "Save", "tap") == nil)
      stage.wait(5)
      #expect(presses == 1)
      #expect(
        Self.refusal(stage, "Save", "increment") == "'Save' does not take 'increment': its actions are tap")
      #expect(Self.refusal(stage, "Sav", "tap")?.contains("no element") == true)
    }
  }

  @Test func aLabelWithAnActionOfItsOwnIsTapped() {
    onStage { stage in
      let label = stage.show(UILabel("More", frame: Rect(0, 0, 50, 10)))
      stage.wait(20)
      #expect(Self.lines(stage) == ["text \"More\" [0 0 50 10]"])
      var count = 0
      label.onAccessibilityActivate = {
        count += 1
        return true
      }
      #expect(Self.lines(stage) == ["text \"More\" [0 0 50 10] can tap"])
      #expect(Self.refusal(stage, "More", "tap") == nil && count == 1)
    }
  }

  /// The tree says where it can go; what is in it is found and scrolls it, too.
  @Test func aScrollViewGoesByPages() {
    onStage { stage in
      let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 200)))
      scrollView.accessibilityLabel = "List"
      scrollView.contentSize = Size(300, 500)
      let row = UILabel("Row", frame: Rect(0, 0, 300, 20))
      scrollView.addSubview(row)
      stage.wait(20)
      #expect(
        Self.lines(stage) == ["view \"List\" [0 0 300 200] can scroll-down", "text \"Row\" [0 0 300 20]"])
      #expect(Self.refusal(stage, "List", "scroll-down") == nil)
      stage.wait(1000)
      #expect(scrollView.contentOffset == Point(0, 180))
      #expect(Self.lines(stage)[0] == "view \"List\" [0 0 300 200] can scroll-up scroll-down")
      #expect(Self.refusal(stage, "Row", "scroll-down") == nil)
      stage.wait(1000)
      #expect(scrollView.contentOffset == Point(0, 300))
      #expect(Self.lines(stage)[0] == "view \"List\" [0 0 300 200] can scroll-up")
      #expect(
        Self.refusal(stage, "Row", "scroll-down") == "nothing around 'Row' scrolls down from where it is")
      #expect(Self.refusal(stage, "Row", "scroll-left")?.contains("nothing around") == true)
      // Pages turn whole.
      scrollView.isPagingEnabled = true
      scrollView.contentSize = Size(900, 200)
      scrollView.contentOffset = .zero
      #expect(Self.lines(stage)[0] == "view \"List\" [0 0 300 200] can scroll-right")
      #expect(Self.refusal(stage, "List", "scroll-right") == nil)
      stage.wait(1000)
      #expect(scrollView.contentOffset == Point(300, 0))
      scrollView.isScrollEnabled = false
      #expect(Self.refusal(stage, "List", "scroll-right") != nil && !Self.lines(stage)[0].contains("can"))
    }
  }
}
