import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// What the delivery holds back for recognizers, and how it is given later.
@Suite(.hangLimit) struct HoldingTests {
  /// Stands for the gesture layer.
  private final class Holder: GestureEnvironment {
    var holdsBegan = false
    var holdsEnded = false
    var lines: [String] = []
    var all: [UITouch] = []
    /// Called when recognizers would look.
    var onConsider: (([UITouch]) -> Void)?

    func began(_ touch: UITouch, with event: UIEvent) { all.append(touch) }
    func consider(_ touches: [UITouch], with event: UIEvent, in window: UIWindow) {
      lines += touches.map { "\($0.phase)" }
      onConsider?(touches)
    }
    func delaysBegan(_ touch: UITouch) -> Bool { holdsBegan }
    func delaysEnded(_ touch: UITouch) -> Bool { holdsEnded }
    func finished(_ touch: UITouch) { lines.append("finished") }
    func pointerMoved(with event: UIEvent, in window: UIWindow) { lines.append("pointer") }
    func scrolled(with event: UIEvent, in window: UIWindow) { lines.append("scrolled") }
  }

  private func make(_ stage: Stage) -> (TouchTests.Recorder, Holder) {
    let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
    let holder = Holder()
    stage.application.gestures = holder
    return (view, holder)
  }

  @Test func aHeldBeginningIsGivenLaterWithItsOwnTimesAndPlaces() {
    onStage { stage in
      let (view, holder) = make(stage)
      holder.holdsBegan = true
      var seen: [(Double, Double)] = []
      view.onTouches = { _, touches, _ in
        for touch in touches { seen.append((touch.location(in: nil).x, touch.timestamp)) }
      }
      let start = Double(stage.now) / 1e9
      stage.down(10, 10)
      stage.move(20, 10)
      stage.move(30, 10)
      #expect(view.take() == [])
      holder.holdsBegan = false
      stage.application.delivery.reconsider(holder.all)
      #expect(view.take() == ["began 10", "moved 20", "moved 30"])
      #expect(seen.map(\.0) == [10, 20, 30])
      #expect(zip(seen, [0, 0.011, 0.022]).allSatisfy { abs($0.1 - start - $1) < 1e-6 })
      // The touch is as it was.
      #expect(holder.all[0].location(in: nil).x == 30)
      stage.up(30, 10)
      #expect(view.take() == ["ended 30"])
      #expect(holder.lines == ["began", "moved", "moved", "ended", "finished"])
    }
  }

  @Test func aHeldEndIsGivenLaterAlsoWhenAllFingersAreGone() {
    onStage { stage in
      let (view, holder) = make(stage)
      holder.holdsEnded = true
      stage.tap(10, 10)
      #expect(view.take() == ["began 10"])
      #expect(!stage.application.touches.isEmpty)
      holder.holdsEnded = false
      stage.application.delivery.reconsider(holder.all)
      #expect(view.take() == ["ended 10"])
      #expect(stage.application.touches.isEmpty)
    }
  }

  @Test func whatIsCancelledWhileItsEndIsHeldIsCancelled() {
    onStage { stage in
      let (view, holder) = make(stage)
      holder.holdsEnded = true
      stage.tap(10, 10)
      stage.application.delivery.cancelInViews(holder.all)
      #expect(view.take() == ["began 10", "cancelled 10"])
      holder.holdsEnded = false
      stage.application.delivery.reconsider(holder.all)
      #expect(view.take() == [])
      // So it is when the view leaves its window meanwhile.
      holder.holdsEnded = true
      holder.all = []
      stage.tap(10, 10, after: 1000)
      view.removeFromSuperview()
      #expect(view.take() == ["began 10", "cancelled 10"])
      #expect(stage.application.touches.isEmpty)
    }
  }

  @Test func aHeldBeginningThatIsCancelledIsNeverDelivered() {
    onStage { stage in
      let (view, holder) = make(stage)
      holder.holdsBegan = true
      stage.down(10, 10)
      stage.post(.system(.willResignActive))
      stage.post(.system(.didBecomeActive))
      holder.holdsBegan = false
      stage.application.delivery.reconsider(holder.all)
      #expect(view.take() == [])
      #expect(stage.application.touches.isEmpty)
    }
  }

  @Test func aViewIsNotifiedOfACancellationWhileRecognizersContinue() {
    onStage { stage in
      let (view, holder) = make(stage)
      var phaseInView: UITouch.Phase?
      view.onTouches = { _, touches, _ in phaseInView = touches.first?.phase }
      stage.down(10, 10)
      holder.onConsider = { touches in stage.application.delivery.cancelInViews(touches) }
      stage.move(20, 10)
      #expect(phaseInView == .cancelled)
      #expect(holder.all[0].phase == .moved)
      holder.onConsider = nil
      stage.move(30, 10)
      stage.up(30, 10)
      #expect(view.take() == ["began 10", "cancelled 20"])
      #expect(holder.lines == ["began", "moved", "moved", "ended", "finished"])
    }
  }

  @Test func aViewThatIsRemovedWhileRecognizersLookHearsNothingOfTheBeginning() {
    onStage { stage in
      let (view, holder) = make(stage)
      holder.onConsider = { touches in if touches[0].phase == .began { view.removeFromSuperview() } }
      stage.tap(10, 10)
      #expect(view.take() == [])
      #expect(holder.lines == ["began", "cancelled", "finished"])
    }
  }

  @Test func moreMovesThanAreHeldKeepTheLast() {
    onStage { stage in
      let (view, holder) = make(stage)
      holder.holdsBegan = true
      stage.down(0, 10)
      for step in 1...400 { stage.move(Double(step) / 2, 10, after: 0) }
      holder.holdsBegan = false
      stage.application.delivery.reconsider(holder.all)
      let lines = view.take()
      #expect(lines.count == TouchDelivery.mostHeldSteps)
      #expect(lines.first == "began 0" && lines.last == "moved 200")
    }
  }
}
