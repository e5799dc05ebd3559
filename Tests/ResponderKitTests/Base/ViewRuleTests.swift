import ResponderKit
import TestHarness
import Testing

/// Where views are, and in which order.
@Suite(.hangLimit) struct ViewRuleTests {
  private func parent(_ names: String) -> (UIView, [String: UIView]) {
    let parent = UIView(frame: Rect(0, 0, 100, 100))
    var views: [String: UIView] = [:]
    for name in names.map(String.init) {
      let view = UIView()
      view.label = name
      views[name] = view
      parent.addSubview(view)
    }
    return (parent, views)
  }

  private func order(_ view: UIView) -> String { view.subviews.map(\.label).joined() }

  @Test(arguments: [
    ("a", "c", "bcad", "bacd"), ("d", "b", "abdc", "adbc"), ("b", "a", "abcd", "bacd"),
    ("a", "b", "bacd", "abcd"), ("d", "d", "abcd", "abcd"), ("a", "d", "bcda", "bcad"),
  ])
  func aSubviewComesRightInFrontOfOrBehindItsSibling(
    moved: String, sibling: String, above: String, below: String
  ) throws {
    try onStage { _ in
      for isAbove in [true, false] {
        let (parent, views) = parent("abcd")
        let (view, other) = try (#require(views[moved]), #require(views[sibling]))
        if isAbove {
          parent.insertSubview(view, aboveSubview: other)
        } else {
          parent.insertSubview(view, belowSubview: other)
        }
        #expect(order(parent) == (isAbove ? above : below))
      }
    }
  }

  @Test func anIndexBeyondTheEndsIsTheEnd() throws {
    try onStage { _ in
      let (parent, views) = parent("abc")
      let a = try #require(views["a"])
      parent.insertSubview(a, at: 99)
      #expect(order(parent) == "bca")
      parent.insertSubview(a, at: -3)
      #expect(order(parent) == "abc")
      let new = UIView()
      new.label = "n"
      parent.insertSubview(new, at: 99)
      #expect(order(parent) == "abcn")
      // One that is no sibling: in front of all.
      let stranger = UIView()
      stranger.label = "s"
      parent.insertSubview(stranger, belowSubview: UIView())
      #expect(order(parent) == "abcns")
      parent.exchangeSubview(at: 0, withSubviewAt: 4)
      parent.exchangeSubview(at: 0, withSubviewAt: 5)
      #expect(order(parent) == "sbcna")
      parent.sendSubviewToBack(new)
      parent.bringSubviewToFront(stranger)
      #expect(order(parent) == "nbcas")
      // Another one's subview stays where it is.
      let (other, others) = self.parent("xy")
      parent.bringSubviewToFront(try #require(others["x"]))
      parent.sendSubviewToBack(try #require(others["y"]))
      #expect(order(other) == "xy" && order(parent) == "nbcas")
    }
  }

  @Test func theFrameMovesAndResizesAndTheContentStays() {
    onStage { _ in
      let view = UIView(frame: Rect(10, 20, 30, 40))
      view.bounds.origin = Point(5, -7)
      #expect(view.frame == Rect(10, 20, 30, 40))
      view.frame = Rect(1, 2, 50, 60)
      #expect(view.bounds == Rect(5, -7, 50, 60) && view.center == Point(26, 32))
      // A new size goes around the center.
      view.bounds.size = Size(10, 10)
      #expect(view.frame == Rect(21, 27, 10, 10) && view.bounds.origin == Point(5, -7))
      view.center = Point(0, 0)
      #expect(view.frame == Rect(-5, -5, 10, 10))
      // Under a transform the size is the one whose box is the frame.
      view.transform = AffineTransform(scaleX: 2, y: 2)
      #expect(view.frame == Rect(-10, -10, 20, 20))
      view.frame = Rect(0, 0, 100, 100)
      #expect(view.center == Point(50, 50) && view.bounds.size == Size(50, 50))
    }
  }

  @Test func aNewSizeAsksForLayoutAndANewPlaceDoesNot() {
    final class Counting: UIView {
      var layouts = 0
      override func layoutSubviews() { layouts += 1 }
    }
    onStage { stage in
      let view = stage.show(Counting(frame: Rect(0, 0, 100, 100)))
      stage.wait(20)
      view.layouts = 0
      view.center = Point(200, 200)
      view.bounds.origin = Point(3, 3)
      view.transform = AffineTransform(rotationAngle: 1)
      stage.wait(20)
      #expect(view.layouts == 0)
      view.bounds.size.height = 101
      stage.wait(20)
      #expect(view.layouts == 1)
    }
  }

  @Test func aRectangleIsConvertedToTheBoxAroundIt() {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 400, 400)))
      let view = UIView(frame: Rect(100, 100, 40, 20))
      root.addSubview(view)
      view.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
      #expect(view.convert(Rect(0, 0, 40, 20), to: root) == Rect(110, 90, 20, 40))
      #expect(root.convert(Rect(0, 0, 10, 20), from: view) == Rect(110, 90, 20, 10))
      #expect(view.convert(Rect(110, 90, 20, 40), from: root) == Rect(0, 0, 40, 20))
    }
  }
}
