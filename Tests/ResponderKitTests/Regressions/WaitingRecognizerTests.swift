import ResponderKit
import TestHarness
import Testing

/// A recognizer that waited for another to fail was not ended when that one recognized, and one whose gesture was over
/// when it might go on began and never ended.
@Suite(.hangLimit) struct WaitingRecognizerTests {
  private func gestures(_ stage: Stage) -> [String] { stage.log.take().filter { !$0.hasPrefix("view") } }

  @Test func whatIsRequiredToFailAndRecognizesEndsTheOneThatWaits() {
    for isSimultaneous in [false, true] {
      onStage { stage in
        let view = stage.plain()
        let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
        let swipe = stage.add(UISwipeGestureRecognizer(), "swipe", to: view)
        pan.require(toFail: swipe)
        let rules = GestureRules()
        rules.simultaneously = { _, _ in isSimultaneous }
        pan.delegate = rules
        stage.down(100, 100)
        stage.move(120, 100)
        #expect(pan.isBlocked)
        stage.move(160, 100)
        #expect(!pan.isBlocked)
        #expect(gestures(stage) == ["swipe ended"])
        stage.move(200, 100)
        stage.up(200, 100)
        stage.wait(1000)
        #expect(gestures(stage) == [])
        // The next gesture is a new one.
        stage.down(100, 100, after: 1000)
        stage.move(120, 100)
        stage.wait(600)
        #expect(gestures(stage) == ["pan began"])
      }
    }
  }

  @Test func delegatesThatRequireAFailureEndTheOneThatWaitsToo() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      stage.add(UISwipeGestureRecognizer(), "swipe", to: view)
      let rules = GestureRules()
      rules.simultaneously = { _, _ in true }
      rules.requires = { _, other in other is UISwipeGestureRecognizer }
      pan.delegate = rules
      stage.down(100, 100)
      stage.move(120, 100)
      stage.move(160, 100)
      stage.up(160, 100)
      stage.wait(1000)
      #expect(gestures(stage) == ["swipe ended"])
    }
  }

  @Test func aBlockedPanWhoseFingersLiftBeginsAndEnds() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      let double = stage.add(UITapGestureRecognizer(), "double", to: view)
      double.numberOfTapsRequired = 2
      pan.require(toFail: double)
      var states: [UIGestureRecognizer.State] = []
      pan.addAction { states.append($0.state) }
      stage.down(100, 100)
      stage.move(120, 100)
      stage.up(120, 100)
      #expect(states == [] && pan.state == .possible)
      stage.wait(400)
      #expect(states == [.began, .ended] && pan.state == .possible)
      #expect(gestures(stage) == ["pan began", "pan ended"])
    }
  }

  /// The recognizer itself says nothing at the lift.
  @Test func aBlockedGestureWithoutFingersBeginsAndEnds() {
    onStage { stage in
      let view = stage.plain()
      let quiet = stage.add(Scripted(), "quiet", to: view)
      quiet.onMoved = { $0.state = .began }
      let double = stage.add(UITapGestureRecognizer(), "double", to: view)
      double.numberOfTapsRequired = 2
      quiet.require(toFail: double)
      stage.down(100, 100)
      stage.move(105, 100)
      stage.up(105, 100)
      #expect(quiet.isBlocked && gestures(stage) == [])
      stage.wait(400)
      #expect(gestures(stage) == ["quiet began", "quiet ended"])
      stage.down(100, 100, after: 1000)
      stage.move(105, 100)
      #expect(quiet.isBlocked)
    }
  }

  @Test func aBlockedGestureThatEndsWithAFingerLeftBeginsAndEnds() {
    onStage { stage in
      let view = stage.plain()
      view.isMultipleTouchEnabled = true
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      pan.minimumNumberOfTouches = 2
      let gate = stage.add(Scripted(), "gate", to: view)
      pan.require(toFail: gate)
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.frame(.init(1, .moved, x: 130, y: 100), .init(2, .moved, x: 230, y: 100), after: 10)
      #expect(pan.isBlocked)
      stage.up(230, 100, finger: 2)
      #expect(pan.isBlocked && gestures(stage) == [])
      gate.state = .failed
      #expect(gestures(stage) == ["pan began", "pan ended"])
      stage.move(160, 100)
      stage.up(160, 100)
      #expect(gestures(stage) == [])
    }
  }

  @Test func aBlockedDiscreteGestureIsRecognizedOnce() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      let gate = stage.add(Scripted(), "gate", to: view)
      gate.waits = true
      tap.require(toFail: gate)
      stage.tap(100, 100)
      #expect(tap.isBlocked && gestures(stage) == [])
      gate.state = .failed
      #expect(gestures(stage) == ["tap ended"] && !tap.isBlocked)
      stage.wait(3000)
      #expect(gestures(stage) == [])
    }
  }

  @Test func aBlockedGestureWhoseTouchIsCancelledNeverBegins() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      let gate = stage.add(Scripted(), "gate", to: view)
      pan.require(toFail: gate)
      stage.down(100, 100)
      stage.move(130, 100)
      #expect(pan.isBlocked)
      stage.cancel()
      #expect(!pan.isBlocked && gate.state == .possible)
      stage.wait(3000)
      #expect(gestures(stage) == [])
    }
  }

  @Test func aBlockedRecognizerThatIsDisabledNeverBegins() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      let gate = stage.add(Scripted(), "gate", to: view)
      pan.require(toFail: gate)
      stage.down(100, 100)
      stage.move(130, 100)
      pan.isEnabled = false
      #expect(!pan.isBlocked)
      gate.state = .failed
      stage.move(150, 100)
      stage.up(150, 100)
      #expect(gestures(stage) == [])
    }
  }

  @Test func aBlockedGestureOfAViewThatLeftItsWindowNeverBegins() {
    onStage { stage in
      let view = stage.plain()
      let inner = stage.plain("view inside", Rect(50, 50, 200, 200))
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: inner)
      let double = stage.add(UITapGestureRecognizer(), "double", to: view)
      double.numberOfTapsRequired = 2
      pan.require(toFail: double)
      stage.down(100, 100)
      stage.move(120, 100)
      stage.up(120, 100)
      #expect(pan.isBlocked)
      inner.removeFromSuperview()
      stage.wait(400)
      #expect(gestures(stage) == [])
    }
  }

  @Test func aChainOfRequirementsIsUnblockedFromItsEnd() {
    onStage { stage in
      let view = stage.plain()
      let taps = (1...3).map { count in
        let tap = stage.add(UITapGestureRecognizer(), "\(count) taps", to: view)
        tap.numberOfTapsRequired = count
        return tap
      }
      taps[0].require(toFail: taps[1])
      taps[1].require(toFail: taps[2])
      stage.tap(100, 100)
      stage.wait(1000)
      #expect(gestures(stage) == ["1 taps ended"])
      stage.tap(100, 100, after: 1000)
      stage.tap(100, 100, after: 100)
      stage.wait(1000)
      #expect(gestures(stage) == ["2 taps ended"])
      for _ in 0..<3 { stage.tap(100, 100, after: 100) }
      stage.wait(1000)
      #expect(gestures(stage) == ["3 taps ended"])
    }
  }
}
