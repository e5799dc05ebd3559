import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Animations between two calls.
@Suite(.hangLimit) struct BegunAnimationTests {
  @Test func whatIsChangedBetweenTheCallsMoves() {
    onStage { stage in
      let view = stage.box()
      UIView.beginAnimations("move", context: nil)
      UIView.setAnimationDuration(1)
      UIView.setAnimationDelay(0.5)
      UIView.setAnimationCurve(.linear)
      view.center.x = 250
      UIView.commitAnimations()
      view.alpha = 0.5
      #expect(view.center.x == 250 && view.presentationFrame.midX == 50)
      stage.wait(400)
      #expect(view.presentationFrame.midX == 50 && view.presentationAlpha == 0.5)
      stage.wait(600)
      #expect(abs(view.presentationFrame.midX - 150) < 12)
      stage.wait(600)
      #expect(view.presentationFrame.midX == 250 && !view.isAnimating)
    }
  }

  @Test func theDelegateGetsItsMessages() {
    onStage { stage in
      let view = stage.box()
      let watcher = Watcher(stage.log)
      UIView.beginAnimations("fade", context: nil)
      UIView.setAnimationDelegate(watcher)
      UIView.setAnimationWillStart(
        Selector("start") { (target: Watcher, sender, _) in target.log("start \(sender ?? "")") })
      UIView.setAnimationDidStop(
        Selector("stop") { (target: Watcher, sender, _) in target.log("stop \(sender ?? "")") })
      UIView.setAnimationRepeatCount(2)
      UIView.setAnimationRepeatAutoreverses(true)
      UIView.setAnimationBeginsFromCurrentState(true)
      view.alpha = 0
      UIView.commitAnimations()
      #expect(stage.log.lines == ["start fade"])
      stage.wait(700)
      #expect(stage.log.lines == ["start fade"] && view.presentationAlpha > 0)
      stage.wait(200)
      #expect(stage.log.lines == ["start fade", "stop fade"])
    }
  }

  private final class Watcher {
    let log: Log
    init(_ log: Log) { self.log = log }
  }

  @Test func blocksCanBeNested() {
    onStage { stage in
      let (one, two) = (stage.box(), UIView(frame: Rect(0, 200, 100, 100)))
      one.superview?.addSubview(two)
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationDuration(1)
      one.center.x = 250
      UIView.beginAnimations(nil, context: nil)
      two.center.x = 250
      UIView.commitAnimations()
      one.alpha = 0
      UIView.commitAnimations()
      UIView.commitAnimations()
      stage.wait(300)
      #expect(two.presentationFrame.midX == 250 && one.presentationFrame.midX < 150)
      #expect(one.presentationAlpha > 0.5)
      two.center.x = 50
      #expect(two.presentationFrame.midX == 50)
    }
  }

  @Test func oneThatIsNotCommittedEndsWithTheCallout() {
    onStage { stage in
      let view = stage.box()
      UIView.beginAnimations(nil, context: nil)
      view.center.x = 250
      stage.wait(1)
      view.alpha = 0
      stage.wait(100)
      #expect(view.presentationAlpha == 0)
      #expect(abs(view.presentationFrame.midX - 150) < 30)
      stage.wait(200)
      #expect(view.presentationFrame.midX == 250)
    }
  }

  @Test func oneThatIsBegunInAClosureEndsWithThat() {
    onStage { stage in
      let view = stage.box()
      UIView.animate(withDuration: 1) {
        UIView.beginAnimations(nil, context: nil)
        view.center.x = 250
      }
      view.alpha = 0
      stage.wait(250)
      #expect(view.presentationFrame.midX == 250 && view.presentationAlpha == 0)
      // One that is begun around a closure is not committed in it.
      UIView.beginAnimations(nil, context: nil)
      UIView.animate(withDuration: 1) {
        UIView.commitAnimations()
        view.center.x = 50
      }
      UIView.setAnimationDuration(0.1)
      view.center.y = 300
      UIView.commitAnimations()
      #expect(view.presentationFrame.midY == 50)
      stage.wait(200)
      #expect(view.presentationFrame.midY == 300 && view.presentationFrame.midX > 150)
    }
  }

  @Test func nothingMovesWhereAnimationsAreOff() {
    onStage { stage in
      let view = stage.box()
      let watcher = Watcher(stage.log)
      UIView.performWithoutAnimation {
        UIView.beginAnimations(nil, context: nil)
        UIView.setAnimationDelegate(watcher)
        UIView.setAnimationDidStop(Selector("stop") { (target: Watcher) in target.log("stop") })
        view.center.x = 250
        UIView.commitAnimations()
      }
      #expect(view.presentationFrame.midX == 250 && stage.log.lines == ["stop"])
      UIView.setAnimationDuration(3)
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationDuration(.nan)
      UIView.setAnimationDelay(-1)
      UIView.setAnimationRepeatCount(.nan)
      view.center.x = 50
      UIView.commitAnimations()
      #expect(view.presentationFrame.midX == 50)
    }
  }

  @Test func theMethodsChangeTheInnermostAnimation() {
    onStage { stage in
      let (one, two) = (stage.box(), stage.box(at: Point(0, 200)))
      UIView.beginAnimations(nil, context: nil)
      one.center.x = 250
      UIView.animate(withDuration: 0.2, options: .curveLinear) {
        UIView.setAnimationRepeatCount(3)
        UIView.setAnimationDuration(0.3)
        UIView.setAnimationDelegate(Watcher(stage.log))
        UIView.setAnimationDidStop(Selector("stop") { (target: Watcher) in target.log("stop") })
        UIView.performWithoutAnimation {
          UIView.beginAnimations(nil, context: nil)
          UIView.setAnimationDuration(5)
          UIView.commitAnimations()
        }
        two.center.x = 250
      }
      UIView.commitAnimations()
      stage.wait(250)
      #expect(!one.isAnimating && abs(two.presentationFrame.midX - 216) < 15)
      stage.wait(300)
      #expect(abs(two.presentationFrame.midX - 216) < 15)
      stage.wait(200)
      #expect(two.isAnimating)
      stage.wait(200)
      #expect(!two.isAnimating && stage.log.lines == [])
    }
  }

