import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Animations of which there are many: of views they are merged, of layers they are found by their keys. Those of a turn start together.
@Suite(.hangLimit) struct MergedAnimationTests {
  /// With 120 touches a second, the view is as far behind after many of them as after few.
  @Test func manyAnimationsOfAViewAreMergedAndKeepTheDistance() {
    onBox { stage, view in
      let animations = stage.application.frame.animations
      var (distances, most): ([Double], Int) = ([], 0)
      for step in 1...360 {
        UIView.animate(withDuration: 0.6, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0) {
          view.center.x = Double(step) * 4
        }
        stage.wait(8)
        if step >= 70 { distances.append(Double(step) * 4 - view.presentationFrame.midX) }
        most = max(most, animations.ofViews.seen(view).count)
      }
      #expect((distances.max() ?? 0) - (distances.min() ?? 0) < 14 && (distances.min() ?? 0) > 30)
      #expect(most > 16 && most < 48, "\(most)")
      stage.wait(700)
      #expect(view.presentationFrame.midX == 1440 && !view.isAnimating)
    }
  }

  @Test func whatIsMergedDoesNotJump() {
    onBox { stage, view in
      let animations = stage.application.frame.animations
      for step in 1...200 {
        animations.refresh(view)
        let before = view.presentationFrame.midX
        animateCenter(of: view, toX: Double(step) * 4, in: 1)
        #expect(abs(view.presentationFrame.midX - before) < 1e-6, "\(step)")
        stage.wait(8)
      }
    }
  }

  /// However long the turn's callouts take: the animations start together when it ends.
  @Test func theAnimationsOfATurnStartTogether() {
    onBox { stage, view in
      let animations = stage.application.frame.animations
      animateCenter(of: view, toX: 100)
      stage.clock.advance(by: .milliseconds(100))
      animateCenter(of: view, toX: 300)
      stage.application.frame.commit()
      #expect(view.presentationFrame.midX == 0)
      stage.wait(1)
      #expect(animations.ofViews.seen(view).count == 1 && view.presentationFrame.midX < 3)
      stage.wait(200)
      #expect(isNear(view.presentationFrame.midX, 150, by: 15), "\(view.presentationFrame.midX)")
      animateCenter(of: view, toX: 400)
      stage.wait(20)
      // Not with those of an earlier turn.
      #expect(animations.ofViews.seen(view).count == 2)
      stage.wait(400)
      #expect(view.presentationFrame.midX == 400)
    }
  }

  @Test func animationsOfALayerAreFoundByTheirKeys() {
    let start = threadTime()
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "position.x")
    for step in 0..<20_000 { layer.add(animation, forKey: "animation of the position \(step)") }
    for _ in 0..<3 { layer.add(animation, forKey: nil) }
    layer.add(animation, forKey: "animation of the position 7")
    #expect(layer.running.count == 20_003 && threadTime() - start < 4)
    layer.removeAnimation(forKey: "animation of the position 7")
    #expect(layer.running.count == 20_002 && layer.animation(forKey: "animation of the position 7") == nil)
    layer.removeAllAnimations()
    #expect(layer.running.isEmpty && layer.animationKeys() == nil)
    layer.add(animation, forKey: "animation of the position 7")
    #expect(layer.running.count == 1)
  }
}
