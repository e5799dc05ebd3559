import TestHarness
import Testing

@testable import ResponderKit

/// Animations beside others of the same view: which of them end, are taken over, reversed or stopped, and what is seen meanwhile.
@Suite(.hangLimit) struct AnimationsBesideOthersTests {
  private func fade(
    _ view: UIView, to alpha: Double, in seconds: Double, _ options: UIView.AnimationOptions = .curveLinear,
    _ completion: ((Bool) -> Void)? = nil
  ) {
    UIView.animate(
      withDuration: seconds, delay: 0, options: options, animations: { view.alpha = alpha },
      completion: completion)
  }

  // MARK: Changes without an animation

  @Test func aPlaceThatIsSetIsSeenAtOnceBesideAnAnimationThatRests() {
    onBox { stage, view in
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
      animator.fractionComplete = 0.5
      view.center.x = 300
      #expect(view.presentationFrame.midX == 300 && view.presentationAlpha == 0.5)
      stage.wait(100)
      #expect(view.presentationFrame.midX == 300)
      animator.stopAnimation(true)

      let kept = CABasicAnimation(keyPath: "opacity")
      (kept.fromValue, kept.toValue, kept.duration) = (1.0, 0.25, 0.1)
      (kept.isRemovedOnCompletion, kept.fillMode) = (false, .forwards)
      view.layer.add(kept, forKey: "kept")
      stage.wait(300)
      view.center.x = 100
      #expect(view.presentationFrame.midX == 100 && view.presentationAlpha == 0.25)
      view.layer.removeAllAnimations()

      fade(view, to: 1, in: 1)
      view.layer.speed = 0
      stage.wait(100)
      view.center.x = 200
      #expect(view.presentationFrame.midX == 200)
    }
  }

  @Test func aPlaceThatIsSetIsSeenAtOnceWhileAnAnimationRuns() {
    onBox { stage, view in
      animateCenter(of: view, toX: 100)
      stage.wait(200)
      view.center.x = 500
      #expect(isNear(view.presentationFrame.midX, 450))
    }
  }

  @Test func aPlaceThatIsSetWithoutAnimationInsideOfOneIsSeenAtOnce() {
    onBox { stage, view in
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
      animator.fractionComplete = 0.5
      UIView.animate(withDuration: 1) {
        UIView.performWithoutAnimation { view.center.x = 300 }
        #expect(view.presentationFrame.midX == 300 && view.presentationAlpha == 0.5)
      }
      stage.wait(100)
      #expect(view.presentationFrame.midX == 300 && view.presentationAlpha == 0.5)
      animator.stopAnimation(true)
    }
  }

  // MARK: Animations that take over

  @Test func whatWasTakenOverDoesNotReturn() {
    onBox { stage, view in
      fade(view, to: 0, in: 1) { stage.log("first \($0)") }
      stage.wait(200)
      fade(view, to: 1, in: 0.2) { stage.log("second \($0)") }
      stage.wait(300)
      #expect(view.presentationAlpha == 1 && stage.log.take() == ["second true"])
      // Its completion is called at its own time.
      stage.wait(600)
      #expect(stage.log.take() == ["first true"] && !view.isAnimating)
    }
  }

