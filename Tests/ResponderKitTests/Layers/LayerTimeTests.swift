import ResponderKit
import TestHarness
import Testing

/// Layers whose time a program sets: pauses, and animations that are moved by hand.
@Suite(.hangLimit) struct LayerTimeTests {
  private static func pause(_ layer: CALayer) {
    let time = layer.convertTime(CACurrentMediaTime(), from: nil)
    layer.speed = 0
    layer.timeOffset = time
  }

  private static func resume(_ layer: CALayer) {
    let paused = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
  }

  private static func move(_ layer: CALayer, _ change: (CABasicAnimation) -> Void = { _ in }) {
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 0
    animation.toValue = 400
    animation.duration = 4
    change(animation)
    layer.add(animation, forKey: "move")
  }

  private final class End: CAAnimationDelegate {
    var isFinished: Bool?
    func animationDidStop(_ animation: CAAnimation, finished flag: Bool) { isFinished = flag }
  }

  private static func x(_ layer: CALayer) -> Double { layer.presentation()?.position.x ?? -1 }

  @Test func aPausedLayerGoesOnWhereItStoodStill() {
    onStage { stage in
      let layer = stage.redLayer()
      let end = End()
      Self.move(layer) { $0.delegate = end }
      stage.wait(1000)
      Self.pause(layer)
      let place = Self.x(layer)
      #expect(abs(place - 100) < 3)
      stage.wait(10000)
      #expect(Self.x(layer) == place && end.isFinished == nil)
      Self.resume(layer)
      #expect(abs(Self.x(layer) - place) < 0.01)
      stage.wait(1000)
      #expect(abs(Self.x(layer) - place - 100) < 3 && end.isFinished == nil)
      stage.wait(2100)
      #expect(end.isFinished == true && layer.animationKeys() == nil)
    }
  }

  @Test func aPausedLayerDoesNotWakeTheLoop() {
    onStage { stage in
      let layer = stage.redLayer()
      Self.move(layer)
      stage.wait(100)
      #expect(stage.wakeUps(1000) > 50)
      Self.pause(layer)
      stage.wait(50)
      #expect(stage.wakeUps(1000) < 5)
      Self.resume(layer)
      #expect(stage.wakeUps(1000) > 50)
    }
  }

  @Test func timeOffsetMovesTheAnimationsOfALayerThatStandsStill() {
    onStage { stage in
      let layer = stage.redLayer()
      layer.speed = 0
      Self.move(layer)
      stage.wait(100)
      #expect(Self.x(layer) == 0)
      for seconds in [1.0, 3, 0.5] {
        layer.timeOffset = seconds
        #expect(abs(Self.x(layer) - seconds * 100) < 0.001)
        #expect(stage.window.snapshot().color(x: Int(seconds * 100), y: 50) == .red)
      }
      // Beyond its end it is not seen, but can be moved back.
      layer.timeOffset = 5
      stage.wait(100)
      #expect(Self.x(layer) == 50 && layer.animationKeys() == ["move"])
      layer.timeOffset = 2
      #expect(abs(Self.x(layer) - 200) < 0.001)
    }
  }

  @Test func whatIsInALayerFollowsItsTime() {
    onStage { stage in
      let outer = stage.redLayer()
      let inner = CALayer()
      outer.addSublayer(inner)
      stage.wait(20)
      outer.speed = 2
      inner.speed = 0.25
      Self.move(inner)
      stage.wait(20)
      let start = Self.x(inner)
      stage.wait(1000)
      #expect(abs(Self.x(inner) - start - 50) < 2)
      outer.speed = 0
      let place = Self.x(inner)
      stage.wait(1000)
      #expect(Self.x(inner) == place)
    }
  }

