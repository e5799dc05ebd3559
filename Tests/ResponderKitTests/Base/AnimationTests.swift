import ResponderKit
import TestHarness
import Testing

/// Animations that repeat, go back, or swing.
@Suite(.hangLimit) struct AnimationTests {
  private func square(_ stage: Stage) -> UIView {
    let view = UIView(frame: Rect(0, 0, 100, 100))
    stage.show(UIView(frame: UIScreen.main.bounds)).addSubview(view)
    return view
  }

  private func near(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) < 20 }

  @Test func aRepeatedAnimationBeginsAgainUntilItIsRemoved() {
    onStage { stage in
      let view = square(stage)
      var finished: Bool?
      UIView.animate(withDuration: .milliseconds(200), options: [.curveLinear, .repeat]) {
        view.frame = Rect(200, 0, 100, 100)
      } completion: {
        finished = $0
      }
      for _ in 0..<5 {
        stage.wait(50)
        #expect(near(view.presentationFrame.minX, 50))
        stage.wait(100)
        #expect(near(view.presentationFrame.minX, 150))
        stage.wait(50)
      }
      #expect(finished == nil && view.isAnimating)
      view.removeAllAnimations()
      #expect(finished == false && view.presentationFrame == Rect(200, 0, 100, 100))
    }
  }

  @Test func anAnimationThatGoesBackTakesTwiceAsLongAndShowsTheNewValuesAtItsEnd() {
    onStage { stage in
      let view = square(stage)
      var finished: Bool?
      UIView.animate(withDuration: .milliseconds(200), options: [.curveLinear, .autoreverse]) {
        view.frame = Rect(200, 0, 100, 100)
      } completion: {
        finished = $0
      }
      stage.wait(150)
      #expect(near(view.presentationFrame.minX, 150))
      stage.wait(100)
      #expect(near(view.presentationFrame.minX, 150))
      stage.wait(100)
      #expect(near(view.presentationFrame.minX, 50))
      #expect(finished == nil)
      stage.wait(100)
      #expect(finished == true && view.presentationFrame == Rect(200, 0, 100, 100))
    }
  }

  @Test func aNumberOfRepetitionsEndsInTheMiddleIfItIsNotWhole() {
    onStage { stage in
      let view = square(stage)
      var finished: Bool?
      UIView.animate(withDuration: .milliseconds(100), options: .curveLinear) {
        UIView.modifyAnimations(withRepeatCount: 2.5, autoreverses: false) {
          view.frame = Rect(200, 0, 100, 100)
        }
      } completion: {
        finished = $0
      }
      stage.wait(225)
      #expect(near(view.presentationFrame.minX, 33))
      stage.wait(20)
      #expect(near(view.presentationFrame.minX, 70) && finished == nil)
      stage.wait(30)
      #expect(finished == true && view.presentationFrame.minX == 200)
    }
  }

  @Test func aSpringSwingsAroundTheNewValuesUnlessItIsDampedAway() {
    onStage { stage in
      let view = square(stage)
      func farthest(_ damping: Double, velocity: Double = 0, to x: Double) -> (Double, Double) {
        var finished = false
        UIView.animate(
          withDuration: .milliseconds(500), usingSpringWithDamping: damping, initialSpringVelocity: velocity
        ) {
          view.frame = Rect(x, 0, 100, 100)
        } completion: {
          finished = $0
        }
        var places: [Double] = []
        for _ in 0..<60 where !finished {
          stage.wait(10)
          places.append(view.presentationFrame.minX)
        }
        #expect(finished && view.presentationFrame.minX == x)
        return (places.min() ?? 0, places.max() ?? 0)
      }
      let loose = farthest(0.3, to: 200)
      #expect(loose.1 > 230 && loose.1 < 400)
      let stiff = farthest(1, to: 0)
      #expect(stiff.0 == 0 && stiff.1 <= 200)
      // Thrown in the other direction first.
      let thrown = farthest(1, velocity: -20, to: 200)
      #expect(thrown.0 < -20 && thrown.1 == 200)
      #expect(farthest(.nan, velocity: .infinity, to: 0).0 == 0)
    }
  }

  @Test func moreThanOpaqueIsOpaque() {
    onStage { stage in
      let view = square(stage)
      view.alpha = 0
      UIView.animate(withDuration: .milliseconds(500), usingSpringWithDamping: 0.2, initialSpringVelocity: 0)
      {
        view.alpha = 1
      }
      for _ in 0..<40 {
        stage.wait(10)
        #expect((0...1).contains(view.presentationAlpha))
      }
    }
  }
}
