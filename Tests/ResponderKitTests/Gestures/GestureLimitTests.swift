import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// The numbers of `GestureTuning`, to the last point and nanosecond: what is exactly at a limit, and what is just beyond.
@Suite(.hangLimit) struct GestureLimitTests {
  private typealias Step = (milliseconds: Double, phase: HIDEvent.Contact.Phase, x: Double, y: Double)

  /// One finger's events with their times, all in the queue before the loop runs; the states that were seen.
  private func states(_ recognizer: UIGestureRecognizer, _ steps: [Step]) -> [UIGestureRecognizer.State] {
    // The stage's thread is the only one that uses it meanwhile.
    let box = Unchecked(recognizer)
    return onStage { stage in
      let view = stage.plain()
      var states: [UIGestureRecognizer.State] = []
      box.value.addAction { states.append($0.state) }
      view.addGestureRecognizer(box.value)
      let base = stage.now
      for step in steps {
        stage.application.post(
          HIDEvent(
            timestamp: base + UInt64((step.milliseconds * 1e6).rounded()),
            .digitizer([.init(1, step.phase, x: step.x, y: step.y)])))
        stage.loop.run(mode: .default, for: .zero)
      }
      view.removeGestureRecognizer(box.value)
      return states
    }
  }

  private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test(arguments: [(750, true), (750.000001, false)]) func aTapLastsThreeQuartersOfASecondAtTheMost(
    milliseconds: Double, isTap: Bool
  ) {
    let steps: [Step] = [(0, .began, 100, 100), (milliseconds, .ended, 100, 100)]
    #expect(states(UITapGestureRecognizer(), steps) == (isTap ? [.ended] : []))
  }

  @Test(arguments: [(45.0, true), (45.0001, false)]) func aTapMovesFortyFivePointsAtTheMost(
    way: Double, isTap: Bool
  ) {
    for isAtTheEnd in [false, true] {
      var steps: [Step] = [(0, .began, 100, 100)]
      if !isAtTheEnd { steps.append((10, .moved, 100, 100 + way)) }
      steps.append((20, .ended, 100, isAtTheEnd ? 100 + way : 100))
      #expect(states(UITapGestureRecognizer(), steps) == (isTap ? [.ended] : []), "at its end: \(isAtTheEnd)")
    }
  }

  @Test(arguments: [(350, 0, true), (350.000001, 0, false), (10, 45, true), (10, 45.0001, false)])
  func aSecondTapComesSoonAndNear(pause: Double, way: Double, isDouble: Bool) {
    let tap = UITapGestureRecognizer()
    tap.numberOfTapsRequired = 2
    let steps: [Step] = [
      (0, .began, 100, 100), (20, .ended, 100, 100), (20 + pause, .began, 100 + way, 100),
      (30 + pause, .ended, 100 + way, 100),
    ]
    #expect(states(tap, steps) == (isDouble ? [.ended] : []))
  }

  @Test(arguments: [(500, true), (499.999999, false)]) func aLongPressIsHalfASecond(
    milliseconds: Double, isPress: Bool
  ) {
    let steps: [Step] = [(0, .began, 100, 100), (milliseconds, .ended, 100, 100)]
    #expect(states(UILongPressGestureRecognizer(), steps) == (isPress ? [.began, .ended] : []))
  }

  @Test(arguments: [(10.0, true), (10.0001, false)]) func aLongPressMovesTenPointsAtTheMost(
    way: Double, isPress: Bool
  ) {
    let steps: [Step] = [(0, .began, 100, 100), (100, .moved, 100 + way, 100), (600, .ended, 100 + way, 100)]
    #expect(states(UILongPressGestureRecognizer(), steps) == (isPress ? [.began, .ended] : []))
  }

  @Test(arguments: [(10.0, true), (9.9999, false)]) func aPanBeginsAfterTenPoints(way: Double, isPan: Bool) {
    let steps: [Step] = [(0, .began, 100, 100), (10, .moved, 100, 100 - way), (20, .ended, 100, 100 - way)]
    #expect(states(UIPanGestureRecognizer(), steps) == (isPan ? [.began, .ended] : []))
  }

