import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Display links and the beats of a screen, animations whose times are in seconds, and threads that read.
@Suite(.hangLimit) struct ScreenBeatTests {
  /// Used on one thread only.
  private final class Counts {
    var asked = 0
    var called = 0
  }

  @Test func aLinkGoesByTheScreensBeatOrElseByATimer() throws {
    try onStage { stage in
      for answer in [true, false] {
        let counts = Counts()
        let beats = DisplayBeats(interval: .nanoseconds(16_666_667)) {
          counts.asked += 1
          return answer
        }
        UIScreen.main.setBeats(beats)
        #expect(UIScreen.main.maximumFramesPerSecond == 60)
        let link = DisplayLink { _ in counts.called += 1 }
        try link.add(to: stage.loop)
        stage.wait(500)
        #expect(answer ? counts.called == 0 : (28...31).contains(counts.called))
        beats.beat(at: stage.loop.now)
        #expect(answer ? counts.called == 1 && counts.asked == 2 : counts.asked == counts.called + 1)
        link.invalidate()
      }
    }
  }

  @Test func aSpringWaitsForItsDelay() {
    onStage { stage in
      let view = stage.box()
      UIView.animate(
        withDuration: 0.2, delay: 0.5, usingSpringWithDamping: 1, initialSpringVelocity: 0,
        animations: { view.frame.origin.x = 200 })
      stage.wait(450)
      #expect(view.presentationFrame.minX == 0)
      stage.wait(500)
      #expect(view.presentationFrame.minX == 200)
    }
  }

  @Test func anAnimatorThatIsStoppedLeavesTheOpacityThatIsSeen() {
    onStage { stage in
      let view = stage.box()
      let animator = UIViewPropertyAnimator(duration: 0.4, curve: .linear) { view.alpha = 0 }
      animator.startAnimation()
      stage.wait(200)
      let seen: Double = view.presentationAlpha
      animator.stopAnimation(true)
      #expect(abs(seen - 0.5) < 0.1 && abs(view.alpha - seen) < 0.06)
    }
  }

  @Test func theThreadThatReadsEndsWithItsApplication() throws {
    try onFreshThread {
      let application = UIApplication()
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      application.connectWithFetchThread(to: ours)
      weak let thread = application.input.fetchThreads.first
      #expect(thread != nil)
      application.terminate()
      for _ in 0..<5000 where thread != nil { usleep(1000) }
      #expect(thread == nil)
      withExtendedLifetime(theirs) {}
    }
  }
}
