import ResponderKit
import TestHarness
import Testing

/// The moves of a recognizer's state that there are, and what ends a gesture.
@Suite(.hangLimit) struct StateMachineTests {
  typealias State = UIGestureRecognizer.State

  @Test func theTableOfMovesIsThis() {
    let all: [State] = [.possible, .began, .changed, .ended, .cancelled, .failed]
    let legal = all.flatMap { old in all.filter(old.canBecome).map { "\(old) \($0)" } }
    #expect(
      legal == [
        "possible began", "possible ended", "possible failed", "began changed", "began ended",
        "began cancelled", "changed changed", "changed ended", "changed cancelled",
      ])
    #expect(State.recognized == .ended)
    #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
  }

  @Test func anIllegalMoveIsRefusedWithAClearMessage() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      onStage { stage in
        let scripted = stage.add(Scripted(), "mine", to: stage.plain())
        scripted.onBegan = { $0.state = .changed }
        stage.down(10, 10)
        precondition(scripted.state == .possible && stage.log.take().contains("view began"))
      }
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        "gesture recognizer 'mine' can not go from possible to changed: it may begin (continuous gestures), be recognized (discrete ones) or fail"
      ))
  }

  @Test func movesThatUIKitForgivesEndTheGesture() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.onBegan = { $0.state = .began }
      scripted.onEnded = {
        // As in a loop over touches.
        for _ in 0..<2 { $0.state = .failed }
      }
      scripted.onReset = { [weak scripted] in scripted?.state = .possible }
      stage.tap(10, 10)
      #expect(stage.log.take() == ["s began", "s cancelled"])
      #expect(scripted.state == .possible)
      // A cancellation before the beginning is a failure, after which nothing has an effect.
      scripted.onBegan = {
        $0.state = .cancelled
        #expect($0.state == .failed)
        $0.state = .began
        #expect($0.state == .failed)
      }
      stage.tap(10, 10, after: 500)
      #expect(stage.log.take() == ["view began", "view ended"])
      #expect(scripted.state == .possible)
    }
  }

  @Test func aContinuousGestureReportsItsStates() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.cancelsTouchesInView = false
      scripted.onMoved = { $0.state = $0.state == .possible ? .began : .changed }
      scripted.onEnded = { $0.state = .ended }
      scripted.onReset = { [log = stage.log] in log("reset") }
      stage.down(10, 10)
      stage.move(11, 10)
      stage.move(12, 10)
      stage.up(12, 10)
      // Actions come before views hear of the touches; reset comes after the actions.
      #expect(
        stage.log.take() == [
          "view began", "s began", "view moved", "s changed", "view moved", "s ended", "reset", "view ended",
        ])
      #expect(scripted.state == .possible)
    }
  }

  @Test func afterResetTouchesThatAreDownAreNotGiven() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.cancelsTouchesInView = false
      var seen: [String] = []
      scripted.onBegan = { _ in seen.append("began") }
      scripted.onMoved = {
        seen.append("moved")
        $0.state = .recognized
      }
      stage.down(10, 10)
      stage.move(11, 10)
      stage.move(12, 10)
      stage.up(12, 10)
      #expect(seen == ["began", "moved"])
      #expect(stage.log.take() == ["view began", "s ended", "view moved", "view moved", "view ended"])
    }
  }

  @Test func failureIsSilentAndLetsTheViewHaveAll() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.onMoved = { $0.state = .failed }
      stage.down(10, 10)
      stage.move(11, 10)
      stage.up(11, 10)
      #expect(stage.log.take() == ["view began", "view moved", "view ended"])
    }
  }

  @Test func aRecognizerThatDoesNothingHoldsNothingUp() {
    onStage { stage in
      stage.add(Scripted(), "s", to: stage.plain())
      stage.tap(10, 10)
      #expect(stage.log.take() == ["view began", "view ended"])
    }
  }

  @Test func aGestureThatForgetsToEndIsCancelled() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.onBegan = { $0.state = .began }
      stage.tap(10, 10)
      #expect(stage.log.take() == ["s began", "s cancelled"])
      #expect(scripted.state == .possible)
    }
  }

  @Test func whoWaitsForMoreTouchesForEverGivesUp() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.waits = true
      stage.tap(10, 10)
      #expect(stage.log.take() == ["view began"])
      stage.wait(2100)
      #expect(stage.log.take() == ["view ended"])
    }
  }

  @Test func theStateCanBeSetFromATimer() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      stage.down(10, 10)
      scripted.state = .recognized
      stage.up(10, 10)
      #expect(stage.log.take() == ["view began", "s ended", "view cancelled"])
    }
  }

  @Test func disablingCancelsTheGestureAndNotTheTouch() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.cancelsTouchesInView = false
      scripted.onBegan = { $0.state = .began }
      stage.down(10, 10)
      scripted.isEnabled = false
      stage.move(12, 10)
      scripted.isEnabled = true
      stage.up(12, 10)
      #expect(stage.log.take() == ["s began", "view began", "s cancelled", "view moved", "view ended"])
      // Disabled it gets nothing.
      scripted.isEnabled = false
      stage.tap(10, 10)
      #expect(stage.log.take() == ["view began", "view ended"])
    }
  }

  @Test func whoIsTakenOffItsViewInTheMiddleEnds() {
    onStage { stage in
      let view = stage.plain()
      let scripted = stage.add(Scripted(), "s", to: view)
      scripted.cancelsTouchesInView = false
      scripted.onBegan = { $0.state = .began }
      // What it says after that is not heard, and no programming error.
      scripted.onMoved = {
        view.removeGestureRecognizer($0)
        $0.state = .changed
      }
      stage.down(10, 10)
      stage.move(12, 10)
      stage.up(12, 10)
      #expect(stage.log.take() == ["s began", "view began", "s cancelled", "view moved", "view ended"])
      #expect(scripted.view == nil)
    }
  }

  @Test func whoIsAddedLaterDoesNotSeeTouchesThatAreDown() {
    onStage { stage in
      let view = stage.plain()
      stage.down(10, 10)
      let scripted = stage.add(Scripted(), "s", to: view)
      scripted.onMoved = { $0.state = .recognized }
      stage.move(20, 10)
      stage.up(20, 10)
      #expect(stage.log.take() == ["view began", "view moved", "view ended"])
    }
  }

  @Test func ignoredTouchesAreNothingToIt() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      scripted.onBegan = { recognizer in
        #expect(recognizer.numberOfTouches == 1)
      }
      scripted.onMoved = { $0.state = .recognized }
      final class Ignoring: UIGestureRecognizer {
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
          for touch in touches { ignore(touch, for: event) }
        }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
          Issue.record("it got a touch that it ignores")
        }
      }
      let ignoring = stage.add(Ignoring(), "i", to: stage.window.subviews[0])
      ignoring.delaysTouchesBegan = true
      stage.down(10, 10)
      #expect(stage.log.take() == ["view began"])
      stage.move(12, 10)
      #expect(stage.log.take() == ["s ended", "view cancelled"])
    }
  }

  @Test func actionsHaveTypesAndTargetsAndCanBeTakenOut() {
    final class Target {
      var calls: [String] = []
    }
    onStage { stage in
      let tap = UITapGestureRecognizer()
      stage.plain().addGestureRecognizer(tap)
      let target = Target()
      let message = Selector("tapped") { (target: Target, sender, _) in
        target.calls.append("tapped by \(sender is UITapGestureRecognizer)")
      }
      tap.addTarget(target, action: message)
      tap.addTarget(target, action: message)
      var taps = 0
      let token = tap.addAction { tap in taps += tap.numberOfTapsRequired }
      stage.tap(10, 10)
      #expect(target.calls == ["tapped by true"])
      #expect(taps == 1)
      tap.removeTarget(target, action: nil)
      tap.removeAction(token)
      stage.tap(10, 10, after: 1000)
      #expect(target.calls.count == 1 && taps == 1)
    }
  }

  @Test func anEventKnowsTheTouchesOfARecognizer() {
    onStage { stage in
      let scripted = stage.add(Scripted(), "s", to: stage.plain())
      let other = stage.add(Scripted(), "other", to: stage.window)
      let rules = GestureRules()
      other.delegate = rules
      rules.shouldReceive = { _, touch in touch.location(in: nil).x > 100 }
      final class Counter: UIWindow {}
      var counts: [String] = []
      stage.window.subviews[0].isMultipleTouchEnabled = true
      scripted.onBegan = { recognizer in
        counts.append("\(recognizer.numberOfTouches)")
      }
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 200, y: 10))
      #expect(counts == ["2"])
      #expect(other.numberOfTouches == 1)
      #expect(other.location(in: nil) == Point(200, 10))
      #expect(scripted.location(in: nil) == Point(105, 10))
      #expect(scripted.location(ofTouch: 1, in: nil) == Point(200, 10))
    }
  }
}
