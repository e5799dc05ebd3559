import ResponderKit
import TestHarness
import Testing

/// Transforms of space, and what is between two of them.
@Suite(.hangLimit) struct SpaceAnimationTests {
  private func shown(_ layer: CALayer, _ path: String, _ from: Any, _ to: Any, _ stage: Stage)
    -> CATransform3D
  {
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 4)
    layer.removeAllAnimations()
    layer.add(animation, forKey: nil)
    stage.wait(2000)
    return layer.presentation()?.transform ?? CATransform3DIdentity
  }

  private func isNear(_ one: CATransform3D, _ other: CATransform3D, _ tolerance: Double = 1e-2) -> Bool {
    func numbers(_ map: CATransform3D) -> [Double] {
      [
        map.m11, map.m12, map.m13, map.m14, map.m21, map.m22, map.m23, map.m24, map.m31, map.m32, map.m33,
        map.m34, map.m41, map.m42, map.m43, map.m44,
      ]
    }
    return zip(numbers(one), numbers(other)).allSatisfy { abs($0 - $1) < tolerance }
  }

  @Test func aTurnAroundAnAxisKeepsThePerspective() {
    onStage { stage in
      let layer = stage.show(layer: CALayer())
      stage.atOnce { layer.transform.m34 = -1 / 4 }
      let perspective = layer.transform
      let half = shown(layer, "transform.rotation.y", 0, Double.pi, stage)
      #expect(isNear(half, CATransform3DRotate(perspective, .pi / 2, 0, 1, 0)))
      // More than half a turn.
      let whole = shown(layer, "transform.rotation.y", 0, 3 * Double.pi, stage)
      #expect(isNear(whole, CATransform3DRotate(perspective, 1.5 * .pi, 0, 1, 0)))
      let around = shown(layer, "transform.rotation.x", 0, Double.pi, stage)
      #expect(isNear(around, CATransform3DRotate(perspective, .pi / 2, 1, 0, 0)))
      // A turn that the layer has is kept by a turn around another axis.
      stage.atOnce { layer.transform = CATransform3DMakeRotation(1, 0, 0, 1) }
      let both = shown(layer, "transform.rotation.y", 0, 1, stage)
      #expect(
        isNear(
          both,
          CATransform3DConcat(
            CATransform3DMakeRotation(0.5, 0, 1, 0), CATransform3DMakeRotation(1, 0, 0, 1))))
    }
  }

  @Test func transformsPassIntoEachOtherPartByPart() {
    onStage { stage in
      let layer = stage.show(layer: CALayer())
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 4
      for axis in [(1.0, 0.0, 0.0), (0, 1, 0), (0.6, 0, 0.8), (0.6, 0.8, 0)] {
        func turned(_ angle: Double) -> CATransform3D {
          CATransform3DScale(
            CATransform3DRotate(perspective, angle, axis.0, axis.1, axis.2), 1 + angle, 2, 1)
        }
        #expect(isNear(shown(layer, "transform", turned(0), turned(2), stage), turned(1)))
        #expect(isNear(shown(layer, "transform", turned(0.5), turned(2.5), stage), turned(1.5)))
      }
      // The shorter way, and a half turn.
      for angle in [2.0, 3] {
        let (start, end) = (
          CATransform3DMakeRotation(angle, 0, 1, 0), CATransform3DMakeRotation(-angle, 0, 1, 0)
        )
        #expect(isNear(shown(layer, "transform", start, end, stage), CATransform3DMakeRotation(.pi, 0, 1, 0)))
      }
      let half = shown(
        layer, "transform", CATransform3DIdentity, CATransform3DMakeRotation(.pi, 0, 1, 0), stage)
      #expect(isNear(half, CATransform3DMakeRotation(.pi / 2, 0, 1, 0)))
      // A shift and a perspective by themselves.
      let shift = CATransform3DMakeTranslation(4, 6, 8)
      #expect(
        isNear(
          shown(layer, "transform", CATransform3DIdentity, shift, stage),
          CATransform3DMakeTranslation(2, 3, 4), 0.1))
      let nearer = shown(layer, "transform", CATransform3DIdentity, perspective, stage)
      #expect(abs(nearer.m34 + 1.0 / 8) < 1e-3)
      // A transform that mirrors passes through a line.
      let mirrored = CATransform3DMakeScale(-1, 1, 2)
      #expect(
        isNear(
          shown(layer, "transform", CATransform3DIdentity, mirrored, stage), CATransform3DMakeScale(0, 1, 1.5)
        ))
      // One without a way back.
      let nothing = CATransform3DMakeScale(0, 0, 0)
      #expect(
        isNear(
          shown(layer, "transform", CATransform3DIdentity, nothing, stage),
          CATransform3DMakeScale(0.5, 0.5, 0.5)))
    }
  }

  @Test func keyFramesAndAdditionsTurnInSpace() {
    onStage { stage in
      let layer = stage.show(layer: CALayer())
      let frames = CAKeyframeAnimation(keyPath: "transform")
      frames.values = [0.0, 1, 2].map { CATransform3DMakeRotation($0, 0, 1, 0) }
      frames.duration = 4
      layer.add(frames, forKey: nil)
      stage.wait(1000)
      #expect(
        isNear(
          layer.presentation()?.transform ?? CATransform3DIdentity, CATransform3DMakeRotation(0.5, 0, 1, 0)))
      stage.atOnce { layer.transform = CATransform3DMakeRotation(1, 0, 1, 0) }
      let animation = CABasicAnimation(keyPath: "transform")
      (animation.fromValue, animation.toValue) = (
        CATransform3DIdentity, CATransform3DMakeRotation(1, 0, 1, 0)
      )
      (animation.duration, animation.isAdditive) = (4, true)
      layer.removeAllAnimations()
      layer.add(animation, forKey: nil)
      stage.wait(2000)
      #expect(
        isNear(
          layer.presentation()?.transform ?? CATransform3DIdentity, CATransform3DMakeRotation(1.5, 0, 1, 0)))
    }
  }

  @Test func viewsTurnInSpace() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let card = stage.show(UIView(frame: Rect(50, 100, 200, 200)))
      card.backgroundColor = .red
      var end = CATransform3DIdentity
      end.m34 = -1 / 400
      end = CATransform3DRotate(end, 2 * .pi / 3, 0, 1, 0)
      stage.wait(20)
      UIView.animate(withDuration: 4, delay: 0, options: .curveLinear) { card.layer.transform = end }
      stage.wait(2000)
      #expect(card.transform3D == end)
      // Turned by 60 degrees, with the perspective.
      #expect(abs((card.layer.presentation()?.transform.m11 ?? 0) - 0.5) < 0.01)
      #expect(abs(card.presentationFrame.minX - 94) < 1 && card.presentationFrame.height > 210)
      #expect(stage.color(90, 200) == .white && stage.color(98, 200) == .red)
      stage.wait(3000)
      #expect(card.layer.presentation()?.transform == end)
      // The transform in the plane replaces the whole.
      card.transform = .identity
      #expect(card.transform3D == CATransform3DIdentity && card.frame == Rect(50, 100, 200, 200))
      card.transform3D = CATransform3DMakeScale(2, 1, 1)
      #expect(card.transform == AffineTransform(scaleX: 2, y: 1))
    }
  }

  @Test func anAnimatedPerspectiveOfSublayersIsSeen() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      let card = UIView(frame: Rect(100, 100, 100, 100))
      card.backgroundColor = .red
      card.layer.zPosition = 100
      root.addSubview(card)
      stage.wait(20)
      #expect(stage.color(95, 150) == .white)
      var end = CATransform3DIdentity
      end.m34 = -1 / 200
      UIView.animate(withDuration: 4, delay: 0, options: .curveLinear) { root.layer.sublayerTransform = end }
      stage.wait(2000)
      // A third larger, later twice as large.
      #expect(stage.color(90, 150) == .red && stage.color(75, 150) == .white)
      stage.wait(3000)
      #expect(stage.color(53, 150) == .red && stage.color(47, 150) == .white)
    }
  }

  @Test func valuesAreSetByKeyPaths() {
    let layer = CALayer()
    layer.setValue(1.0, forKeyPath: "transform.rotation.y")
    #expect(isNear(layer.transform, CATransform3DMakeRotation(1, 0, 1, 0), 1e-9))
    #expect(abs((layer.value(forKeyPath: "transform.rotation.y") as? Double ?? 0) - 1) < 1e-9)
    layer.setValue(Double.pi, forKeyPath: "transform.rotation.y")
    #expect(abs((layer.value(forKeyPath: "transform.rotation.y") as? Double ?? 0) - .pi) < 1e-6)
    layer.transform = CATransform3DIdentity
    layer.setValue(-2.0, forKeyPath: "transform.rotation.x")
    #expect(isNear(layer.transform, CATransform3DMakeRotation(-2, 1, 0, 0), 1e-9))
    layer.setValue(3.0, forKeyPath: "transform.scale.z")
    layer.setValue(2.0, forKeyPath: "transform.scale.x")
    #expect(
      isNear(
        layer.transform,
        CATransform3DScale(CATransform3DMakeRotation(-2, 1, 0, 0), 2, 1, 3), 1e-9))
    #expect(abs((layer.value(forKeyPath: "transform.scale.z") as? Double ?? 0) - 3) < 1e-9)
    layer.setValue(0.5, forKeyPath: "transform.rotation.z")
    #expect(abs((layer.value(forKeyPath: "transform.rotation") as? Double ?? 0) - 0.5) < 1e-9)
    layer.setValue(7.0, forKeyPath: "transform.translation.z")
    layer.setValue(8.0, forKeyPath: "zPosition")
    #expect(layer.transform.m43 == 7 && layer.zPosition == 8)
    #expect(layer.value(forKeyPath: "zPosition") as? Double == 8)
    // A quarter turn around y is said in one way of many.
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    layer.setValue(layer.value(forKeyPath: "transform.rotation.y"), forKeyPath: "transform.rotation.y")
    #expect(isNear(layer.transform, CATransform3DMakeRotation(.pi / 2, 0, 1, 0), 1e-6))
  }

  @Test func aViewsLayerTakesThemByKeyPathsToo() {
    let view = UIView(frame: Rect(0, 0, 100, 100))
    view.layer.setValue(1.0, forKeyPath: "transform.rotation.y")
    view.layer.setValue(5.0, forKeyPath: "zPosition")
    #expect(
      isNear(view.transform3D, CATransform3DMakeRotation(1, 0, 1, 0), 1e-9) && view.layer.zPosition == 5)
    view.layer.setValue(CATransform3DMakeScale(1, 1, 2), forKeyPath: "sublayerTransform")
    #expect(view.layer.sublayerTransform == CATransform3DMakeScale(1, 1, 2))
  }

  @Test func aMapAndItsWayBackLeavePointsWhereTheyAre() {
    let map = CATransform3D(
      m11: 1, m12: 2, m13: 0, m14: 0.1, m21: 0, m22: 0, m23: 3, m24: 0, m31: 2, m32: 5, m33: 1, m34: 0.2,
      m41: 4, m42: 5, m43: 6, m44: 2)
    #expect(isNear(CATransform3DConcat(map, CATransform3DInvert(map)), CATransform3DIdentity, 1e-9))
    #expect(CATransform3DInvert(CATransform3DMakeScale(1, 0, 1)) == CATransform3DMakeScale(1, 0, 1))
    #expect(!CATransform3DIsAffine(map) && CATransform3DIsAffine(CATransform3DMakeScale(2, 3, 1)))
    #expect(CATransform3DIsIdentity(CATransform3DIdentity) && !CATransform3DIsIdentity(map))
    #expect(CATransform3DEqualToTransform(map, map))
    var numbers = CATransform3DIdentity
    (numbers.m11, numbers.m12, numbers.m13, numbers.m14) = (1, 2, 0, 0.1)
    (numbers.m21, numbers.m22, numbers.m23, numbers.m24) = (0, 0, 3, 0)
    (numbers.m31, numbers.m32, numbers.m33, numbers.m34) = (2, 5, 1, 0.2)
    (numbers.m41, numbers.m42, numbers.m43, numbers.m44) = (4, 5, 6, 2)
    #expect(numbers == map)
  }

  @Test func oddNumbersEndNothing() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      let card = UIView(frame: Rect(50, 50, 200, 200))
      (card.backgroundColor, card.clipsToBounds) = (.red, true)
      root.addSubview(card)
      let odd: [Double] = [0, -1, 1e-300, 1e300, -1e300, .infinity, -.infinity, .nan]
      for number in odd {
        for field in [\CATransform3D.m34, \.m14, \.m44, \.m11, \.m33, \.m43, \.m41] {
          var transform = CATransform3DMakeRotation(0.3, 1, 1, 0)
          transform.m34 = -1 / 200
          transform[keyPath: field] = number
          card.layer.transform = transform
          root.layer.sublayerTransform = transform
          _ = stage.color(150, 150)
          _ = root.hitTest(Point(150, 150), with: nil)
          _ = (
            card.frame, card.layer.frame, card.convert(Point(1, 2), to: nil),
            card.convert(Point(1, 2), from: nil)
          )
          card.frame = Rect(50, 50, 200, 200)
          UIView.animate(withDuration: 0.1) { card.layer.transform = CATransform3DMakeRotation(2, 0, 1, 0) }
          stage.wait(50)
          _ = stage.color(150, 150)
          card.layer.setValue(number, forKeyPath: "transform.rotation.y")
          stage.wait(100)
          card.bounds = Rect(0, 0, 200, 200)
          card.center = Point(150, 150)
        }
      }
      root.layer.sublayerTransform = CATransform3DIdentity
      card.layer.transform = CATransform3DIdentity
      stage.wait(200)
      #expect(stage.color(150, 150) == .red)
    }
  }

  @Test func deepAndManyPlanesAreDrawn() {
    onStage { stage in
      stage.window.backgroundColor = .white
      var transform = CATransform3DIdentity
      transform.m34 = -1 / 5000
      transform = CATransform3DRotate(transform, 0.01, 0, 1, 0)
      let root = stage.show(UIView(frame: Rect(0, 0, 300, 300)))
      var view = root
      for _ in 0..<200 {
        let inner = UIView(frame: Rect(0, 0, 300, 300))
        inner.layer.transform = transform
        view.addSubview(inner)
        view = inner
      }
      view.backgroundColor = .red
      #expect(stage.color(150, 150) == .red)
      for number in 0..<40 {
        let other = UIView(frame: Rect(Double(number) * 7, 0, 6, 300))
        (other.backgroundColor, other.layer.transform) = (.blue, transform)
        root.addSubview(other)
      }
      #expect(stage.color(3, 150) == .blue && stage.color(7 * 39 + 3, 150) == .blue)
    }
  }
}
