import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// How animations go in time, to the nanosecond, and shakes from one to the next.
@Suite(.hangLimit) struct TimingTests {
  private func timing(
    _ options: UIView.AnimationOptions = [], delay: Int = 0, count: Double? = nil
  ) -> AnimationTiming {
    var timing = AnimationTiming(
      duration: .nanoseconds(1000), delay: .nanoseconds(delay), options: options.union(.curveLinear))
    if let count { timing.repeatCount = count }
    return timing
  }

  @Test func oneWay() {
    let timing = timing(delay: 100)
    for (time, progress) in [(0, 0.0), (100, 0), (350, 0.25), (1099, 0.999), (1100, 1), (5000, 1)] {
      #expect(abs(timing.progress(after: Int64(time)) - progress) < 1e-9, "at \(time)")
      #expect(timing.isOver(after: Int64(time)) == (time >= 1100))
    }
  }

  @Test func thereAndBack() {
    let timing = timing(.autoreverse)
    for (time, progress) in [(500, 0.5), (1000, 1.0), (1500, 0.5), (1999, 0.001), (2000, 0)] {
      #expect(abs(timing.progress(after: Int64(time)) - progress) < 1e-9, "at \(time)")
      #expect(timing.isOver(after: Int64(time)) == (time >= 2000))
    }
  }

  @Test func againAndAgain() {
    let timing = timing(.repeat)
    for (time, progress) in [(999, 0.999), (1001, 0.001), (1500, 0.5), (2000, 1.0), (1_000_250, 0.25)] {
      #expect(abs(timing.progress(after: Int64(time)) - progress) < 1e-9, "at \(time)")
      #expect(!timing.isOver(after: Int64(time)))
    }
    let back = self.timing([.repeat, .autoreverse])
    for (time, progress) in [(2000, 0.0), (2500, 0.5), (3000, 1), (3500, 0.5), (4000, 0)] {
      #expect(abs(back.progress(after: Int64(time)) - progress) < 1e-9, "at \(time)")
    }
  }

  @Test func twoAndAHalfTimes() {
    let timing = timing(count: 2.5)
    for (time, progress) in [(2000, 1.0), (2250, 0.25), (2499, 0.499), (2500, 0.5), (9999, 0.5)] {
      #expect(abs(timing.progress(after: Int64(time)) - progress) < 1e-9, "at \(time)")
      #expect(timing.isOver(after: Int64(time)) == (time >= 2500))
    }
    let animation = Animation(self.timing(), [], nil)
    for (count, shown) in [(-1.0, 1), (0, 1), (Double.nan, 1), (0.5, 0.5), (3, 3)] {
      animation.modify(count, false)
      let end = Int64(shown * 1000)
      #expect(
        !animation.timing.isOver(after: end - 1) && animation.timing.isOver(after: end), "\(count) times")
    }
  }

  @Test func curvesBeginAndEndAndLieWhereTheyShould() {
    let curves: [(UIView.AnimationOptions, ClosedRange<Double>)] = [
      (.curveLinear, 0.25...0.25), (.curveEaseIn, 0.01...0.2), (.curveEaseOut, 0.3...0.6),
      (.curveEaseInOut, 0.05...0.24),
    ]
    for (options, quarter) in curves {
      let timing = AnimationTiming(duration: .nanoseconds(1000), delay: .zero, options: options)
      #expect(quarter.contains(timing.progress(after: 250)))
      #expect(timing.progress(after: 0) == 0 && timing.progress(after: 1000) == 1)
    }
  }

  @Test func anAnimationThatIsStillGoingOnEndsWithItsApplication() {
    onStage { stage in
      let view = stage.show(UIView(frame: Rect(0, 0, 100, 100)))
      var finished: [Bool] = []
      UIView.animate(withDuration: .seconds(1)) {
        view.alpha = 0
      } completion: {
        finished.append($0)
      }
      stage.wait(100)
      stage.application.terminate()
      #expect(finished == [false])
    }
  }

  /// A velocity is in ways a second, however long the spring takes.
  @Test func aSpringBeginsWithItsVelocity() {
    for seconds in [1.0, 2, 4] {
      onStage { stage in
        let view = UIView(frame: Rect(0, 0, 100, 100))
        stage.show(UIView(frame: UIScreen.main.bounds)).addSubview(view)
        UIView.animate(
          withDuration: .milliseconds(Int(seconds * 1000)), usingSpringWithDamping: 1,
          initialSpringVelocity: 2
        ) { view.frame.origin.x = 1000 }
        let spring = Spring(damping: 1, velocity: 2 * seconds)
        stage.wait(101)
        let place = view.presentationFrame.minX / 1000
        // Within a frame of it.
        #expect(place <= spring.progress(0.102 / seconds) && place >= spring.progress(0.082 / seconds))
      }
    }
  }

  private func shake(_ detector: inout ShakeDetector, _ x: Double, at milliseconds: Int)
    -> ShakeDetector.Change?
  {
    detector.add(.init(x: x, y: 0, z: 0), at: UInt64(milliseconds) * 1_000_000)
  }

  @Test func aShakeAfterAnotherNeedsAllItsTurns() {
    var detector = ShakeDetector()
    var changes: [ShakeDetector.Change?] = []
    for step in 0..<4 { changes.append(shake(&detector, step % 2 == 0 ? 3 : -3, at: 1000 + step * 100)) }
    #expect(changes == [nil, nil, nil, .began])
    #expect(shake(&detector, 0, at: 1600) == .ended)
    // It begins with the other direction.
    changes = (0..<4).map { shake(&detector, $0 % 2 == 0 ? 3 : -3, at: 1700 + $0 * 100) }
    #expect(changes == [nil, nil, nil, .began])
  }

  @Test func aShakeThatWasCancelledDoesNotEnd() {
    onStage { stage in
      let view = stage.show(ResponderTests.Field(frame: UIScreen.main.bounds))
      view.becomeFirstResponder()
      for step in 0..<4 { stage.post(.acceleration(.init(x: step % 2 == 0 ? 3 : -3, y: 0, z: 0))) }
      stage.post(.system(.willResignActive))
      stage.post(.system(.didBecomeActive))
      #expect(view.take() == ["began motionShake", "cancelled motionShake"])
      stage.wait(1000)
      stage.post(.acceleration(.init(x: 0, y: 0, z: 0)))
      #expect(view.take() == [])
    }
  }
}
