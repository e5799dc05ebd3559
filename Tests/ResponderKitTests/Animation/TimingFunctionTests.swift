import TestHarness
import Testing

@testable import ResponderKit

/// How animations go in time, and what an animator that was stopped can still do.
@Suite(.hangLimit) struct TimingFunctionTests {
  @Test(arguments: [
    (CAMediaTimingFunctionName.linear, 0.5), (.easeIn, 0.315), (.easeOut, 0.685), (.easeInEaseOut, 0.5),
    (.default, 0.802),
  ])
  func aCurveHasItsNamesShape(_ name: CAMediaTimingFunctionName, _ half: Double) {
    let progress: Double = CAMediaTimingFunction(name: name).curve.progress(0.5)
    #expect(abs(progress - half) < 0.002, "\(name): \(progress)")
  }

  @Test func anAnimatorThatWasStoppedForGoodCanBeStartedAgain() {
    onStage { stage in
      let view = stage.box()
      var ends = 0
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) { view.frame.origin.x = 200 }
      animator.addCompletion { _ in ends += 1 }
      animator.startAnimation()
      stage.wait(100)
      animator.stopAnimation(true)
      #expect(animator.state == .inactive && view.frame.minX < 100 && ends == 0)
      animator.addAnimations { view.frame.origin.x = 300 }
      animator.startAnimation()
      stage.wait(200)
      #expect(view.frame.minX == 300 && view.presentationFrame.minX > 100 && view.isAnimating)
      stage.wait(300)
      // What was to be called when the first one ends is not called.
      #expect(!view.isAnimating && animator.state == .inactive && ends == 0)
    }
  }
}
