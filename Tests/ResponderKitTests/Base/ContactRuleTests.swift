import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// What contacts become of: the rules for single ones.
@Suite(.hangLimit) struct ContactRuleTests {
  typealias Recorder = TouchTests.Recorder

  private func recorder(_ stage: Stage) -> Recorder {
    let view = stage.show(Recorder(frame: UIScreen.main.bounds))
    view.isMultipleTouchEnabled = true
    return view
  }

  /// Several frames of a finger that wait in the queue together.
  private func moves(_ stage: Stage, _ places: [Double], finger: UInt32 = 1) {
    for x in places {
      stage.application.post(
        HIDEvent(timestamp: stage.now, .digitizer([.init(finger, .moved, x: x, y: 10)])))
    }
    stage.wait(1)
  }

  /// Writes down the places that each move sums up.
  private func watchSamples(_ view: Recorder) -> () -> [[Double]] {
    final class Box { var lists: [[Double]] = [] }
    let box = Box()
    view.onTouches = { phase, touches, event in
      guard phase == .moved, let touch = touches.first else { return }
      box.lists.append(event.coalescedTouches(for: touch)?.map { $0.location(in: nil).x } ?? [])
    }
    return { box.lists }
  }

  @Test func aFingerThatEndsMakesRoomForOneThatBeginsInTheSameFrame() {
    onStage { stage in
      let view = recorder(stage)
      let most = stage.application.maximumTouches
      stage.send((0..<most).map { .init(UInt32($0), .began, x: Double($0), y: 0) })
      stage.frame(.init(0, .ended, x: 0, y: 0), .init(99, .began, x: 300, y: 0))
      #expect(view.take().suffix(2) == ["began 300", "ended 0"])
      #expect(stage.application.losses.total == 0)
      // One more is too many.
      stage.down(310, 0, finger: 100)
      #expect(view.take() == [] && stage.application.losses.count(of: .tooManyContacts) == 1)
    }
  }

  @Test func aFingerThatMovedAndCameBackWasSomewhereElse() {
    onStage { stage in
      let view = recorder(stage)
      let samples = watchSamples(view)
      stage.down(10, 10)
      moves(stage, [20, 10])
      #expect(view.take() == ["began 10", "moved 10"])
      #expect(samples() == [[20, 10]])
      moves(stage, [10])
      #expect(view.take() == [])
    }
  }

  @Test func pressureAndSizeAloneAreNews() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(10, 10)
      stage.frame(.init(1, .moved, x: 10, y: 10, force: 0.5))
      #expect(view.take() == ["began 10", "moved 10"])
      #expect(view.seen[0].force == 0.5)
      stage.frame(.init(1, .moved, x: 10, y: 10, force: 0.5, radius: 4))
      #expect(view.take() == ["moved 10"])
      #expect(view.seen[0].majorRadius == 4)
      stage.frame(.init(1, .moved, x: 10, y: 10, force: 0.5, radius: 4))
      #expect(view.take() == [])
    }
  }

  @Test func coalescedTouchesAreInTheWindowsCoordinates() {
    onStage { stage in
      let window = UIWindow(frame: Rect(100, 0, 200, 200))
      let view = Recorder(frame: window.bounds)
      window.addSubview(view)
      window.makeKeyAndVisible()
      let samples = watchSamples(view)
      stage.down(110, 10)
      moves(stage, [120, 130, 140])
      #expect(samples() == [[20, 30, 40]])
    }
  }

  @Test func anEventHasTheCoalescedTouchesOfItsOwnMovesOnly() {
    onStage { stage in
      let view = recorder(stage)
      let samples = watchSamples(view)
      stage.down(10, 10)
      moves(stage, [20, 30])
      moves(stage, [40])
      #expect(samples() == [[20, 30], [40]])
      // Another finger's event: this one has only its place.
      moves(stage, [50, 60])
      var stationary: [Double] = []
      view.onTouches = { [unowned view] phase, _, event in
        if phase == .began {
          stationary = event.coalescedTouches(for: view.seen[0])?.map { $0.location(in: nil).x } ?? []
        }
      }
      stage.down(200, 10, finger: 2)
      #expect(stationary == [60])
    }
  }

  @Test func aFingerWhoseTouchWasCancelledIsKnownUntilItLeaves() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(10, 10)
      stage.application.beginIgnoringInteractionEvents()
      stage.application.endIgnoringInteractionEvents()
      #expect(view.take() == ["began 10", "cancelled 10"])
      stage.move(20, 10)
      stage.move(30, 10)
      stage.up(30, 10)
      #expect(view.take() == [] && stage.application.losses.total == 0)
      // From then on it is unknown.
      stage.move(30, 10)
      stage.up(30, 10)
      #expect(stage.application.losses.count(of: .unknownContact) == 2)
      // It may begin again.
      stage.tap(40, 10)
      #expect(view.take() == ["began 40", "ended 40"])
    }
  }

  @Test func aRefusedFingerThatBeginsAgainIsNotRefusedAnyMore() {
    onStage { stage in
      let view = recorder(stage)
      stage.application.beginIgnoringInteractionEvents()
      stage.down(10, 10)
      stage.application.endIgnoringInteractionEvents()
      stage.down(20, 10)
      stage.up(20, 10)
      #expect(view.take() == ["began 20", "ended 20"])
      #expect(stage.application.losses.total == 1)
      stage.up(20, 10)
      #expect(stage.application.losses.count(of: .unknownContact) == 1)
    }
  }

  @Test func aDeviceThatLostItsContactsKnowsNoneOfThem() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(10, 10)
      stage.post(.system(.contactsLost))
      #expect(view.take() == ["began 10", "cancelled 10"])
      stage.move(20, 10)
      #expect(stage.application.losses.count(of: .unknownContact) == 1)
    }
  }

  @Test func aTouchThatDidNotMoveWasWhereItIs() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(10, 10)
      stage.move(30, 10)
      let touch = view.seen[0]
      #expect(touch.previousLocation(in: nil).x == 10 && touch.phase == .moved)
      stage.down(200, 10, finger: 2)
      #expect(touch.previousLocation(in: nil).x == 30 && touch.phase == .stationary)
      stage.move(40, 10)
      #expect(touch.previousLocation(in: nil).x == 30 && touch.phase == .moved)
      #expect(view.seen[1].phase == .stationary)
    }
  }

  @Test func aTouchEndsWhereItsFingerLeft() {
    onStage { stage in
      let view = recorder(stage)
      stage.down(10, 10)
      stage.up(25, 12)
      #expect(view.take() == ["began 10", "ended 25"])
      #expect(view.seen[0].location(in: nil) == Point(25, 12))
      #expect(view.seen[0].previousLocation(in: nil) == Point(10, 10))
    }
  }
}
