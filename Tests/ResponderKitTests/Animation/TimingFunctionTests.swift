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

  /// With `t` from 0 to 1, x and y of a Bézier curve are known without a search.
  @Test func aCurveIsFoundExactly() {
    let (first, second) = (Point(0.2, 0.9), Point(0.6, -0.3))
    let curve = CAMediaTimingFunction(controlPoints: 0.2, 0.9, 0.6, -0.3).curve
    for t in stride(from: 0.05, to: 1, by: 0.05) {
      func value(_ one: Double, _ two: Double) -> Double {
        3 * (1 - t) * (1 - t) * t * one + 3 * (1 - t) * t * t * two + t * t * t
      }
      let progress: Double = curve.progress(value(first.x, second.x))
      #expect(abs(progress - value(first.y, second.y)) < 1e-6)
    }
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
