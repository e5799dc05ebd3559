import ResponderKit
import TestHarness
import Testing

/// How key frames of layers go between their values, and repetitions that add up.
@Suite(.hangLimit) struct LayerKeyframeTests {
  /// The layer's place along x at times of an animation of one second.
  private func places(
    _ times: [Int], _ change: @escaping @Sendable (CAKeyframeAnimation) -> Void
  ) -> [Double] {
    onStage { stage in
      let layer = stage.layer()
      let animation = CAKeyframeAnimation(keyPath: "position.x")
      animation.duration = 1
      change(animation)
      layer.add(animation, forKey: nil)
      stage.wait(1)
      var (places, now): ([Double], Int) = ([], 0)
      for time in times {
        stage.wait(time - now)
        now = time
        places.append(layer.presentation()?.position.x ?? -1)
      }
      return places
    }
  }

  private func isNear(_ one: [Double], _ two: [Double]) -> Bool {
    one.count == two.count && zip(one, two).allSatisfy { abs($0 - $1) < 8 }
  }

  @Test func aPacedOneHasAConstantSpeed() {
    let linear = places([250, 500, 750]) { $0.values = [0, 100, 400] }
    #expect(isNear(linear, [50, 100, 250]), "\(linear)")
    let paced = places([250, 500, 750]) {
      $0.values = [0, 100, 400]
      $0.calculationMode = .paced
      // These do not count.
      $0.keyTimes = [0, 0.9, 1]
      $0.timingFunctions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeIn)]
    }
    #expect(isNear(paced, [100, 200, 300]), "\(paced)")
  }

  @Test func aCubicOneBendsThroughItsValues() {
    let cubic = places([125, 250, 375, 500]) {
      $0.values = [0, 100, 100, 0, 0]
      $0.calculationMode = .cubic
    }
    // Beyond the values between two that are equal.
    #expect(isNear(cubic, [50, 100, 112, 100]), "\(cubic)")
    let tense = places([125, 250, 375]) {
      $0.values = [0, 100, 100, 0, 0]
      $0.calculationMode = .cubic
      $0.tensionValues = [1, 1, 1, 1, 1]
    }
    #expect(isNear(tense, [50, 100, 100]), "\(tense)")
    // With the weight of the way before the second value it goes farther beyond that.
    let biased = places([375]) {
      $0.values = [0, 100, 100, 0, 0]
      $0.calculationMode = .cubic
      $0.biasValues = [0, 1, 0, 0, 0]
    }
    #expect(biased[0] > cubic[2] + 4, "\(biased)")
    // A corner: the way behind the value is that to the next one.
    let cornered = places([375]) {
      $0.values = [0, 100, 100, 0, 0]
      $0.calculationMode = .cubic
      $0.continuityValues = [0, -1, 0, 0, 0]
    }
    #expect(cornered[0] < cubic[2] - 4, "\(cornered)")
  }

  @Test func aPacedCurveHasAConstantSpeed() {
    let places = places([250, 500, 750]) {
      $0.values = [0, 100, 400]
      $0.calculationMode = .cubicPaced
    }
    #expect(isNear(places, [100, 200, 300]), "\(places)")
  }

  @Test func pointsAndColorsBendToo() {
    onStage { stage in
      let layer = stage.layer()
      let way = CAKeyframeAnimation(keyPath: "position")
      way.values = [CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 100), CGPoint(x: 200, y: 0)]
      way.calculationMode = .cubic
      way.duration = 1
      layer.add(way, forKey: nil)
      stage.wait(251)
      let place = layer.presentation()?.position ?? .zero
      // Steeper at first than the straight way, on which both are the same.
      #expect(place.x > 36 && place.x < 47 && place.y > place.x + 6, "\(place)")
    }
  }

  @Test func aPacedCurveIsNoStraightWay() {
    onStage { stage in
      let layer = stage.layer()
      func place(_ mode: CAAnimationCalculationMode) -> Point {
        let way = CAKeyframeAnimation(keyPath: "position")
        way.values = [CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 0), CGPoint(x: 100, y: 100)]
        (way.calculationMode, way.duration) = (mode, 1)
        layer.add(way, forKey: "way")
        stage.wait(251)
        return layer.presentation()?.position ?? .zero
      }
      #expect(abs(place(.paced).y) < 0.01)
      // It leads around the corner on the outer side.
      #expect(place(.cubicPaced).y < -3)
    }
  }

  @Test func valuesOfAnotherKindAreNoNeighboursOfACurve() {
    onStage { stage in
      let layer = stage.layer()
      let (start, end) = (CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 0))
      for (values, time) in [([start, end, 5.0], 251), ([5.0, start, end], 751)] as [([Any], Int)] {
        let way = CAKeyframeAnimation(keyPath: "position")
        (way.values, way.calculationMode, way.duration) = (values, .cubic, 1)
        layer.add(way, forKey: "way")
        stage.wait(time)
        let place = layer.presentation()?.position ?? .zero
        #expect(abs(place.x - 50) < 8 && abs(place.y) < 0.01, "\(place)")
      }
    }
  }

  @Test func circlesOfTwoSizesPassIntoEachOther() {
    onStage { stage in
      let shape = CAShapeLayer()
      shape.fillColor = UIColor.red.cgColor
      stage.show(UIView(frame: stage.window.bounds)).layer.addSublayer(shape)
      stage.wait(20)
      let growth = CABasicAnimation(keyPath: "path")
      growth.fromValue = UIBezierPath(ovalIn: CGRect(x: 190, y: 390, width: 20, height: 20)).cgPath
      growth.toValue = UIBezierPath(ovalIn: CGRect(x: 0, y: 200, width: 400, height: 400)).cgPath
      growth.duration = 1
      shape.add(growth, forKey: nil)
      stage.wait(501)
      // Its radius is 105 in the middle of the way.
      let picture = stage.window.snapshot()
      for (x, y) in [(1.0, 0.0), (0, -1), (-0.7, 0.7), (0.6, 0.8)] {
        #expect(picture.color(x: Int(200 + 90 * x), y: Int(400 + 90 * y)) == .red)
        #expect(picture.color(x: Int(200 + 112 * x), y: Int(400 + 112 * y)) != .red)
      }
    }
  }

  @Test func repetitionsAddUp() {
    onStage { stage in
      func turn(_ isCumulative: Bool) -> CABasicAnimation {
        let turn = CABasicAnimation(keyPath: "position.x")
        (turn.fromValue, turn.toValue, turn.duration) = (0, 100, 0.2)
        turn.repeatCount = 3
        turn.isCumulative = isCumulative
        turn.fillMode = .forwards
        turn.isRemovedOnCompletion = false
        return turn
      }
      let (layer, other) = (stage.layer(), stage.layer())
      layer.add(turn(true), forKey: nil)
      other.add(turn(false), forKey: nil)
      func isNear(_ layer: CALayer, _ place: Double) -> Bool {
        abs((layer.presentation()?.position.x ?? -1) - place) < 12
      }
      stage.wait(101)
      #expect(isNear(layer, 50) && isNear(other, 50))
      stage.wait(200)
      #expect(isNear(layer, 150) && isNear(other, 50))
      stage.wait(200)
      #expect(isNear(layer, 250) && isNear(other, 50))
      stage.wait(300)
      #expect(layer.presentation()?.position.x == 300 && other.presentation()?.position.x == 100)
    }
  }
}

extension Stage {
  /// A layer in a view that is shown.
  fileprivate func layer() -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    show(UIView(frame: window.bounds)).layer.addSublayer(layer)
    wait(20)
    return layer
  }
}
