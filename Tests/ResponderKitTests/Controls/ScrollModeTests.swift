import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

/// The mode of the loop while a scroll view is touched or moves.
@Suite(.hangLimit) struct ScrollModeTests {
  @Test("S001-4") func aTimerOfTheDefaultModeStopsWhileAFingerScrollsAndACommonOneDoesNot() {
    onStage { stage in
      let scrollView = ScrollTests.make(stage)
      nonisolated(unsafe) var counts = (default: 0, common: 0)
      stage.loop.add(
        RunLoop.Timer(after: .milliseconds(10), repeating: .milliseconds(10)) { _ in counts.default += 1 })
      stage.loop.add(
        RunLoop.Timer(after: .milliseconds(10), repeating: .milliseconds(10)) { _ in counts.common += 1 },
        to: .common)
      func spent(_ body: () -> Void) -> (Int, Int) {
        let old = counts
        body()
        return (counts.default - old.default, counts.common - old.common)
      }
      let before = spent { stage.wait(200) }
      #expect(before.0 >= 19 && before.0 == before.1)
      #expect(stage.application.runLoopMode == .default)
      let tracked = spent {
        stage.down(50, 300)
        #expect(stage.application.runLoopMode == .tracking)
        stage.move(50, 280, after: 200)
        stage.move(50, 240)
        stage.move(50, 200)
      }
      #expect(tracked.0 <= 1 && tracked.1 >= 20)
      stage.up(50, 200, after: 1)
      #expect(scrollView.isDecelerating && stage.application.runLoopMode == .tracking)
      #expect(spent { stage.wait(200) }.0 == 0)
      stage.wait(5000)
      #expect(stage.application.runLoopMode == .default)
      // As many as there is time for, and none to catch up with.
      let after = spent { stage.wait(200) }
      #expect(after.0 >= 19 && after.0 <= 21 && after.1 >= 19 && after.1 <= 21)
    }
  }

  @Test func whateverEndsTheScrollTheLoopIsInItsModeAgain() {
    onStage { stage in
      let scrollView = ScrollTests.make(stage)
      let mode = { stage.application.runLoopMode }
      stage.tap(50, 50)
      #expect(mode() == .default)
      stage.down(50, 300)
      stage.move(50, 200)
      stage.cancel()
      #expect(mode() == .default)
      stage.down(50, 300)
      stage.move(50, 200)
      scrollView.isScrollEnabled = false
      #expect(mode() == .default)
      stage.up(50, 200)
      scrollView.isScrollEnabled = true
      ScrollTests.flick(stage, from: 300, by: -10)
      #expect(mode() == .tracking)
      scrollView.removeFromSuperview()
      #expect(mode() == .default)
    }
  }
}
