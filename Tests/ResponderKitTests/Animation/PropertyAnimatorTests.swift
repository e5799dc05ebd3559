import TestHarness
import Testing

@testable import ResponderKit

/// Animations that are paused, moved by hand, reversed and stopped.
@Suite(.hangLimit) struct PropertyAnimatorTests {
  private func animator(_ view: UIView) -> UIViewPropertyAnimator {
    UIViewPropertyAnimator(duration: 0.4, curve: .linear) { view.frame.origin.x = 200 }
  }

  private func near(_ view: UIView, _ wanted: Double) -> Bool {
    abs(view.presentationFrame.minX - wanted) < 12
  }

  @Test func itGoesFromStartToEnd() {
    onStage { stage in
      let view = stage.box()
      let animator = animator(view)
      var ends: [UIViewAnimatingPosition] = []
      animator.addCompletion { ends.append($0) }
      #expect(animator.state == .inactive && view.frame.minX == 0)
      animator.startAnimation(afterDelay: 0.1)
      #expect(animator.state == .active && animator.isRunning && view.frame.minX == 200)
      stage.wait(90)
      #expect(view.presentationFrame.minX == 0)
      stage.wait(210)
      #expect(near(view, 100) && abs(animator.fractionComplete - 0.5) < 0.06)
      // It can be hit where it will be.
      #expect(stage.window.hitTest(Point(250, 50), with: nil) === view)
      stage.wait(250)
      #expect(ends == [.end] && animator.state == .inactive && !animator.isRunning && !view.isAnimating)
    }
  }

  @Test func itIsPausedAndMovedByHand() {
    onStage { stage in
      let view = stage.box()
      let animator = animator(view)
      var ends: [UIViewAnimatingPosition] = []
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      stage.wait(100)
      animator.pauseAnimation()
      let place = view.presentationFrame.minX
      #expect(near(view, 50) && animator.state == .active && !animator.isRunning)
      stage.wait(600)
      #expect(view.presentationFrame.minX == place && ends == [])
      animator.fractionComplete = 0.8
      #expect(abs(view.presentationFrame.minX - 160) < 0.001)
      animator.fractionComplete = 0.25
      #expect(abs(view.presentationFrame.minX - 50) < 0.001)
      animator.startAnimation()
      stage.wait(150)
      #expect(near(view, 125) && ends == [])
      stage.wait(200)
      #expect(ends == [.end] && view.presentationFrame.minX == 200)
    }
  }

  @Test func reversedItEndsAtTheOldValues() {
    onStage { stage in
      let view = stage.box()
      let animator = animator(view)
      var ends: [UIViewAnimatingPosition] = []
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      stage.wait(300)
      #expect(near(view, 150))
      animator.isReversed = true
      stage.wait(100)
      #expect(near(view, 100) && animator.isRunning && ends == [])
      stage.wait(250)
      #expect(ends == [.start] && view.frame.minX == 0 && view.presentationFrame.minX == 0)
    }
  }

  @Test func itContinuesBackwardsInAPartOfItsTime() {
    onStage { stage in
      let view = stage.box()
      let animator = animator(view)
      var ends: [UIViewAnimatingPosition] = []
      animator.addCompletion { ends.append($0) }
      animator.fractionComplete = 0.75
      animator.isReversed = true
      #expect(abs(animator.fractionComplete - 0.25) < 0.001)
      animator.continueAnimation(
        withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 2)
      stage.wait(400)
      #expect(near(view, 75))
      stage.wait(450)
      #expect(ends == [.start] && view.frame.minX == 0)
    }
  }

  @Test func stoppedItLeavesTheViewWhereItIs() {
    onStage { stage in
      let view = stage.box()
      var ends: [UIViewAnimatingPosition] = []
      let first = animator(view)
      first.addCompletion { ends.append($0) }
      first.startAnimation()
      stage.wait(200)
      first.stopAnimation(true)
      #expect(near(view, 100) && view.frame == view.presentationFrame && first.state == .inactive)
      let second = animator(view)
      second.addCompletion { ends.append($0) }
      second.startAnimation()
      stage.wait(100)
      second.stopAnimation(false)
      #expect(second.state == .stopped && ends == [] && view.frame.minX < 150)
      second.finishAnimation(at: .end)
      #expect(ends == [.end] && view.frame.minX == 200 && second.state == .inactive)
    }
  }

  @Test func changesAreAddedWithADelayAndSpringsSwing() {
    onStage { stage in
      let view = stage.box()
      let animator = animator(view)
      animator.addAnimations({ view.alpha = 0 }, delayFactor: 0.5)
      animator.startAnimation()
      stage.wait(200)
      #expect(near(view, 100) && view.presentationAlpha > 0.9)
      stage.wait(100)
      #expect(abs(view.presentationAlpha - 0.5) < 0.1)
      stage.wait(150)
      var farthest = 0.0
      let spring = UIViewPropertyAnimator(duration: 0.5, dampingRatio: 0.3) { view.frame.origin.x = 300 }
      spring.startAnimation()
      for _ in 0..<60 {
        stage.wait(10)
        farthest = max(farthest, view.presentationFrame.minX)
      }
      #expect(farthest > 315 && view.presentationFrame.minX == 300)
    }
  }