  @Test(arguments: [
    (50, 0, 100, true), (49.9999, 0, 100, false), (60, 50, 100, true), (60, -50, 100, true),
    (60, 50.0001, 100, false), (50, 0, 500, true), (50, 0, 500.000001, false),
  ])
  func aSwipeIsLongStraightAndQuickEnough(
    along: Double, across: Double, milliseconds: Double, isSwipe: Bool
  ) {
    let turned: [(UISwipeGestureRecognizer.Direction, Double, Double)] = [
      (.right, along, across), (.left, -along, across), (.down, across, along), (.up, across, -along),
    ]
    for (direction, x, y) in turned {
      let swipe = UISwipeGestureRecognizer()
      swipe.direction = direction
      let steps: [Step] = [(0, .began, 200, 300), (milliseconds, .ended, 200 + x, 300 + y)]
      #expect(states(swipe, steps) == (isSwipe ? [.ended] : []), "to \(direction)")
    }
  }

  /// It may begin the other way, but not too far.
  @Test(arguments: [(50.0, true), (50.0001, false)]) func aSwipeGoesBackwardsAsFarAsItIsWide(
    back: Double, isSwipe: Bool
  ) {
    let steps: [Step] = [
      (0, .began, 200, 300), (50, .moved, 200 - back, 300), (100, .ended, 260, 300),
    ]
    #expect(states(UISwipeGestureRecognizer(), steps) == (isSwipe ? [.ended] : []))
  }

  @Test(arguments: [
    (24.9, 400, 60, 400, true), (25, 400, 60, 400, false), (365, 400, 330, 400, true),
    (364.9, 400, 330, 400, false), (200, 24.9, 200, 60, true), (200, 25, 200, 60, false),
    (200, 819, 200, 780, true), (200, 818.9, 200, 780, false),
    // Along the edge, or as much along it as inwards.
    (5, 400, 5, 440, false), (5, 400, 35, 430, false), (5, 400, 35, 429, true),
  ])
  func anEdgePanBeginsAtAnEdgeOfTwentyFivePointsAndGoesInwards(
    x: Double, y: Double, toX: Double, toY: Double, isPan: Bool
  ) {
    let pan = UIScreenEdgePanGestureRecognizer()
    pan.edges = .all
    let steps: [Step] = [(0, .began, x, y), (10, .moved, toX, toY), (20, .ended, toX, toY)]
    #expect(states(pan, steps) == (isPan ? [.began, .ended] : []))
  }

  @Test(arguments: [(8.0, true), (7.9999, false), (-8, true), (-7.9999, false)])
  func aPinchBeginsAfterEightPoints(change: Double, isPinch: Bool) {
    onStage { stage in
      let view = stage.plain()
      stage.add(UIPinchGestureRecognizer(), "pinch", to: view)
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.frame(.init(2, .moved, x: 200 + change, y: 100), after: 10)
      #expect(stage.log.lines.contains("pinch began") == isPinch)
    }
  }

  @Test(arguments: [(8.001, true), (7.999, false)]) func aRotationBeginsAfterAnArcOfEightPoints(
    arc: Double, isRotation: Bool
  ) {
    onStage { stage in
      let view = stage.plain()
      stage.add(UIRotationGestureRecognizer(), "rotation", to: view)
      // The fingers are 200 points apart; each goes round their middle, 100 points away.
      let turn = AffineTransform(rotationAngle: arc / 100)
      let (first, second) = (Point(-100, 0).applying(turn), Point(100, 0).applying(turn))
      stage.frame(.init(1, .began, x: 100, y: 300), .init(2, .began, x: 300, y: 300))
      stage.frame(
        .init(1, .moved, x: 200 + first.x, y: 300 + first.y),
        .init(2, .moved, x: 200 + second.x, y: 300 + second.y), after: 10)
      #expect(stage.log.lines.contains("rotation began") == isRotation)
    }
  }
}
