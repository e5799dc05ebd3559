import ResponderKit
import TestHarness
import Testing

/// The display link in UIKit's words.
@Suite(.hangLimit) struct CADisplayLinkTests {
  private final class Counter {
    var calls = 0
    var last = 0.0
  }

  @Test func itCallsItsTargetOnceAFrameUntilItIsInvalidated() {
    onStage { stage in
      let counter = Counter()
      let step = Selector("step:") { (target: Counter, sender, _) in
        target.calls += 1
        target.last = (sender as? CADisplayLink)?.timestamp ?? -1
      }
      let link = CADisplayLink(target: counter, selector: step)
      link.add(to: stage.loop, forMode: .common)
      let start = CACurrentMediaTime()
      stage.wait(500)
      #expect((28...31).contains(counter.calls) && abs(link.duration - 1.0 / 60) < 0.001)
      #expect(abs(counter.last - start - 0.5) < 0.03 && link.targetTimestamp > counter.last)
      link.isPaused = true
      let calls = counter.calls
      stage.wait(200)
      #expect(counter.calls == calls)
      link.isPaused = false
      stage.wait(200)
      #expect(counter.calls > calls + 9)
      link.invalidate()
      let last = counter.calls
      stage.wait(200)
      #expect(counter.calls == last)
    }
  }
}
