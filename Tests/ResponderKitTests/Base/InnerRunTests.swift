import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Runs of the loop inside of touch handlers: what they deliver, and how the outer event goes on.
@Suite(.hangLimit) struct InnerRunTests {
  typealias Recorder = TouchTests.Recorder

  private func post(_ stage: Stage, _ contacts: HIDEvent.Contact...) {
    stage.application.post(HIDEvent(timestamp: stage.now, .digitizer(contacts)))
  }
  private func run(_ stage: Stage) { stage.loop.run(mode: .default, for: .milliseconds(1)) }

  @Test func anInnerRunGetsTheEventsThatWereInTheQueueBefore() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      var inside: [String] = []
      view.onTouches = { [unowned view, unowned stage] phase, _, _ in
        guard phase == .began else { return }
        stage.loop.run(mode: .default, for: .milliseconds(1))
        inside = view.lines
      }
      post(stage, .init(1, .began, x: 10, y: 10))
      post(stage, .init(1, .moved, x: 20, y: 10))
      post(stage, .init(1, .ended, x: 30, y: 10))
      stage.wait(1)
      #expect(inside == ["began 10", "moved 20", "ended 30"])
      #expect(view.lines == inside)
    }
  }

  @Test func aTouchIsAfterAnInnerEventAsItWasInTheOuterOne() {
    onStage { stage in
      let root = stage.show(UIView(frame: UIScreen.main.bounds))
      let (left, right) = (Recorder(frame: Rect(0, 0, 100, 100)), Recorder(frame: Rect(200, 0, 100, 100)))
      root.addSubview(left)
      root.addSubview(right)
      stage.down(10, 10, finger: 1)
      stage.down(210, 10, finger: 2)
      let touch = left.seen[0]
      var phases: [UITouch.Phase] = []
      var places: [Double] = []
      right.onTouches = { phase, _, _ in
        // To the others it has not changed.
        if phase == .moved { phases.append(touch.phase) }
      }
      left.onTouches = { [unowned stage] phase, _, _ in
        guard phase == .moved else { return }
        phases.append(touch.phase)
        stage.application.post(
          HIDEvent(timestamp: stage.now, .digitizer([.init(2, .moved, x: 220, y: 10)])))
        stage.loop.run(mode: .default, for: .milliseconds(1))
        phases.append(touch.phase)
        places = [touch.previousLocation(in: nil).x, touch.location(in: nil).x]
      }
      stage.move(20, 10, finger: 1)
      #expect(phases == [.moved, .stationary, .moved])
      #expect(places == [10, 20])
      #expect(right.take() == ["began 210", "moved 220"])
    }
  }

  @Test func aTouchThatEndedInAnInnerEventHasEnded() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      view.onTouches = { [unowned stage] phase, _, _ in
        guard phase == .moved else { return }
        stage.application.post(
          HIDEvent(timestamp: stage.now, .digitizer([.init(1, .ended, x: 40, y: 10)])))
        stage.loop.run(mode: .default, for: .milliseconds(1))
      }
      stage.down(10, 10)
      stage.move(20, 10)
      let touch = view.seen[0]
      #expect(view.take() == ["began 10", "moved 20", "ended 40"])
      #expect(touch.phase == .ended && touch.location(in: nil).x == 40)
    }
  }

  @Test func aTouchOfSeveralThatEndedInAnInnerEventHasEnded() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      view.isMultipleTouchEnabled = true
      view.onTouches = { [unowned stage] phase, touches, _ in
        guard phase == .moved, touches.count == 2 else { return }
        stage.application.post(
          HIDEvent(timestamp: stage.now, .digitizer([.init(1, .ended, x: 40, y: 10)])))
        stage.loop.run(mode: .default, for: .milliseconds(1))
      }
      stage.frame(.init(1, .began, x: 10, y: 10), .init(2, .began, x: 200, y: 10))
      stage.frame(.init(1, .moved, x: 20, y: 10), .init(2, .moved, x: 220, y: 10))
      #expect(view.take() == ["began 10,200", "moved 20,220", "ended 40"])
      let ended = view.seen.filter { $0.phase == .ended }
      #expect(ended.map { $0.location(in: nil).x } == [40])
      stage.up(220, 10, finger: 2)
      #expect(view.take() == ["ended 220"])
    }
  }

  @Test func aViewThatSendsTheEventAgainHearsNothingTwice() {
    onStage { stage in
      let view = stage.show(Recorder(frame: UIScreen.main.bounds))
      view.onTouches = { [unowned stage] _, _, event in stage.application.sendEvent(event) }
      stage.down(10, 10)
      stage.move(20, 10)
      stage.up(20, 10)
      #expect(view.take() == ["began 10", "moved 20", "ended 20"])
    }
  }
}
