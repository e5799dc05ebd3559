import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Rules of single recognizers, and of two that meet.
@Suite(.hangLimit) struct GestureRuleTests {
  private func gestures(_ stage: Stage) -> [String] { stage.log.take().filter { !$0.hasPrefix("view") } }

  @Test func theRecognizersOwnViewMayForbidIt() {
    final class Stern: PlainView {
      var lets = false
      override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        log("\(label) asked")
        return lets
      }
    }
    onStage { stage in
      let outer = Stern("outer", stage.window.bounds, stage.log)
      stage.show(outer)
      let inner = PlainView("inner", Rect(0, 0, 100, 100), stage.log)
      outer.addSubview(inner)
      stage.add(UITapGestureRecognizer(), "tap", to: outer)
      stage.tap(10, 10)
      #expect(stage.log.take() == ["inner began", "outer asked", "inner ended"])
      outer.lets = true
      stage.tap(10, 10, after: 1000)
      #expect(stage.log.take() == ["inner began", "outer asked", "tap ended", "inner cancelled"])
      // The view that was hit is the recognizer's own: it is asked once.
      stage.tap(300, 300, after: 1000)
      #expect(stage.log.take() == ["outer began", "outer asked", "tap ended", "outer cancelled"])
    }
  }

  @Test func ofTwoTapsOfAKindOneIsRecognizedAndADoubleTapPreventsASingleOne() {
    onStage { stage in
      let view = stage.plain()
      stage.add(UITapGestureRecognizer(), "first", to: view)
      stage.add(UITapGestureRecognizer(), "second", to: view)
      stage.tap(10, 10)
      #expect(gestures(stage) == ["first ended"])
    }
    let (one, two) = (UITapGestureRecognizer(), UITapGestureRecognizer())
    two.numberOfTapsRequired = 2
    #expect(one.canPrevent(UITapGestureRecognizer()) && two.canPrevent(one) && !one.canPrevent(two))
    #expect(one.canPrevent(UIPanGestureRecognizer()))
  }

  @Test func aPinchThatIsSetCountsFromThere() {
    onStage { stage in
      let view = stage.plain()
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: view)
      func spread(_ distance: Double) {
        stage.frame(.init(2, .moved, x: 100 + distance, y: 100), after: 10)
      }
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 150, y: 100))
      spread(58)
      #expect(pinch.state == .began && pinch.scale == 1)
      spread(116)
      #expect(abs(pinch.scale - 2) < 1e-9)
      pinch.scale = 1
      #expect(abs(pinch.scale - 1) < 1e-9)
      spread(174)
      #expect(abs(pinch.scale - 1.5) < 1e-9)
      pinch.scale = 4
      spread(87)
      #expect(abs(pinch.scale - 2) < 1e-9)
    }
  }

  @Test func aRotationThatIsSetCountsFromThere() {
    onStage { stage in
      let view = stage.plain()
      let rotation = stage.add(UIRotationGestureRecognizer(), "rotation", to: view)
      func turn(_ angle: Double) {
        let place = Point(100, 0).applying(AffineTransform(rotationAngle: angle))
        stage.frame(.init(2, .moved, x: 200 + place.x, y: 300 + place.y), after: 10)
      }
      stage.frame(.init(1, .began, x: 200, y: 300), .init(2, .began, x: 300, y: 300))
      turn(0.3)
      // All but the arc of eight points, 50 points away from the middle.
      #expect(rotation.state == .began && abs(rotation.rotation - 0.14) < 1e-9)
      turn(0.5)
      #expect(abs(rotation.rotation - 0.34) < 1e-9)
      rotation.rotation = 0
      turn(0.4)
      #expect(abs(rotation.rotation + 0.1) < 1e-9)
    }
  }

  @Test func aPanThatIsSetCountsFromThere() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      stage.down(100, 100)
      stage.move(120, 100)
      #expect(pan.translation(in: nil) == Point(10, 0))
      stage.move(150, 110)
      #expect(pan.translation(in: nil) == Point(40, 10))
      pan.setTranslation(Point(5, 0), in: nil)
      #expect(pan.translation(in: nil) == Point(5, 0))
      stage.move(155, 120)
      #expect(pan.translation(in: nil) == Point(10, 10))
      pan.setTranslation(.zero, in: nil)
      stage.move(150, 120)
      #expect(pan.translation(in: nil) == Point(-5, 0))
      // The next one begins anew.
      stage.up(150, 120)
      stage.down(100, 100, after: 1000)
      stage.move(130, 100)
      #expect(pan.translation(in: nil) == Point(20, 0))
    }
  }

  @Test func aTranslationIsInTheViewsDirections() {
    onStage { stage in
      let view = stage.plain()
      let turned = UIView(frame: Rect(100, 100, 100, 100))
      view.addSubview(turned)
      turned.transform = AffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
      turned.bounds.origin = Point(40, 40)
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      stage.down(300, 300)
      stage.move(320, 300)
      stage.move(320, 340)
      let inTurned = pan.translation(in: turned)
      #expect(inTurned.distance(to: Point(20, -5)) < 1e-9)
      pan.setTranslation(Point(10, 0), in: turned)
      #expect(pan.translation(in: nil).distance(to: Point(0, 20)) < 1e-9)
    }
  }

  /// Moves a finger along x; how fast the pan says that it was at its end.
  private func endSpeed(_ steps: [(milliseconds: Double, x: Double)], end: Double) -> Double {
    onStage { stage in
      let view = stage.plain()
      var speed = 0.0
      stage.add(UIPanGestureRecognizer(), "pan", to: view).addAction {
        if $0.state == .ended { speed = $0.velocity(in: nil).x }
      }
      let base = stage.now
      func post(_ milliseconds: Double, _ phase: HIDEvent.Contact.Phase, _ x: Double) {
        let time = base + UInt64(milliseconds * 1e6)
        stage.application.post(HIDEvent(timestamp: time, .digitizer([.init(1, phase, x: x, y: 100)])))
        stage.wait(1)
      }
      post(0, .began, 100)
      for step in steps { post(step.milliseconds, .moved, step.x) }
      post(end, .ended, steps.last?.x ?? 100)
      return speed
    }
  }

  @Test func aPansSpeedIsThatOfItsLastTenthOfASecond() {
    #expect(abs(endSpeed([(50, 120), (100, 140), (150, 160)], end: 151) - 400) < 1)
    // A place exactly that old counts, an older one does not.
    #expect(abs(endSpeed([(100, 120), (200, 150)], end: 201) - 300) < 1)
    #expect(endSpeed([(100, 120), (200.001, 150)], end: 201) == 0)
    // A finger that rested for that long has no speed.
    #expect(abs(endSpeed([(10, 120), (20, 140)], end: 119) - 2000) < 1)
    #expect(endSpeed([(10, 120), (20, 140)], end: 120) == 0)
  }

  @Test func aGestureThatHasEndedKnowsItsFingers() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      tap.numberOfTouchesRequired = 2
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      var seen: [String] = []
      for recognizer in [tap, pan] {
        recognizer.addAction {
          guard $0.state == .ended else { return }
          let places = (0..<$0.numberOfTouches).map { index in recognizer.location(ofTouch: index, in: nil).x
          }
          seen.append("\($0.label) \(places)")
        }
      }
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.frame(.init(1, .ended, x: 100, y: 100), .init(2, .ended, x: 200, y: 100), after: 10)
      stage.down(50, 100, after: 1000)
      stage.move(80, 100)
      stage.up(90, 100)
      #expect(seen == ["tap [100.0, 200.0]", "pan [90.0]"])
      #expect(tap.numberOfTouches == 0 && pan.numberOfTouches == 0)
    }
  }

  @Test func aTouchThatIsIgnoredLaterIsNotHeldBackAnyMore() {
    onStage { stage in
      let view = stage.plain()
      let scripted = stage.add(Scripted(), "scripted", to: view)
      scripted.delaysTouchesBegan = true
      var touch: UITouch?
      let rules = GestureRules()
      rules.shouldReceive = { _, new in
        touch = new
        return true
      }
      scripted.delegate = rules
      stage.down(100, 100)
      #expect(stage.log.take() == [])
      if let touch { scripted.ignore(touch, for: nil) }
      #expect(stage.log.take() == ["view began"])
      stage.up(100, 100)
      #expect(stage.log.take() == ["view ended"])
    }
  }

  @Test func aThirdFingerIsNothingToAPinch() {
    onStage { stage in
      let view = stage.plain()
      view.isMultipleTouchEnabled = true
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: view)
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.down(150, 300, finger: 3)
      #expect(stage.log.lines.filter { $0 == "view began" }.count == 2)
      stage.move(220, 100, finger: 2)
      #expect(pinch.state == .began && pinch.numberOfTouches == 2)
      stage.move(300, 100, finger: 2)
      let scale = pinch.scale
      stage.move(150, 500, finger: 3)
      #expect(pinch.scale == scale)
      // Only the two that it has end it.
      stage.up(150, 500, finger: 3)
      #expect(pinch.state == .changed)
      stage.up(100, 100, finger: 1)
      #expect(gestures(stage).last == "pinch ended")
    }
  }

  @Test(arguments: [true, false])
  func aDelegateMayTakeARecognizerOutWhenItIsAskedAboutATouch(disables: Bool) {
    onStage { stage in
      let view = stage.plain()
      let scripted = stage.add(Scripted(), "scripted", to: view)
      scripted.onBegan = { [log = stage.log] _ in log("scripted touched") }
      let rules = GestureRules()
      rules.shouldReceive = { recognizer, _ in
        if disables { recognizer.isEnabled = false } else { view.removeGestureRecognizer(recognizer) }
        return true
      }
      scripted.delegate = rules
      stage.tap(100, 100)
      #expect(stage.log.take() == ["view began", "view ended"] && scripted.numberOfTouches == 0)
    }
  }

  @Test func theFingersPlaceIsKnownWhenTheRecognizerHasBeenTakenFromItsView() {
    onStage { stage in
      let view = stage.plain()
      let other = UIView(frame: Rect(100, 50, 10, 10))
      view.addSubview(other)
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      var places: [String] = []
      pan.addAction { pan in
        if pan.state == .changed { view.removeGestureRecognizer(pan) }
        let place = pan.location(in: other)
        places.append("\(pan.state) \(place.x) \(place.y) \(pan.view == nil)")
      }
      stage.down(20, 20)
      stage.move(50, 60)
      stage.move(60, 60)
      #expect(places == ["began -50.0 10.0 false", "changed -40.0 10.0 true", "cancelled -40.0 10.0 true"])
    }
  }

  @Test func anAlarmOfAnEndedGestureHasNoEffect() {
    onStage { stage in
      let view = stage.plain()
      let press = stage.add(UILongPressGestureRecognizer(), "press", to: view)
      stage.tap(100, 100)
      stage.wait(200)
      // The first one's deadline passes during this one.
      stage.down(100, 100)
      stage.wait(400)
      #expect(gestures(stage) == [] && press.state == .possible)
      stage.wait(150)
      #expect(gestures(stage) == ["press began"])
    }
  }

  @Test func aDisabledRecognizerGetsNothingUntilTheNextTouch() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      stage.down(100, 100)
      pan.isEnabled = false
      pan.isEnabled = true
      stage.move(150, 100)
      stage.up(150, 100)
      #expect(gestures(stage) == [])
      stage.down(100, 100, after: 1000)
      stage.move(150, 100)
      #expect(gestures(stage) == ["pan began"])
      pan.isEnabled = false
      #expect(gestures(stage) == ["pan cancelled"])
      stage.up(150, 100)
      #expect(gestures(stage) == [])
    }
  }

  @Test func changesThatFollowEachOtherAreOneCallWithTheLastOne() {
    onStage { stage in
      let view = stage.plain()
      let scripted = stage.add(Scripted(), "scripted", to: view)
      scripted.onBegan = { $0.state = .began }
      scripted.onMoved = {
        $0.state = .changed
        $0.state = .changed
      }
      scripted.onEnded = {
        $0.state = .changed
        $0.state = .ended
      }
      stage.down(100, 100)
      stage.move(110, 100)
      stage.up(110, 100)
      #expect(
        gestures(stage) == ["scripted began", "scripted changed", "scripted changed", "scripted ended"])
    }
  }
}
