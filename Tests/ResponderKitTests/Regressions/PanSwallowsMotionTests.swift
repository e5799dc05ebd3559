import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// A pan took the whole movement up to its recognition as slop: behind a stall, all of it was lost. Slop is the length of the
/// threshold, however much an event brings.
@Suite(.hangLimit) struct PanSwallowsMotionTests {
  /// Moves that waited while the loop was busy, which come as one event.
  static func late(_ stage: Stage, _ steps: Int, from x: Double, _ y: Double, by way: Point) {
    for step in 1...steps {
      let place = Point(x + way.x * Double(step), y + way.y * Double(step))
      stage.application.post(
        HIDEvent(
          timestamp: stage.now + UInt64(step) * 10_000_000,
          .digitizer([.init(1, .moved, x: place.x, y: place.y)])))
    }
    stage.wait(10 * steps)
  }

  @Test func aPanBehindAStallHasAllButTheSlop() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      var ways: [Point] = []
      pan.addAction { ways.append($0.translation(in: nil)) }
      stage.down(300, 400)
      Self.late(stage, 6, from: 300, 400, by: Point(-40, 0))
      stage.move(50, 400)
      #expect(ways == [Point(-230, 0), Point(-240, 0)])
    }
  }

  /// The threshold's length along the way, whichever direction it has.
  @Test func theSlopHasTheWaysDirection() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      stage.down(100, 100)
      stage.move(130, 140)
      #expect(pan.translation(in: nil).distance(to: Point(24, 32)) < 1e-9)
    }
  }

  @Test func theContentOfAScrollViewIsUnderTheFinger() {
    onStage { stage in
      let scrollView = ScrollTests.make(stage)
      stage.down(50, 390)
      Self.late(stage, 6, from: 50, 390, by: Point(0, -40))
      #expect(scrollView.contentOffset == Point(0, 230))
      stage.move(50, 140)
      #expect(scrollView.contentOffset == Point(0, 240))
      // The last part of the way comes with the finger's going up.
      stage.up(50, 130, after: 10)
      #expect(scrollView.contentOffset.y >= 250)
    }
  }

  /// What one finger did is nothing to a gesture of two.
  @Test func theWayOfTooFewFingersDoesNotCount() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      pan.minimumNumberOfTouches = 2
      stage.down(100, 100)
      stage.move(100, 300)
      stage.down(200, 300, finger: 2)
      stage.frame(.init(1, .moved, x: 105, y: 300), .init(2, .moved, x: 205, y: 300), after: 10)
      #expect(stage.log.take().filter { $0.hasPrefix("pan") } == [])
      stage.frame(.init(1, .moved, x: 130, y: 300), .init(2, .moved, x: 230, y: 300), after: 10)
      #expect(pan.state == .began && pan.translation(in: nil) == Point(20, 0))
    }
  }

  /// A finger that got faster during a stall has its last speed.
  @Test func theVelocityCountsWhatWaited() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      stage.down(50, 100)
      stage.wait(300)
      let begun = stage.now
      for (milliseconds, x) in [(0, 50.0), (100, 50), (110, 70), (120, 90), (130, 110)] {
        stage.application.post(
          HIDEvent(
            timestamp: begun + UInt64(milliseconds) * 1_000_000,
            .digitizer([.init(1, .moved, x: x, y: 100)])))
      }
      stage.wait(130)
      // In its last tenth of a second it stood still for 70 ms.
      #expect(pan.velocity(in: nil).x > 1900)
    }
  }
}
