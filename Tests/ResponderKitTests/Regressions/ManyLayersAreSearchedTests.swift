import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Layers that need layout, are drawn or move were looked for in lists of all of these, as were the views of an animation, and the animations
/// of a view: 5,000 of them took many seconds.
@Suite(.hangLimit) struct ManyLayersAreSearchedTests {
  @Test func manyLayersMoveAndGo() {
    onStage { stage in
      let host = stage.show(UIView())
      let layers = (0..<5000).map { _ in CALayer() }
      for layer in layers { host.layer.addSublayer(layer) }
      stage.wait(10)
      for layer in layers {
        layer.bounds = Rect(0, 0, 9, 9)
        layer.setNeedsDisplay()
      }
      stage.wait(400)
      #expect(layers.allSatisfy { $0.animationKeys() == nil && !$0.needsLayout })
      for layer in layers { layer.removeFromSuperlayer() }
      #expect(host.layer.sublayers == nil)
    }
  }

  @Test func manyViewsAreAnimatedAtOnce() {
    onStage { stage in
      let host = stage.show(UIView())
      let views = (0..<3000).map { _ in UIView() }
      for view in views { host.addSubview(view) }
      var ends = 0
      UIView.animate(withDuration: 0.1) {
        for view in views { view.alpha = 0 }
      } completion: { isFinished in
        ends += isFinished ? 1 : 10
      }
      stage.wait(50)
      for view in views[1000...] { view.removeFromSuperview() }
      #expect(views[0].layer.presentation()?.opacity ?? 0 > 0.1 && views[2000].layer.animationKeys() == nil)
      stage.wait(100)
      #expect(ends == 1 && views.allSatisfy { $0.alpha == 0 })
    }
  }

  @Test func eachOfManyViewsHasAnAnimationOfItsOwn() {
    onStage { stage in
      let host = stage.show(UIView())
      let views = (0..<5000).map { _ in UIView() }
      for view in views { host.addSubview(view) }
      var ends = 0
      let start = threadTime()
      for view in views {
        UIView.animate(withDuration: 0.1) {
          view.alpha = 0
        } completion: {
          ends += $0 ? 1 : 0
        }
      }
      stage.wait(150)
      #expect(ends == 5000 && threadTime() - start < 30)
    }
  }

  /// Each animation that was added applied all that the layer had.
  @Test func aLayerHasManyAnimations() {
    onStage { stage in
      let host = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      let layer = CALayer()
      layer.frame = Rect(0, 0, 20, 20)
      host.layer.addSublayer(layer)
      stage.wait(20)
      for layer in [layer, host.layer] {
        let start = threadTime()
        for step in 0..<4000 {
          let animation = CABasicAnimation(keyPath: "position.x")
          (animation.fromValue, animation.toValue) = (Double(step), Double(step))
          animation.duration = 1
          layer.add(animation, forKey: "\(step)")
          if step % 500 == 3 { #expect(layer.presentation()?.position.x == Double(step)) }
        }
        // With all of them applied each time: some nine seconds.
        #expect(threadTime() - start < 4)
        #expect(layer.presentation()?.position.x == 3999 && layer.animationKeys()?.count == 4000)
        stage.wait(100)
        #expect(layer.presentation()?.position.x == 3999)
        layer.removeAllAnimations()
        #expect(layer.presentation()?.position.x != 3999)
      }
    }
  }
}
