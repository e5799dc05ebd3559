import ResponderKit
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

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

  @Test func itsFrequencyMayBeChangedWhileItRuns() {
    onStage { stage in
      var calls = 0
      let link = CADisplayLink { link in
        calls += 1
        if calls == 10 { link.preferredFramesPerSecond = 20 }
      }
      link.add(to: stage.loop, forMode: .default)
      stage.wait(400)
      // Ten frames of a sixtieth of a second, then four of a twentieth.
      #expect((13...15).contains(calls) && abs(link.duration - 0.05) < 0.001)
      link.isPaused = true
      link.preferredFramesPerSecond = 0
      stage.wait(200)
      #expect(calls <= 15)
      link.isPaused = false
      stage.wait(200)
      #expect(calls > 22)
      link.invalidate()
      link.preferredFramesPerSecond = 30
      let last = calls
      stage.wait(200)
      #expect(calls == last)
    }
  }

  @Test func aLinkThatWasAddedPausedCallsInTheFirstFrameAfterThat() {
    onStage { stage in
      var calls = 0
      let link = CADisplayLink { _ in calls += 1 }
      link.isPaused = true
      link.add(to: stage.loop, forMode: .common)
      stage.wait(2)
      #expect(calls == 0)
      link.isPaused = false
      stage.wait(16)
      #expect(calls == 1)
      link.invalidate()
    }
  }

  @Test func aLinkThatIsPausedAndGoesOnWithinAFrameMissesNone() {
    onStage { stage in
      var times: [Double] = []
      let link = CADisplayLink { times.append($0.timestamp) }
      link.add(to: stage.loop, forMode: .common)
      let start = CACurrentMediaTime()
      for _ in 0..<50 {
        stage.wait(2)
        link.isPaused = true
        link.isPaused = false
      }
      #expect(times.count == 6 && abs((times.last ?? 0) - start - 6.0 / 60) < 0.001)
      link.invalidate()
    }
  }

  @Test func itIsTakenOutOfSingleModes() {
    onStage { stage in
      var calls = 0
      let link = CADisplayLink { _ in calls += 1 }
      let other = RunLoop.Mode("other")
      link.add(to: stage.loop, forMode: .default)
      link.add(to: stage.loop, forMode: other)
      link.remove(from: stage.loop, forMode: .default)
      link.remove(from: stage.loop, forMode: .default)
      stage.wait(200)
      #expect(calls == 0)
      _ = stage.loop.run(mode: other, for: .milliseconds(100))
      #expect(calls > 0)
      let last = calls
      link.remove(from: stage.loop, forMode: other)
      _ = stage.loop.run(mode: other, for: .milliseconds(100))
      stage.wait(100)
      #expect(calls == last)
      // It is not invalid, and may be added again.
      link.add(to: stage.loop, forMode: .default)
      stage.wait(200)
      #expect(calls > last)
    }
  }

  @Test func noRateIsTooGreat() {
    onStage { _ in
      let link = CADisplayLink { _ in }
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: .infinity)
      #expect(link.preferredFramesPerSecond > 1000)
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 60, preferred: .nan)
      #expect(link.preferredFramesPerSecond == 0)
    }
  }
}
