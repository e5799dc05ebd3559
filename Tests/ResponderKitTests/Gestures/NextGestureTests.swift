import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// A gesture leaves nothing behind for the next one; and which fingers count.
@Suite(.hangLimit) struct NextGestureTests {
  private typealias Play = (name: String, make: () -> UIGestureRecognizer, play: (Stage, Double) -> Void)

  private func gestures(_ stage: Stage) -> [String] { stage.log.take().filter { !$0.hasPrefix("view") } }

  /// Each kind, and fingers that make its gesture, somewhere.
  private static func kinds() -> [Play] {
    func drag(_ stage: Stage, _ x: Double, from start: Double = 0, _ places: [Double]) {
      stage.down(x + start, 300)
      for place in places { stage.move(x + place, 300) }
      stage.up(x + (places.last ?? 0), 300)
    }
    func pair(_ stage: Stage, _ x: Double, _ angles: [Double], _ distances: [Double]) {
      func contacts(_ index: Int, _ phase: HIDEvent.Contact.Phase) -> [HIDEvent.Contact] {
        let way = Point(distances[index], 0).applying(AffineTransform(rotationAngle: angles[index]))
        return [
          .init(1, phase, x: x + 50, y: 300), .init(2, phase, x: x + 50 + way.x, y: 300 + way.y),
        ]
      }
      stage.send(contacts(0, .began))
      for index in angles.indices.dropFirst() { stage.send(contacts(index, .moved), after: 10) }
      stage.send(contacts(angles.count - 1, .ended), after: 10)
    }
    return [
      ("tap", { UITapGestureRecognizer() }, { stage, x in stage.tap(x, 300) }),
      (
        "double",
        {
          let tap = UITapGestureRecognizer()
          tap.numberOfTapsRequired = 2
          return tap
        },
        { stage, x in
          stage.tap(x, 300)
          stage.tap(x, 300, after: 50)
        }
      ),
      (
        "press", { UILongPressGestureRecognizer() },
        { stage, x in
          stage.down(x, 300)
          stage.up(x, 300, after: 600)
        }
      ),
      ("pan", { UIPanGestureRecognizer() }, { stage, x in drag(stage, x, [20, 30]) }),
      ("swipe", { UISwipeGestureRecognizer() }, { stage, x in drag(stage, x, [20, 60]) }),
      ("pinch", { UIPinchGestureRecognizer() }, { stage, x in pair(stage, x, [0, 0, 0], [50, 70, 90]) }),
      (
        "rotation", { UIRotationGestureRecognizer() },
        { stage, x in pair(stage, x, [0, 0.5, 0.9], [60, 60, 60]) }
      ),
    ]
  }

  @Test(arguments: 0..<7) func eachGestureIsAsTheFirstOne(kind: Int) {
    onStage { stage in
      let view = stage.plain()
      let (name, make, play) = Self.kinds()[kind]
      let recognizer = stage.add(make(), name, to: view)
      play(stage, 20)
      let first = gestures(stage)
      #expect(!first.isEmpty)
      for x in [220.0, 20, 120] {
        // One that fails comes before it: a finger stays too long, goes too far, or is cancelled.
        for trouble in 0..<3 {
          stage.down(x + 90, 500, after: 1000)
          switch trouble {
          case 0:
            stage.move(x + 90, 560)
            stage.up(x + 90, 620)
          case 1: stage.cancel()
          default:
            stage.down(x + 30, 500, finger: 2, after: 800)
            stage.down(x + 60, 500, finger: 3)
            for finger in 1...3 as ClosedRange<UInt32> { stage.up(x + 90, 500, finger: finger) }
          }
          stage.wait(1000)
          _ = stage.log.take()
          #expect(recognizer.state == .possible && recognizer.numberOfTouches == 0)
          play(stage, x)
          #expect(gestures(stage) == first, "a \(name) after trouble \(trouble)")
          stage.wait(1000)
          #expect(gestures(stage) == [])
        }
      }
    }
  }

  @Test func allFingersOfAnEdgePanComeFromTheSameEdge() {
    for (x, y, isPan) in [(10.0, 400.0, true), (200, 400, false), (380, 300, false)] {
      onStage { stage in
        let view = stage.plain()
        let pan = stage.add(UIScreenEdgePanGestureRecognizer(), "pan", to: view)
        pan.edges = .all
        stage.frame(.init(1, .began, x: 5, y: 300), .init(2, .began, x: x, y: y))
        stage.frame(.init(1, .moved, x: 45, y: 300), .init(2, .moved, x: x + 40, y: y), after: 10)
        #expect(gestures(stage) == (isPan ? ["pan began"] : []))
      }
    }
  }

