import TestHarness
import Testing

@testable import ResponderKit

/// What can be done with an element: in the tree, and done.
@Suite(.hangLimit) struct AccessibilityActionTests {
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
        #expect(stage.refusal("Volume", command) == nil)
      }
      // At the end of the track nothing changes, and no event is sent.
      #expect(values == [5, 10, 5])
      #expect(
        stage.readersLines == ["slider \"Volume\" value \"5\" [10 10 200 30] can increment decrement set"])
      slider.isEnabled = false
      #expect(stage.readersLines == ["slider disabled \"Volume\" value \"5\" [10 10 200 30]"])
      #expect(stage.refusal("Volume", "increment")?.contains("disabled") == true && slider.value == 5)
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
      #expect(stage.readersLines == ["view \"Stars\" [0 0 50 10]"])
      #expect(
        stage.refusal("Stars", "increment") == "'Stars' does not take 'increment': it has no actions")
      stars.accessibilityTraits = .adjustable
      #expect(stage.readersLines == ["slider \"Stars\" [0 0 50 10] can increment decrement"])
      for command in ["increment", "increment", "decrement"] {
        #expect(stage.refusal("Stars", command) == nil)
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
      #expect(stage.refusal("Save", "tap") == nil)
      stage.wait(5)
      #expect(presses == 1)
      #expect(
        stage.refusal("Save", "increment") == "'Save' does not take 'increment': its actions are tap")
      #expect(stage.refusal("Sav", "tap")?.contains("no element") == true)
    }
  }

  @Test func aLabelWithAnActionOfItsOwnIsTapped() {
    onStage { stage in
      let label = stage.show(UILabel("More", frame: Rect(0, 0, 50, 10)))
      stage.wait(20)
      #expect(stage.readersLines == ["text \"More\" [0 0 50 10]"])
      var count = 0
      label.onAccessibilityActivate = {
        count += 1
        return true
      }
      #expect(stage.readersLines == ["text \"More\" [0 0 50 10] can tap"])
      #expect(stage.refusal("More", "tap") == nil && count == 1)
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
        stage.readersLines == ["view \"List\" [0 0 300 200] can scroll-down", "text \"Row\" [0 0 300 20]"])
      #expect(stage.refusal("List", "scroll-down") == nil)
      stage.wait(1000)
      #expect(scrollView.contentOffset == Point(0, 180))
      #expect(stage.readersLines[0] == "view \"List\" [0 0 300 200] can scroll-up scroll-down")
      #expect(stage.refusal("Row", "scroll-down") == nil)
      stage.wait(1000)
      #expect(scrollView.contentOffset == Point(0, 300))
      #expect(stage.readersLines[0] == "view \"List\" [0 0 300 200] can scroll-up")
      #expect(
        stage.refusal("Row", "scroll-down") == "nothing around 'Row' scrolls down from where it is")
      #expect(stage.refusal("Row", "scroll-left")?.contains("nothing around") == true)
      // Pages turn whole.
      scrollView.isPagingEnabled = true
      scrollView.contentSize = Size(900, 200)
      scrollView.contentOffset = .zero
      #expect(stage.readersLines[0] == "view \"List\" [0 0 300 200] can scroll-right")
      #expect(stage.refusal("List", "scroll-right") == nil)
      stage.wait(1000)
      #expect(scrollView.contentOffset == Point(300, 0))
      scrollView.isScrollEnabled = false
      #expect(stage.refusal("List", "scroll-right") != nil && !stage.readersLines[0].contains("can"))
    }
  }
}
