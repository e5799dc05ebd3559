import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Which touch counts as the second tap, to the last point and nanosecond; and where a touch is likely to be soon.
@Suite(.hangLimit) struct TapCountTests {
  /// Times are those of the events, in milliseconds from `base`.
  private func post(
    _ stage: Stage, _ base: UInt64, _ milliseconds: Double, _ phase: HIDEvent.Contact.Phase, _ x: Double,
    finger: UInt32 = 1
  ) {
    let time = base + UInt64(milliseconds * 1e6)
    stage.application.post(HIDEvent(timestamp: time, .digitizer([.init(finger, phase, x: x, y: 10)])))
    stage.wait(1)
  }

  private func recorder(_ stage: Stage) -> TouchTests.Recorder {
    let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
    view.isMultipleTouchEnabled = true
    return view
  }

  @Test(arguments: [(0, 45, 2), (0, 45.001, 1), (350, 0, 2), (350.001, 0, 1), (350, -45, 2)])
  func aTapCountsWithTheOneBeforeUpToTheseLimits(pause: Double, distance: Double, count: Int) {
    onStage { stage in
      let view = recorder(stage)
      let base = stage.now
      post(stage, base, 0, .began, 100)
      post(stage, base, 50, .ended, 100)
      post(stage, base, 50 + pause, .began, 100 + distance)
      #expect(view.seen[1].tapCount == count)
    }
  }

  @Test(arguments: [(45.0, 1, 2), (45.001, 0, 1)])
  func aTouchThatStraysIsNoTap(way: Double, count: Int, next: Int) {
    onStage { stage in
      let view = recorder(stage)
      let base = stage.now
      post(stage, base, 0, .began, 100)
      post(stage, base, 50, .ended, 100 + way)
      #expect(view.seen[0].tapCount == count)
      post(stage, base, 100, .began, 100)
      #expect(view.seen[1].tapCount == next)
    }
  }

  @Test func tapsCountOnAndEachHasOneSuccessor() {
    onStage { stage in
      let view = recorder(stage)
      let base = stage.now
      for tap in 0..<5 {
        post(stage, base, Double(tap) * 100, .began, 100)
        post(stage, base, Double(tap) * 100 + 50, .ended, 100)
      }
      #expect(view.seen.map(\.tapCount) == [1, 2, 3, 4, 5])
      // Two fingers come after the last one.
      post(stage, base, 500, .began, 110)
      post(stage, base, 501, .began, 90, finger: 2)
      #expect(view.seen.suffix(2).map(\.tapCount) == [6, 1])
    }
  }

  @Test func aTouchThatStraysIsNotInTheWayOfTheTapBesideIt() {
    onStage { stage in
      let view = recorder(stage)
      let base = stage.now
      post(stage, base, 0, .began, 100)
      post(stage, base, 10, .began, 110, finger: 2)
      post(stage, base, 20, .ended, 200)
      post(stage, base, 30, .ended, 110, finger: 2)
      post(stage, base, 40, .began, 105)
      #expect(view.seen.map(\.tapCount) == [0, 1, 2])
    }
  }

  @Test func aCancelledTouchIsNoTap() {
    onStage { stage in
      let view = recorder(stage)
      let base = stage.now
      post(stage, base, 0, .began, 100)
      post(stage, base, 50, .cancelled, 100)
      post(stage, base, 100, .began, 100)
      #expect(view.seen[1].tapCount == 1)
    }
  }

  @Test func tapsInDifferentWindowsAreNotOneAfterTheOther() {
    onStage { stage in
      let views = [0.0, 200.0].map { x in
        let window = UIWindow(frame: Rect(x, 0, 200, 400))
        let view = TouchTests.Recorder(frame: window.bounds)
        window.addSubview(view)
        window.makeKeyAndVisible()
        return view
      }
      let base = stage.now
      // The same place in each window's coordinates.
      post(stage, base, 0, .began, 50)
      post(stage, base, 50, .ended, 50)
      post(stage, base, 100, .began, 250)
      post(stage, base, 150, .ended, 250)
      post(stage, base, 200, .began, 50)
      #expect(views[0].seen.map(\.tapCount) == [1, 2])
      #expect(views[1].seen.map(\.tapCount) == [1])
    }
  }
}

/// Where a touch is likely to be soon.
@Suite(.hangLimit) struct PredictionTests {
  /// Moves a finger; what is predicted at the last event.
  private func predicted(_ places: [(time: Double, x: Double)]) -> [Double]? {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      var predicted: [Double]?
      view.onTouches = { _, touches, event in
        guard let touch = touches.first else { return }
        let touches = event.predictedTouches(for: touch)
        predicted = touches?.map { $0.location(in: nil).x }
        for ahead in touches ?? [] {
          #expect(ahead !== touch && ahead.timestamp > touch.timestamp && ahead.view === view)
        }
      }
      let base = stage.now
      for (index, place) in places.enumerated() {
        stage.application.post(
          HIDEvent(
            timestamp: base + UInt64(place.time * 1e6),
            .digitizer([.init(1, index == 0 ? .began : .moved, x: place.x, y: 10)])))
        stage.wait(1)
      }
      return predicted
    }
  }

  private func isNear(_ list: [Double]?, _ wanted: [Double]) -> Bool {
    guard let list, list.count == wanted.count else { return false }
    return zip(list, wanted).allSatisfy { abs($0 - $1) < 0.01 }
  }

  @Test func aTouchThatMovesSteadilyIsASixtiethAndAThirtiethOfASecondAhead() {
    let steady = (0..<8).map { (time: Double($0) * 10, x: 100 + Double($0) * 5) }
    for count in 2...8 {
      let last = steady[count - 1].x
      let wanted: [Double] = [last + 25 / 3.0, last + 50 / 3.0]
      #expect(isNear(predicted(Array(steady.prefix(count))), wanted), "\(count)")
    }
  }

  @Test func placesThatAreOlderThanATenthOfASecondDoNotCount() {
    // It rested, and moves a point a millisecond now.
    let places: [(time: Double, x: Double)] = [(0, 100), (200, 102), (204, 106), (208, 110)]
    #expect(isNear(predicted(places), [110 + 50 / 3.0, 110 + 100 / 3.0]))
    // Exactly a tenth of a second counts.
    let exact: [(time: Double, x: Double)] = [(0, 100), (60, 100), (80, 100), (100, 110)]
    #expect(isNear(predicted(exact), [110 + 5 / 3.0, 110 + 10 / 3.0]))
    // After a rest nothing can be said.
    #expect(predicted([(time: 0, x: 100), (time: 101, x: 110)]) == nil)
  }

  @Test func aTouchThatHasJustBegunHasNoPrediction() {
    #expect(predicted([(time: 0, x: 100)]) == nil)
  }
}
