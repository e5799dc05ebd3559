import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Touches that views receive beside recognizers, the delegate's questions, and which recognizer gets which touch.
@Suite(.hangLimit) struct GestureDeliveryTests {
  private func gestures(_ stage: Stage) -> [String] { stage.log.take().filter { !$0.hasPrefix("view") } }

  @Test func aGestureThatGoesOnHoldsNothingBack() {
    onStage { stage in
      let view = stage.plain()
      view.isMultipleTouchEnabled = true
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      pan.cancelsTouchesInView = false
      pan.delaysTouchesBegan = true
      stage.down(100, 100, finger: 1)
      #expect(stage.log.take() == [])
      stage.move(120, 100, finger: 1)
      #expect(stage.log.take() == ["pan began", "view began", "view moved"])
      // A finger that joins, and leaves, is its view's at once.
      stage.down(200, 100, finger: 2)
      #expect(stage.log.take() == ["view began"])
      stage.up(200, 100, finger: 2)
      #expect(stage.log.take() == ["view ended"])
      stage.up(120, 100, finger: 1)
      #expect(stage.log.take() == ["pan ended", "view ended"])
    }
  }

  @Test func touchesOfOneEventKeepTheirOrderAlsoWhenOneWasHeldBack() {
    onStage { stage in
      stage.plain()
      let first = stage.plain("view one", Rect(0, 0, 100, 100))
      let second = stage.plain("view two", Rect(200, 0, 100, 100))
      let scripted = stage.add(Scripted(), "scripted", to: second)
      scripted.delaysTouchesBegan = true
      scripted.onBegan = { $0.state = .failed }
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 210, y: 10))
      #expect(stage.log.take() == ["view one began", "view two began"])
      withExtendedLifetime(first) {}
    }
  }

  @Test func whatIsGivenLateIsAsItWasThen() {
    final class Noting: UIView {
      var lines: [String] = []
      private func note(_ name: String, _ touches: Set<UITouch>) {
        for touch in touches { lines.append("\(name) \(touch.tapCount) \(touch.force)") }
      }
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
      override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { note("ended", touches) }
    }
    onStage { stage in
      let view = stage.show(Noting(frame: UIScreen.main.bounds))
      let scripted = stage.add(Scripted(), "scripted", to: view)
      scripted.delaysTouchesBegan = true
      scripted.waits = true
      stage.frame(.init(1, .began, x: 100, y: 100, force: 0.25))
      stage.frame(.init(1, .moved, x: 200, y: 100, force: 0.5), after: 10)
      stage.frame(.init(1, .ended, x: 200, y: 100), after: 10)
      #expect(view.lines == [])
      scripted.state = .failed
      #expect(view.lines == ["began 1 0.25", "moved 1 0.5", "ended 0 0.5"])
    }
  }

  @Test func aRecognizerThatWaitsForOthersWithItsGestureDoneGetsNoFurtherTouches() {
    onStage { stage in
      let view = stage.plain()
      let single = stage.add(UITapGestureRecognizer(), "single", to: view)
      let double = stage.add(UITapGestureRecognizer(), "double", to: view)
      double.numberOfTapsRequired = 2
      single.require(toFail: double)
      let rules = GestureRules()
      var asked = 0
      rules.shouldReceive = { _, _ in
        asked += 1
        return true
      }
      single.delegate = rules
      stage.tap(100, 100)
      #expect(single.isBlocked && asked == 1)
      stage.tap(100, 100, after: 50)
      #expect(asked == 1 && gestures(stage) == ["double ended"])
      stage.tap(100, 100, after: 1000)
      #expect(asked == 2)
    }
  }

  @Test func theViewOfTheFirstFingerIsAskedInEachGesture() {
    final class Asked: UIView {
      var count = 0
      override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        count += 1
        return true
      }
    }
    onStage { stage in
      let view = stage.plain()
      let (left, right) = (Asked(frame: Rect(0, 0, 100, 100)), Asked(frame: Rect(200, 0, 100, 100)))
      view.addSubview(left)
      view.addSubview(right)
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      stage.tap(10, 10)
      #expect([left.count, right.count] == [1, 0])
      stage.tap(210, 10, after: 1000)
      #expect([left.count, right.count] == [1, 1])
      // Two fingers: the one that came first.
      stage.down(210, 10, finger: 1, after: 1000)
      stage.down(10, 10, finger: 2)
      stage.move(250, 10, finger: 1)
      #expect([left.count, right.count] == [1, 2] && pan.state == .began)
      withExtendedLifetime(tap) {}
    }
  }

  @Test func aDelegateThatDisablesTheRecognizerHasTheLastWord() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      let rules = GestureRules()
      rules.shouldBegin = {
        $0.isEnabled = false
        return true
      }
      tap.delegate = rules
      stage.tap(100, 100)
      #expect(stage.log.take() == ["view began", "view ended"])
    }
  }

  @Test func aRecognizerDoesNotWaitForItself() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      tap.require(toFail: tap)
      stage.tap(100, 100)
      #expect(gestures(stage) == ["tap ended"] && stage.application.losses.total == 0)
    }
  }

  @Test func aSwipeNeedsAllItsFingers() {
    for count in 1...3 as ClosedRange<UInt32> {
      onStage { stage in
        let view = stage.plain()
        let swipe = stage.add(UISwipeGestureRecognizer(), "swipe", to: view)
        swipe.numberOfTouchesRequired = 2
        func send(_ phase: HIDEvent.Contact.Phase, _ way: Double) {
          stage.send((1...count).map { .init($0, phase, x: 50 + way, y: Double($0) * 50) }, after: 10)
        }
        send(.began, 0)
        send(.moved, 70)
        send(.ended, 70)
        #expect(gestures(stage) == (count == 2 ? ["swipe ended"] : []), "\(count) fingers")
      }
    }
  }

  @Test func aRotationBeginsAnewWithAnotherFinger() {
    onStage { stage in
      let view = stage.plain()
      stage.add(UIRotationGestureRecognizer(), "rotation", to: view)
      func at(_ angle: Double) -> (Double, Double) {
        let place = Point(100, 0).applying(AffineTransform(rotationAngle: angle))
        return (200 + place.x, 300 + place.y)
      }
      stage.frame(.init(1, .began, x: 200, y: 300), .init(2, .began, x: 300, y: 300))
      // An arc of six points, which is not enough, and one of four with the next finger.
      stage.move(at(0.12).0, at(0.12).1, finger: 2)
      stage.up(at(0.12).0, at(0.12).1, finger: 2)
      stage.down(300, 300, finger: 3)
      stage.move(at(0.08).0, at(0.08).1, finger: 3)
      #expect(gestures(stage) == [])
      stage.move(at(0.17).0, at(0.17).1, finger: 3)
      #expect(gestures(stage) == ["rotation began"])
    }
  }

  @Test func aPressOfTwoFingersLeavesNoTimeBehind() {
    onStage { stage in
      let view = stage.plain()
      let press = stage.add(UILongPressGestureRecognizer(), "press", to: view)
      press.numberOfTouchesRequired = 2
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.frame(.init(1, .ended, x: 100, y: 100), .init(2, .ended, x: 200, y: 100), after: 600)
      #expect(gestures(stage) == ["press began", "press ended"])
      stage.down(100, 100, after: 1000)
      stage.move(101, 100, after: 700)
      stage.up(101, 100)
      #expect(gestures(stage) == [])
    }
  }
}
