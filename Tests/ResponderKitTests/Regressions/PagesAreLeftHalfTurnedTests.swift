import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

/// Pages: a flick lost two thirds of its speed and crept for two seconds, in which the loop stayed in the tracking mode and
/// a tap was taken from the content; then the view stayed between two pages.
@Suite(.hangLimit) struct PagesAreLeftHalfTurnedTests {
  private func make(_ stage: Stage) -> (UIScrollView, PlainView) {
    let content = PlainView("content", Rect(0, 0, 3000, 400), stage.log)
    let scrollView = stage.show(UIScrollView(frame: Rect(0, 0, 300, 400)))
    scrollView.contentSize = Size(3000, 400)
    scrollView.isPagingEnabled = true
    scrollView.addSubview(content)
    return (scrollView, content)
  }

  /// A drag to the left of 1,250 points a second.
  private func flick(_ stage: Stage, steps: Int = 8) {
    stage.down(280, 50, after: 500)
    for step in 1...steps { stage.move(280 - Double(step) * 12.5, 50, after: 9) }
    stage.up(280 - Double(steps) * 12.5, 50, after: 0)
  }

  @Test func aPageComesInHalfASecondWithTheFingersSpeed() {
    onStage { stage in
      let (scrollView, _) = make(stage)
      flick(stage, steps: 16)
      var (offset, time) = (scrollView.contentOffset.x, stage.clock.now)
      let released = time
      // The next picture: what was seen last was the finger's speed.
      while scrollView.contentOffset.x == offset { stage.wait(1) }
      (offset, time) = (scrollView.contentOffset.x, stage.clock.now)
      stage.wait(17)
      let seconds = Double(stage.clock.now.nanoseconds - time.nanoseconds) / 1e9
      let speed = (scrollView.contentOffset.x - offset) / seconds
      #expect(speed > 800 && speed < 1300)
      while scrollView.isDecelerating {
        offset = scrollView.contentOffset.x
        stage.wait(1)
        #expect(scrollView.contentOffset.x >= offset && scrollView.contentOffset.x <= 300)
      }
      #expect(scrollView.contentOffset.x == 300)
      #expect(released.duration(to: stage.clock.now) <= .milliseconds(500))
    }
  }

  @Test func theLoopIsInItsModeAgainHalfASecondLater() {
    onStage { stage in
      _ = make(stage)
      nonisolated(unsafe) var fired = 0
      stage.loop.add(
        RunLoop.Timer(after: .milliseconds(100), repeating: .milliseconds(100)) { _ in fired += 1 })
      flick(stage)
      let before = fired
      stage.wait(1000)
      #expect(fired - before >= 5 && stage.application.runLoopMode == .default)
    }
  }

  @Test func aTapOneSecondLaterIsTheContents() {
    onStage { stage in
      let (scrollView, _) = make(stage)
      flick(stage)
      _ = stage.log.take()
      stage.tap(150, 200, after: 1000)
      #expect(stage.log.take() == ["content began", "content ended"])
      stage.wait(3000)
      #expect(scrollView.contentOffset.x == 300)
    }
  }

  @Test(arguments: [20, 60, 120, 200, 300, 380])
  func aPageThatAFingerStopsGoesOnWhenTheFingerGoesUp(milliseconds: Int) {
    onStage { stage in
      let (scrollView, _) = make(stage)
      flick(stage)
      stage.down(150, 200, after: milliseconds)
      stage.wait(300)
      stage.up(150, 200)
      stage.wait(600)
      let page = scrollView.contentOffset.x / 300
      #expect(page == page.rounded() && !scrollView.isDecelerating)
      #expect(stage.application.runLoopMode == .default)
    }
  }

  @Test func aDragThatIsTakenAwayIsSettledToo() {
    onStage { stage in
      let (scrollView, _) = make(stage)
      stage.down(280, 50)
      stage.move(200, 50)
      stage.move(100, 50)
      #expect(scrollView.contentOffset.x > 150)
      stage.cancel()
      stage.wait(600)
      #expect(scrollView.contentOffset.x == 300)
    }
  }

  /// Where the program put it between two pages, a tap does not move it.
  @Test func aTapAloneTurnsNoPage() {
    onStage { stage in
      let (scrollView, _) = make(stage)
      scrollView.contentOffset = Point(100, 0)
      stage.tap(150, 200)
      stage.wait(600)
      #expect(scrollView.contentOffset.x == 100)
    }
  }

  /// Quick or slow, far or near, against an edge: there in half a second, and beyond an edge only if that is allowed.
  @Test(arguments: [true, false]) func whateverTheDragIsAPageTakesHalfASecond(bounces: Bool) {
    onStage { stage in
      let (scrollView, _) = make(stage)
      scrollView.bounces = bounces
      for (start, way, milliseconds) in [
        (0.0, 100.0, 5), (0, 285, 5), (0, 285, 60), (0, 160, 80), (0, -120, 5), (2700, 120, 5), (2690, 40, 5),
        (2400, -25, 5),
      ] {
        scrollView.contentOffset.x = start
        let x = way > 0 ? 295.0 : 5
        stage.down(x, 50, after: 1000)
        for step in 1...10 { stage.move(x - Double(step) * way / 10, 50, after: milliseconds) }
        stage.up(x - way, 50, after: 0)
        var most = 0
        while scrollView.isDecelerating, most < 3000 {
          stage.wait(10)
          most += 10
          #expect(bounces || (0...2700).contains(scrollView.contentOffset.x))
        }
        let page = scrollView.contentOffset.x / 300
        #expect(page == page.rounded() && most <= 500, "\(start) \(way) \(milliseconds): \(most) ms")
      }
    }
  }

  /// The delegate sends a flick back: the content goes on in the finger's direction first, but beyond the edge only if it may.
  @Test(arguments: [true, false]) func aPageThatIsSentBackTurnsAtTheEdge(bounces: Bool) {
    final class Back: UIScrollViewDelegate {
      func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset: inout Point
      ) { targetContentOffset.x = 2400 }
    }
    onStage { stage in
      let (scrollView, _) = make(stage)
      let back = Back()
      scrollView.delegate = back
      scrollView.bounces = bounces
      scrollView.contentOffset.x = 2590
      flick(stage)
      var farthest = scrollView.contentOffset.x
      #expect(farthest < 2700)
      while scrollView.isDecelerating {
        stage.wait(5)
        farthest = max(farthest, scrollView.contentOffset.x)
      }
      #expect(scrollView.contentOffset.x == 2400)
      #expect(bounces ? farthest > 2700 : farthest == 2700, "\(farthest)")
    }
  }
}
