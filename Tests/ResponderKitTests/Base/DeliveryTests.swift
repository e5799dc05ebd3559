import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Which view gets which touch: one or several at a time, exclusive ones, and cancellation.
@Suite(.hangLimit) struct DeliveryTests {
  typealias Recorder = TouchTests.Recorder

  /// A root view and two views side by side in it.
  private func twoViews(_ stage: Stage) -> (root: Recorder, left: Recorder, right: Recorder) {
    let root = stage.show(Recorder(frame: UIScreen.main.bounds))
    let left = Recorder(frame: Rect(0, 0, 100, 100))
    let right = Recorder(frame: Rect(200, 0, 100, 100))
    root.addSubview(left)
    root.addSubview(right)
    return (root, left, right)
  }

  @Test func aViewGetsOneTouchAtATimeUnlessItWantsMore() {
    onStage { stage in
      let (_, left, _) = twoViews(stage)
      stage.down(10, 10, finger: 1)
      stage.down(20, 10, finger: 2)
      // The withheld one stays withheld, also when the first has ended.
      stage.up(10, 10, finger: 1)
      stage.move(21, 10, finger: 2)
      stage.up(21, 10, finger: 2)
      #expect(left.take() == ["began 10", "ended 10"])
      // In one frame the first one of it is taken.
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 20, y: 10), after: 1000)
      stage.frame(.init(1, .ended, x: 10, y: 10), .init(2, .ended, x: 20, y: 10))
      #expect(left.take() == ["began 10", "ended 10"])
    }
  }

  @Test func aWithheldTouchIsInTheEventAllTheSame() {
    onStage { stage in
      let (_, left, _) = twoViews(stage)
      var counts: [Int] = []
      left.onTouches = { _, _, event in counts.append(event.touches(for: left)?.count ?? 0) }
      stage.down(10, 10, finger: 1)
      stage.down(20, 10, finger: 2)
      stage.move(11, 10, finger: 1)
      #expect(counts == [1, 2])
    }
  }

  @Test func anExclusiveViewSharesTheWindowWithNoOtherView() {
    onStage { stage in
      let (root, left, right) = twoViews(stage)
      left.isExclusiveTouch = true
      stage.down(10, 10, finger: 1)
      stage.down(210, 10, finger: 2)
      stage.up(10, 10, finger: 1)
      stage.up(210, 10, finger: 2)
      #expect(left.take() == ["began 10", "ended 10"])
      #expect(right.take() == [])
      // The other way round: it gets nothing while another has a touch.
      stage.down(210, 10, finger: 2, after: 1000)
      stage.down(10, 10, finger: 1)
      stage.up(10, 10, finger: 1)
      stage.up(210, 10, finger: 2)
      #expect(left.take() == [])
      #expect(right.take() == ["began 210", "ended 210"])
      #expect(root.take() == [])
    }
  }

  @Test func touchesOfOneEventAreDeliveredByViewAndPhase() {
    onStage { stage in
      let (_, left, right) = twoViews(stage)
      left.isMultipleTouchEnabled = true
      stage.frame(
        .init(1, .began, x: 10, y: 10), .init(2, .began, x: 210, y: 10), .init(3, .began, x: 30, y: 10))
      stage.frame(
        .init(1, .ended, x: 10, y: 10), .init(2, .moved, x: 211, y: 10), .init(3, .moved, x: 31, y: 10),
        .init(4, .began, x: 40, y: 10))
      #expect(left.take() == ["began 10,30", "began 40", "moved 31", "ended 10"])
      #expect(right.take() == ["began 210", "moved 211"])
    }
  }

  @Test func sendingAnEventAgainDeliversNothing() {
    final class Twice: UIWindow {
      override func sendEvent(_ event: UIEvent) {
        super.sendEvent(event)
        super.sendEvent(event)
      }
    }
    onStage { stage in
      let window = Twice()
      let view = Recorder(frame: window.bounds)
      window.addSubview(view)
      window.makeKeyAndVisible()
      stage.tap(10, 10)
      #expect(view.take() == ["began 10", "ended 10"])
    }
  }

  @Test func anEndThatASubclassSwallowsIsACancellation() {
    final class Swallowing: UIWindow {
      var swallows = false
      override func sendEvent(_ event: UIEvent) { if !swallows { super.sendEvent(event) } }
    }
    onStage { stage in
      let window = Swallowing()
      let view = Recorder(frame: window.bounds)
      window.addSubview(view)
      window.makeKeyAndVisible()
      stage.down(10, 10)
      window.swallows = true
      stage.up(10, 10)
      #expect(view.take() == ["began 10", "cancelled 10"])
      #expect(stage.application.losses.count(of: .swallowed) == 1)
      // A beginning that was swallowed has no end.
      stage.down(10, 10)
      window.swallows = false
      stage.move(11, 10)
      stage.up(11, 10)
      #expect(view.take() == [])
    }
  }

  // MARK: Cancellation

  @Test("S001-14") func anInterruptionCancelsAllTouches() {
    onStage { stage in
      let (_, left, right) = twoViews(stage)
      stage.down(10, 10, finger: 1)
      stage.down(210, 10, finger: 2)
      stage.post(.system(.willResignActive))
      #expect(stage.application.applicationState == .inactive)
      // The fingers are still there; no view is notified of them.
      stage.move(11, 10, finger: 1)
      stage.up(11, 10, finger: 1)
      stage.tap(10, 10, finger: 3)
      stage.post(.system(.didBecomeActive))
      stage.up(210, 10, finger: 2)
      #expect(left.take() == ["began 10", "cancelled 10"])
      #expect(right.take() == ["began 210", "cancelled 210"])
      #expect(stage.application.losses.count(of: .inactive) == 1)
      #expect(stage.application.losses.total == 1)
    }
  }

  @Test("S001-7, S004-2: in the middle of a touch") func anApplicationThatGoesToTheBackgroundLosesItsTouch() {
    onStage { stage in
      let (_, left, _) = twoViews(stage)
      stage.down(10, 10)
      stage.post(.system(.didEnterBackground))
      #expect(left.take() == ["began 10", "cancelled 10"])
      stage.post(.system(.willEnterForeground))
      stage.post(.system(.didBecomeActive))
      stage.tap(10, 10)
      #expect(left.take() == ["began 10", "ended 10"])
    }
  }

  /// The router's states as an application sees them: the same event comes to two applications, of which one is in front.
  @Test("S001-7, S004-2: the application's part") func onlyTheApplicationInFrontHasTheEvent() {
    for isFirstInFront in [true, false] {
      let heard = [isFirstInFront, !isFirstInFront].map { isInFront in
        onStage { stage -> ([String], Int) in
          let (_, left, _) = twoViews(stage)
          if !isInFront { stage.post(.system(.didEnterBackground)) }
          stage.tap(10, 10)
          stage.post(.key(.init(usage: 4, .down, characters: "a")))
          return (left.take(), stage.application.losses.count(of: .inactive))
        }
      }
      let (front, back) = isFirstInFront ? (heard[0], heard[1]) : (heard[1], heard[0])
      #expect(front.0 == ["began 10", "ended 10"] && front.1 == 0)
      // The finger, and the key.
      #expect(back.0 == [] && back.1 == 2)
    }
  }

  @Test func aViewThatLeavesItsWindowHearsOfItsTouchesFirst() {
    onStage { stage in
      let (root, left, _) = twoViews(stage)
      let box = UIView(frame: Rect(0, 200, 300, 300))
      let inner = Recorder(frame: Rect(0, 0, 300, 300))
      root.addSubview(box)
      box.addSubview(inner)
      stage.down(10, 210, finger: 1)
      stage.down(10, 10, finger: 2)
      var isInWindow = false
      inner.onTouches = { phase, _, _ in if phase == .cancelled { isInWindow = inner.window != nil } }
      box.removeFromSuperview()
      #expect(isInWindow)
      #expect(inner.take() == ["began 10", "cancelled 10"])
      stage.up(10, 210, finger: 1)
      stage.up(10, 10, finger: 2)
      #expect(inner.take() == [])
      #expect(left.take() == ["began 10", "ended 10"])
      // Moving inside a window is no leaving.
      stage.down(10, 10, after: 1000)
      box.addSubview(left)
      root.addSubview(box)
      stage.up(10, 10)
      #expect(left.take() == ["began 10", "cancelled 10"])
      stage.down(10, 210, after: 1000)
      root.addSubview(left)
      stage.up(10, 210)
      #expect(left.take() == ["began 10", "ended 10"])
    }
  }

  @Test func aWindowThatIsHiddenCancelsItsTouches() {
    onStage { stage in
      let (_, left, _) = twoViews(stage)
      stage.down(10, 10)
      stage.window.isHidden = true
      #expect(left.take() == ["began 10", "cancelled 10"])
      #expect(stage.application.windows.isEmpty)
    }
  }

  @Test func aDeviceThatLosesItsContactsCancelsThem() {
    onStage { stage in
      let (_, left, _) = twoViews(stage)
      stage.down(10, 10)
      stage.post(.system(.contactsLost))
      #expect(left.take() == ["began 10", "cancelled 10"])
      stage.tap(10, 10)
      #expect(left.take() == ["began 10", "ended 10"])
      stage.down(10, 10)
      stage.cancel()
      #expect(left.take() == ["began 10", "cancelled 10"])
    }
  }

  @Test func ignoringInteractionCancelsAndDrops() {
    onStage { stage in
      let (_, left, _) = twoViews(stage)
      stage.down(10, 10)
      stage.application.beginIgnoringInteractionEvents()
      stage.up(10, 10)
      stage.tap(10, 10)
      stage.application.endIgnoringInteractionEvents()
      stage.tap(10, 10)
      #expect(left.take() == ["began 10", "cancelled 10", "began 10", "ended 10"])
      #expect(stage.application.losses.count(of: .ignored) == 1)
    }
  }

  @Test func aViewThatRemovesItselfWhenTouchedIsCancelledOnce() {
    onStage { stage in
      let (root, left, right) = twoViews(stage)
      left.onTouches = { phase, _, _ in if phase == .began { left.removeFromSuperview() } }
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 210, y: 10))
      stage.frame(.init(1, .ended, x: 10, y: 10), .init(2, .ended, x: 210, y: 10))
      #expect(left.take() == ["began 10", "cancelled 10"])
      #expect(right.take() == ["began 210", "ended 210"])
      #expect(root.take() == [])
    }
  }

  @Test func aLoopThatIsRunInsideAHandlerDeliversTheNextEvents() {
    onStage { stage in
      let (_, left, right) = twoViews(stage)
      let post = stage.application.poster
      left.onTouches = { phase, _, _ in
        guard phase == .began else { return }
        post(HIDEvent(timestamp: stage.now, .digitizer([.init(1, .moved, x: 11, y: 10)])))
        post(HIDEvent(timestamp: stage.now, .digitizer([.init(2, .ended, x: 210, y: 10)])))
        stage.loop.run(mode: .default, for: .milliseconds(5))
        left.lines.append("inner run over")
      }
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 210, y: 10))
      stage.up(11, 10)
      #expect(left.take() == ["began 10", "moved 11", "inner run over", "ended 11"])
      // Its beginning came before its end, inside.
      #expect(right.take() == ["began 210", "ended 210"])
    }
  }
}
