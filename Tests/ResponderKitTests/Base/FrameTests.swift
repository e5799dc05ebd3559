import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Layout, display links, animation and the pool of a turn.
@Suite(.hangLimit) struct FrameTests {
  final class View: UIView {
    var log: Log?
    var onLayout: (() -> Void)?
    override func layoutSubviews() {
      log?("layout \(label)")
      onLayout?()
    }
    override func draw(_ rect: Rect) { log?("draw \(label)") }
  }

  private func view(_ name: String, _ frame: Rect, _ stage: Stage) -> View {
    let view = View(frame: frame)
    view.label = name
    view.log = stage.log
    return view
  }

  @Test func whatAsksSeveralTimesIsLaidOutOncePerFrameAndSuperviewsComeFirst() {
    onStage { stage in
      let root = stage.show(view("root", UIScreen.main.bounds, stage))
      let inner = view("inner", Rect(0, 0, 10, 10), stage)
      root.addSubview(inner)
      stage.wait(1)
      #expect(stage.log.take() == ["layout root", "layout inner"])
      stage.wait(1)
      #expect(stage.log.take() == [])
      inner.setNeedsLayout()
      inner.setNeedsDisplay()
      root.setNeedsLayout()
      inner.setNeedsLayout()
      stage.wait(1)
      #expect(stage.log.take() == ["layout root", "layout inner", "draw inner"])
      // Only another size asks for layout.
      inner.center = Point(100, 100)
      stage.wait(1)
      #expect(stage.log.take() == [])
      inner.bounds.size = Size(20, 20)
      stage.wait(1)
      #expect(stage.log.take() == ["layout inner"])
    }
  }

  @Test func layoutIfNeededLaysOutAtOnceAndTheFrameDoesNotRepeatIt() {
    onStage { stage in
      let root = stage.show(view("root", UIScreen.main.bounds, stage))
      stage.wait(1)
      _ = stage.log.take()
      root.setNeedsLayout()
      root.layoutIfNeeded()
      #expect(stage.log.take() == ["layout root"])
      stage.wait(1)
      #expect(stage.log.take() == [])
    }
  }

  @Test func layoutThatAsksForLayoutForEverDoesNotHangTheLoop() {
    onStage { stage in
      let root = stage.show(view("root", UIScreen.main.bounds, stage))
      var layouts = 0
      // Not without end, so that a loop that is kept awake ends this test.
      root.onLayout = { [unowned root] in
        layouts += 1
        if layouts < 1000 { root.setNeedsLayout() }
      }
      stage.wait(1)
      // Before the sleep, and at the end of the run.
      #expect(stage.log.take().count == 32)
      root.layoutIfNeeded()
      #expect(stage.log.take().count == 16)
    }
  }

  @Test func layoutMayChangeTheTree() {
    onStage { stage in
      let root = stage.show(view("root", UIScreen.main.bounds, stage))
      let going = view("going", Rect(0, 0, 10, 10), stage)
      root.addSubview(going)
      root.onLayout = { [unowned root] in
        going.removeFromSuperview()
        guard root.subviews.isEmpty else { return }
        let coming = View(frame: Rect(0, 0, 10, 10))
        coming.label = "coming"
        coming.log = root.log
        root.addSubview(coming)
      }
      stage.wait(1)
      #expect(stage.log.take() == ["layout root", "layout root", "layout coming"])
    }
  }

  @Test func aDisplayLinkCallsOncePerFrameAndLeavesOutWhatItMissed() throws {
    try onStage { stage in
      final class Beats { var (count, missed) = (0, 0) }
      let beats = Beats()
      let link = DisplayLink(framesPerSecond: 100) { link in
        beats.count += 1
        beats.missed += link.missedFrames
        if beats.count == 5 { stage.clock.advance(by: .milliseconds(35)) }
      }
      try link.add(to: stage.loop)
      stage.wait(105)
      #expect(beats.count == 8)
      #expect(beats.missed == 2)
      link.isPaused = true
      stage.wait(50)
      #expect(beats.count == 8)
      link.isPaused = false
      // In tracking mode, too: it is in the common modes.
      stage.application.pushRunLoopMode(.tracking)
      stage.wait(30)
      #expect(beats.count == 11)
      link.invalidate()
      stage.wait(50)
      #expect(beats.count == 11)
    }
  }

