import TestHarness
import Testing

@testable import ResponderKit

/// How long animations take, how fast they go, and what belongs to them.
@Suite(.hangLimit) struct AnimationTimeTests {
  @Test func anAnimationThatGoesBackIsRepeatedForTheTimeThatItIsGiven() {
    onStage { stage in
      let layer = stage.redLayer()
      let blink = CABasicAnimation(keyPath: "opacity")
      (blink.fromValue, blink.toValue, blink.duration) = (1, 0, 0.1)
      blink.autoreverses = true
      blink.repeatDuration = 0.4
      layer.add(blink, forKey: "blink")
      stage.wait(350)
      #expect(layer.animationKeys() == ["blink"])
      stage.wait(100)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test func aSpringTakesAsLongAsItNeedsToComeToRest() {
    onStage { stage in
      let layer = stage.redLayer()
      let spring = CASpringAnimation(keyPath: "cornerRadius")
      (spring.fromValue, spring.toValue, spring.damping) = (0, 100, 5)
      layer.add(spring, forKey: "swing")
      stage.wait(2000)
      #expect(layer.animationKeys() == ["swing"])
      stage.wait(1000)
      #expect(layer.animationKeys() == nil)
      // Four times the weight swings four times as long.
      let heavy = CASpringAnimation(keyPath: "cornerRadius")
      (heavy.mass, heavy.damping) = (4, 5)
      #expect(abs(heavy.settlingDuration - 4 * spring.settlingDuration) < 1e-9)
    }
  }

  @Test func aVelocityOfASpringWithConstantsIsPerSecond() {
    onStage { stage in
      let view = stage.box()
      let velocity = CGVector(dx: 10, dy: 0)
      let curve = UISpringTimingParameters(mass: 4, stiffness: 100, damping: 40, initialVelocity: velocity)
      let animator = UIViewPropertyAnimator(duration: 1, timingParameters: curve)
      animator.addAnimations { view.center.x = 250 }
      animator.startAnimation()
      stage.wait(100)
      // By its equation it is 0.7 of the way; thrown half as fast, it would be 0.4 of it.
      #expect(view.presentationFrame.midX > 154 && view.presentationFrame.midX < 200)
    }
  }

  @Test func anAnimatorWithADelayEndsLaterByTheDelay() {
    onStage { stage in
      let view = stage.box()
      var ends = 0
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) { view.center.x = 250 }
      animator.addCompletion { _ in ends += 1 }
      animator.startAnimation(afterDelay: 0.3)
      stage.wait(600)
      #expect(ends == 0 && animator.isRunning && view.presentationFrame.midX < 210)
      stage.wait(150)
      #expect(ends == 1 && view.presentationFrame.midX == 250)
    }
  }

  @Test func timesOfControlPointsAreKeptFromZeroToOne() {
    let (wild, tame) = (CubicCurve(Point(2, 0), Point(-1, 1)), CubicCurve(Point(1, 0), Point(0, 1)))
    for part in [0.1, 0.25, 0.75] { #expect(wild.progress(part) == tame.progress(part)) }
  }

  @Test func aStepThatIsTooLongEndsWithItsAnimation() {
    onStage { stage in
      let view = stage.box()
      let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
      UIView.animateKeyframes(withDuration: 0.4, options: linear) {
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 1) { view.center.x = 250 }
        // Behind a step, as without one: in all of the time.
        view.alpha = 0
      }
      stage.wait(200)
      #expect(abs(view.presentationAlpha - 0.5) < 0.06)
      stage.wait(100)
      #expect(abs(view.presentationFrame.midX - 150) < 20)
    }
  }

  @Test func whatATransitionChangesIsThereAtOnce() {
    onStage { stage in
      let view = stage.box()
      UIView.animate(withDuration: 0.4) {
        UIView.transition(with: view, duration: 0.4, animations: { view.center.x = 250 })
      }
      #expect(view.presentationFrame.midX == 250)
    }
  }

  @Test func aTransitionFromAViewThatIsNowhereEndsAtOnce() {
    onStage { stage in
      let (old, new) = (UIView(), UIView())
      var ends: [Bool] = []
      UIView.transition(from: old, to: new, duration: 0.4) { ends.append($0) }
      #expect(ends == [true] && new.superview == nil)
    }
  }

  private final class Target {}

  @Test func aDisplayLinkThatIsInvalidatedLetsItsTargetGo() {
    onStage { stage in
      weak var held: Target?
      let step = Selector("step:") { (_: Target, _, _) in }
      func makeLink() -> CADisplayLink {
        let target = Target()
        held = target
        let link = CADisplayLink(target: target, selector: step)
        link.add(to: stage.loop, forMode: .common)
        return link
      }
      let link = makeLink()
      stage.wait(50)
      #expect(held != nil)
      link.invalidate()
      #expect(held == nil)
    }
  }

  @Test func anAnimationThatGoesTwiceAsFastIsRepeatedForHalfOfTheTime() {
    onStage { stage in
      let layer = stage.redLayer()
      let blink = CABasicAnimation(keyPath: "opacity")
      (blink.fromValue, blink.toValue, blink.duration, blink.speed) = (1, 0, 0.1, 2)
      blink.repeatDuration = 0.4
      layer.add(blink, forKey: "blink")
      stage.wait(150)
      #expect(layer.animationKeys() == ["blink"])
      stage.wait(100)
      #expect(layer.animationKeys() == nil)
    }
  }
}
