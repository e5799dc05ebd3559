import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// A pinch and a rotation took the whole change up to their recognition as slop: behind a stall, all of it was lost, and what
/// the fingers held was smaller than the distance between them for the rest of the gesture.
@Suite(.hangLimit) struct PinchSwallowsMotionTests {
  @Test(arguments: [(300.0, 300 / 108.0), (20.0, 20 / 92.0)])
  func aPinchBehindAStallHasAllButTheSlop(distance: Double, scale: Double) {
    onStage { stage in
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: stage.plain())
      stage.frame(.init(1, .began, x: 50, y: 100), .init(2, .began, x: 150, y: 100))
      stage.frame(.init(2, .moved, x: 50 + distance, y: 100), after: 60)
      #expect(pinch.state == .began && abs(pinch.scale - scale) < 1e-9)
    }
  }

  @Test(arguments: [1.2, -1.2]) func aRotationBehindAStallHasAllButTheSlop(turn: Double) {
    onStage { stage in
      let rotation = stage.add(UIRotationGestureRecognizer(), "rotation", to: stage.plain())
      let place = Point(100, 0).applying(AffineTransform(rotationAngle: turn))
      stage.frame(.init(1, .began, x: 200, y: 300), .init(2, .began, x: 300, y: 300))
      stage.frame(.init(2, .moved, x: 200 + place.x, y: 300 + place.y), after: 60)
      #expect(rotation.state == .began && abs(rotation.rotation - (turn < 0 ? -1.04 : 1.04)) < 1e-9)
    }
  }

  /// Content is enlarged by the event that begins the zoom, too.
  @Test func aZoomBehindAStallHasAllButTheSlop() {
    final class Listener: UIScrollViewDelegate {
      weak var view: UIView?
      func viewForZooming(in scrollView: UIScrollView) -> UIView? { view }
    }
    onStage { stage in
      let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
      let map = UIView(frame: Rect(0, 0, 300, 400))
      scrollView.addSubview(map)
      let listener = Listener()
      listener.view = map
      scrollView.contentSize = Size(300, 400)
      scrollView.delegate = listener
      scrollView.maximumZoomScale = 4
      stage.frame(.init(1, .began, x: 125, y: 200), .init(2, .began, x: 175, y: 200))
      stage.frame(.init(1, .moved, x: 92, y: 200), .init(2, .moved, x: 208, y: 200), after: 60)
      #expect(scrollView.isZooming && abs(scrollView.zoomScale - 2) < 1e-9)
      withExtendedLifetime(listener) {}
    }
  }
}
