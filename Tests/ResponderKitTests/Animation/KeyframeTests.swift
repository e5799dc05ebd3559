import ResponderKit
import TestHarness
import Testing

/// Animations of several steps, and transitions.
@Suite(.hangLimit) struct KeyframeTests {
  private var linear: UIView.KeyframeAnimationOptions {
    .init(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
  }

  @Test func eachStepMovesInItsPartOfTheTime() {
    onStage { stage in
      let view = stage.box()
      var finished: Bool?
      UIView.animateKeyframes(withDuration: 0.8, delay: 0, options: linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 250 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.center.x = 150 }
        UIView.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 0.25) { view.alpha = 0 }
      } completion: {
        finished = $0
      }
      #expect(view.center.x == 150 && view.presentationFrame.midX == 50 && view.presentationAlpha == 1)
      stage.wait(200)
      #expect(abs(view.presentationFrame.midX - 150) < 12 && view.presentationAlpha == 1)
      stage.wait(200)
      #expect(abs(view.presentationFrame.midX - 250) < 12)
      stage.wait(100)
      #expect(abs(view.presentationFrame.midX - 200) < 12)
      stage.wait(200)
      #expect(view.presentationFrame.midX == 150 && abs(view.presentationAlpha - 0.5) < 0.1)
      #expect(finished == nil)
      stage.wait(150)
      #expect(finished == true && view.presentationAlpha == 0)
    }
  }

  @Test func aStepBeginsWhereTheOneBeforeEndsAlsoInTheMiddleOfAnotherAnimation() {
    onStage { stage in
      let view = stage.box()
      UIView.animate(withDuration: 1) { view.center.x = 300 }
      stage.wait(600)
      #expect(view.presentationFrame.midX > 180)
      UIView.animateKeyframes(withDuration: 0.8, delay: 0, options: linear) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 100 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 200 }
      }
      stage.wait(600)
      #expect(abs(view.presentationFrame.midX - 150) < 12)
    }
  }

  @Test func aStepThatIsNoStepOfAnAnimationChangesAtOnce() {
    onStage { stage in
      let view = stage.box()
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 250 }
      #expect(view.center.x == 250 && !view.isAnimating)
    }
  }

  @Test func aTransitionShowsTheOldPictureLessAndLess() {
    onStage { stage in
      let view = stage.box()
      view.backgroundColor = .red
      let inner = UIView(frame: Rect(0, 0, 50, 100))
      inner.backgroundColor = .black
      view.addSubview(inner)
      var finished: Bool?
      UIView.transition(with: view, duration: 0.4, options: [.transitionCrossDissolve, .curveLinear]) {
        view.backgroundColor = .blue
        inner.removeFromSuperview()
      } completion: {
        finished = $0
      }
      let first = stage.window.snapshot()
      #expect(first.color(x: 75, y: 50) == .red && first.color(x: 25, y: 50) == .black)
      stage.wait(200)
      let middle = stage.window.snapshot()
      let (right, left) = (middle.color(x: 75, y: 50), middle.color(x: 25, y: 50))
      #expect(abs(right.red - 0.5) < 0.06 && abs(right.blue - 0.5) < 0.06)
      #expect(left.red == 0 && abs(left.blue - 0.5) < 0.06)
      // What lies behind does not shine through.
      #expect(right.green == 0 && finished == nil)
      stage.wait(250)
      let last = stage.window.snapshot()
      #expect(last.color(x: 25, y: 50) == .blue && finished == true)
    }
  }

  @Test func aWindowPassesIntoWhatItsNextControllerShows() {
    onStage { stage in
      func controller(_ color: UIColor) -> UIViewController {
        let controller = UIViewController()
        controller.view.backgroundColor = color
        return controller
      }
      stage.show(controller(.red))
      stage.wait(20)
      UIView.transition(with: stage.window, duration: 0.4, options: .curveLinear) {
        stage.window.rootViewController = controller(.blue)
      }
      stage.wait(200)
      let middle = stage.window.snapshot().color(x: 50, y: 50)
      #expect(abs(middle.red - 0.5) < 0.06 && abs(middle.blue - 0.5) < 0.06)
    }
  }

  @Test func aTransitionPutsOneViewInAnothersPlace() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (old, new) = (UIView(frame: Rect(0, 0, 100, 100)), UIView(frame: Rect(0, 0, 100, 100)))
      old.backgroundColor = .red
      new.backgroundColor = .blue
      root.addSubview(old)
      stage.wait(20)
      UIView.transition(from: old, to: new, duration: 0.4, options: [.transitionFlipFromLeft, .curveLinear])
      #expect(old.superview == nil && new.superview === root)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .red)
      stage.wait(450)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .blue)
      root.addSubview(old)
      UIView.transition(from: new, to: old, duration: 0.1, options: .showHideTransitionViews)
      #expect(new.isHidden && new.superview === root && !old.isHidden)
    }
  }

  @Test func discreteStepsAreSeenAtTheirEnds() {
    onStage { stage in
      let view = stage.box()
      UIView.animateKeyframes(withDuration: 0.8, delay: 0, options: [linear, .calculationModeDiscrete]) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.center.x = 250 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) { view.center.x = 150 }
      }
      stage.wait(350)
      #expect(view.presentationFrame.midX == 50)
      stage.wait(100)
      #expect(view.presentationFrame.midX == 250)
      stage.wait(250)
      #expect(view.presentationFrame.midX == 150)
    }
  }

  @Test func aTransitionLeavesTheOrderOfTheOtherViews() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (old, front, new) = (UIView(), UIView(), UIView())
      for view in [old, front] { root.addSubview(view) }
      UIView.transition(from: old, to: new, duration: 0.1)
      #expect(root.subviews == [new, front])
    }
  }
}