  @Test func aRunningOneIsMadeAtOnceAndAllCurvesEndAtTheNewValues() {
    onStage { stage in
      let view = stage.box()
      var ends = 0
      UIViewPropertyAnimator.runningPropertyAnimator(
        withDuration: 0.2, delay: 0, animations: { view.center.x = 300 }, completion: { _ in ends += 1 })
      #expect(view.isAnimating)
      stage.wait(300)
      let curves: [any UITimingCurveProvider] = [
        UICubicTimingParameters(animationCurve: .easeIn),
        UICubicTimingParameters(controlPoint1: Point(0.2, 0), controlPoint2: Point(0.2, 1)),
        UISpringTimingParameters(dampingRatio: 0.8, initialVelocity: CGVector(dx: 1, dy: 0)),
        UISpringTimingParameters(mass: 1, stiffness: 400, damping: 30),
      ]
      for curve in curves {
        let animator = UIViewPropertyAnimator(duration: 0.2, timingParameters: curve)
        animator.addAnimations { view.center.x = view.center.x == 300 ? 100 : 300 }
        animator.addCompletion { _ in ends += 1 }
        animator.startAnimation()
        stage.wait(700)
        #expect(view.presentationFrame == view.frame && !view.isAnimating)
      }
      #expect(ends == 5)
    }
  }

  @Test func viewsThatItGetsWhileItRunsMove() {
    onStage { stage in
      let (first, second) = (stage.box(), stage.box())
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) { first.center.x = 300 }
      animator.startAnimation()
      stage.wait(100)
      animator.addAnimations { second.center.x = 300 }
      stage.wait(100)
      #expect(second.isAnimating && second.presentationFrame.minX < second.frame.minX)
      first.removeAllAnimations()
      #expect(!first.isAnimating && second.isAnimating)
      stage.wait(400)
      #expect(!second.isAnimating)
    }
  }

  @Test func itPausesAtItsEndAndComesBack() {
    onStage { stage in
      let view = stage.box()
      let animator = animator(view)
      animator.pausesOnCompletion = true
      var ends: [UIViewAnimatingPosition] = []
      animator.addCompletion { ends.append($0) }
      animator.startAnimation()
      stage.wait(600)
      #expect(ends == [] && animator.state == .active && !animator.isRunning)
      #expect(animator.fractionComplete == 1 && view.presentationFrame.minX == 200)
      animator.isReversed = true
      animator.startAnimation()
      stage.wait(200)
      #expect(near(view, 100))
      stage.wait(400)
      #expect(ends == [] && animator.state == .active && view.presentationFrame.minX == 0)
      animator.stopAnimation(false)
      animator.finishAnimation(at: .start)
      #expect(ends == [.start] && view.frame.minX == 0 && animator.state == .inactive)
    }
  }

  @Test func theFractionIsOfTheWayOrOfTheTime() {
    onStage { stage in
      let view = stage.box()
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .easeIn) { view.frame.origin.x = 200 }
      animator.fractionComplete = 0.5
      #expect(abs(view.presentationFrame.minX - 100) < 0.001)
      animator.scrubsLinearly = false
      animator.fractionComplete = 0.5
      #expect(abs(view.presentationFrame.minX - 50) < 0.001 && abs(animator.fractionComplete - 0.5) < 0.001)
    }
  }

  @Test func whatRunsIsNotContinued() {
    onStage { stage in
      let view = stage.box()
      let animator = animator(view)
      animator.startAnimation()
      stage.wait(200)
      animator.continueAnimation(withTimingParameters: nil, durationFactor: 10)
      stage.wait(100)
      #expect(near(view, 150))
      stage.wait(150)
      #expect(animator.state == .inactive && view.presentationFrame.minX == 200)
    }
  }

  @Test func whatIsStoppedKeepsEachValueThatIsSeen() {
    onStage { stage in
      let view = stage.box()
      view.backgroundColor = .red
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) {
        view.alpha = 0
        view.bounds.size = Size(200, 200)
        view.backgroundColor = .blue
        view.transform3D = CATransform3DMakeRotation(1, 0, 1, 0)
        view.layer.cornerRadius = 40
        view.layer.zPosition = 100
        view.layer.sublayerTransform.m34 = -1 / 400
      }
      animator.startAnimation()
      stage.wait(200)
      let seen = view.presentation
      #expect(abs(seen.opacity - 0.5) < 0.1 && abs(seen.sublayers.m34 + 1 / 800) < 0.0005)
      animator.stopAnimation(true)
      // A frame may be between what was seen last and now.
      let left = view.layerState
      #expect(abs(left.opacity - seen.opacity) < 0.06 && abs(left.bounds.width - seen.bounds.width) < 6)
      #expect(abs((left.look.background?.blue ?? 0) - (seen.look.background?.blue ?? 1)) < 0.06)
      #expect(abs(left.spatial.m11 - seen.spatial.m11) < 0.06 && abs(left.depth - seen.depth) < 6)
      #expect(abs(left.look.cornerRadius - seen.look.cornerRadius) < 3)
      #expect(abs(left.sublayers.m34 - seen.sublayers.m34) < 0.0002)
      #expect(view.presentationStorage == nil)
    }
  }
}