  @Test func whereAnimationsAreOffTheMethodsChangeNoClosureAround() {
    onStage { stage in
      let view = stage.box()
      UIView.animate(withDuration: 0.2) {
        UIView.performWithoutAnimation { UIView.setAnimationDuration(5) }
        view.center.x = 250
      }
      stage.wait(300)
      #expect(!view.isAnimating)
    }
  }

  @Test func whatAMessageBeginsDoesNotTakeAnothersPlace() {
    onStage { stage in
      let (outer, inner) = (stage.box(), stage.box(at: Point(0, 200)))
      let list = stage.application.animations
      let watcher = Watcher(stage.log)
      UIView.beginAnimations("outer", context: nil)
      UIView.setAnimationDelegate(watcher)
      UIView.setAnimationWillStart(
        Selector("outer") { (target: Watcher, _, _) in
          target.log("outer, open: " + list.begun.map { $0.name ?? "" }.joined())
        })
      outer.center.x = 250
      UIView.beginAnimations("inner", context: nil)
      UIView.setAnimationDelegate(watcher)
      UIView.setAnimationWillStart(
        Selector("inner") { (target: Watcher, _, _) in
          target.log("inner")
          UIView.beginAnimations("new", context: nil)
        })
      inner.center.x = 250
      stage.wait(10)
      // The outer one has ended with the callout, the new one with the next.
      #expect(stage.log.lines == ["inner", "outer, open: new"])
      stage.wait(400)
      #expect(list.begun.isEmpty && list.open.isEmpty && !outer.isAnimating && !inner.isAnimating)
    }
  }

  @Test func anApplicationThatEndsEndsWhatWasBegun() {
    onStage { stage in
      let (view, loop, list) = (stage.box(), stage.loop, stage.application.animations)
      let watcher = Watcher(stage.log)
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationDelegate(watcher)
      UIView.setAnimationDidStop(Selector("stop") { (target: Watcher) in target.log("stop") })
      view.alpha = 0
      UIView.animate(withDuration: 1) {
        view.center.x = 250
        stage.application.terminate()
      } completion: {
        stage.log("closure \($0)")
      }
      #expect(list.open.isEmpty && list.begun.isEmpty && stage.log.lines == ["stop", "closure false"])
      loop.run(for: .milliseconds(10))
      #expect(UIApplication.current == nil)
    }
  }

  @Test func manyPairsPostOneBlock() {
    onStage { stage in
      let before = stage.loop.snapshot().pendingBlocks
      for _ in 0..<1000 {
        UIView.beginAnimations(nil, context: nil)
        UIView.commitAnimations()
      }
      #expect(stage.loop.snapshot().pendingBlocks <= before + 1)
    }
  }

  @Test func nothingStaysOpenBehindAClosureThatRunsTheLoop() {
    onStage { stage in
      let view = stage.box()
      let list = stage.application.animations
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationDuration(1)
      view.center.x = 250
      UIView.animate(withDuration: 1) {
        stage.wait(5)
        #expect(list.begun.isEmpty && list.open.count == 1)
        view.alpha = 0.5
      }
      view.bounds.size.width = 50
      stage.wait(20)
      #expect(list.open.isEmpty && view.presentationAlpha > 0.9)
      #expect(view.presentationFrame.midX < 100 && view.presentationFrame.width == 50)
    }
  }

  @Test func whatIsTurnedOffInsideIsShownAtOnce() {
    onStage { stage in
      let view = stage.box()
      let row = UIStackView(frame: Rect(0, 300, 200, 50))
      let arranged = UIView()
      row.addArrangedSubview(arranged)
      view.superview?.addSubview(row)
      stage.wait(20)
      UIView.animate(withDuration: 1) {
        view.center.x = 250
        UIView.setAnimationsEnabled(false)
        view.alpha = 0.5
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { view.center.y = 200 }
        arranged.isHidden = true
        UIView.setAnimationsEnabled(true)
      }
      #expect(view.presentationAlpha == 0.5 && view.presentationFrame.midX == 50)
      #expect(view.presentationFrame.midY == 200 && row.subviews.count == 1)
    }
  }

  private final class Panel: UIView {
    let part = UIView()
    override func layoutSubviews() {
      addSubview(part)
      part.frame = bounds
    }
  }

  @Test func aTransitionBeginsWithALayoutThatIsNotAnimated() {
    onStage { stage in
      let panel = Panel(frame: Rect(0, 0, 100, 100))
      stage.box().superview?.addSubview(panel)
      stage.wait(20)
      panel.part.frame = .zero
      panel.setNeedsLayout()
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationTransition(.flipFromLeft, for: panel, cache: true)
      UIView.commitAnimations()
      #expect(panel.part.frame == panel.bounds && !panel.part.isAnimating && panel.isAnimating)
    }
  }

  @Test func viewsAreHitMeanwhile() {
    onStage { stage in
      let view = stage.box()
      UIView.beginAnimations(nil, context: nil)
      view.alpha = 0.5
      UIView.commitAnimations()
      #expect(view.isAnimating && stage.window.hitTest(Point(50, 50), with: nil) === view)
    }
  }
}