  @Test func aViewsLayerPausesAnimateOfViewsInIt() {
    onStage { stage in
      let view = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      let box = UIView(frame: Rect(0, 0, 20, 20))
      view.addSubview(box)
      var isFinished: Bool?
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        box.frame.origin.x = 200
      } completion: {
        isFinished = $0
      }
      stage.wait(500)
      Self.pause(view.layer)
      let place = box.presentationFrame.minX
      #expect(abs(place - 100) < 5)
      stage.wait(5000)
      #expect(box.presentationFrame.minX == place && isFinished == nil)
      Self.resume(view.layer)
      stage.wait(250)
      #expect(abs(box.presentationFrame.minX - place - 50) < 5)
      stage.wait(300)
      #expect(box.presentationFrame.minX == 200 && isFinished == true)
      // One that begins in a slower time takes longer.
      view.layer.speed = 0.5
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { box.frame.origin.x = 0 }
      stage.wait(1000)
      #expect(abs(box.presentationFrame.minX - 100) < 5)
    }
  }

  @Test func timesAreConvertedBetweenLayers() {
    onStage { stage in
      let outer = stage.redLayer()
      let (first, second) = (CALayer(), CALayer())
      outer.addSublayer(first)
      outer.addSublayer(second)
      outer.speed = 2
      outer.beginTime = 10
      first.timeOffset = 3
      second.speed = 0.5
      #expect(first.convertTime(20, from: nil) == 23 && first.convertTime(23, to: nil) == 20)
      #expect(second.convertTime(23, from: first) == 10 && first.convertTime(10, from: second) == 23)
      #expect(outer.convertTime(23, from: first) == 20 && first.convertTime(20, from: outer) == 23)
      // A common superlayer that stands still does not matter.
      outer.speed = 0
      #expect(second.convertTime(23, from: first) == 10 && first.convertTime(7, from: first) == 7)
    }
  }

  @Test func animationsBeginInTheTimeOfTheirLayer() {
    onStage { stage in
      let layer = stage.redLayer()
      layer.timeOffset = -CACurrentMediaTime() - 1
      Self.move(layer) { $0.beginTime = 2 }
      stage.wait(2000)
      #expect(Self.x(layer) == 50)
      stage.wait(2000)
      #expect(abs(Self.x(layer) - 100) < 5)
    }
  }

  @Test func anAnimationStandsStillAtItsOffset() {
    onStage { stage in
      let layer = stage.redLayer()
      Self.move(layer) {
        $0.speed = 0
        $0.timeOffset = 3
      }
      stage.wait(100)
      #expect(Self.x(layer) == 300)
      stage.wait(10000)
      #expect(Self.x(layer) == 300 && layer.animationKeys() == ["move"])
    }
  }

  @Test func anAnimationBeginsAtItsOffsetAndEndsThere() {
    onStage { stage in
      let layer = stage.redLayer()
      Self.move(layer) { $0.timeOffset = 3 }
      stage.wait(500)
      #expect(abs(Self.x(layer) - 350) < 5)
      stage.wait(2500)
      #expect(abs(Self.x(layer) - 200) < 5)
      stage.wait(1050)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test func anAnimationBelowZeroGoesBackwards() {
    onStage { stage in
      let layer = stage.redLayer()
      for (offset, count) in [(0.0, 1 as Float), (4, 1), (0, .infinity)] {
        Self.move(layer) {
          $0.speed = -2
          $0.timeOffset = offset
          $0.repeatCount = count
        }
        stage.wait(500)
        #expect(abs(Self.x(layer) - 300) < 6)
        stage.wait(1000)
        #expect(abs(Self.x(layer) - 100) < 6)
      }
    }
  }

  @Test func aTimeTooFarAwayForANumberIsTheOffset() {
    onStage { stage in
      let (outer, inner) = (CALayer(), CALayer())
      outer.addSublayer(inner)
      stage.show(layer: outer)
      (outer.beginTime, outer.speed) = (-1e308, 1e38)
      (inner.speed, inner.timeOffset) = (0, 5)
      #expect(inner.convertTime(1, from: nil) == 5)
      inner.add(CABasicAnimation(keyPath: "opacity"), forKey: nil)
      stage.wait(50)
      #expect(inner.superlayer === outer)
    }
  }
}
