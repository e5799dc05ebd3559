import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// An event of moves had 65 coalesced touches, one more than the documents say.
@Suite(.hangLimit) struct CoalescedTouchesExceedTheLimitTests {
  @Test(arguments: [63, 64, 65, 200]) func anEventHasSixtyFourCoalescedTouchesAtTheMost(moves: Int) {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      var coalesced: [Double] = []
      view.onTouches = { phase, touches, event in
        guard phase == .moved, let touch = touches.first else { return }
        coalesced = event.coalescedTouches(for: touch)?.map { $0.location(in: nil).x } ?? []
      }
      stage.down(1, 1)
      for step in 1...moves {
        stage.application.post(
          HIDEvent(timestamp: stage.now, .digitizer([.init(1, .moved, x: 1 + Double(step), y: 1)])))
      }
      stage.wait(1)
      #expect(view.take() == ["began 1", "moved \(moves + 1)"])
      // The newest ones, oldest first.
      let kept = min(moves, 64)
      #expect(coalesced == (0..<kept).map { Double(moves - kept + 2 + $0) })
      #expect(stage.application.losses.count(of: .queueFull) == moves - kept)
    }
  }
}