  @Test func anEdgeThatIsNotWantedIsNone() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIScreenEdgePanGestureRecognizer(), "pan", to: view)
      pan.edges = [.right, .top]
      for (x, y, toX, toY, isPan) in [
        (5.0, 300.0, 45.0, 300.0, false), (385, 300, 345, 300, true), (200, 5, 200, 45, true),
        (200, 840, 200, 800, false), (385, 300, 385, 340, false),
      ] {
        stage.down(x, y, after: 1000)
        stage.move(toX, toY)
        stage.up(toX, toY)
        #expect(gestures(stage) == (isPan ? ["pan began", "pan ended"] : []), "from \(x) \(y)")
      }
    }
  }

  @Test func noFingerJoinsATapWhenOneHasLifted() {
    for third in [false, true] {
      onStage { stage in
        let view = stage.plain()
        let tap = stage.add(UITapGestureRecognizer(), "tap", to: view)
        tap.numberOfTouchesRequired = 2
        stage.down(100, 100, finger: 1)
        stage.down(200, 100, finger: 2)
        stage.up(100, 100, finger: 1)
        if third { stage.down(150, 100, finger: 3) }
        stage.up(200, 100, finger: 2)
        if third { stage.up(150, 100, finger: 3) }
        #expect(gestures(stage) == (third ? [] : ["tap ended"]))
      }
    }
  }

  @Test func aPressOfTwoFingersCountsFromTheSecondAndNeedsBoth() {
    onStage { stage in
      let view = stage.plain()
      let press = stage.add(UILongPressGestureRecognizer(), "press", to: view)
      press.numberOfTouchesRequired = 2
      stage.down(100, 100, finger: 1)
      stage.down(200, 100, finger: 2, after: 400)
      stage.move(201, 100, finger: 2, after: 300)
      stage.wait(100)
      #expect(gestures(stage) == [])
      stage.wait(150)
      stage.down(150, 100, finger: 3)
      stage.up(150, 100, finger: 3)
      #expect(gestures(stage) == ["press began"])
      stage.up(100, 100, finger: 1)
      #expect(gestures(stage) == ["press ended"])
      stage.up(200, 100, finger: 2)
      #expect(gestures(stage) == [])
    }
  }

  @Test func theFirstFingersOfAPanAreThoseThatCount() {
    onStage { stage in
      let view = stage.plain()
      let pan = stage.add(UIPanGestureRecognizer(), "pan", to: view)
      pan.maximumNumberOfTouches = 2
      stage.frame(.init(1, .began, x: 100, y: 100), .init(2, .began, x: 200, y: 100))
      stage.down(300, 100, finger: 3)
      #expect(pan.numberOfTouches == 2 && pan.location(in: nil) == Point(150, 100))
      stage.move(300, 200, finger: 3)
      #expect(gestures(stage) == [])
      stage.move(100, 140, finger: 1)
      #expect(gestures(stage) == ["pan began"])
    }
  }

  @Test func aHoverIsNotBegunByADisabledRecognizerAndEndsWithItsView() {
    onStage { stage in
      let view = stage.plain()
      let inner = stage.plain("inner", Rect(0, 0, 100, 100))
      let hover = stage.add(UIHoverGestureRecognizer(), "hover", to: inner)
      func point(_ x: Double) { stage.post(.pointer(.init(.moved, x: x, y: 10))) }
      hover.isEnabled = false
      point(10)
      #expect(gestures(stage) == [])
      hover.isEnabled = true
      point(20)
      #expect(gestures(stage) == ["hover began"])
      hover.isEnabled = false
      #expect(gestures(stage) == ["hover cancelled"])
      point(30)
      point(200)
      #expect(gestures(stage) == [])
      hover.isEnabled = true
      point(10)
      #expect(gestures(stage) == ["hover began"])
      inner.removeGestureRecognizer(hover)
      #expect(gestures(stage) == ["hover cancelled"])
      point(20)
      point(200)
      #expect(gestures(stage) == [])
      withExtendedLifetime(view) {}
    }
  }

  @Test func theSameTargetAndActionIsCalledOnceAndTakenOut() {
    final class Target { var count = 0 }
    onStage { stage in
      let view = stage.plain()
      let tap = UITapGestureRecognizer()
      view.addGestureRecognizer(tap)
      let target = Target()
      let actions = (0..<2).map { Selector("action \($0)") { (target: Target) in target.count += 1 } }
      func taps() -> Int {
        target.count = 0
        stage.tap(100, 100, after: 1000)
        return target.count
      }
      tap.addTarget(target, action: actions[0])
      tap.addTarget(target, action: actions[0])
      #expect(taps() == 1)
      tap.addTarget(target, action: actions[1])
      #expect(taps() == 2)
      tap.removeTarget(target, action: actions[1])
      #expect(taps() == 1)
      tap.addTarget(target, action: actions[1])
      tap.removeTarget(target, action: nil)
      #expect(taps() == 0)
      for action in actions { tap.addTarget(target, action: action) }
      tap.removeTarget(nil, action: actions[0])
      #expect(taps() == 1)
    }
  }
}
