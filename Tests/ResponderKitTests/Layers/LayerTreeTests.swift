import ResponderKit
import TestHarness
import Testing

/// Layers that are put beside others, masks, and values beside animations.
@Suite(.hangLimit) struct LayerTreeTests {
  private func layer(_ color: UIColor) -> CALayer {
    let layer = CALayer()
    layer.frame = Rect(0, 0, 100, 100)
    layer.backgroundColor = color.cgColor
    return layer
  }

  @Test func aLayerBelowNothingIsBehindAll() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (first, second, other) = (layer(.red), layer(.green), layer(.blue))
      root.layer.addSublayer(first)
      root.layer.insertSublayer(second, below: nil)
      #expect(root.layer.sublayers?.first === second && stage.window.snapshot().color(x: 50, y: 50) == .red)
      root.layer.insertSublayer(other, below: first)
      #expect(
        root.layer.sublayers?.map(ObjectIdentifier.init) == [second, other, first].map(ObjectIdentifier.init))
    }
  }

  @Test func aLayerTakesAnotherOnesPlace() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (below, old, above, new) = (layer(.red), layer(.green), layer(.blue), layer(.black))
      for layer in [below, old, above] { root.layer.addSublayer(layer) }
      root.layer.replaceSublayer(old, with: new)
      #expect(
        root.layer.sublayers?.map(ObjectIdentifier.init) == [below, new, above].map(ObjectIdentifier.init))
      #expect(old.superlayer == nil && new.superlayer === root.layer)
    }
  }

  @Test func aLayerThatBecomesAMaskIsNotDrawnAnyMore() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (shown, mask) = (layer(.red), layer(.black))
      mask.frame = Rect(0, 0, 50, 100)
      root.layer.addSublayer(shown)
      root.layer.addSublayer(mask)
      shown.mask = mask
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 20, y: 50) == .red && picture.color(x: 70, y: 50) == .white)
      #expect(root.layer.sublayers?.count == 1 && mask.superlayer === shown)
    }
  }

  @Test func aValueThatIsSetBesideAnAnimationIsSeenAtOnce() {
    onStage { stage in
      let layer = stage.redLayer()
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0.5, 0.5, 10)
      layer.add(fade, forKey: "fade")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position = Point(250, 250)
      CATransaction.commit()
      #expect(layer.presentation()?.position == Point(250, 250) && layer.presentation()?.opacity == 0.5)
    }
  }

  @Test func theForemostLayerIsHit() {
    let (root, below, above, inner) = (layer(.red), layer(.green), layer(.blue), layer(.black))
    below.frame = Rect(50, 50, 100, 100)
    above.frame = Rect(60, 60, 20, 20)
    inner.frame = Rect(10, 10, 100, 100)
    root.addSublayer(below)
    root.addSublayer(above)
    above.addSublayer(inner)
    #expect(root.hitTest(Point(10, 10)) === root && root.hitTest(Point(55, 55)) === below)
    #expect(root.hitTest(Point(65, 65)) === above && root.hitTest(Point(75, 75)) === inner)
    // Outside of the layers that it is in, too, unless one of them cuts it off.
    #expect(root.hitTest(Point(160, 160)) === inner && root.hitTest(Point(200, 10)) == nil)
    above.masksToBounds = true
    #expect(root.hitTest(Point(160, 160)) == nil)
    above.isHidden = true
    #expect(root.hitTest(Point(65, 65)) === below)
    above.isHidden = false
    below.zPosition = 1
    #expect(
      root.hitTest(Point(65, 65)) === below && below.contains(Point(99, 99)) && !below.contains(Point(100, 0))
    )
  }

  @Test func aSubviewThatIsInsertedBehindOthersIsBehindThemAmongSublayersToo() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (own, front, back) = (layer(.red), UIView(), UIView())
      root.layer.addSublayer(own)
      root.addSubview(front)
      root.insertSubview(back, at: 0)
      let order = root.layer.sublayers?.map(ObjectIdentifier.init) ?? []
      #expect(order.count == 3 && order.contains(ObjectIdentifier(own)))
      let places = [back, front].compactMap { order.firstIndex(of: ObjectIdentifier($0.layer)) }
      #expect(places.count == 2 && places[0] < places[1])
    }
  }
}
