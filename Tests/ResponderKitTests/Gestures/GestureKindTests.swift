import HIDEvents
import LinuxSystem
import ResponderKit
import TestHarness
import Testing

/// Each kind of gesture: what it takes, what it gives, what makes it fail.
@Suite(.hangLimit) struct GestureKindTests {
  private func gestures(_ stage: Stage) -> [String] {
    stage.log.take().filter { !$0.hasPrefix("view") }
  }

  // MARK: Taps

  @Test func aTapIsShortAndStaysWhereItIs() {
    onStage { stage in
      stage.add(UITapGestureRecognizer(), "tap", to: stage.plain())
      stage.down(10, 10)
      stage.move(50, 10)
      stage.up(50, 10)
      #expect(gestures(stage) == ["tap ended"])
      stage.down(10, 10, after: 1000)
      stage.move(60, 10)
      stage.up(10, 10)
      #expect(gestures(stage) == [])
      stage.down(10, 10, after: 1000)
      stage.up(10, 10, after: 760)
      #expect(gestures(stage) == [])
      stage.down(10, 10, after: 1000)
      stage.up(10, 10, after: 740)
      #expect(gestures(stage) == ["tap ended"])
    }
  }

  @Test func aTapOfSeveralFingersNeedsThemAllAtOnce() {
    onStage { stage in
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: stage.plain())
      tap.numberOfTouchesRequired = 2
      stage.down(10, 10, finger: 1)
      stage.down(110, 10, finger: 2, after: 50)
      stage.up(10, 10, finger: 1)
      stage.up(110, 10, finger: 2)
      #expect(gestures(stage) == ["tap ended"])
      stage.tap(10, 10, finger: 1, after: 1000)
      stage.tap(110, 10, finger: 2)
      #expect(gestures(stage) == [])
      stage.frame(
        .init(1, .began, x: 10, y: 10), .init(2, .began, x: 60, y: 10), .init(3, .began, x: 90, y: 10),
        after: 1000)
      stage.frame(
        .init(1, .ended, x: 10, y: 10), .init(2, .ended, x: 60, y: 10), .init(3, .ended, x: 90, y: 10))
      #expect(gestures(stage) == [])
    }
  }

  @Test func aDoubleTapIsQuickAndNear() {
    onStage { stage in
      let tap = stage.add(UITapGestureRecognizer(), "double", to: stage.plain())
      tap.numberOfTapsRequired = 2
      var place = Point.zero
      tap.addAction { place = $0.location(in: nil) }
      stage.tap(10, 10)
      stage.tap(30, 10, after: 300)
      #expect(gestures(stage) == ["double ended"])
      // Its place is the first tap's.
      #expect(place == Point(10, 10))
      stage.tap(10, 10, after: 1000)
      stage.tap(10, 10, after: 400)
      #expect(gestures(stage) == [])
      stage.tap(10, 10, after: 1000)
      stage.tap(80, 10, after: 100)
      #expect(gestures(stage) == [])
    }
  }

  @Test func aTapThatComesTooLateBeginsAnotherWhenTheLoopWasBusy() {
    onStage { stage in
      let tap = stage.add(UITapGestureRecognizer(), "double", to: stage.plain())
      tap.numberOfTapsRequired = 2
      stage.tap(10, 10)
      // The loop does not run meanwhile: the event comes before the alarm.
      stage.clock.advance(by: .milliseconds(500))
      stage.tap(10, 10)
      #expect(gestures(stage) == [])
      stage.tap(10, 10, after: 100)
      #expect(gestures(stage) == ["double ended"])
    }
  }

  @Test func allNumbersCanBeTuned() {
    onStage { stage in
      stage.application.gestureTuning.longestTap = .milliseconds(100)
      stage.add(UITapGestureRecognizer(), "tap", to: stage.plain())
      stage.down(10, 10)
      stage.up(10, 10, after: 150)
      #expect(gestures(stage) == [])
    }
  }

  // MARK: Long presses

  @Test func aLongPressBeginsInTimeAndThenMovesFreely() {
    onStage { stage in
      stage.add(UILongPressGestureRecognizer(), "press", to: stage.plain())
      stage.down(10, 10)
      stage.move(15, 10, after: 100)
      stage.wait(390)
      #expect(gestures(stage) == [])
      stage.wait(20)
      #expect(gestures(stage) == ["press began"])
      stage.move(200, 10)
      stage.up(200, 10)
      #expect(gestures(stage) == ["press changed", "press ended"])
      stage.down(10, 10, after: 1000)
      stage.move(25, 10)
      stage.wait(1000)
      stage.up(25, 10)
      #expect(gestures(stage) == [])
    }
  }

  @Test func aLongPressIsRecognizedByTheEventsTimesWhenTheLoopWasBusy() {
    onStage { stage in
      stage.add(UILongPressGestureRecognizer(), "press", to: stage.plain())
      stage.down(10, 10)
      stage.clock.advance(by: .milliseconds(600))
      stage.up(10, 10, after: 0)
      #expect(gestures(stage) == ["press began", "press ended"])
    }
  }

  @Test func aLongPressAfterATapNeedsTheTap() {
    onStage { stage in
      let press = stage.add(UILongPressGestureRecognizer(), "press", to: stage.plain())
      press.numberOfTapsRequired = 1
      stage.down(10, 10)
      stage.up(10, 10, after: 600)
      #expect(gestures(stage) == [])
      stage.tap(10, 10, after: 1000)
      stage.down(10, 10, after: 100)
      stage.wait(600)
      #expect(gestures(stage) == ["press began"])
    }
  }

  // MARK: Pans and swipes

  @Test func aPanBeginsAfterTenPointsAndCountsFromThere() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      var ways: [Point] = []
      pan.addAction { ways.append($0.translation(in: $0.view)) }
      stage.down(100, 100)
      stage.move(109, 100)
      #expect(gestures(stage) == [])
      stage.move(110, 100)
      stage.move(130, 105)
      stage.up(130, 105)
      #expect(gestures(stage) == ["pan began", "pan changed", "pan ended"])
      #expect(ways == [Point(0, 0), Point(20, 5), Point(20, 5)])
    }
  }

  @Test func aPansVelocityIsThatOfItsLastPart() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      var velocity = Point.zero
      pan.addAction { velocity = $0.velocity(in: nil) }
      stage.down(100, 100)
      for step in 1...10 { stage.move(100 + Double(step) * 10, 100, after: 9) }
      // 10 points in 10 ms.
      #expect(abs(velocity.x - 1000) < 1)
      stage.up(200, 100, after: 9)
      #expect(abs(velocity.x - 1000) < 1)
      // A finger that stood still before it went up has none.
      stage.down(100, 100, after: 1000)
      for step in 1...10 { stage.move(100 + Double(step) * 10, 100, after: 9) }
      stage.up(200, 100, after: 200)
      #expect(velocity == .zero)
    }
  }

  @Test func fingersThatComeAndGoDoNotMakeAPanJump() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      stage.down(100, 100)
      stage.move(120, 100)
      stage.move(130, 100)
      #expect(pan.translation(in: nil) == Point(20, 0))
      stage.down(300, 300, finger: 2)
      #expect(pan.translation(in: nil) == Point(20, 0))
      stage.move(310, 300, finger: 2)
      #expect(pan.translation(in: nil) == Point(25, 0))
      stage.up(130, 100, finger: 1)
      #expect(pan.translation(in: nil) == Point(25, 0))
      stage.frame(.init(2, .moved, x: 311, y: 300), after: 10)
      #expect(pan.translation(in: nil) == Point(26, 0))
      pan.setTranslation(.zero, in: nil)
      stage.move(313, 300, finger: 2)
      #expect(pan.translation(in: nil) == Point(2, 0))
      stage.up(313, 300, finger: 2)
      #expect(gestures(stage).last == "pan ended")
    }
  }

  @Test func aPanHasALeastAndAMostNumberOfFingers() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      pan.minimumNumberOfTouches = 2
      pan.maximumNumberOfTouches = 2
      stage.down(100, 100)
      stage.move(150, 100)
      #expect(gestures(stage) == [])
      stage.down(200, 100, finger: 2)
      stage.down(300, 100, finger: 3)
      #expect(pan.numberOfTouches == 2)
      stage.frame(.init(1, .moved, x: 170, y: 100), .init(2, .moved, x: 220, y: 100), after: 10)
      #expect(gestures(stage) == ["pan began"])
      stage.up(170, 100, finger: 1)
      #expect(gestures(stage) == ["pan ended"])
    }
  }

  @Test func aSwipeIsFastStraightAndInItsDirection() {
    onStage { stage in
      let swipe = stage.add(UISwipeGestureRecognizer(), "swipe", to: stage.plain())
      func go(_ x: Double, _ y: Double, in time: Int) -> [String] {
        stage.down(200, 300, after: 1000)
        stage.move(200 + x / 2, 300 + y / 2, after: time / 2)
        stage.move(200 + x, 300 + y, after: time / 2)
        stage.up(200 + x, 300 + y, after: 1)
        return gestures(stage)
      }
      #expect(go(60, 0, in: 100) == ["swipe ended"])
      #expect(go(60, 40, in: 100) == ["swipe ended"])
      #expect(go(49, 0, in: 100) == [])
      #expect(go(60, 60, in: 100) == [])
      #expect(go(60, 0, in: 600) == [])
      #expect(go(-60, 0, in: 100) == [])
      #expect(go(0, 60, in: 100) == [])
      swipe.direction = [.left, .down]
      #expect(go(-60, 0, in: 100) == ["swipe ended"])
      #expect(go(0, 60, in: 100) == ["swipe ended"])
      #expect(go(0, -60, in: 100) == [])
      swipe.direction = .up
      #expect(go(0, -60, in: 100) == ["swipe ended"])
    }
  }

  @Test func anEdgePanComesFromItsEdge() {
    onStage { stage in
      let pan = stage.add(UIScreenEdgePanGestureRecognizer(), "edge", to: stage.plain())
      pan.edges = .left
      stage.down(30, 300)
      stage.move(80, 300)
      stage.up(80, 300)
      #expect(gestures(stage) == [])
      stage.down(5, 300, after: 1000)
      stage.move(40, 300)
      stage.up(80, 300)
      #expect(gestures(stage) == ["edge began", "edge ended"])
      // Along the edge is not inwards.
      stage.down(5, 300, after: 1000)
      stage.move(7, 350)
      stage.move(60, 350)
      stage.up(60, 350)
      #expect(gestures(stage) == [])
    }
  }

  // MARK: Two fingers

  @Test func aPinchMeasuresTheDistance() {
    onStage { stage in
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: stage.plain())
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.frame(.init(2, .moved, x: 204, y: 100), after: 10)
      #expect(gestures(stage) == [])
      stage.frame(.init(2, .moved, x: 208, y: 100), after: 10)
      #expect(gestures(stage) == ["pinch began"])
      #expect(pinch.scale == 1)
      stage.frame(.init(2, .moved, x: 316, y: 100), after: 10)
      #expect(pinch.scale == 2)
      #expect(pinch.velocity > 0)
      stage.frame(.init(1, .moved, x: 208, y: 100), after: 10)
      #expect(pinch.scale == 1)
      pinch.scale = 3
      stage.frame(.init(1, .moved, x: 100, y: 100), after: 10)
      #expect(pinch.scale == 6)
      stage.up(316, 100, finger: 2)
      #expect(gestures(stage) == ["pinch changed", "pinch changed", "pinch changed", "pinch ended"])
    }
  }

  @Test func aRotationGoesOnBeyondAWholeTurn() {
    onStage { stage in
      let rotation = stage.add(UIRotationGestureRecognizer(), "rotation", to: stage.plain())
      func finger(_ degrees: Double) -> HIDEvent.Contact {
        let angle = degrees / 180 * Double.pi
        return .init(2, .moved, x: 200 + 100 * cos(angle), y: 300 + 100 * sin(angle))
      }
      stage.frame(.init(1, .began, x: 200, y: 300), .init(2, .began, x: 300, y: 300))
      stage.frame(finger(8), after: 10)
      #expect(gestures(stage) == [])
      stage.frame(finger(10), after: 10)
      #expect(gestures(stage) == ["rotation began"])
      // All but the arc of eight points, 50 points away from the middle.
      #expect(abs(rotation.rotation - (10.0 / 180 * .pi - 0.16)) < 1e-9)
      for degrees in stride(from: 40.0, through: 400, by: 30) { stage.frame(finger(degrees), after: 10) }
      #expect(abs(rotation.rotation - (400.0 / 180 * .pi - 0.16)) < 1e-9)
      stage.up(200, 300, finger: 1)
      #expect(gestures(stage).last == "rotation ended")
    }
  }

  // MARK: Hover

  @Test func aPointerBeginsChangesAndEndsAHover() {
    onStage { stage in
      let outer = stage.plain()
      let inner = stage.plain("inner", Rect(100, 100, 100, 100))
      stage.add(UIHoverGestureRecognizer(), "outer", to: outer)
      let hover = stage.add(UIHoverGestureRecognizer(), "hover", to: inner)
      stage.post(.pointer(.init(.entered, x: 10, y: 10)))
      stage.post(.pointer(.init(.moved, x: 110, y: 110)))
      #expect(hover.location(in: inner) == Point(10, 10))
      stage.post(.pointer(.init(.moved, x: 120, y: 110)))
      stage.post(.pointer(.init(.moved, x: 10, y: 10)))
      stage.post(.pointer(.init(.left, x: 0, y: 0)))
      #expect(
        gestures(stage) == [
          "outer began", "hover began", "outer changed", "hover changed", "outer changed", "hover ended",
          "outer changed", "outer ended",
        ])
      // A touch is nothing to it.
      stage.tap(110, 110)
      #expect(stage.log.take() == ["inner began", "inner ended"])
    }
  }
}
