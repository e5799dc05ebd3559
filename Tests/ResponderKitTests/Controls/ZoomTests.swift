import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Scroll views: zoom, direction lock, indicators.
@Suite(.hangLimit) struct ZoomTests {
  private final class Listener: UIScrollViewDelegate {
    weak var view: UIView?
    var lines: [String] = []
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { view }
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView) { lines.append("begin") }
    func scrollViewDidZoom(_ scrollView: UIScrollView) { if lines.last != "zoom" { lines.append("zoom") } }
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView, atScale scale: Double) {
      lines.append("end \(scale)")
    }
  }

  /// A map of 300 by 400 points that fills the scroll view.
  private func make(_ stage: Stage) -> (UIScrollView, PlainView, Listener) {
    let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
    let map = PlainView("map", Rect(0, 0, 300, 400), stage.log)
    map.isMultipleTouchEnabled = true
    let listener = Listener()
    listener.view = map
    scrollView.addSubview(map)
    scrollView.contentSize = Size(300, 400)
    scrollView.delegate = listener
    scrollView.maximumZoomScale = 4
    return (scrollView, map, listener)
  }

  /// Two fingers around a place, so far apart from each other.
  private func fingers(
    _ stage: Stage, _ phase: HIDEvent.Contact.Phase, _ place: Point, _ apart: Double, after: Int = 10
  ) {
    stage.frame(
      .init(1, phase, x: place.x - apart / 2, y: place.y),
      .init(2, phase, x: place.x + apart / 2, y: place.y), after: after)
  }

  @Test func whatLiesUnderTheFingersStaysThere() {
    onStage { stage in
      let (scrollView, map, listener) = make(stage)
      let place = Point(100, 120)
      fingers(stage, .began, place, 50)
      fingers(stage, .moved, place, 58)
      #expect(scrollView.isZooming && scrollView.isTracking)
      let mark = map.convert(place, from: nil)
      fingers(stage, .moved, place, 116)
      #expect(abs(scrollView.zoomScale - 2) < 1e-9)
      #expect(map.convert(place, from: nil).distance(to: mark) < 1e-9)
      #expect(scrollView.contentSize == Size(600, 800))
      // The fingers go on together.
      let moved = Point(110, 140)
      fingers(stage, .moved, moved, 116)
      #expect(map.convert(moved, from: nil).distance(to: mark) < 1e-9)
      fingers(stage, .ended, moved, 116)
      #expect(!scrollView.isZooming && scrollView.zoomScale == 2)
      #expect(listener.lines == ["begin", "zoom", "end 2.0"])
      // The content gave its touches up.
      #expect(!stage.log.take().contains("map ended"))
    }
  }

  @Test func beyondItsLimitsItComesBack() {
    onStage { stage in
      let (scrollView, _, listener) = make(stage)
      defer { withExtendedLifetime(listener) {} }
      let place = Point(150, 200)
      fingers(stage, .began, place, 100)
      fingers(stage, .moved, place, 90)
      fingers(stage, .moved, place, 30)
      // Less than the fingers went.
      #expect(scrollView.zoomScale < 0.9 && scrollView.zoomScale > 0.4)
      fingers(stage, .ended, place, 30)
      #expect(scrollView.isZoomBouncing)
      stage.wait(1000)
      #expect(!scrollView.isZoomBouncing && scrollView.zoomScale == 1 && scrollView.contentOffset == .zero)
      #expect(stage.application.runLoopMode == .default)
      scrollView.bouncesZoom = false
      fingers(stage, .began, place, 100, after: 1000)
      fingers(stage, .moved, place, 90)
      fingers(stage, .moved, place, 30)
      #expect(scrollView.zoomScale == 1)
      fingers(stage, .cancelled, place, 30)
      #expect(!scrollView.isZooming)
    }
  }

  @Test func theProgramZooms() {
    onStage { stage in
      let (scrollView, map, listener) = make(stage)
      defer { withExtendedLifetime(listener) {} }
      scrollView.zoomScale = 2
      #expect(scrollView.zoomScale == 2)
      // The middle stays.
      #expect(scrollView.contentOffset == Point(150, 200))
      scrollView.setZoomScale(1, animated: true)
      stage.wait(100)
      #expect(scrollView.zoomScale > 1 && scrollView.zoomScale < 2)
      stage.wait(500)
      #expect(scrollView.zoomScale == 1 && scrollView.contentOffset == .zero)
      scrollView.zoom(to: Rect(150, 200, 75, 100), animated: false)
      #expect(scrollView.zoomScale == 4 && scrollView.contentOffset == Point(600, 800))
      #expect(map.frame == Rect(0, 0, 1200, 1600))
      scrollView.zoomScale = 100
      #expect(scrollView.zoomScale == 4)
      scrollView.zoomScale = .nan
      #expect(scrollView.zoomScale == 4)
      scrollView.setZoomScale(1, animated: true)
      scrollView.removeFromSuperview()
      #expect(scrollView.zoomScale == 1)
    }
  }

  @Test func theDelegateIsNotifiedOfAnAnimatedZoom() {
    onStage { stage in
      let (scrollView, map, listener) = make(stage)
      scrollView.setZoomScale(2, animated: true)
      #expect(listener.lines == ["begin"])
      stage.wait(1000)
      #expect(listener.lines == ["begin", "zoom", "end 2.0"])
      listener.lines = []
      scrollView.zoom(to: map.bounds, animated: false)
      #expect(listener.lines == ["zoom"])
      // A bounce is a part of the zoom.
      listener.lines = []
      fingers(stage, .began, Point(150, 200), 100, after: 1000)
      for apart in [90.0, 60, 30] { fingers(stage, .moved, Point(150, 200), apart) }
      fingers(stage, .ended, Point(150, 200), 30)
      #expect(listener.lines == ["begin", "zoom"] && scrollView.isZoomBouncing)
      stage.wait(1000)
      #expect(listener.lines == ["begin", "zoom", "end 1.0"])
      // What stops a zoom ends it.
      listener.lines = []
      scrollView.setZoomScale(3, animated: true)
      scrollView.zoomScale = 4
      #expect(listener.lines == ["begin", "zoom", "end 3.0", "zoom"])
    }
  }

  @Test func withoutAViewOrALimitNothingIsZoomed() {
    onStage { stage in
      let (scrollView, _, listener) = make(stage)
      #expect(scrollView.pinchGestureRecognizer != nil)
      for without in ["limit", "view"] {
        scrollView.maximumZoomScale = without == "limit" ? 1 : 4
        listener.view = without == "view" ? nil : scrollView.subviews[0]
        #expect(scrollView.pinchGestureRecognizer == nil)
        fingers(stage, .began, Point(100, 100), 50, after: 1000)
        fingers(stage, .moved, Point(100, 100), 100)
        fingers(stage, .ended, Point(100, 100), 100)
        #expect(scrollView.zoomScale == 1 && listener.lines == [])
      }
    }
  }

  // MARK: Direction lock

  @Test(arguments: [(false, 21.0), (true, 0.0)]) func aLockedDragKeepsToItsAxis(isLocked: Bool, x: Double) {
    onStage { stage in
      let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
      scrollView.contentSize = Size(2000, 2000)
      scrollView.isDirectionalLockEnabled = isLocked
      stage.down(200, 300)
      stage.move(200, 280)
      stage.move(179, 230)
      #expect(scrollView.contentOffset == Point(x, 60))
      stage.up(179, 230, after: 300)
      // A slanting one is not locked.
      scrollView.contentOffset = .zero
      stage.down(200, 300, after: 500)
      stage.move(188, 284)
      stage.move(165, 265)
      #expect(scrollView.contentOffset == Point(29, 27))
    }
  }

  // MARK: Indicators

  @Test func barsShowWhatIsSeenWhileItScrollsAndFadeAfterwards() throws {
    try onStage { stage in
      let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
      scrollView.contentSize = Size(300, 1600)
      let button = UIButton(frame: Rect(0, 0, 300, 1600))
      scrollView.addSubview(button)
      stage.down(50, 300)
      stage.move(50, 280)
      stage.move(50, 240)
      let bar = try #require(scrollView.subviews.first { $0.label == "vertical scroll indicator" })
      #expect(bar.alpha == 1 && !bar.isHidden)
      // A quarter of the content is seen; a twenty-fourth of the way is done.
      #expect(abs(bar.frame.height - 394.0 / 4) < 1e-9)
      #expect(abs(bar.frame.minY - (50 + 3 + 50 / 1200 * (394 - bar.frame.height))) < 1e-9)
      #expect(bar.frame.maxX == 297)
      // Sideways there is nothing to scroll.
      let across = try #require(scrollView.subviews.first { $0.label == "horizontal scroll indicator" })
      #expect(across.isHidden)
      // The indicator is not hit.
      #expect(scrollView.hitTest(bar.frame.center, with: nil) === button)
      stage.up(50, 240, after: 300)
      stage.wait(100)
      #expect(bar.presentationAlpha == 1)
      stage.wait(300)
      #expect(bar.presentationAlpha < 1 && bar.presentationAlpha > 0)
      stage.wait(300)
      #expect(bar.presentationAlpha == 0)
      scrollView.flashScrollIndicators()
      #expect(bar.presentationAlpha == 1)
      scrollView.showsVerticalScrollIndicator = false
      #expect(bar.isHidden)
      // Beyond the edge it becomes shorter.
      scrollView.showsVerticalScrollIndicator = true
      scrollView.contentOffset = Point(0, -80)
      #expect(bar.frame.minY == -77 && bar.frame.height < 20)
    }
  }
}
