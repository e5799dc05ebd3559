import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Touches and their event: one per finger, its life, its taps.
@Suite(.hangLimit) struct TouchTests {
  /// Writes down what it gets.
  class Recorder: UIView {
    var lines: [String] = []
    var seen: [UITouch] = []
    var events: [UIEvent] = []
    /// Called inside each method.
    var onTouches: ((UITouch.Phase, Set<UITouch>, UIEvent) -> Void)?

    func note(_ name: String, _ touches: Set<UITouch>, _ event: UIEvent?) {
      let names = touches.map { "\(Int($0.location(in: nil).x))" }.sorted()
      lines.append("\(name) \(names.joined(separator: ","))")
      for touch in touches where !seen.contains(touch) { seen.append(touch) }
      guard let event, let phase = touches.first?.phase else { return }
      if !events.contains(where: { $0 === event }) { events.append(event) }
      onTouches?(phase, touches, event)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("began", touches, event)
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("moved", touches, event)
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("ended", touches, event)
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      note("cancelled", touches, event)
    }

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  @Test("S001-15") func eachFingerIsATouchOfOneEvent() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      view.isMultipleTouchEnabled = true
      var counts: [Int] = []
      view.onTouches = { _, _, event in counts.append(event.allTouches?.count ?? -1) }
      stage.down(10, 10, finger: 1)
      stage.down(200, 10, finger: 2)
      stage.move(11, 10, finger: 1)
      stage.up(11, 10, finger: 1)
      stage.up(200, 10, finger: 2)
      #expect(view.take() == ["began 10", "began 200", "moved 11", "ended 11", "ended 200"])
      #expect(counts == [1, 2, 2, 2, 1])
      #expect(view.events.count == 1)
      #expect(view.seen.count == 2)
      // The next finger begins another event.
      stage.tap(10, 10, after: 1000)
      #expect(view.events.count == 2)
    }
  }

  @Test("S001-15: fingers that come in one frame come in one call") func twoFingersInOneFrame() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      view.isMultipleTouchEnabled = true
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 20, y: 20))
      stage.frame(.init(1, .moved, x: 11, y: 10), .init(2, .ended, x: 20, y: 20))
      stage.frame(.init(1, .cancelled, x: 11, y: 10))
      #expect(view.take() == ["began 10,20", "moved 11", "ended 20", "cancelled 11"])
    }
  }

  /// The article says that the second tap updates the first one's touch; today each finger gets a new one.
  @Test("S001-16") func aSecondTapNearbyAndSoonCountsTwo() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      func counts() -> [Int] {
        defer { view.seen = [] }
        return view.seen.map(\.tapCount)
      }
      stage.tap(100, 100)
      stage.tap(110, 95, after: 100)
      stage.tap(105, 100, after: 340)
      #expect(counts() == [1, 2, 3])
      // Too late.
      stage.tap(105, 100, after: 400)
      #expect(counts() == [1])
      // Elsewhere.
      stage.tap(160, 100, after: 100)
      #expect(counts() == [1])
      // A drag is no tap, and what follows begins anew.
      stage.down(300, 100, after: 1000)
      stage.move(300, 200)
      stage.up(300, 200)
      stage.tap(300, 100, after: 50)
      #expect(counts() == [0, 1])
    }
  }

  @Test("S001-17") func phasesAreBeganMovedStationaryEndedCancelled() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      view.isMultipleTouchEnabled = true
      var phases: [[UITouch.Phase]] = []
      view.onTouches = { _, _, event in
        phases.append(
          (event.allTouches ?? []).sorted { $0.location(in: nil).x < $1.location(in: nil).x }.map(\.phase))
      }
      stage.down(10, 10, finger: 1)
      stage.down(200, 10, finger: 2)
      stage.move(201, 10, finger: 2)
      // The first one is in the frame and has not changed.
      stage.frame(.init(1, .moved, x: 10, y: 10), .init(2, .moved, x: 202, y: 10))
      stage.cancel(finger: 1)
      stage.up(202, 10, finger: 2)
      #expect(
        phases == [
          [.began], [.stationary, .began], [.stationary, .moved], [.stationary, .moved],
          [.cancelled, .stationary], [.ended],
        ])
      #expect(UITouch.Phase.regionExited.rawValue == 7)
    }
  }

  @Test("S001-18") func aTouchIsReleasedAfterItsEnd() {
    onStage { stage in
      let view = stage.show(UIView(frame: UIScreen.main.bounds))
      final class Watcher: UIView {
        weak var touch: UITouch?
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { touch = touches.first }
      }
      let watcher = Watcher(frame: UIScreen.main.bounds)
      view.addSubview(watcher)
      stage.down(10, 10)
      #expect(watcher.touch != nil)
      stage.up(10, 10)
      stage.wait(20)
      #expect(watcher.touch == nil)
    }
  }

  @Test("S002-8") func aTouchKnowsItsPlaceForceViewAndWindow() {
    onStage { stage in
      let view = stage.show(Recorder(frame: Rect(100, 100, 200, 200)))
      stage.frame(.init(1, .began, x: 150, y: 160, force: 0.5, radius: 7))
      #expect(view.seen[0].force == 0.5 && view.seen[0].majorRadius == 7)
      #expect(view.seen[0].location(in: nil) == Point(150, 160))
      stage.move(155, 162)
      let touch = view.seen[0]
      #expect(touch.location(in: view) == Point(55, 62))
      #expect(touch.location(in: nil) == Point(155, 162))
      #expect(touch.previousLocation(in: view) == Point(50, 60))
      #expect(touch.view === view)
      #expect(touch.window === stage.window)
      #expect(touch.majorRadius == 0 && touch.force == 0 && touch.maximumPossibleForce == 2)
      #expect(view.events[0].type == .touches)
      #expect(touch.timestamp == view.events[0].timestamp)
      // Where it has not moved, it was where it is.
      stage.down(160, 160, finger: 2)
      #expect(touch.phase == .stationary)
      #expect(touch.previousLocation(in: nil) == touch.location(in: nil))
      stage.up(160, 160, finger: 2)
    }
  }

  @Test func theTimeOfATouchIsTheDevicesNotTheDeliverys() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      let then = stage.now
      stage.clock.advance(by: .seconds(2))
      stage.application.post(HIDEvent(timestamp: then, .digitizer([.init(1, .began, x: 1, y: 1)])))
      stage.wait(1)
      #expect(view.seen[0].timestamp == Double(then) / 1e9)
    }
  }

  @Test func movesThatWaitTogetherComeAsOneWithAllTheirPlaces() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      var coalesced: [Double] = []
      var predicted: [Double] = []
      view.onTouches = { phase, touches, event in
        guard phase == .moved, let touch = touches.first else { return }
        coalesced = event.coalescedTouches(for: touch)?.map { $0.location(in: nil).x } ?? []
        predicted = event.predictedTouches(for: touch)?.map { $0.location(in: nil).x } ?? []
        #expect(event.coalescedTouches(for: touch)?.last !== touch)
        #expect(event.coalescedTouches(for: touch)?.last?.location(in: nil) == touch.location(in: nil))
      }
      stage.down(100, 100)
      for step in 1...4 {
        stage.application.post(
          HIDEvent(
            timestamp: stage.now + UInt64(step) * 4_000_000,
            .digitizer([.init(1, .moved, x: 100 + 4 * Double(step), y: 100)])))
      }
      stage.wait(1)
      #expect(view.take() == ["began 100", "moved 116"])
      #expect(coalesced == [104, 108, 112, 116])
      // One point a millisecond, seen a sixtieth and a thirtieth of a second ahead.
      #expect(predicted.count == 2)
      #expect(predicted.allSatisfy { $0 > 116 && $0 < 160 })
      stage.clock.advance(by: .milliseconds(30))
      stage.up(116, 100)
    }
  }

  @Test func anotherEventsTouchHasNoCoalescedOnes() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      stage.tap(10, 10)
      stage.down(10, 10, after: 1000)
      #expect(view.events[1].coalescedTouches(for: view.seen[0]) == nil)
      #expect(view.events[1].predictedTouches(for: view.seen[0]) == nil)
      #expect(view.events[1].touches(for: view) == [view.seen[1]])
      #expect(view.events[1].touches(for: stage.window) == [view.seen[1]])
      #expect(view.events[1].touches(for: UIView()) == nil)
    }
  }
}
