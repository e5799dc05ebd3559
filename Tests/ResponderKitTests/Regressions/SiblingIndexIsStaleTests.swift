import ResponderKit
import TestHarness
import TestSupport
import Testing

/// The index of many siblings was not forgotten when exactly as many as it takes were moved; and it kept a view alive that
/// had been removed.
@Suite(.hangLimit) struct SiblingIndexIsStaleTests {
  private typealias Change = (name: String, body: (UIView, UIView, UIView) -> Void)

  /// What may be done to a tree; the subview and the one behind it are among many.
  private static func changes() -> [Change] {
    [
      ("moved", { _, view, _ in view.center = Point(300, 700) }),
      ("resized", { _, view, _ in view.bounds.size = Size(200, 200) }),
      ("turned", { _, view, _ in view.transform = AffineTransform(rotationAngle: 0.8) }),
      ("enlarged insets", { _, view, _ in view.hitTestEdgeInsets = EdgeInsets(-60) }),
      ("brought to the front", { root, view, _ in root.bringSubviewToFront(view) }),
      ("sent to the back", { root, view, _ in root.sendSubviewToBack(view) }),
      (
        "exchanged",
        { root, _, _ in root.exchangeSubview(at: 3, withSubviewAt: root.subviews.count - 2) }
      ),
      ("moved above", { root, view, other in root.insertSubview(view, aboveSubview: other) }),
      ("moved below", { root, view, other in root.insertSubview(other, belowSubview: view) }),
      ("removed", { _, view, _ in view.removeFromSuperview() }),
      ("added", { root, _, _ in root.addSubview(UIView(frame: Rect(20, 20, 150, 90))) }),
      (
        "replaced",
        { root, view, _ in
          view.removeFromSuperview()
          root.insertSubview(UIView(frame: Rect(40, 0, 60, 300)), at: 5)
        }
      ),
      ("hidden", { _, view, _ in view.isHidden = true }),
      ("scrolled", { root, _, _ in root.bounds.origin = Point(13, 40) }),
    ]
  }

  @Test(arguments: 31...34, 0..<14) func aHitIsThatOfTheRuleAfterEachChange(count: Int, change: Int) {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 390, 800)))
      // They overlap, so that their order counts.
      let views = (0..<count).map { index in
        UIView(frame: Rect(Double(index % 6) * 40, Double(index / 6) * 40, 70, 65))
      }
      for view in views { root.addSubview(view) }
      let points = stride(from: 5.0, to: 390, by: 23).flatMap { x in
        stride(from: 3.0, to: 800, by: 29).map { Point(x, $0) }
      }
      // Often enough that the index is made.
      for point in points.prefix(10) { _ = root.hitTest(point, with: nil) }
      let (name, body) = Self.changes()[change]
      body(root, views[10], views[20])
      let wrong = points.filter { root.hitTest($0, with: nil) !== Variant.a(root, $0) }
      #expect(wrong.isEmpty, "\(count) siblings, one is \(name): \(wrong.prefix(3))")
    }
  }

  @Test(arguments: 31...34) func aRemovedSubviewIsReleased(count: Int) {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 390, 800)))
      for index in 0..<count { root.addSubview(UIView(frame: Rect(Double(index) * 10, 0, 10, 10))) }
      for _ in 0..<5 { _ = root.hitTest(Point(5, 5), with: nil) }
      // The coming frame keeps what it lays out.
      stage.wait(20)
      weak let removed = root.subviews[7]
      #expect(removed != nil)
      removed?.removeFromSuperview()
      stage.wait(20)
      #expect(removed == nil)
    }
  }
}
