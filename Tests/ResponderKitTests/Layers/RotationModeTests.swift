import ResponderKit
import TestHarness
import Testing

/// Layers that turn to the way that they take.
@Suite(.hangLimit) struct RotationModeTests {
  /// The layer's turns after 0.25 and 0.75 of a second.
  private func turns(_ change: @escaping @Sendable (CAKeyframeAnimation) -> Void) -> [Double] {
    onStage { stage in
      let layer = stage.redLayer()
      let animation = CAKeyframeAnimation(keyPath: "position")
      animation.duration = 1
      change(animation)
      layer.add(animation, forKey: nil)
      stage.wait(1)
      return [250, 500].map {
        stage.wait($0)
        let map = layer.presentation()?.transform ?? CATransform3DIdentity
        return atan2(map.m12, map.m11)
      }
    }
  }

  private let corner = [Point(0, 0), Point(100, 0), Point(100, 100)]

  @Test func aLayerLooksAhead() {
    let none = turns { $0.values = [Point(0, 0), Point(100, 0), Point(100, 100)] }
    #expect(none == [0, 0])
    let ahead = turns {
      $0.values = [Point(0, 0), Point(100, 0), Point(100, 100)]
      $0.rotationMode = .rotateAuto
    }
    #expect(abs(ahead[0]) < 0.01 && abs(ahead[1] - .pi / 2) < 0.01, "\(ahead)")
    let back = turns {
      let path = UIBezierPath()
      path.move(to: Point(0, 0))
      path.addLine(to: Point(100, 0))
      path.addLine(to: Point(100, 100))
      $0.path = path.cgPath
      $0.rotationMode = .rotateAutoReverse
    }
    #expect(abs(abs(back[0]) - .pi) < 0.01 && abs(back[1] + .pi / 2) < 0.01, "\(back)")
  }

  @Test func whatStandsStillDoesNotTurn() {
    let still = turns {
      $0.values = [Point(10, 10), Point(10, 10)]
      $0.rotationMode = .rotateAuto
    }
    #expect(still == [0, 0])
    let strange = turns {
      $0.values = [Point(.nan, 10), Point(.infinity, 10)]
      $0.rotationMode = .rotateAuto
    }
    #expect(strange.allSatisfy { !$0.isNaN })
    // Only a way has a direction.
    let other = turns {
      $0.keyPath = "bounds.origin"
      $0.values = [Point(0, 0), Point(0, 100)]
      $0.rotationMode = .rotateAuto
    }
    #expect(other == [0, 0])
  }

  @Test func aLayerBeyondItsWayLooksAsAtTheEnd() {
    let beyond = turns {
      $0.values = [Point(0, 0), Point(100, 0), Point(100, 100)]
      $0.rotationMode = .rotateAuto
      $0.timingFunction = CAMediaTimingFunction(controlPoints: 0.2, 3, 0.8, 3)
    }
    #expect(abs(beyond[1] - .pi / 2) < 0.01, "\(beyond)")
    let before = turns {
      $0.values = [Point(0, 0), Point(0, 100), Point(100, 100)]
      $0.rotationMode = .rotateAuto
      $0.timingFunction = CAMediaTimingFunction(controlPoints: 0.2, -3, 0.8, -3)
    }
    #expect(abs(before[0] - .pi / 2) < 0.01, "\(before)")
  }

  @Test func stepsHaveNoDirection() {
    let steps = turns {
      $0.values = [Point(0, 0), Point(0, 50), Point(0, 100), Point(0, 150)]
      $0.calculationMode = .discrete
      $0.rotationMode = .rotateAuto
    }
    #expect(steps == [0, 0])
  }
}
