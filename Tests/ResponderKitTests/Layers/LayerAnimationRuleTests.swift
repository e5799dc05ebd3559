import ResponderKit
import TestHarness
import Testing

/// What animations of layers show between their beginning and their end, and who is notified of the end.
@Suite(.hangLimit) struct LayerAnimationRuleTests {
  private func basic(_ path: String, _ from: Any?, _ to: Any?, _ duration: Double = 0.4) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, duration)
    return animation
  }

  private final class Ends: CAAnimationDelegate {
    var ends: [Bool] = []
    func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { ends.append(flag) }
  }

  private func shownX(_ layer: CALayer) -> Double { layer.presentation()?.position.x ?? -1 }

  @Test func discreteValuesStayUntilTheNext() {
    onStage { stage in
      let layer = stage.redLayer()
      let steps = CAKeyframeAnimation(keyPath: "position.x")
      (steps.values, steps.duration, steps.calculationMode) = ([10, 20, 30], 0.6, .discrete)
      layer.add(steps, forKey: nil)
      for place in [10.0, 20, 30] {
        stage.wait(place == 10 ? 100 : 200)
        #expect(shownX(layer) == place)
      }
    }
  }

  @Test func theEndOfAnAnimationIsReportedOnce() {
    onStage { stage in
      let layer = stage.redLayer()
      let (replaced, kept) = (Ends(), Ends())
      let first = basic("opacity", 1, 0, 1)
      first.delegate = replaced
      layer.add(first, forKey: "fade")
      stage.wait(50)
      let second = basic("opacity", 1, 0, 0.1)
      second.isRemovedOnCompletion = false
      second.delegate = kept
      layer.add(second, forKey: "fade")
      #expect(replaced.ends == [false])
      stage.wait(200)
      #expect(kept.ends == [true] && layer.animationKeys() == ["fade"])
      layer.removeAnimation(forKey: "fade")
      stage.wait(50)
      #expect(kept.ends == [true] && replaced.ends == [false])
    }
  }

  @Test func anAnimationWaitsForItsBeginning() {
    onStage { stage in
      let layer = stage.redLayer()
      let later = basic("position.x", 100, 300)
      later.beginTime = CACurrentMediaTime() + 0.3
      layer.add(later, forKey: nil)
      stage.wait(200)
      #expect(layer.presentation()?.position.x == 50)
      stage.wait(300)
      #expect(abs(shownX(layer) - 200) < 15)
      stage.wait(250)
      #expect(shownX(layer) == 50)
    }
  }

  @Test func waysBeginAndAreAddedWhereTheyAreToBe() {
    onStage { stage in
      let layer = stage.redLayer()
      let way = basic("position.x", nil, 250)
      way.byValue = 100
      layer.add(way, forKey: "way")
      stage.wait(200)
      #expect(abs(shownX(layer) - 200) < 12)
      layer.removeAllAnimations()
      let added = basic("position.x", 0, 100)
      added.isAdditive = true
      layer.add(added, forKey: "added")
      stage.wait(200)
      #expect(abs(shownX(layer) - 100) < 12)
      layer.removeAllAnimations()
      // A transform is added before the layer's own, which stretches it.
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.setAffineTransform(AffineTransform(scaleX: 2, y: 2))
      CATransaction.commit()
      let shift = AffineTransform(translationX: 10, y: 0)
      let moved = basic("transform", shift, shift)
      moved.isAdditive = true
      layer.add(moved, forKey: nil)
      stage.wait(200)
      let shown = layer.presentation()?.affineTransform() ?? .identity
      #expect(shown.a == 2 && shown.tx == 20)
    }
  }

  @Test func anOpacityThatSwingsIsNeverMoreThanOne() {
    onStage { stage in
      let layer = stage.redLayer()
      let spring = CASpringAnimation(keyPath: "opacity")
      (spring.fromValue, spring.toValue, spring.damping) = (0, 1, 3)
      layer.add(spring, forKey: nil)
      for _ in 0..<40 {
        stage.wait(20)
        let opacity: Float = layer.presentation()?.opacity ?? -1
        #expect(opacity >= 0 && opacity <= 1)
      }
    }
  }

  @Test func aLayerThatComesBackIsNotSeenToChange() {
    onStage { stage in
      let layer = stage.redLayer()
      let outer = layer.superlayer
      layer.removeFromSuperlayer()
      outer?.addSublayer(layer)
      layer.opacity = 0
      #expect(layer.presentation()?.opacity == 0)
      // From the next turn on it is.
      stage.wait(20)
      layer.opacity = 1
      #expect(layer.presentation()?.opacity == 0)
    }
  }

  @Test func aMaskThatCameWithItsLayerIsSeenToChange() {
    onStage { stage in
      let (layer, mask) = (CALayer(), CALayer())
      layer.mask = mask
      stage.redLayer().addSublayer(layer)
      stage.wait(20)
      mask.opacity = 0
      #expect(mask.presentation()?.opacity == 1)
      stage.wait(300)
      #expect(mask.presentation()?.opacity == 0)
    }
  }

  @Test func aGroupThatGoesTwiceAsFastTakesItsAnimationsAlong() {
    onStage { stage in
      let layer = stage.redLayer()
      let group = CAAnimationGroup()
      (group.duration, group.speed) = (1, 2)
      let own = basic("position.x", 0, 100, 1)
      let late = basic("position.y", 0, 100, 0)
      late.beginTime = 0.5
      late.duration = 0.5
      group.animations = [own, late]
      layer.add(group, forKey: nil)
      stage.wait(400)
      let place = layer.presentation()?.position ?? .zero
      #expect(abs(place.x - 80) < 5 && abs(place.y - 60) < 10)
    }
  }

  @Test func rectanglesAreAdded() {
    onStage { stage in
      let layer = stage.redLayer()
      let size = layer.bounds.size
      let grow = CABasicAnimation(keyPath: "bounds")
      (grow.byValue, grow.duration) = (Rect(0, 0, 40, 20), 1)
      layer.add(grow, forKey: nil)
      stage.wait(500)
      let shown = layer.presentation()?.bounds.size ?? .zero
      #expect(abs(shown.width - size.width - 20) < 2 && abs(shown.height - size.height - 10) < 1)
    }
  }

  @Test func aWayToAPlaceBeginsThatFarBeforeIt() {
    onStage { stage in
      let layer = stage.redLayer()
      let move = basic("position", nil, Point(100, 200), 1)
      move.byValue = Point(20, 100)
      let grow = basic("bounds", nil, Rect(0, 0, 60, 80), 1)
      grow.byValue = Rect(0, 0, 20, 40)
      let shadow = basic("shadowOffset", nil, Size(10, 20), 1)
      shadow.byValue = Size(4, 12)
      for animation in [move, grow, shadow] { layer.add(animation, forKey: animation.keyPath) }
      stage.wait(500)
      let (place, size) = (
        layer.presentation()?.position ?? .zero, layer.presentation()?.bounds.size ?? .zero
      )
      #expect(abs(place.x - 90) < 1 && abs(place.y - 150) < 3)
      #expect(abs(size.width - 50) < 1 && abs(size.height - 60) < 2)
      let offset = layer.presentation()?.shadowOffset ?? .zero
      #expect(abs(offset.width - 8) < 0.5 && abs(offset.height - 14) < 1)
    }
  }

  @Test func aMaskThatIsSetAgainGoesOn() {
    onStage { stage in
      let (layer, mask) = (stage.redLayer(), CALayer())
      mask.frame = Rect(0, 0, 20, 20)
      layer.mask = mask
      stage.wait(20)
      mask.add(basic("opacity", 0, 1, 1), forKey: "fade")
      stage.wait(20)
      layer.mask = mask
      #expect(mask.animation(forKey: "fade") != nil && layer.mask === mask)
    }
  }
}
