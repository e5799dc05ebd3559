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
}
