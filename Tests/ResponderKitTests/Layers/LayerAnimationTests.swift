import ResponderKit
import TestHarness
import Testing

/// Animations of layers, by key paths and by changes of values.
@Suite(.hangLimit) struct LayerAnimationTests {
  private func basic(_ path: String, _ from: Any?, _ to: Any?, _ duration: Double = 0.4) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = duration
    return animation
  }

  private final class Ends: CAAnimationDelegate {
    var started = 0
    var ends: [Bool] = []
    func animationDidStart(_ animation: CAAnimation) { started += 1 }
    func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { ends.append(flag) }
  }

  @Test func anAnimationShowsOtherValuesThanTheLayerHas() {
    onStage { stage in
      let layer = stage.redLayer()
      let ends = Ends()
      let animation = basic("position.x", 50, 250)
      animation.delegate = ends
      layer.add(animation, forKey: "move")
      #expect(layer.animationKeys() == ["move"] && layer.animation(forKey: "move") === animation)
      stage.wait(200)
      #expect(layer.position.x == 50 && abs((layer.presentation()?.position.x ?? 0) - 150) < 12)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 150, y: 50) == .red && picture.color(x: 50, y: 50) == .white)
      #expect(ends.started == 1 && ends.ends == [])
      stage.wait(250)
      #expect(layer.presentation()?.position.x == 50 && ends.ends == [true] && layer.animationKeys() == nil)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .red)
    }
  }

  @Test func eachKeyPathIsTheValueThatItNames() {
    onStage { stage in
      let layer = stage.redLayer()
      let shape = CAShapeLayer()
      layer.addSublayer(shape)
      func shown(_ layer: CALayer, _ path: String, _ from: Any, _ to: Any) -> CALayer {
        layer.removeAllAnimations()
        layer.add(basic(path, from, to, 4), forKey: nil)
        stage.wait(2000)
        return layer.presentation() ?? layer
      }
      #expect(abs(shown(layer, "opacity", 1, 0).opacity - 0.5) < 0.01)
      #expect(abs(shown(layer, "position", CGPoint.zero, CGPoint(x: 100, y: 200)).position.y - 100) < 1)
      #expect(abs(shown(layer, "bounds.size.width", 0, 100).bounds.width - 50) < 1)
      #expect(
        abs(shown(layer, "bounds.size", CGSize.zero, CGSize(width: 8, height: 4)).bounds.height - 2) < 0.1)
      #expect(
        abs(shown(layer, "bounds", CGRect.zero, CGRect(x: 0, y: 0, width: 8, height: 4)).bounds.width - 4)
          < 0.1)
      #expect(abs(shown(layer, "transform.scale", 1, 3).affineTransform().a - 2) < 0.02)
      #expect(abs(shown(layer, "transform.rotation.z", 0, Double.pi).affineTransform().b - 1) < 0.01)
      #expect(abs(shown(layer, "transform.translation.x", 0, 10).affineTransform().tx - 5) < 0.1)
      let tripled = CATransform3DMakeScale(3, 3, 1)
      #expect(abs(shown(layer, "transform", CATransform3DIdentity, tripled).affineTransform().d - 2) < 0.02)
      #expect(abs(shown(layer, "cornerRadius", 0, 10).cornerRadius - 5) < 0.1)
      #expect(abs(shown(layer, "borderWidth", 0, 10).borderWidth - 5) < 0.1)
      #expect(abs(shown(layer, "shadowOpacity", 0, 1).shadowOpacity - 0.5) < 0.01)
      let color = shown(layer, "backgroundColor", UIColor.red.cgColor, UIColor.blue.cgColor).backgroundColor
      #expect(abs((color?.blue ?? 0) - 0.5) < 0.01)
      // A path that no layer has, and a value of another kind, change nothing.
      #expect(shown(layer, "no.such.path", 0, 1).bounds == layer.bounds)
      #expect(shown(layer, "opacity", CGPoint.zero, CGPoint.zero).opacity == 1)
    }
  }

  @Test func animationsAreRepeatedReversedAndKept() {
    onStage { stage in
      let layer = stage.redLayer()
      let ends = Ends()
      let animation = basic("opacity", 1, 0, 0.2)
      animation.repeatCount = .infinity
      animation.autoreverses = true
      animation.delegate = ends
      layer.add(animation, forKey: "blink")
      func opacity() -> Float { layer.presentation()?.opacity ?? -1 }
      for _ in 0..<3 {
        stage.wait(100)
        #expect(abs(opacity() - 0.5) < 0.12)
        stage.wait(100)
        #expect(opacity() < 0.12)
        stage.wait(200)
        #expect(opacity() > 0.88)
      }
      layer.removeAnimation(forKey: "blink")
      #expect(opacity() == 1 && ends.ends == [false])
      let kept = basic("opacity", 1, 0.25, 0.1)
      kept.fillMode = .forwards
      kept.isRemovedOnCompletion = false
      kept.delegate = ends
      layer.add(kept, forKey: "fade")
      stage.wait(500)
      #expect(opacity() == 0.25 && layer.opacity == 1 && ends.ends == [false, true])
      // One with the same key takes its place.
      layer.add(basic("opacity", 1, 1, 0.1), forKey: "fade")
      stage.wait(200)
      #expect(opacity() == 1)
    }
  }

  @Test func keyFramesGroupsAndWaysAreFollowed() {
    onStage { stage in
      let layer = stage.redLayer()
      let shake = CAKeyframeAnimation(keyPath: "transform.translation.x")
      shake.values = [0, 100, -100, 0]
      shake.keyTimes = [0, 0.25, 0.75, 1]
      shake.duration = 0.4
      func place() -> CALayer { layer.presentation() ?? layer }
      layer.add(shake, forKey: nil)
      stage.wait(100)
      #expect(abs(place().affineTransform().tx - 100) < 20)
      stage.wait(100)
      #expect(abs(place().affineTransform().tx) < 20)
      stage.wait(250)
      #expect(place().affineTransform().isIdentity)
      let way = CAKeyframeAnimation(keyPath: "position")
      way.path = UIBezierPath(rect: Rect(0, 0, 100, 100)).cgPath
      let fade = basic("opacity", 1, 0)
      let group = CAAnimationGroup()
      group.animations = [way, fade]
      group.duration = 0.4
      layer.add(group, forKey: nil)
      stage.wait(200)
      #expect(place().position.distance(to: Point(100, 100)) < 20 && abs(place().opacity - 0.5) < 0.06)
      stage.wait(250)
      #expect(place().position == Point(50, 50) && place().opacity == 1)
      // By a way, and added to the layer's own value.
      let by = CABasicAnimation(keyPath: "position.x")
      by.byValue = 100
      by.duration = 0.4
      layer.add(by, forKey: nil)
      stage.wait(200)
      #expect(abs(place().position.x - 100) < 8)
    }
  }

  @Test func aViewsLayerIsAnimatedWithoutLosingTouches() {
    onStage { stage in
      let view = UIView(frame: Rect(0, 0, 100, 100))
      stage.show(UIView(frame: UIScreen.main.bounds)).addSubview(view)
      stage.wait(20)
      let pulse = basic("transform.scale", 1, 2)
      view.layer.add(pulse, forKey: "pulse")
      stage.wait(200)
      #expect(abs(view.presentationFrame.width - 150) < 12 && view.frame.width == 100)
      #expect(stage.window.hitTest(Point(50, 50), with: nil) === view)
      stage.wait(250)
      #expect(view.presentationFrame.width == 100)
      // UIKit's way of ending all animations of a view.
      UIView.animate(withDuration: 1) { view.center.x = 300 }
      view.layer.add(pulse, forKey: "pulse")
      view.layer.removeAllAnimations()
      #expect(!view.isAnimating && view.presentationFrame == view.frame)
    }
  }

  @Test func anAnimationBeginsWhenItsLayerComesIntoAWindowAndEndsWhenItLeaves() {
    onStage { stage in
      let view = UIView(frame: Rect(0, 0, 100, 100))
      let layer = CALayer()
      let ends = Ends()
      let animation = basic("opacity", 1, 0, 1)
      animation.delegate = ends
      view.layer.addSublayer(layer)
      layer.add(animation, forKey: "fade")
      stage.wait(500)
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      root.addSubview(view)
      stage.wait(500)
      #expect(abs((layer.presentation()?.opacity ?? 0) - 0.5) < 0.06 && ends.started == 1)
      view.removeFromSuperview()
      #expect(ends.ends == [false] && layer.presentation()?.opacity == 1)
    }
  }

  @Test func onlyWhatAnAnimationChangesIsDrawnAnew() {
    onStage { stage in
      let layer = stage.redLayer()
      let shape = CAShapeLayer()
      shape.path = UIBezierPath(ovalIn: Rect(20, 20, 60, 60)).cgPath
      shape.lineWidth = 6
      shape.strokeColor = UIColor.blue.cgColor
      layer.addSublayer(shape)
      layer.masksToBounds = true
      let renderer = WindowRenderer(stage.window)
      stage.wait(20)
      renderer.update()
      layer.add(basic("position", CGPoint(x: 50, y: 50), CGPoint(x: 100, y: 300)), forKey: nil)
      layer.add(basic("transform.rotation.z", 0, 1), forKey: nil)
      shape.add(basic("strokeEnd", 0, 1), forKey: nil)
      for step in 0..<25 {
        stage.wait(20)
        let drawn = renderer.update().reduce(0) { $0 + $1.area }
        #expect(renderer.bitmap == stage.window.snapshot(), "step \(step)")
        #expect(drawn <= 300 * 400 && (drawn > 0) == (step < 21), "step \(step): \(drawn)")
      }
    }
  }

  @Test func aChangeOfALayersValueIsSeenForAQuarterOfASecond() {
    onStage { stage in
      let layer = stage.redLayer()
      layer.opacity = 0
      #expect(layer.opacity == 0 && layer.presentation()?.opacity == 1)
      stage.wait(100)
      let middle = layer.presentation()?.opacity ?? -1
      #expect(middle > 0.02 && middle < 0.9)
      stage.wait(200)
      #expect(layer.presentation()?.opacity == 0)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.opacity = 1
      CATransaction.commit()
      #expect(layer.presentation()?.opacity == 1)
    }
  }

  @Test func aTransactionSaysHowLongAndWhenAllIsDone() {
    onStage { stage in
      let layer = stage.redLayer()
      var done = 0
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      CATransaction.setCompletionBlock { done += 1 }
      layer.cornerRadius = 100
      layer.add(basic("opacity", 1, 0, 0.1), forKey: nil)
      #expect(CATransaction.animationDuration() == 1 && !CATransaction.disableActions())
      CATransaction.commit()
      #expect(CATransaction.animationDuration() == 0.25)
      stage.wait(500)
      #expect(abs((layer.presentation()?.cornerRadius ?? 0) - 50) < 4 && done == 0)
      stage.wait(550)
      #expect(done == 1 && layer.presentation()?.cornerRadius == 100)
      // Without an animation it is done at once.
      CATransaction.begin()
      CATransaction.setCompletionBlock { done += 1 }
      CATransaction.commit()
      #expect(done == 2)
    }
  }

  @Test func curvesAreSlowWhereTheyAreToBe() {
    onStage { stage in
      let layer = stage.redLayer()
      func quarter(_ function: CAMediaTimingFunction?) -> Double {
        let animation = basic("cornerRadius", 0, 100, 4)
        animation.timingFunction = function
        layer.add(animation, forKey: "curve")
        stage.wait(1000)
        return layer.presentation()?.cornerRadius ?? -1
      }
      #expect(abs(quarter(nil) - 25) < 0.5)
      #expect(quarter(CAMediaTimingFunction(name: .easeIn)) < 15)
      #expect(quarter(CAMediaTimingFunction(name: .easeOut)) > 30)
      #expect(quarter(CAMediaTimingFunction(name: .easeInEaseOut)) < 20)
      #expect(quarter(CAMediaTimingFunction(controlPoints: 0, 1, 0, 1)) > 80)
      let spring = CASpringAnimation(keyPath: "cornerRadius")
      spring.fromValue = 0
      spring.toValue = 100
      spring.damping = 5
      #expect(spring.settlingDuration > 1)
      layer.add(spring, forKey: "curve")
      var most = 0.0
      for _ in 0..<40 {
        stage.wait(20)
        most = max(most, layer.presentation()?.cornerRadius ?? 0)
      }
      #expect(most > 120)
    }
  }

  @Test func aGroupThatShowsItsEndShowsThatOfItsParts() {
    onStage { stage in
      let layer = stage.redLayer()
      let short = basic("opacity", 1, 0, 0.2)
      let group = CAAnimationGroup()
      group.animations = [basic("position.x", 50, 250, 0), short]
      group.duration = 0.7
      group.fillMode = .forwards
      group.isRemovedOnCompletion = false
      layer.add(group, forKey: "move")
      stage.wait(1500)
      // What has ended before the group shows nothing any more.
      #expect(layer.presentation()?.position.x == 250 && layer.presentation()?.opacity == 1)
      #expect(layer.position.x == 50)
    }
  }
}
