import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// What a person feels of a scroll view: content under the finger, no jerk when the finger leaves, no tap that is lost. All
/// under simulated time.
@Suite(.hangLimit) struct FeelTests {
  private static func make(_ stage: Stage) -> UIScrollView {
    let scrollView = ScrollTests.make(stage, PlainView("content", Rect(0, 0, 300, 20_000), stage.log))
    scrollView.contentSize = Size(300, 20_000)
    return scrollView
  }

  /// Where the content was, and when.
  private final class Places: UIScrollViewDelegate {
    let clock: SimulatedClock
    /// Where it shall stop, in place of where it would.
    var target: Double?
    var places: [(nanoseconds: Int64, y: Double)] = []

    init(_ clock: SimulatedClock) { self.clock = clock }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { note(scrollView) }
    func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: Point, targetContentOffset target: inout Point
    ) {
      if let chosen = self.target { target.y = chosen }
    }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
      places = []
      note(scrollView)
    }
    private func note(_ scrollView: UIScrollView) {
      places.append((clock.now.nanoseconds, scrollView.contentOffset.y))
    }
    /// In points a second, from one place to the next.
    func speed(_ index: Int) -> Double {
      let seconds = Double(places[index + 1].nanoseconds - places[index].nanoseconds) / 1e9
      return (places[index + 1].y - places[index].y) / seconds
    }
  }

  /// However the moves come, one by one or many at once behind a stall, the content is at most the slop behind.
  @Test func theContentIsUnderTheFinger() {
    onStage { stage in
      let scrollView = Self.make(stage)
      var random = SplitMix(19)
      for _ in 0..<20 {
        scrollView.contentOffset.y = 5000
        stage.down(50, 390, after: 200)
        var y = 390.0
        for _ in 0..<8 {
          // Up to eight moves wait for each other.
          for late in 1...(1 + random.next() % 8) {
            y -= Double(random.next() % 12)
            stage.application.post(
              HIDEvent(
                timestamp: stage.now + late * 1_000_000, .digitizer([.init(1, .moved, x: 50, y: y)])))
          }
          stage.wait(10)
          let way = scrollView.contentOffset.y - 5000
          #expect(390 - y - way <= 10.0001 && 390 - y - way >= -1e-9)
        }
        stage.up(50, y, after: 300)
      }
    }
  }

  @Test(arguments: [3.0, 8, 14, 30]) func theContentGoesOnAsFastAsTheFingerWent(step: Double) {
    onStage { stage in
      for isPaging in [false, true] {
        let places = Places(stage.clock)
        let scrollView = Self.make(stage)
        scrollView.isPagingEnabled = isPaging
        scrollView.delegate = places
        stage.down(50, 390, after: 500)
        for index in 1...10 { stage.move(50, 390 - Double(index) * step) }
        stage.up(50, 390 - 10 * step, after: 0)
        stage.wait(50)
        let speed = step / 0.011
        #expect(abs(places.speed(0) - speed) <= 0.05 * speed, "\(places.speed(0)) after \(speed)")
        scrollView.removeFromSuperview()
      }
    }
  }

  /// A target that the delegate chooses is no jerk either.
  @Test(arguments: [300.0, 600, 1500]) func aChosenTargetIsReachedWithoutAJerk(target: Double) {
    onStage { stage in
      let scrollView = Self.make(stage)
      let places = Places(stage.clock)
      places.target = target
      scrollView.delegate = places
      stage.down(50, 390)
      for index in 1...10 { stage.move(50, 390 - Double(index) * 8) }
      stage.up(50, 310, after: 0)
      stage.wait(34)
      let speed = 8 / 0.011
      #expect(abs(places.speed(0) - speed) <= 0.05 * speed, "\(places.speed(0)) after \(speed)")
      stage.wait(4000)
      #expect(scrollView.contentOffset.y == target)
    }
  }

  @Test func contentThatDoesNotBounceStopsAtItsEdgeAndNotBefore() {
    onStage { stage in
      let scrollView = Self.make(stage)
      scrollView.bounces = false
      scrollView.contentOffset.y = 100
      let places = Places(stage.clock)
      scrollView.delegate = places
      stage.down(50, 100, after: 500)
      for index in 1...5 { stage.move(50, 100 + Double(index) * 12) }
      stage.up(50, 160, after: 0)
      #expect(abs(places.places[0].y - 50) < 1e-9)
      stage.wait(40)
      #expect(abs(places.speed(0) + 12 / 0.011) < 0.05 * 12 / 0.011)
      stage.wait(2000)
      #expect(scrollView.contentOffset.y == 0 && !scrollView.isDecelerating)
    }
  }

  /// Content that is seen to move is stopped by a finger, which does nothing else; content that seems to stand still is
  /// stopped, and its tap is its own.
  @Test(arguments: [300, 900, 1500, 1800, 2000, 2300, 3000]) func noTapIsLost(milliseconds: Int) {
    onStage { stage in
      let scrollView = Self.make(stage)
      let places = Places(stage.clock)
      scrollView.delegate = places
      ScrollTests.flick(stage, from: 380, by: -10)
      _ = stage.log.take()
      stage.wait(milliseconds)
      let moves = scrollView.isDecelerating && places.speed(places.places.count - 2) >= 55
      let still = !scrollView.isDecelerating || places.speed(places.places.count - 2) < 45
      stage.tap(50, 100)
      let heard = stage.log.take()
      if moves { #expect(heard == []) }
      if still { #expect(heard == ["content began", "content ended"]) }
      #expect(!scrollView.isDecelerating)
    }
  }
}
