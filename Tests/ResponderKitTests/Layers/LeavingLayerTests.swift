import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Delegates of animations that end because layers leave may put views and layers elsewhere.
@Suite(.hangLimit) struct LeavingLayerTests {
  @Test func aDelegateMayMoveViewsOfATreeThatLeaves() {
    for isBack in [false, true] {
      onStage { stage in
        let root = stage.show(UIView(frame: stage.window.bounds))
        let (holder, other, ends) = (UIView(), UIView(), AnimationEnds())
        let views = [UIView(), UIView()]
        for view in [holder, other] { root.addSubview(view) }
        for view in views { holder.addSubview(view) }
        views[0].layer.add(AnimationEnds.animation(ends), forKey: "a")
        ends.onEnd = { isBack ? root.addSubview(holder) : other.addSubview(views[1]) }
        holder.removeFromSuperview()
        #expect(ends.ends == [false])
        #expect(views[1].window === stage.window && views[1].superview === (isBack ? holder : other))
        #expect((holder.window === stage.window) == isBack && (views[0].window === stage.window) == isBack)
        views[1].layer.add(AnimationEnds.animation(AnimationEnds()), forKey: "a")
        #expect(views[1].layer.clock != nil && (views[0].layer.clock != nil) == isBack)
      }
    }
  }

  @Test func aLayerThatADelegateHasTakenStaysWhereItIs() {
    let (outer, other, ends) = (CALayer(), CALayer(), AnimationEnds())
    let layers = [CALayer(), CALayer()]
    for layer in layers { outer.addSublayer(layer) }
    layers[0].add(AnimationEnds.animation(ends), forKey: "a")
    ends.onEnd = { other.addSublayer(layers[1]) }
    outer.sublayers = nil
    #expect(ends.ends == [false] && layers[1].superlayer === other && layers[0].superlayer == nil)
  }

  @Test func whatADelegateAddsWithTheKeyMeanwhileEndsUnlessItHasBegun() {
    onStage { stage in
      let (view, first, second) = (stage.show(UIView()), AnimationEnds(), AnimationEnds())
      view.layer.add(AnimationEnds.animation(first), forKey: "a")
      first.onEnd = {
        view.layer.add(AnimationEnds.animation(second), forKey: "a")
        stage.wait(20)
      }
      view.layer.add(AnimationEnds.animation(AnimationEnds()), forKey: "a")
      #expect(first.ends == [false] && second.ends == [false] && view.layer.running.count == 1)
    }
  }
}
