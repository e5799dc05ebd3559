import ResponderKit
import TestHarness
import Testing

/// The velocity of a pinch or a rotation was wrong after the program had set its value, as programs do that count from one
/// event to the next: it was about nothing.
@Suite(.hangLimit) struct VelocityIgnoresWhatWasSetTests {
  @Test func aPinchThatIsSetAtEachChangeHasItsVelocity() {
    onStage { stage in
      let view = stage.plain()
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: view)
      var velocities: [Double] = []
      pinch.addAction { pinch in
        if pinch.state == .changed { velocities.append(pinch.velocity) }
        pinch.scale = 1
      }
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      var distance = 100.0
      for _ in 0..<6 {
        distance *= 1.1
        stage.frame(.init(2, .moved, x: 100 + distance, y: 100), after: 10)
      }
      // A tenth in eleven milliseconds.
      #expect(velocities.count == 5 && velocities.allSatisfy { abs($0 - 0.1 / 0.011) < 0.01 })
    }
  }

  @Test func aRotationThatIsSetAtEachChangeHasItsVelocity() {
    onStage { stage in
      let view = stage.plain()
      let rotation = stage.add(UIRotationGestureRecognizer(), "rotation", to: view)
      var velocities: [Double] = []
      rotation.addAction { rotation in
        if rotation.state == .changed { velocities.append(rotation.velocity) }
        rotation.rotation = 0
      }
      stage.frame(.init(1, .began, x: 200, y: 300), .init(2, .began, x: 300, y: 300))
      for step in 1...6 {
        let place = Point(100, 0).applying(AffineTransform(rotationAngle: Double(step) * 0.2))
        stage.frame(.init(2, .moved, x: 200 + place.x, y: 300 + place.y), after: 10)
      }
      #expect(velocities.count == 5 && velocities.allSatisfy { abs($0 - 0.2 / 0.011) < 0.01 })
    }
  }

  /// What the program sets is no movement of the fingers.
  @Test func settingTheValueIsNoMovement() {
    onStage { stage in
      let view = stage.plain()
      let pinch = stage.add(UIPinchGestureRecognizer(), "pinch", to: view)
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.frame(.init(2, .moved, x: 210, y: 100), after: 10)
      stage.frame(.init(2, .moved, x: 220, y: 100), after: 10)
      pinch.scale = 4
      stage.frame(.init(2, .moved, x: 160, y: 100), after: 10)
      #expect(abs(pinch.scale - 2) < 1e-9 && abs(pinch.velocity + 2 / 0.011) < 0.01)
    }
  }
}
