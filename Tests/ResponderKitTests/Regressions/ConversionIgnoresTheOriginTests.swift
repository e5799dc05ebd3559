import LinuxSystem
import ResponderKit
import TestHarness
import Testing

/// The conversion of a transformed view ignored its bounds' origin: a turned view that had scrolled was hit elsewhere
/// than it was seen.
@Suite(.hangLimit) struct ConversionIgnoresTheOriginTests {
  static let transforms = [
    AffineTransform(rotationAngle: 0.7), AffineTransform(scaleX: 1.5, y: 0.75),
    AffineTransform(rotationAngle: -2).scaledBy(x: 0.5, y: 2),
    AffineTransform(rotationAngle: 0.3).concatenating(AffineTransform(translationX: 20, y: -10)),
  ]

  /// Where a point of the view is seen, by the definition of center and transform.
  private func seen(_ point: Point, _ view: UIView) -> Point {
    let middle = Point(view.bounds.midX, view.bounds.midY)
    return view.center + (point - middle).applying(view.transform)
  }

  private func isNear(_ point: Point, _ other: Point) -> Bool { point.distance(to: other) < 1e-9 }

  /// A view that is turned and has scrolled, with one around it and one in it.
  private func onTurnedView(_ number: Int, _ body: @escaping @Sendable (UIView, UIView, UIView) -> Void) {
    onStage { stage in
      let root = stage.show(UIView(frame: Rect(0, 0, 390, 844)))
      let view = UIView(frame: Rect(100, 300, 160, 120))
      let child = UIView(frame: Rect(60, -40, 20, 10))
      root.addSubview(view)
      view.addSubview(child)
      view.transform = Self.transforms[number]
      view.bounds.origin = Point(30, -70)
      body(root, view, child)
    }
  }

  @Test(arguments: 0..<transforms.count) func aTurnedViewThatHasScrolledIsHitWhereItIsSeen(_ number: Int) {
    onTurnedView(number) { root, view, child in
      for point in [Point(61, -39), Point(79, -31), Point(70, -35)] {
        #expect(root.hitTest(seen(point, view), with: nil) === child, "\(point)")
      }
      for point in [Point(59, -39), Point(81, -31), Point(70, -41), Point(31, -69), Point(189, 49)] {
        #expect(root.hitTest(seen(point, view), with: nil) === view, "\(point)")
      }
      for point in [Point(29, -69), Point(191, 49), Point(100, -71)] {
        #expect(root.hitTest(seen(point, view), with: nil) === root, "\(point)")
      }
    }
  }

  @Test(arguments: 0..<transforms.count) func conversionsOfATurnedViewThatHasScrolledAreInverses(
    _ number: Int
  ) {
    onTurnedView(number) { root, view, child in
      for point in [Point(0, 0), Point(30, -70), Point(-15, 99)] {
        #expect(isNear(view.convert(point, to: root), seen(point, view)))
        #expect(isNear(view.convert(seen(point, view), from: root), point))
        #expect(isNear(root.convert(point, to: view), view.convert(point, from: root)))
        // By way of the window, over two levels.
        let inChild = child.convert(point, to: nil)
        #expect(isNear(inChild, seen(point + Point(60, -40), view)))
        #expect(isNear(child.convert(inChild, from: nil), point))
      }
      // The frame is the box around what is seen, wherever the content is.
      let frame = view.frame
      view.bounds.origin = Point(-500, 80)
      #expect(view.frame == frame)
    }
  }
}
