import ResponderKit
import TestHarness
import Testing

/// Recognizers beside each other: who comes first, who waits, who may go on at the same time.
@Suite(.hangLimit) struct RelationTests {
  private func drag(_ stage: Stage, finger: UInt32 = 1) {
    stage.down(100, 100, finger: finger)
    stage.move(104, 100, finger: finger)
    stage.move(120, 100, finger: finger)
    stage.move(140, 100, finger: finger)
    stage.up(140, 100, finger: finger)
  }

  @Test func theFirstThatBeginsMakesTheOthersFail() {
    onStage { stage in
      let outer = stage.plain("outer")
      let inner = stage.plain("inner", Rect(50, 50, 200, 200))
      stage.add(UIPanGestureRecognizer(), "outer pan", to: outer)
      stage.add(UIPanGestureRecognizer(), "inner pan", to: inner)
      stage.add(UITapGestureRecognizer(), "tap", to: inner)
      drag(stage)
      // From the view that was hit outwards.
      #expect(
        stage.log.take() == [
          "inner began", "inner moved", "inner pan began", "inner cancelled", "inner pan changed",
          "inner pan ended",
        ])
    }
  }

  @Test func oneDelegateThatSaysYesIsEnoughForBothToGoOn() {
    for who in 0..<2 {
      onStage { stage in
        let view = stage.plain()
        let first = stage.add(UIPanGestureRecognizer(), "first", to: view)
        let second = stage.add(UIPanGestureRecognizer(), "second", to: view)
        let rules = GestureRules()
        rules.simultaneously = { _, _ in true }
        (who == 0 ? first : second).delegate = rules
        drag(stage)
        #expect(
          stage.log.take() == [
            "view began", "view moved", "first began", "second began", "view cancelled", "first changed",
            "second changed", "first ended", "second ended",
          ])
      }
    }
  }

  @Test func preventionCanBeRefusedFromBothSides() {
    final class Meek: UIPanGestureRecognizer {
      override func canPrevent(_ other: UIGestureRecognizer) -> Bool { false }
    }
    final class Firm: UIPanGestureRecognizer {
      override func canBePrevented(by other: UIGestureRecognizer) -> Bool { false }
    }
    for pair in 0..<2 {
      onStage { stage in
        let view = stage.plain()
        stage.add(pair == 0 ? Meek() : UIPanGestureRecognizer(), "first", to: view)
        stage.add(pair == 0 ? UIPanGestureRecognizer() : Firm(), "second", to: view)
        drag(stage)
        #expect(
          stage.log.lines.filter { $0.hasSuffix("pan began") || $0.hasSuffix("d began") } == ["second began"])
        #expect(stage.log.lines.contains("first began"))
      }
    }
  }

  @Test func aTapWaitsUntilTheDoubleTapHasFailed() {
    onStage { stage in
      let view = stage.plain()
      let single = stage.add(UITapGestureRecognizer(), "single", to: view)
      let double = stage.add(UITapGestureRecognizer(), "double", to: view)
      double.numberOfTapsRequired = 2
      single.require(toFail: double)
      stage.tap(10, 10)
      // It has recognized and waits: the view does not know of the end yet.
      #expect(stage.log.take() == ["view began"])
      #expect(single.isBlocked && single.state == .possible)
      stage.wait(300)
      #expect(stage.log.take() == [])
      stage.wait(100)
      #expect(stage.log.take() == ["single ended", "view cancelled"])
      // Both taps in time.
      stage.tap(10, 10, after: 1000)
      stage.tap(12, 10, after: 100)
      stage.wait(1000)
      // Both touches are cancelled, in one call.
      #expect(stage.log.take() == ["view began", "view began", "double ended", "view cancelled"])
    }
  }

  @Test func withoutARequirementTheSingleTapComesAtOnceAndTheDoubleTapToo() {
    onStage { stage in
      let view = stage.plain()
      let double = stage.add(UITapGestureRecognizer(), "double", to: view)
      double.numberOfTapsRequired = 2
      stage.add(UITapGestureRecognizer(), "single", to: view)
      stage.tap(10, 10)
      #expect(stage.log.take() == ["view began", "single ended", "view cancelled"])
      stage.tap(10, 10, after: 50)
      #expect(stage.log.take() == ["view began", "double ended", "view cancelled"])
    }
  }

  @Test func aPanThatWaitsBeginsWhenTheSwipeHasFailed() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      let swipe = stage.add(UISwipeGestureRecognizer(), "swipe", to: view)
      pan.require(toFail: swipe)
      // Slowly: no swipe.
      stage.down(100, 100)
      stage.move(120, 100, after: 100)
      stage.move(125, 100, after: 100)
      #expect(stage.log.take() == ["view began", "view moved", "view moved"])
      stage.wait(400)
      #expect(stage.log.take() == ["pan began", "view cancelled"])
      stage.move(130, 100)
      stage.up(130, 100)
      #expect(stage.log.take() == ["pan changed", "pan ended"])
      // Quickly: the pan never comes.
      stage.down(100, 100, after: 1000)
      stage.move(130, 100)
      stage.move(160, 100)
      stage.up(160, 100)
      #expect(stage.log.take() == ["view began", "view moved", "swipe ended", "view cancelled"])
    }
  }

  @Test func whoWaitsWhileItsGestureEndsBeginsAndEndsWhenItMay() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      let double = stage.add(UITapGestureRecognizer(), "double", to: view)
      double.numberOfTapsRequired = 2
      pan.require(toFail: double)
      stage.down(100, 100)
      stage.move(115, 100)
      stage.up(115, 100)
      #expect(stage.log.take() == ["view began", "view moved"])
      stage.wait(400)
      #expect(stage.log.take() == ["pan began", "pan ended", "view cancelled"])
    }
  }

  @Test func delegatesSayWhoWaits() {
    for side in 0..<2 {
      onStage { stage in
        let view = stage.plain()
        let single = stage.add(UITapGestureRecognizer(), "single", to: view)
        let double = stage.add(UITapGestureRecognizer(), "double", to: view)
        double.numberOfTapsRequired = 2
        let rules = GestureRules()
        var asked = 0
        if side == 0 {
          rules.requires = { recognizer, other in
            if other === double { asked += 1 }
            return recognizer === single && other === double
          }
          single.delegate = rules
        } else {
          rules.isRequired = { recognizer, other in
            if other === single { asked += 1 }
            return recognizer === double && other === single
          }
          double.delegate = rules
        }
        stage.tap(10, 10)
        stage.tap(10, 10, after: 50)
        #expect(stage.log.take().filter { !$0.hasPrefix("view") } == ["double ended"])
        // Once for a pair and a gesture.
        #expect(asked == 1)
        stage.tap(10, 10, after: 1000)
        stage.wait(500)
        #expect(stage.log.take().filter { !$0.hasPrefix("view") } == ["single ended"])
        #expect(asked == 2)
      }
    }
  }

  @Test func aCircleOfRequirementsBlocksNoRecognizer() {
    onStage { stage in
      let view = stage.plain()
      let taps = (0..<3).map { stage.add(UITapGestureRecognizer(), "tap \($0)", to: view) }
      for index in 0..<3 { taps[index].require(toFail: taps[(index + 1) % 3]) }
      stage.tap(10, 10)
      #expect(stage.log.take() == ["view began", "tap 0 ended", "view cancelled"])
      #expect(stage.application.losses.count(of: .requirementCycle) == 1)
    }
  }

  @Test func whoIsRequiredAndSawNothingIsNotWaitedFor() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      let swipe = stage.add(
        UISwipeGestureRecognizer(), "swipe", to: stage.plain("other", Rect(0, 300, 50, 50)))
      tap.require(toFail: swipe)
      stage.tap(10, 10)
      #expect(stage.log.take() == ["view began", "tap ended", "view cancelled"])
    }
  }

  @Test func theDelegateThenTheViewThatWasHitMayForbid() {
    final class Stern: PlainView {
      override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        log("\(label) asked")
        return false
      }
    }
    onStage { stage in
      let outer = stage.plain("outer")
      let inner = Stern("inner", Rect(0, 0, 100, 100), stage.log)
      outer.addSubview(inner)
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: outer)
      let rules = GestureRules()
      tap.delegate = rules
      rules.shouldBegin = { [log = stage.log] _ in
        log("delegate asked")
        return true
      }
      stage.tap(10, 10)
      #expect(stage.log.take() == ["inner began", "delegate asked", "inner asked", "inner ended"])
      rules.shouldBegin = { _ in false }
      stage.tap(200, 200, after: 1000)
      #expect(stage.log.take() == ["outer began", "outer ended"])
    }
  }

  @Test func theDelegateSaysWhichTouchesCome() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      let rules = GestureRules()
      tap.delegate = rules
      rules.shouldReceive = { _, touch in touch.location(in: nil).x < 50 }
      stage.tap(100, 10)
      #expect(stage.log.take() == ["view began", "view ended"])
      stage.tap(10, 10, after: 1000)
      #expect(stage.log.take() == ["view began", "tap ended", "view cancelled"])
      tap.allowedTouchTypes = [.pencil]
      stage.tap(10, 10, after: 1000)
      #expect(stage.log.take() == ["view began", "view ended"])
    }
  }

  @Test func recognizersOfTheWindowSeeAllTouches() {
    onStage { stage in
      stage.plain()
      stage.add(UITapGestureRecognizer(), "tap", to: stage.window)
      stage.tap(10, 10)
      #expect(stage.log.take() == ["view began", "tap ended", "view cancelled"])
    }
  }

  @Test func touchesThatTheViewDoesNotGetComeToRecognizersAllTheSame() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      tap.numberOfTouchesRequired = 2
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 60, y: 10))
      stage.frame(.init(1, .ended, x: 10, y: 10), .init(2, .ended, x: 60, y: 10), after: 50)
      #expect(stage.log.take() == ["view began", "tap ended", "view cancelled"])
    }
  }

  @Test func aLoopThatIsRunInAnActionGoesOnWithGestures() {
    onStage { stage in
      let view = stage.plain()
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
      var depth = 0
      tap.addAction { [unowned stage] _ in
        depth += 1
        if depth == 1 { stage.tap(20, 20, finger: 2, after: 500) }
        stage.log("left \(depth)")
        depth -= 1
      }
      stage.tap(10, 10)
      #expect(
        stage.log.take() == [
          "view began", "tap ended", "view cancelled", "view began", "tap ended", "left 2", "view cancelled",
          "left 1",
        ])
    }
  }

  @Test func whatHasBegunPreventsWhatALaterFingerWouldDo() {
    onStage { stage in
      let view = stage.plain()
      let inner = PlainView("inner", Rect(0, 0, 100, 100), stage.log)
      view.addSubview(inner)
      stage.add(UIPanGestureRecognizer(), "pan", to: view)
      stage.add(UITapGestureRecognizer(), "tap", to: inner)
      stage.down(200, 200)
      for y in [210.0, 220, 230] { stage.move(200, y) }
      stage.tap(50, 50, finger: 2, after: 10)
      stage.up(200, 230)
      let lines = stage.log.take()
      #expect(lines.contains("pan began") && !lines.contains("tap ended"))
      // Without it the same tap is one.
      stage.tap(50, 50, finger: 2, after: 1000)
      #expect(stage.log.take().contains("tap ended"))
    }
  }
}
