import ResponderKit
import TestHarness
import Testing

/// Layers that place their sublayers, and what they do after a change.
@Suite(.hangLimit) struct LayerLayoutTests {
  private final class Halved: CALayer {
    let half = CALayer()
    var count = 0
    override func layoutSublayers() {
      super.layoutSublayers()
      count += 1
      half.frame = Rect(0, 0, bounds.width / 2, bounds.height)
    }
  }

  private final class Delegate: CALayerDelegate {
    var laidOut = 0
    var found: [String] = []
    var action: (any CAAction)?
    func layoutSublayers(of layer: CALayer) { laidOut += 1 }
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      found.append(event)
      return action
    }
  }

  @Test func aLayerPlacesItsSublayersOnceAFrameWhenItsSizeChanges() {
    onStage { stage in
      let layer = Halved()
      layer.addSublayer(layer.half)
      stage.show(layer: layer)
      #expect(layer.half.frame == Rect(0, 0, 150, 300) && layer.count == 1)
      layer.position.x += 10
      stage.wait(20)
      #expect(layer.count == 1)
      layer.bounds.size.width = 100
      layer.bounds.size.width = 120
      #expect(layer.half.frame.width == 150)
      stage.wait(20)
      #expect(layer.half.frame.width == 60 && layer.count == 2)
      layer.setNeedsLayout()
      layer.superlayer?.layoutIfNeeded()
      layer.layoutIfNeeded()
      #expect(layer.count == 3)
      stage.wait(20)
      #expect(layer.count == 3)
      layer.addSublayer(CALayer())
      stage.wait(20)
      #expect(layer.count == 4)
    }
  }

  @Test func theDelegateOfALayerPlacesSublayers() {
    onStage { stage in
      let (layer, delegate) = (CALayer(), Delegate())
      layer.delegate = delegate
      stage.show(layer: layer)
      #expect(delegate.laidOut == 1)
      layer.bounds.size.height = 10
      stage.wait(20)
      #expect(delegate.laidOut == 2)
    }
  }

  @Test func aViewIsLaidOutAsItsLayersDelegate() {
    final class Framed: UIView {
      let line = CALayer()
      override func layoutSublayers(of layer: CALayer) {
        super.layoutSublayers(of: layer)
        if line.superlayer == nil { layer.addSublayer(line) }
        line.frame = bounds
      }
      var count = 0
      override func layoutSubviews() { count += 1 }
    }
    final class Host: UIView {
      override class var layerClass: AnyClass { Halved.self }
      var count = 0
      override func layoutSubviews() { count += 1 }
    }
    onStage { stage in
      let view = stage.show(Framed(frame: Rect(0, 0, 100, 50)))
      let host = Host(frame: Rect(0, 0, 80, 80))
      view.addSubview(host)
      stage.wait(20)
      #expect(view.line.frame == view.bounds && view.count == 1)
      #expect((host.layer as? Halved)?.half.frame.width == 40 && host.count == 1)
      view.frame.size.width = 200
      host.layer.setNeedsLayout()
      stage.wait(20)
      #expect(view.line.frame.width == 200 && view.count == 2 && host.count == 2)
    }
  }

  @Test func actionsSayHowAChangeIsAnimated() {
    onStage { stage in
      let layer = stage.redLayer()
      func shown() -> Double { layer.presentation()?.position.x ?? -1 }
      layer.actions = ["position": NSNull()]
      layer.position.x = 150
      #expect(shown() == 150)
      let slow = CABasicAnimation(keyPath: "position")
      slow.duration = 2
      layer.actions = ["position": slow]
      layer.position.x = 350
      stage.wait(1000)
      #expect(abs(shown() - 250) < 5 && layer.animationKeys() == ["position"])
      // The delegate is asked first.
      let delegate = Delegate()
      layer.delegate = delegate
      delegate.action = NSNull()
      layer.removeAllAnimations()
      layer.position.x = 50
      #expect(shown() == 50 && delegate.found == ["position"])
      delegate.action = nil
      layer.actions = nil
      layer.position.x = 250
      stage.wait(30)
      #expect(shown() < 100)
    }
  }

  @Test func aClassAnimatesItsValuesAsItWants() {
    final class Still: CALayer {
      override func action(forKey event: String) -> (any CAAction)? {
        event == "opacity" ? super.action(forKey: event) : nil
      }
    }
    final class Slow: CALayer {
      override class func defaultAction(forKey event: String) -> (any CAAction)? {
        let animation = CABasicAnimation(keyPath: event)
        animation.duration = 4
        return animation
      }
    }
    onStage { stage in
      let still = stage.show(layer: Still())
      still.position.x = 50
      still.opacity = 0.5
      #expect(still.presentation()?.position.x == 50 && still.presentation()?.opacity == 1)
      let layer = Slow()
      still.addSublayer(layer)
      stage.wait(20)
      layer.opacity = 0
      stage.wait(2000)
      #expect(abs((layer.presentation()?.opacity ?? 0) - 0.5) < 0.02)
    }
  }

  @Test func valuesAreSetByTheirKeyPaths() {
    onStage { stage in
      let layer = stage.redLayer()
      CATransaction.setDisableActions(true)
      layer.setValue(2, forKeyPath: "transform.scale.x")
      layer.setValue(UIColor.blue.cgColor, forKey: "backgroundColor")
      #expect(layer.affineTransform().a == 2 && layer.backgroundColor == UIColor.blue.cgColor)
      #expect(layer.value(forKeyPath: "transform.scale.x") as? Double == 2)
      layer.setValue(nil, forKey: "backgroundColor")
      #expect(layer.backgroundColor == nil)
      layer.setValue("card", forKey: "kind")
      #expect(layer.value(forKey: "kind") as? String == "card" && layer.value(forKey: "other") == nil)
      let view = UIView(frame: Rect(0, 0, 10, 10))
      stage.window.addSubview(view)
      view.layer.setValue(0.25, forKeyPath: "opacity")
      view.layer.setValue(70, forKeyPath: "position.x")
      view.layer.setValue(3, forKeyPath: "cornerRadius")
      #expect(view.alpha == 0.25 && view.center.x == 70 && view.layer.cornerRadius == 3)
      let animation = CAAnimation()
      animation.setValue("first", forKey: "name")
      #expect(animation.value(forKey: "name") as? String == "first")
    }
  }
}
