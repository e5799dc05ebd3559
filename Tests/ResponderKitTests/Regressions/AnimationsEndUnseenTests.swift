import HIDEvents
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import ResponderKit

/// Animations and pictures of long turns, and of programs that change something while they are notified.
@Suite(.hangLimit) struct AnimationsEndUnseenTests {
  @Test func anAnimationAfterAnotherOneOfALongTurnIsSeen() {
    onBox { stage, view in
      let other = stage.box()
      stage.wait(20)
      animateCenter(of: other, toX: 300, in: 0.25) { stage.log("first \($0)") }
      stage.clock.advance(by: .milliseconds(300))
      animateCenter(of: view, toX: 100, in: 0.25) { stage.log("second \($0)") }
      #expect(stage.log.take().isEmpty && view.isAnimating)
      // A beat before the turn ends.
      stage.wait(125)
      #expect(abs(view.presentationFrame.midX - 50) < 10, "\(view.presentationFrame.midX)")
      #expect(abs(other.presentationFrame.midX - 160) < 25 && stage.log.take().isEmpty)
      stage.wait(200)
      #expect(stage.log.take() == ["first true", "second true"] && view.presentationFrame.midX == 100)
    }
  }

  @Test func whatBeginsMuchLaterInATurnStartsByItself() {
    onBox { stage, _ in
      var fresh = FreshAnimations()
      let now = stage.loop.now
      let later = now.advanced(by: .seconds(2))
      #expect(fresh.start(at: now) == now && fresh.start(at: now.advanced(by: .milliseconds(300))) == now)
      #expect(fresh.start(at: later) == later)
    }
  }

  @Test func anAnimationWithoutAWayAddsNoneThatOthersHaveMade() {
    onBox { stage, view in
      UIView.animate(withDuration: 0.2, delay: 0, options: .curveLinear) {
        view.center.x = 100
        view.center.x = 0
        UIView.performWithoutAnimation { view.center.x = 50 }
        view.center.x = 60
      }
      #expect(view.presentationFrame.midX == 50)
      stage.wait(100)
      #expect(abs(view.presentationFrame.midX - 55) < 1.5, "\(view.presentationFrame.midX)")
      stage.wait(200)
      #expect(view.presentationFrame.midX == 60)
    }
  }

  private final class Restarts: CAAnimationDelegate {
    weak var layer: CALayer?
    var ends: [Bool] = []

    func pulse() -> CABasicAnimation {
      let pulse = CABasicAnimation(keyPath: "opacity")
      (pulse.fromValue, pulse.toValue, pulse.duration, pulse.delegate) = (1.0, 0.5, 0.2, self)
      return pulse
    }

    func animationDidStop(_ animation: CAAnimation, finished flag: Bool) {
      ends.append(flag)
      if ends.count < 20 { layer?.add(pulse(), forKey: "pulse") }
    }
  }

  @Test func aDelegateThatRestartsDoesNotDoubleItsAnimation() {
    onStage { stage in
      let (layer, restarts) = (stage.redLayer(), Restarts())
      restarts.layer = layer
      layer.add(restarts.pulse(), forKey: "pulse")
      stage.wait(50)
      let wanted = CABasicAnimation(keyPath: "opacity")
      (wanted.fromValue, wanted.toValue, wanted.duration) = (0.25, 0.25, 0.4)
      layer.add(wanted, forKey: "pulse")
      #expect(restarts.ends == [false] && layer.animationKeys() == ["pulse"])
      #expect(layer.animation(forKey: "pulse") === wanted)
      stage.wait(100)
      #expect(layer.presentation()?.opacity == 0.25)
      layer.removeAnimation(forKey: "pulse")
      #expect(layer.animationKeys() == nil && restarts.ends == [false])
    }
  }

  private final class Surface: WindowSurface {
    var isReady = true
    var count = 0
    var shown: () -> Void = {}

    func show(_ bitmap: Bitmap, damage: [PixelRect]) {
      count += 1
      shown()
      shown = {}
    }
  }

  /// Without an event that lets the loop go on.
  @Test func whatChangesWhileAPictureIsShownIsInTheNextOne() {
    onBox { stage, view in
      let (renderer, surface) = (WindowRenderer(stage.window), Surface())
      renderer.surface = surface
      stage.wait(20)
      let before = surface.count
      surface.shown = { view.setNeedsDisplay(in: view.bounds) }
      view.setNeedsDisplay(in: view.bounds)
      nonisolated(unsafe) var counts: [Int] = []
      nonisolated(unsafe) let seen = surface
      stage.loop.add(
        RunLoop.Timer(after: .milliseconds(100)) { _ in counts.append(seen.count - before) })
      stage.wait(150)
      #expect(counts == [2], "\(counts)")
    }
  }
}