  @Test func anAnimatedViewHasItsNewFrameAtOnceIsShownInBetweenAndNotHit() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let view = UIView(frame: Rect(0, 0, 100, 100))
      root.addSubview(view)
      var finished: Bool?
      UIView.animate(withDuration: .milliseconds(200), options: .curveLinear) {
        view.frame = Rect(200, 0, 100, 100)
        view.alpha = 0.5
      } completion: {
        finished = $0
      }
      #expect(view.frame == Rect(200, 0, 100, 100))
      #expect(view.presentationFrame == Rect(0, 0, 100, 100))
      #expect(root.hitTest(Point(250, 50), with: nil) === root)
      stage.wait(101)
      #expect(abs(view.presentationFrame.minX - 100) < 20)
      #expect(abs(view.presentationAlpha - 0.75) < 0.05)
      #expect(finished == nil && view.isAnimating)
      stage.wait(150)
      #expect(finished == true && !view.isAnimating)
      #expect(view.presentationFrame == Rect(200, 0, 100, 100))
      #expect(root.hitTest(Point(250, 50), with: nil) === view)
    }
  }

  @Test func anAnimationThatAllowsInteractionLetsItsViewsBeHitWhereTheyWillBe() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let view = UIView(frame: Rect(0, 0, 100, 100))
      root.addSubview(view)
      UIView.animate(withDuration: .seconds(1), options: .allowUserInteraction) {
        view.frame = Rect(200, 0, 100, 100)
      }
      #expect(root.hitTest(Point(250, 50), with: nil) === view)
      #expect(root.hitTest(Point(50, 50), with: nil) === root)
    }
  }

  @Test func anAnimationThatIsRemovedOrChangesNothingHasEnded() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let view = UIView(frame: Rect(0, 0, 100, 100))
      root.addSubview(view)
      var ends: [Bool] = []
      UIView.animate(withDuration: .seconds(1)) {
      } completion: {
        ends.append($0)
      }
      UIView.animate(withDuration: .zero) {
        view.alpha = 0.3
      } completion: {
        ends.append($0)
      }
      UIView.animate(withDuration: .seconds(1)) {
        UIView.performWithoutAnimation { view.alpha = 0.5 }
      } completion: {
        ends.append($0)
      }
      #expect(ends == [true, true, true])
      UIView.animate(withDuration: .seconds(1)) {
        view.alpha = 1
      } completion: {
        ends.append($0)
      }
      view.removeAllAnimations()
      #expect(ends == [true, true, true, false])
      UIView.animate(withDuration: .seconds(1)) {
        view.alpha = 0.2
      } completion: {
        ends.append($0)
      }
      view.removeFromSuperview()
      #expect(ends == [true, true, true, false, false])
      #expect(!view.isAnimating)
      stage.wait(2000)
      #expect(ends.count == 5)
    }
  }

  @Test func thePoolKeepsWhatItGetsUntilTheTurnEndsInEachRunItsOwn() {
    final class Canary {
      let log: Log
      let name: String
      init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
      deinit { log("gone \(name)") }
    }
    onStage { stage in
      let (log, application) = (stage.log, ThreadBox(stage.application))
      stage.loop.perform {
        application.object.addToTurnPool(Canary("outer", log))
        RunLoop.current.perform {
          application.object.addToTurnPool(Canary("inner", log))
          log("inner block")
        }
        RunLoop.current.run(mode: .default, for: .milliseconds(1))
        log("inner run over")
      }
      stage.wait(1)
      #expect(log.take() == ["inner block", "gone inner", "inner run over", "gone outer"])
    }
  }
}
