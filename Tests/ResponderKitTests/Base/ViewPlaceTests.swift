import ResponderKit
import TestHarness
import Testing

/// Places and sizes of views that follow from others.
@Suite(.hangLimit) struct ViewPlaceTests {
  @Test func aViewThatGetsItsSizeStaysInItsPlace() {
    let label = UILabel("some words")
    label.frame = Rect(30, 40, 5, 5)
    label.sizeToFit()
    #expect(label.frame == Rect(origin: Point(30, 40), size: label.sizeThatFits(.zero)))
  }

  @Test func aViewThatShrinksWithItsSuperviewHasNoNegativeSize() {
    let (parent, child) = (UIView(frame: Rect(0, 0, 100, 100)), UIView(frame: Rect(40, 40, 20, 20)))
    child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    parent.addSubview(child)
    parent.frame = Rect(0, 0, 50, 90)
    #expect(child.bounds.size == Size(0, 10))
  }

  @Test func aPointOfTheWindowIsConvertedToTheView() {
    onStage { stage in
      let outer = stage.show(UIView(frame: Rect(10, 20, 200, 200)))
      let view = UIView(frame: Rect(20, 20, 100, 100))
      outer.addSubview(view)
      #expect(view.convert(Point(50, 60), from: nil) == Point(20, 20))
      #expect(view.convert(Rect(50, 60, 5, 6), from: nil) == Rect(20, 20, 5, 6))
    }
  }

  @Test func aTransformIsPrecededByWhatIsAddedToIt() {
    let moved = AffineTransform(translationX: 10, y: 0)
    let turned: Point = Point(1, 0).applying(moved.rotated(by: .pi / 2))
    #expect(turned.distance(to: Point(10, 1)) < 1e-9)
    #expect(Point(1, 0).applying(moved.scaledBy(x: 3, y: 2)) == Point(13, 0))
    let doubled = AffineTransform(scaleX: 2, y: 2)
    #expect(Point(1, 0).applying(doubled.translatedBy(x: 5, y: 1)) == Point(12, 2))
    #expect(Point(12, 2).applying(doubled.translatedBy(x: 5, y: 1).inverted()) == Point(1, 0))
  }

  @Test func aColumnsTextsHaveTheWidthBetweenItsMargins() {
    let label = UILabel("one two three four five six seven")
    label.numberOfLines = 0
    let stack = UIStackView(arrangedSubviews: [label])
    stack.axis = .vertical
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = EdgeInsets(top: 3, left: 30, bottom: 4, right: 50)
    let height: Double = label.sizeThatFits(Size(100, 0)).height
    #expect(height > label.sizeThatFits(Size(180, 0)).height)
    #expect(stack.sizeThatFits(Size(180, 0)).height == height + 7)
  }

  @Test func aViewThatComesBackToAStackHasNoSpaceOfItsOwn() {
    let views = (0..<2).map { _ in UIView(frame: Rect(0, 0, 10, 10)) }
    let stack = UIStackView(arrangedSubviews: views)
    stack.frame = Rect(0, 0, 100, 10)
    stack.spacing = 5
    stack.setCustomSpacing(40, after: views[0])
    stack.layoutIfNeeded()
    #expect(views[1].frame.minX == 50)
    stack.removeArrangedSubview(views[0])
    stack.insertArrangedSubview(views[0], at: 0)
    stack.layoutIfNeeded()
    #expect(views[1].frame.minX == 15)
  }

  @Test func whatIsBeyondAnEdgeThatNothingCoversHasNoInsets() {
    onStage { stage in
      let view = stage.show(UIView(frame: Rect(-20, -30, 430, 914)))
      stage.application.screenSafeAreaChanged(to: EdgeInsets(bottom: 34))
      #expect(view.safeAreaInsets == EdgeInsets(bottom: 74))
    }
  }
}
