import ResponderKit
import TestHarness
import Testing

/// A layer that was its own mask ended in an endless loop, and one whose mask showed nothing was seen as a whole; a value that was set again
/// began its animation anew, and a change in the middle of an animation jumped.
@Suite(.hangLimit) struct MasksAndUnchangedValuesTests {
  @Test func noLayerIsItsOwnMask() {
    onStage { stage in
      let layer = stage.redLayer()
      let inner = CALayer()
      layer.addSublayer(inner)
      layer.mask = layer
      inner.mask = layer
      #expect(layer.mask == nil && inner.mask == nil)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .red)
    }
  }

  @Test func aMaskThatShowsNothingHidesAll() {
    onStage { stage in
      let layer = stage.redLayer()
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      let mask = CALayer()
      mask.frame = Rect(0, 0, 100, 100)
      mask.backgroundColor = UIColor.black.cgColor
      layer.mask = mask
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .red)
      mask.opacity = 0
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .white)
      mask.opacity = 1
      mask.isHidden = true
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .white)
      CATransaction.commit()
    }
  }

  @Test func aValueThatIsSetAgainDoesNotBeginAnew() {
    onStage { stage in
      let layer = stage.redLayer()
      layer.frame = Rect(100, 0, 100, 100)
      for _ in 0..<30 {
        stage.wait(16)
        layer.frame = Rect(100, 0, 100, 100)
      }
      #expect(layer.presentation()?.position.x == 150)
    }
  }

  @Test func aChangeThatIsAddedInTheMiddleBeginsWhatIsSeen() {
    onStage { stage in
      let view = stage.box()
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) { view.frame.origin.x = 100 }
      animator.startAnimation()
      stage.wait(200)
      let before = view.presentationFrame.minX
      animator.addAnimations { view.frame.origin.x = 200 }
      #expect(abs(view.presentationFrame.minX - before) < 12)
    }
  }

  @Test func noAnimationBeginsWithoutAnimation() {
    onStage { stage in
      let view = stage.box()
      var ends: [Bool] = []
      UIView.performWithoutAnimation {
        UIView.animate(withDuration: 0.4, animations: { view.frame.origin.x = 100 }) { ends.append($0) }
      }
      #expect(view.presentationFrame.minX == 100 && ends == [true] && !view.isAnimating)
    }
  }

  @Test func aViewThatIsScrolledFarIsDissolved() {
    onStage { stage in
      let scroll = UIScrollView(frame: Rect(0, 0, 200, 200))
      scroll.contentSize = Size(200, 20_000)
      let block = UIView(frame: Rect(0, 10_000, 200, 200))
      block.backgroundColor = .black
      scroll.addSubview(block)
      stage.show(scroll)
      stage.window.backgroundColor = .white
      scroll.contentOffset = Point(0, 10_000)
      stage.wait(20)
      UIView.transition(with: scroll, duration: 0.4, options: .transitionCrossDissolve) {
        block.backgroundColor = .white
      }
      stage.wait(200)
      #expect(abs(stage.window.snapshot().color(x: 100, y: 100).red - 0.5) < 0.15)
    }
  }
}
