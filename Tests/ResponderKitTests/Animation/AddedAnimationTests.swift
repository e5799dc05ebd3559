import TestHarness
import Testing

@testable import ResponderKit

/// Animations of a view's place that begin while others run: their ways are added up, as UIKit's are.
@Suite(.hangLimit) struct AddedAnimationTests {
  @Test func waysAreAdded() {
    onBox { stage, view in
      animateCenter(of: view, toX: 100)
      stage.wait(200)
      #expect(isNear(view.presentationFrame.midX, 50))
      animateCenter(of: view, toX: 300)
      #expect(isNear(view.presentationFrame.midX, 50))
      // What is left of the first way, a quarter, and of the second one, three quarters, is held back: 300 - 25 - 150.
      stage.wait(100)
      #expect(isNear(view.presentationFrame.midX, 125, by: 15))
      stage.wait(100)
      #expect(isNear(view.presentationFrame.midX, 200, by: 15))
      stage.wait(300)
      #expect(view.presentationFrame.midX == 300 && !view.isAnimating)
    }
  }

  /// A view that turns back slows down first.
  @Test func aViewKeepsItsVelocityWhenItTurnsBack() {
    onStage { stage in
      let view = stage.box()
      view.center.x = 0
      animateCenter(of: view, toX: 200, options: [])
      stage.wait(200)
      let middle = view.presentationFrame.midX
      animateCenter(of: view, toX: 0, options: [])
      var places: [Double] = []
      for _ in 0..<8 {
        stage.wait(17)
        places.append(view.presentationFrame.midX)
      }
      #expect(isNear(middle, 100, by: 20) && places[0] > middle + 5, "\(middle), \(places)")
      for (place, next) in zip(places, places.dropFirst()) { #expect(abs(next - place) < 20, "\(places)") }
      stage.wait(500)
      #expect(view.presentationFrame.midX == 0)
    }
  }

  /// A view that follows a finger is as far behind as one animation lasts, however often it is animated anew.
  @Test func aViewThatIsAnimatedToEachTouchFollowsAtOneDistance() {
    onBox { stage, view in
      for step in 1...60 {
        animateCenter(of: view, toX: Double(step) * 4, in: 0.3)
        stage.wait(10)
      }
      // Half of the time of the last 30 ways of 4 points.
      #expect(isNear(240 - view.presentationFrame.midX, 60, by: 10), "\(view.presentationFrame.midX)")
      stage.wait(400)
      #expect(view.presentationFrame.midX == 240 && !view.isAnimating)
    }
  }

  @Test func eachAnimationIsFinishedAtItsOwnTime() {
    onStage { stage in
      let view = stage.box()
      animateCenter(of: view, toX: 100, in: 0.2) { stage.log("first \($0)") }
      stage.wait(100)
      animateCenter(of: view, toX: 300, in: 0.4) { stage.log("second \($0)") }
      stage.wait(150)
      #expect(stage.log.take() == ["first true"] && view.isAnimating)
      stage.wait(400)
      #expect(stage.log.take() == ["second true"])
      animateCenter(of: view, toX: 100, in: 0.2) { stage.log("first \($0)") }
      stage.wait(100)
      animateCenter(of: view, toX: 300, in: 0.4) { stage.log("second \($0)") }
      view.layer.removeAllAnimations()
      #expect(stage.log.take() == ["first false", "second false"] && view.presentationFrame.midX == 300)
    }
  }

  /// Sizes, content offsets and places are added; of opacity, colors and transforms the latest animation is seen, from what was seen.
  @Test func whatIsAddedAndWhatIsNot() {
    onStage { stage in
      let view = stage.box()
      view.frame = Rect(0, 0, 100, 100)
      for length in [200.0, 400] {
        UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear) {
          view.bounds = Rect(0, length, length, 100)
          view.alpha = length == 200 ? 0 : 1
          view.transform = AffineTransform(scaleX: 1, y: length == 200 ? 3 : 1)
        }
        stage.wait(200)
      }
      let shown = view.layer.presentation()
      #expect(isNear(shown?.bounds.width ?? 0, 300, by: 20) && isNear(shown?.bounds.minY ?? 0, 300, by: 20))
      #expect(isNear(Double(shown?.opacity ?? 0), 0.75, by: 0.1))
      #expect(isNear(shown?.affineTransform().d ?? 0, 1.5, by: 0.2))
    }
  }

