import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Which way gestures go, and where they are.
@Suite(.hangLimit) struct GestureEndTests {
  private func gestures(_ stage: Stage) -> [String] { stage.log.take().filter { !$0.hasPrefix("view") } }

  @Test func eachFingerOfAGestureHasItsPlace() {
    onStage { stage in
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: stage.plain())
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 150))
      #expect(pan.numberOfTouches == 2 && pan.location(ofTouch: 0, in: nil) == Point(100, 100))
      #expect(pan.location(ofTouch: 1, in: nil) == Point(200, 150))
    }
  }

  @Test(arguments: [-1.0, 1.0]) func aRotationGoesOnWhereTheAngleJumps(_ direction: Double) {
    onStage { stage in
      let rotation = stage.add(UIRotationGestureRecognizer(), "rotation", to: stage.plain())
      func contacts(_ degrees: Double, _ phase: HIDEvent.Contact.Phase) -> [HIDEvent.Contact] {
        let turn = AffineTransform(rotationAngle: (180 + direction * degrees) / 180 * .pi)
        let way = Point(100, 0).applying(turn)
        return [.init(1, phase, x: 200, y: 300), .init(2, phase, x: 200 + way.x, y: 300 + way.y)]
      }
      stage.send(contacts(-20, .began))
      for degrees in [-5.0, 5, 20] { stage.send(contacts(degrees, .moved), after: 10) }
      // All but the arc of eight points that it needed.
      let wanted: Double = direction * (40 / 180 * .pi - 0.16)
      #expect(abs(rotation.rotation - wanted) < 1e-6, "\(rotation.rotation)")
    }
  }

  @Test(arguments: [
    (UIScreenEdgePanGestureRecognizer.Edges.left, Point(5, 400), Point(1, 0)),
    (.right, Point(385, 400), Point(-1, 0)), (.top, Point(200, 5), Point(0, 1)),
    (.bottom, Point(200, 840), Point(0, -1)),
  ])
  func anEdgePanGoesInwardsMoreThanAlong(
    _ edge: UIScreenEdgePanGestureRecognizer.Edges, _ start: Point, _ inwards: Point
  ) {
    let along = Point(-inwards.y, inwards.x)
    for (into, beside, begins) in [(20.0, 15.0, true), (15, 20, false), (15, -20, false)] {
      onStage { stage in
        let pan = stage.add(UIScreenEdgePanGestureRecognizer(), "pan", to: stage.plain())
        pan.edges = edge
        stage.down(start.x, start.y)
        stage.move(
          start.x + into * inwards.x + beside * along.x, start.y + into * inwards.y + beside * along.y)
        #expect(gestures(stage) == (begins ? ["pan began"] : []))
      }
    }
  }

  @Test func aDoubleTapIsWhereItsFirstTapWas() {
    onStage { stage in
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: stage.plain())
      tap.numberOfTapsRequired = 2
      var places: [Point] = []
      tap.addAction { places.append($0.location(in: nil)) }
      stage.tap(100, 100)
      stage.tap(120, 110, after: 50)
      #expect(places == [Point(100, 100)])
    }
  }

  @Test func aHoverEndsWhereThePointerHasGone() {
    onStage { stage in
      stage.plain()
      let inner = stage.plain("inner", Rect(100, 100, 100, 100))
      let hover = stage.add(UIHoverGestureRecognizer(), "hover", to: inner)
      var places: [Point] = []
      hover.addAction { places.append($0.location(in: nil)) }
      stage.post(.pointer(.init(.moved, x: 110, y: 110)))
      stage.post(.pointer(.init(.moved, x: 10, y: 20)))
      #expect(places == [Point(110, 110), Point(10, 20)])
    }
  }
}
