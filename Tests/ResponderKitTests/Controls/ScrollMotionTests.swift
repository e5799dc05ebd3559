import HIDEvents
import LinuxSystem
import ResponderKit
import TestHarness
import Testing

/// How scroll views move by themselves: how far, how fast, and what stays as it is.
@Suite(.hangLimit) struct ScrollMotionTests {
  private func make(_ stage: Stage, _ content: Size = Size(300, 20_000)) -> UIScrollView {
    let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
    scrollView.contentSize = content
    return scrollView
  }

  private final class Ends: UIScrollViewDelegate {
    var velocity = Point.zero
    var target = Point.zero
    var wanted: Point?
    var lines: [String] = []
    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset target: inout Point
    ) {
      self.velocity = velocity
      self.target = target
      if let wanted { target = wanted }
    }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
      lines.append("end \(willDecelerate)")
    }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { lines.append("there") }
  }

  @Test(arguments: [(UIScrollView.DecelerationRate.normal, 0.998), (.fast, 0.99), (.custom(0.995), 0.995)])
  func aScrollGoesAsFarAsItsRateLetsIt(rate: UIScrollView.DecelerationRate, left: Double) {
    onStage { stage in
      let scrollView = make(stage)
      let ends = Ends()
      scrollView.delegate = ends
      scrollView.decelerationRate = rate
      ScrollTests.flick(stage, from: 380, by: -20, steps: 8)
      let start = scrollView.contentOffset.y
      let speed = ends.velocity.y * 1000
      #expect(speed > 1000)
      // It slows down by this much in a millisecond, to fifteen points a second.
      let way = (speed - 15) / (-log(left) * 1000)
      #expect(abs(ends.target.y - start - way) < 0.01)
      stage.wait(10_000)
      #expect(abs(scrollView.contentOffset.y - ends.target.y) < 0.01)
    }
  }

  @Test func aSlantingFlickMovesOnlyAlongWhatCanScroll() {
    onStage { stage in
      let scrollView = make(stage)
      let ends = Ends()
      scrollView.delegate = ends
      stage.down(50, 380)
      for step in 1...6 { stage.move(50 + Double(step) * 12, 380 - Double(step) * 20) }
      #expect(scrollView.contentOffset.x == 0 && scrollView.contentOffset.y > 50)
      stage.up(122, 260, after: 1)
      #expect(ends.velocity.x == 0 && ends.velocity.y > 1)
      stage.wait(200)
      #expect(scrollView.contentOffset.x == 0)
    }
  }

  @Test func whatDoesNotBounceIsNotMovedBeyondItsContent() {
    for bounces in [false, true] {
      onStage { stage in
        let scrollView = make(stage, Size(300, 400))
        scrollView.bounces = bounces
        scrollView.alwaysBounceVertical = true
        scrollView.alwaysBounceHorizontal = true
        let ends = Ends()
        scrollView.delegate = ends
        stage.down(50, 100)
        stage.move(80, 130)
        stage.move(110, 160)
        #expect(scrollView.isDragging == bounces)
        #expect(scrollView.contentOffset == .zero || bounces)
        stage.up(110, 160)
        stage.wait(2000)
        #expect(scrollView.contentOffset == .zero)
      }
    }
  }

  @Test func aDragThatIsTakenAwayBeyondTheEdgeComesBack() {
    onStage { stage in
      let scrollView = make(stage)
      let ends = Ends()
      scrollView.delegate = ends
      stage.down(50, 100)
      stage.move(50, 120)
      stage.move(50, 320)
      #expect(scrollView.contentOffset.y < -50 && scrollView.isDragging)
      stage.cancel()
      #expect(!scrollView.isDragging && !scrollView.isTracking && ends.lines == ["end false"])
      stage.wait(2000)
      #expect(scrollView.contentOffset == .zero && stage.application.runLoopMode == .default)
    }
  }

  @Test func aSpringBeginsGentlyAndDoesNotSwing() {
    onStage { stage in
      let scrollView = make(stage)
      stage.down(50, 100)
      stage.move(50, 120)
      stage.move(50, 320)
      stage.up(50, 320, after: 300)
      var offset = scrollView.contentOffset.y
      stage.wait(18)
      // A sixtieth of a second after it was let go it has hardly moved.
      #expect(scrollView.contentOffset.y > offset && scrollView.contentOffset.y < offset * 0.94)
      for _ in 0..<100 {
        let next = scrollView.contentOffset.y
        #expect(next >= offset && next <= 0)
        offset = next
        stage.wait(17)
      }
      #expect(offset == 0)
    }
  }

  @Test func aTargetThatTheDelegateChoosesIsKeptAlsoWhenTheFlickWouldGoBeyondTheEdge() {
    onStage { stage in
      let scrollView = make(stage)
      let ends = Ends()
      scrollView.delegate = ends
      scrollView.contentOffset = Point(0, 200)
      ends.wanted = Point(0, 60)
      var least = 1000.0
      stage.down(50, 100, after: 500)
      for step in 1...5 { stage.move(50, 100 + Double(step) * 20) }
      stage.up(50, 200, after: 1)
      #expect(ends.target == .zero)
      for _ in 0..<200 {
        least = min(least, scrollView.contentOffset.y)
        stage.wait(20)
      }
      #expect(scrollView.contentOffset == Point(0, 60) && least > 59)
    }
  }

  @Test func theEndOfEachScrollOfTheProgramIsReported() {
    onStage { stage in
      let scrollView = make(stage)
      let ends = Ends()
      scrollView.delegate = ends
      scrollView.setContentOffset(Point(0, 500), animated: true)
      stage.wait(100)
      scrollView.setContentOffset(Point(0, 100), animated: true)
      #expect(ends.lines == ["there"])
      stage.wait(500)
      #expect(ends.lines == ["there", "there"] && scrollView.contentOffset == Point(0, 100))
    }
  }

  // MARK: Bars

  private func bar(_ scrollView: UIScrollView) -> UIView? {
    scrollView.subviews.first { $0.label == "vertical scroll indicator" }
  }

  @Test func theBarIsNeverTooShortStaysInFrontAndFadesWhenAllStandsStill() {
    onStage { stage in
      let scrollView = make(stage, Size(300, 40_000))
      ScrollTests.flick(stage, from: 380, by: -20, steps: 8)
      #expect(bar(scrollView)?.frame.height == 36 && bar(scrollView)?.alpha == 1)
      stage.wait(6000)
      #expect(!scrollView.isDecelerating && bar(scrollView)?.alpha == 0)
      scrollView.addSubview(UIView(frame: Rect(0, 0, 300, 400)))
      scrollView.flashScrollIndicators()
      let bars = scrollView.subviews.suffix(2).map(\.label)
      #expect(bars.contains("vertical scroll indicator"))
      stage.wait(1000)
      // A finger that stops it fades it as well.
      ScrollTests.flick(stage, from: 380, by: -20, steps: 8)
      stage.wait(50)
      stage.tap(50, 100)
      stage.wait(1000)
      #expect(bar(scrollView)?.presentationAlpha == 0)
    }
  }

  // MARK: Zoom

  private final class Zooming: UIScrollViewDelegate {
    let view = UIView(frame: Rect(0, 0, 300, 400))
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { view }
  }

  private func zooming(_ stage: Stage, _ delegate: Zooming) -> UIScrollView {
    let scrollView = make(stage, Size(300, 400))
    scrollView.maximumZoomScale = 4
    scrollView.delegate = delegate
    scrollView.addSubview(delegate.view)
    return scrollView
  }

  @Test func aZoomOfTheProgramKeepsTheContentInTheView() {
    onStage { stage in
      let delegate = Zooming()
      let scrollView = zooming(stage, delegate)
      scrollView.zoomScale = 2
      #expect(scrollView.contentSize == Size(600, 800) && scrollView.contentOffset == Point(150, 200))
      scrollView.contentOffset = Point(300, 400)
      scrollView.zoomScale = 1
      #expect(scrollView.contentOffset == .zero && scrollView.contentSize == Size(300, 400))
      #expect(delegate.view.frame == Rect(0, 0, 300, 400))
      // All of a long rectangle is shown.
      scrollView.zoom(to: Rect(50, 100, 150, 10), animated: false)
      #expect(scrollView.zoomScale == 2)
      scrollView.zoom(to: Rect(100, 0, 10, 100), animated: false)
      #expect(scrollView.zoomScale == 4)
      scrollView.zoomScale = 9
      #expect(scrollView.zoomScale == 4)
      scrollView.zoomScale = 0.1
      #expect(scrollView.zoomScale == 1)
    }
  }

  @Test func fingersThatZoomBeyondAnEdgeLetTheContentComeBack() {
    onStage { stage in
      let delegate = Zooming()
      let scrollView = zooming(stage, delegate)
      func pair(_ phase: HIDEvent.Contact.Phase, _ middle: Double, _ distance: Double) {
        stage.frame(
          .init(1, phase, x: middle - distance / 2, y: 200),
          .init(2, phase, x: middle + distance / 2, y: 200),
          after: 10)
      }
      pair(.began, 100, 60)
      pair(.moved, 100, 80)
      pair(.moved, 100, 120)
      pair(.moved, 220, 120)
      #expect(scrollView.isZooming && scrollView.contentOffset.x < -20)
      pair(.ended, 220, 120)
      stage.wait(2000)
      #expect(scrollView.zoomScale > 1.2 && scrollView.contentOffset.x == 0)
    }
  }

  @Test func aControlKeepsItsTouchFromAZoom() {
    onStage { stage in
      let delegate = Zooming()
      let scrollView = zooming(stage, delegate)
      scrollView.delaysContentTouches = false
      delegate.view.addSubview(UIButton(frame: Rect(0, 0, 300, 400)))
      for middle in [false, true] {
        scrollView.canCancelContentTouches = true
        stage.frame(.init(1, .began, x: 100, y: 200), .init(2, .began, x: 200, y: 200))
        stage.frame(.init(1, .moved, x: 60, y: 200), .init(2, .moved, x: 240, y: 200), after: 10)
        #expect(!scrollView.isZooming && scrollView.zoomScale == 1)
        stage.frame(.init(1, .ended, x: 60, y: 200), .init(2, .ended, x: 240, y: 200), after: 10)
        stage.wait(middle ? 0 : 1000)
      }
    }
  }
}