  @Test func anAnimationOfThePlaceLeavesTheOpacityAlone() {
    onStage { stage in
      let view = stage.box()
      UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear) { view.alpha = 0 }
      stage.wait(200)
      animateCenter(of: view, toX: 100)
      stage.wait(100)
      #expect(isNear(view.presentationAlpha, 0.25, by: 0.06))
    }
  }

  /// A change without an animation moves what is shown at once; the way that is left is still added.
  @Test func aChangeWithoutAnimationMovesWhatIsShown() {
    onStage { stage in
      let view = stage.box()
      view.center.x = 0
      animateCenter(of: view, toX: 100)
      stage.wait(200)
      view.center.x = 500
      stage.wait(20)
      #expect(isNear(view.presentationFrame.midX, 455, by: 10))
      animateCenter(of: view, toX: 600)
      #expect(isNear(view.presentationFrame.midX, 455, by: 10))
      stage.wait(600)
      #expect(view.presentationFrame.midX == 600)
    }
  }

  /// An animation inside of another one that moves the same view, and changes that are taken back, count once.
  @Test func waysOfOneTurnAreAddedOnce() {
    onStage { stage in
      let view = stage.box()
      view.center.x = 0
      UIView.animate(withDuration: 0.4, delay: 0, options: .curveLinear) {
        view.center.x = 100
        UIView.animate(withDuration: 0.2, delay: 0, options: .curveLinear) {
          view.center.x = 200
        }
        UIView.performWithoutAnimation { view.center.x = 250 }
        view.center.x = 300
      }
      // Without an animation: 50.
      #expect(isNear(view.presentationFrame.midX, 50, by: 1))
      stage.wait(100)
      #expect(isNear(view.presentationFrame.midX, 50 + 50 + 37.5, by: 20), "\(view.presentationFrame.midX)")
      stage.wait(500)
      #expect(view.presentationFrame.midX == 300)
      animateCenter(of: view, toX: 100)
      animateCenter(of: view, toX: 300)
      #expect(view.presentationFrame.midX == 300)
      stage.wait(200)
      #expect(view.presentationFrame.midX == 300)
    }
  }

  /// Animators are added, too; key frames begin with what is seen.
  @Test func animatorsAreAddedAndKeyFramesTakeOver() {
    onStage { stage in
      let view = stage.box()
      view.center.x = 0
      animateCenter(of: view, toX: 100)
      stage.wait(200)
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) { view.center.x = 250 }
      animator.startAnimation()
      #expect(isNear(view.presentationFrame.midX, 50))
      stage.wait(200)
      #expect(isNear(view.presentationFrame.midX, 175, by: 12))
      animateCenter(of: view, toX: 350)
      #expect(isNear(view.presentationFrame.midX, 175, by: 12))
      stage.wait(100)
      #expect(isNear(view.presentationFrame.midX, 237, by: 20))
      stage.wait(500)
      #expect(view.presentationFrame.midX == 350)
      UIView.animateKeyframes(withDuration: 0.4) { view.center.x = 0 }
      stage.wait(200)
      UIView.animateKeyframes(withDuration: 0.4) { view.center.x = 350 }
      stage.wait(200)
      #expect(isNear(view.presentationFrame.midX, 262, by: 20), "\(view.presentationFrame.midX)")
    }
  }

  /// Infinite and undefined distances are skipped.
  @Test func numbersWithoutEndAreNotAdded() {
    onStage { stage in
      let view = stage.box()
      view.center.x = .infinity
      animateCenter(of: view, toX: 0)
      #expect(view.presentationFrame.midX == 0)
      stage.wait(500)
      for x in [Double.infinity, 10, .nan, -.infinity, 1e300, -1e300, 20] {
        animateCenter(of: view, toX: x)
        for _ in 0..<2 {
          let shown = view.presentationFrame.midX
          #expect(!view.center.x.isFinite || shown.isFinite, "\(x): \(shown)")
          if x == 10 { #expect(shown == 10) }
          stage.wait(20)
        }
        _ = stage.window.snapshot()
      }
      for length in [1e9, 0, -50, 3] {
        UIView.animate(withDuration: 0.2) { view.bounds.size.width = length }
        stage.wait(20)
        let shown = view.layer.presentation()?.bounds.width ?? -1
        #expect(shown.isFinite && shown >= 0, "\(length): \(shown)")
      }
      stage.wait(600)
      #expect(view.presentationFrame.width == 3 && !view.isAnimating)
    }
  }

  /// Many animations that begin one soon after the other are merged: at most some dozens of a view are summed per beat.
  @Test func veryManyAnimationsDoNotLookAtEachOther() {
    onStage { stage in
      let view = stage.box()
      let animations = stage.application.frame.animations
      for step in 1...400 {
        animateCenter(of: view, toX: Double(step), in: 5)
        stage.wait(1)
      }
      #expect(animations.ofViews[view].count == 400 && animations.ofViews.seen(view).count <= 24)
      stage.wait(6000)
      #expect(view.presentationFrame.midX == 400 && !view.isAnimating)
    }
  }
}
