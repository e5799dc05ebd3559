import ResponderKit
import TestHarness
import Testing

/// Animations beside, after and inside of each other.
@Suite(.hangLimit) struct AnimationRuleTests {
  private func views(_ stage: Stage, _ count: Int = 1) -> [UIView] {
    let root = stage.show(UIView(frame: UIScreen.main.bounds))
    return (0..<count).map { index in
      let view = UIView(frame: Rect(0, Double(index) * 100, 100, 100))
      root.addSubview(view)
      return view
    }
  }

  @Test func whatIsChangedWithoutAnimationIsNotAnimatedHoweverDeepInside() {
    onStage { stage in
      let all = views(stage, 3)
      UIView.animate(withDuration: .milliseconds(200)) {
        all[0].center.x = 200
        UIView.performWithoutAnimation {
          UIView.performWithoutAnimation { all[1].center.x = 200 }
          all[1].center.y = 300
        }
        all[2].center.x = 200
      }
      #expect(all.map(\.isAnimating) == [true, false, true])
      #expect(all[1].presentationFrame == all[1].frame)
    }
  }

  @Test func anInnerAnimationHasItsOwnTime() {
    onStage { stage in
      let all = views(stage, 3)
      UIView.animate(withDuration: .milliseconds(200)) {
        all[0].alpha = 0.5
        UIView.animate(withDuration: .milliseconds(400)) { all[1].alpha = 0.5 }
        all[2].alpha = 0.5
      }
      stage.wait(300)
      #expect(all.map(\.isAnimating) == [false, true, false])
      stage.wait(200)
      #expect(all.map(\.isAnimating) == [false, false, false])
      all[0].alpha = 1
      #expect(!all[0].isAnimating)
    }
  }

  @Test func anAnimationBesideAnotherOneBeginsWhereTheViewIsSeen() {
    onStage { stage in
      let view = views(stage)[0]
      let animate = { (x: Double) in
        UIView.animate(withDuration: .milliseconds(400), options: .curveLinear) {
          view.frame = Rect(x, 0, 100, 100)
        }
      }
      animate(100)
      stage.wait(200)
      #expect(isNear(view.presentationFrame.minX, 50, by: 10))
      animate(250)
      #expect(isNear(view.presentationFrame.minX, 50, by: 10) && view.frame.minX == 250)
      // The first one's way is at its end, and half of the second one's is added.
      stage.wait(200)
      #expect(isNear(view.presentationFrame.minX, 175, by: 10))
      stage.wait(300)
      #expect(view.presentationFrame.minX == 250 && !view.isAnimating)
    }
  }

  @Test func theLastOfSeveralChangesIsWhereAnAnimationGoes() {
    onStage { stage in
      let view = views(stage)[0]
      UIView.animate(withDuration: .milliseconds(400), options: .curveLinear) {
        view.frame = Rect(50, 0, 100, 100)
        view.alpha = 0
        view.frame = Rect(200, 0, 100, 100)
      }
      stage.wait(200)
      #expect(isNear(view.presentationFrame.minX, 100, by: 10) && abs(view.presentationAlpha - 0.5) < 0.05)
      stage.wait(300)
      #expect(view.presentationFrame.minX == 200)
    }
  }

  @Test func eachValueThatAnAnimationChangesBeginsWhereItIsSeen() {
    onStage { stage in
      let view = views(stage)[0]
      UIView.animate(withDuration: .milliseconds(400), options: .curveLinear) { view.alpha = 0.2 }
      stage.wait(200)
      UIView.animate(withDuration: .milliseconds(400), options: .curveLinear) {
        view.center.x = 250
        view.alpha = 1
        view.center.x = 350
      }
      #expect(abs(view.presentationAlpha - 0.6) < 0.05 && isNear(view.presentationFrame.midX, 50, by: 10))
      stage.wait(200)
      #expect(abs(view.presentationAlpha - 0.8) < 0.05 && isNear(view.presentationFrame.midX, 200, by: 10))
    }
  }

  @Test func removingTheAnimationsOfOneViewLeavesTheOthers() {
    onStage { stage in
      let all = views(stage, 2)
      var finished: [Bool] = []
      UIView.animate(withDuration: .milliseconds(400)) {
        for view in all { view.center.x = 250 }
      } completion: {
        finished.append($0)
      }
      stage.wait(100)
      all[0].removeAllAnimations()
      #expect(all.map(\.isAnimating) == [false, true] && finished == [])
      stage.wait(400)
      #expect(finished == [true] && !all[1].isAnimating)
    }
  }

  @Test func aViewThatLeavesItsWindowIsNotAnimatedAnyMore() {
    onStage { stage in
      let view = views(stage)[0]
      let inner = UIView(frame: Rect(0, 0, 50, 50))
      view.addSubview(inner)
      var finished: [Bool] = []
      UIView.animate(withDuration: .milliseconds(400)) {
        inner.center.x = 90
      } completion: {
        finished.append($0)
      }
      let root = view.superview
      view.removeFromSuperview()
      #expect(finished == [false] && !inner.isAnimating)
      root?.addSubview(view)
      #expect(!inner.isAnimating && inner.presentationFrame == inner.frame)
      stage.wait(500)
      #expect(finished == [false])
      // Without a window nothing is animated.
      view.removeFromSuperview()
      UIView.animate(withDuration: .milliseconds(400)) {
        view.center.x = 90
      } completion: {
        finished.append($0)
      }
      #expect(!view.isAnimating && finished == [false, true])
    }
  }

  @Test func aDelayComesBeforeTheDuration() {
    onStage { stage in
      let view = views(stage)[0]
      var finished: Bool?
      UIView.animate(withDuration: .milliseconds(400), delay: .milliseconds(300), options: .curveLinear) {
        view.frame = Rect(200, 0, 100, 100)
      } completion: {
        finished = $0
      }
      stage.wait(290)
      #expect(view.presentationFrame.minX == 0 && view.isAnimating)
      stage.wait(210)
      #expect(isNear(view.presentationFrame.minX, 100, by: 10))
      stage.wait(180)
      #expect(finished == nil && isNear(view.presentationFrame.minX, 190, by: 10))
      stage.wait(50)
      #expect(finished == true && !view.isAnimating)
    }
  }

  @Test func aViewIsHitAgainWhenItsLastAnimationHasEnded() {
    onStage { stage in
      let view = views(stage)[0]
      UIView.animate(withDuration: .milliseconds(200)) { view.alpha = 0.5 }
      UIView.animate(withDuration: .milliseconds(400), options: .allowUserInteraction) { view.center.x += 1 }
      #expect(stage.window.hitTest(Point(50, 50), with: nil) !== view)
      stage.wait(250)
      #expect(view.isAnimating && stage.window.hitTest(Point(50, 50), with: nil) === view)
    }
  }
}
