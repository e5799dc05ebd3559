import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// All coalesced touches of an event had the touch's own previous location, so that a program that drew a line from it to each of
/// them drew a fan.
@Suite(.hangLimit) struct SamplesShareTheirPreviousPlaceTests {
  private final class Listening: UIView {
    var coalesced: [String] = []
    var predicted: [(from: Double, to: Double)] = []
    var whole = ""

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let touch = touches.first, let event else { return }
      func way(_ touch: UITouch) -> String {
        "\(Int(touch.previousLocation(in: self).x))→\(Int(touch.location(in: self).x))"
      }
      whole = way(touch)
      coalesced = event.coalescedTouches(for: touch)?.map(way) ?? []
      predicted =
        event.predictedTouches(for: touch)?.map { ($0.previousLocation(in: self).x, $0.location(in: self).x) }
        ?? []
    }
  }

  @Test func eachCoalescedTouchComesFromTheOneBefore() {
    onStage { stage in
      let view = stage.show(Listening(frame: stage.window.bounds))
      stage.down(90, 100)
      stage.move(100, 100)
      for (milliseconds, x) in [(2, 104.0), (4, 108), (6, 112)] {
        stage.application.post(
          HIDEvent(
            timestamp: stage.now + UInt64(milliseconds) * 1_000_000,
            .digitizer([.init(1, .moved, x: x, y: 100)])))
      }
      stage.wait(10)
      #expect(view.coalesced == ["100→104", "104→108", "108→112"])
      // The touch itself sums them up.
      #expect(view.whole == "100→112")
      #expect(view.predicted.count == 2 && view.predicted[0].from == 112)
      #expect(view.predicted.last?.from == view.predicted.first?.to)
    }
  }
}