  @Test func keyFramesTakePlacesOverForGood() {
    onBox { stage, view in
      animateCenter(of: view, toX: 100, in: 1)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        view.center.y = 450
        view.alpha = 0
      }
      stage.wait(500)
      UIView.animateKeyframes(withDuration: 0.2) { view.center.x = 0 }
      stage.wait(50)
      UIView.animateKeyframes(withDuration: 0.1) { view.alpha = 1 }
      stage.wait(250)
      #expect(view.presentationFrame.midX == 0 && view.presentationAlpha == 1)
      // What they leave alone moves on.
      #expect(isNear(view.presentationFrame.midY, 370, by: 20))
    }
  }

  @Test func anAnimatorThatIsPausedLosesWhatALaterAnimationShows() {
    onBox { stage, view in
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        view.alpha = 0
        view.center.x = 100
      }
      animator.fractionComplete = 0.5
      fade(view, to: 0.75, in: 0.2)
      stage.wait(300)
      #expect(view.presentationAlpha == 0.75 && view.presentationFrame.midX == 50)
      // More changes of a running one take over, too.
      fade(view, to: 0.25, in: 0.5)
      animator.addAnimations { view.alpha = 1 }
      stage.wait(600)
      #expect(isNear(view.presentationAlpha, 0.75, by: 0.01))
      animator.stopAnimation(true)
      #expect(isNear(view.alpha, 0.75, by: 0.01) && view.center.x == 50)
    }
  }

  @Test func anAnimatorOfWhichNothingIsLeftMovesWhatIsAddedToIt() {
    onBox { stage, view in
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
      animator.fractionComplete = 0.5
      fade(view, to: 0.75, in: 0.4)
      animator.addAnimations { view.center.x = 200 }
      #expect(view.presentationFrame.midX == 0)
      animator.fractionComplete = 0.75
      #expect(view.presentationFrame.midX == 100)
      stage.wait(500)
      #expect(view.presentationFrame.midX == 100 && view.presentationAlpha == 0.75)
    }
  }

  @Test func anEndlessAnimationEndsWhenNothingIsLeftOfIt() {
    onBox { stage, view in
      fade(view, to: 0, in: 0.1, [.repeat, .autoreverse]) { stage.log("endless \($0)") }
      stage.wait(150)
      fade(view, to: 1, in: 0.2)
      stage.wait(50)
      #expect(stage.log.take() == ["endless false"])
      stage.wait(200)
      #expect(!view.isAnimating)
      // One that moves something else, too, goes on.
      UIView.animate(withDuration: 0.1, delay: 0, options: [.repeat, .curveLinear]) {
        view.alpha = 0
        view.center.x = 100
      }
      fade(view, to: 1, in: 0.2)
      stage.wait(350)
      #expect(view.presentationAlpha == 1 && isNear(view.presentationFrame.midX, 50, by: 20))
    }
  }

  /// An endless animation of a place goes on below later ones.
  @Test func anEndlessAnimationOfAPlaceIsAddedToLaterOnes() {
    onBox { stage, view in
      animateCenter(of: view, toX: 100, in: 0.2, options: [.repeat, .curveLinear]) {
        stage.log("endless \($0)")
      }
      stage.wait(300)
      animateCenter(of: view, toX: 200, in: 0.2)
      stage.wait(600)
      // In the middle of its way, 50 before the view.
      #expect(isNear(view.presentationFrame.midX, 150, by: 12), "\(view.presentationFrame.midX)")
      let passes = (0..<20).map { _ in
        stage.wait(20)
        return view.presentationFrame.midX
      }
      #expect((passes.min() ?? 0) < 115 && (passes.max() ?? 0) > 185 && stage.log.take() == [])
      view.layer.removeAllAnimations()
      #expect(stage.log.take() == ["endless false"] && view.presentationFrame.midX == 200)
    }
  }

  // MARK: Animators and transitions

  @Test func anAnimatorBelowALaterAnimationIsStoppedAndReversed() {
    onBox { stage, view in
      func begin() -> UIViewPropertyAnimator {
        view.center.x = 0
        let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) { view.center.x = 200 }
        animator.startAnimation()
        stage.wait(200)
        animateCenter(of: view, toX: 300)
        return animator
      }
      let stopped = begin()
      let place = view.presentationFrame.midX
      #expect(isNear(place, 100, by: 10))
      stopped.stopAnimation(false)
      // Half of 200, and all of the later 100.
      #expect(isNear(view.center.x, 200, by: 10) && isNear(view.presentationFrame.midX, place, by: 0.001))
      stopped.finishAnimation(at: .start)
      #expect(isNear(view.center.x, 100, by: 0.001))
      stage.wait(500)
      #expect(isNear(view.presentationFrame.midX, 100, by: 0.001) && !view.isAnimating)

      let reversed = begin()
      reversed.isReversed = true
      stage.wait(500)
      #expect(view.center.x == 100 && view.presentationFrame.midX == 100)

      let more = begin()
      stage.wait(100)
      let middle = view.presentationFrame.midX
      more.addAnimations { view.center.x = 400 }
      #expect(isNear(view.presentationFrame.midX, middle, by: 0.001))
      stage.wait(400)
      #expect(view.presentationFrame.midX == 400 && view.center.x == 400)
    }
  }

  /// Finished at its end or its start after it was stopped, an animator's views have these values exactly.
  @Test func anAnimatorThatWasStoppedEndsExactly() {
    onBox { stage, view in
      for position in [UIViewAnimatingPosition.end, .start] {
        view.center.x = 0.1
        let animator = UIViewPropertyAnimator(duration: 0.4, curve: .easeInOut) { view.center.x = 0.7 }
        animator.startAnimation()
        stage.wait(130)
        animator.stopAnimation(false)
        animator.finishAnimation(at: position)
        #expect(view.center.x == (position == .end ? 0.7 : 0.1))
      }
    }
  }

  @Test(arguments: [false, true]) func aTransitionThatReturnsLeavesWhatALaterAnimationHasChanged(
    byKeyFrames: Bool
  ) {
    onBox { stage, view in
      let animations = stage.application.frame.animations
      let pace = AnimationPace(animations.now)
      animations.pace(pace) {
        if byKeyFrames {
          UIView.animateKeyframes(withDuration: 0.4) { view.center.x = 100 }
        } else {
          animateCenter(of: view, toX: 100)
        }
      }
      pace.rest(at: 0.2)
      animations.resume(pace)
      #expect(isNear(view.presentationFrame.midX, 50, by: 1))
      animateCenter(of: view, toX: 300)
      #expect(isNear(view.presentationFrame.midX, 50, by: 1))
      animations.finish(pace, reverted: true)
      #expect(view.center.x == 200)
      stage.wait(500)
      #expect(view.presentationFrame.midX == 200 && !view.isAnimating)
    }
  }

  // MARK: Key frames

  @Test func keyFramesInAnAnimationAreAdded() {
    onBox { stage, view in
      animateCenter(of: view, toX: 100)
      stage.wait(200)
      UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 200 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 300 }
      }
      #expect(isNear(view.presentationFrame.midX, 50))
      stage.wait(100)
      #expect(isNear(view.presentationFrame.midX, 125, by: 12), "\(view.presentationFrame.midX)")
      stage.wait(100)
      #expect(isNear(view.presentationFrame.midX, 200, by: 12), "\(view.presentationFrame.midX)")
      stage.wait(300)
      #expect(view.presentationFrame.midX == 300)
    }
  }

  // MARK: Delays, springs, sizes, ends

  @Test func aSecondAnimationWaits() {
    onBox { stage, view in
      animateCenter(of: view, toX: 100)
      stage.wait(200)
      animateCenter(of: view, toX: 300, delay: 0.4)
      stage.wait(200)
      #expect(isNear(view.presentationFrame.midX, 100))
      stage.wait(190)
      #expect(isNear(view.presentationFrame.midX, 100))
      stage.wait(200)
      #expect(isNear(view.presentationFrame.midX, 200, by: 15))
    }
  }

  @Test func widthsAndHeightsHaveTheirOwnTimes() {
    onBox { stage, view in
      UIView.animate(withDuration: 0.2, delay: 0, options: .curveLinear) { view.bounds.size.width = 300 }
      UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear) {
        view.bounds.size = Size(400, 300)
      }
      stage.wait(200)
      let shown = view.layer.presentation()?.bounds.size ?? .zero
      #expect(isNear(shown.width, 350, by: 12) && isNear(shown.height, 200, by: 12), "\(shown)")
    }
  }

  @Test func aSpringDoesNotShowNegativeSizes() {
    onBox { stage, view in
      UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 0.1, initialSpringVelocity: 0) {
        view.bounds.size = Size(2, 3)
      }
      var least = Size(100, 100)
      for _ in 0..<60 {
        stage.wait(10)
        let shown = view.layer.presentation()?.bounds.size ?? .zero
        least = Size(min(least.width, shown.width), min(least.height, shown.height))
      }
      #expect(least == .zero)
    }
  }

  @Test func completionsOfAViewThatIsRemovedAndOfTransactions() {
    onBox { stage, view in
      CATransaction.begin()
      CATransaction.setCompletionBlock { stage.log("transaction") }
      animateCenter(of: view, toX: 100, in: 0.2)
      CATransaction.commit()
      stage.wait(100)
      animateCenter(of: view, toX: 200) { stage.log("second \($0)") }
      stage.wait(150)
      #expect(stage.log.take() == ["transaction"])
      animateCenter(of: view, toX: 300) { stage.log("third \($0)") }
      view.removeFromSuperview()
      #expect(
        stage.log.take() == ["second false", "third false"] && !view.isAnimating && view.center.x == 300)
    }
  }
}
