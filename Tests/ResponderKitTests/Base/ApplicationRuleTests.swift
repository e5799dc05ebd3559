import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import Testing

/// The application's stacks and counters, and what a shake is.
@Suite(.hangLimit) struct ApplicationRuleTests {
  @Test func interactionIsIgnoredUntilAsManyEndsAsBeginnings() {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      let application = stage.application
      application.beginIgnoringInteractionEvents()
      application.beginIgnoringInteractionEvents()
      application.endIgnoringInteractionEvents()
      #expect(application.isIgnoringInteractionEvents)
      stage.tap(10, 10)
      #expect(view.take() == [] && application.losses.count(of: .ignored) == 1)
      application.endIgnoringInteractionEvents()
      #expect(!application.isIgnoringInteractionEvents)
      // One end too many is none.
      application.endIgnoringInteractionEvents()
      application.beginIgnoringInteractionEvents()
      #expect(application.isIgnoringInteractionEvents)
      application.endIgnoringInteractionEvents()
      stage.tap(10, 10)
      #expect(view.take() == ["began 10", "ended 10"])
    }
  }

  @Test func remoteControlComesUntilAsManyEndsAsBeginnings() {
    onStage { stage in
      let application = stage.application
      func isHeard() -> Bool {
        let before = application.losses.count(of: .ignored)
        stage.post(.remoteControl(.play))
        return application.losses.count(of: .ignored) == before
      }
      application.endReceivingRemoteControlEvents()
      application.beginReceivingRemoteControlEvents()
      application.beginReceivingRemoteControlEvents()
      application.endReceivingRemoteControlEvents()
      #expect(isHeard())
      application.endReceivingRemoteControlEvents()
      #expect(!isHeard())
    }
  }

  @Test func theLastModeThatWasPushedIsPopped() {
    onStage { stage in
      let application = stage.application
      let other: RunLoop.Mode = "other"
      application.pushRunLoopMode(.tracking)
      application.pushRunLoopMode(other)
      application.pushRunLoopMode(.tracking)
      application.popRunLoopMode(.tracking)
      #expect(application.runLoopMode == other)
      // One below the top: the top stays.
      application.popRunLoopMode(.tracking)
      #expect(application.runLoopMode == other)
      application.popRunLoopMode(.tracking)
      application.popRunLoopMode(other)
      #expect(application.runLoopMode == .default)
      application.popRunLoopMode(.default)
      #expect(application.runLoopMode == .default)
      stage.wait(1)
    }
  }

  @Test func anApplicationThatIsNotActiveCountsWhatItDoesNotTake() {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      let application = stage.application
      stage.post(.system(.willResignActive))
      stage.tap(10, 10)
      stage.post(.key(.init(usage: 4, .down, characters: "a")))
      stage.post(.acceleration(.init(x: 0, y: 0, z: 0)))
      stage.post(.pointer(.init(.moved, x: 10, y: 10)))
      #expect(application.losses.count(of: .inactive) == 4 && application.losses.total == 4)
      // The background lies below: the way back leads through the foreground.
      stage.post(.system(.didEnterBackground))
      #expect(application.applicationState == .background)
      stage.post(.system(.willEnterForeground))
      #expect(application.applicationState == .inactive)
      stage.tap(10, 10)
      #expect(view.take() == [])
      stage.post(.system(.didBecomeActive))
      stage.tap(10, 10)
      #expect(application.applicationState == .active && view.take() == ["began 10", "ended 10"])
    }
  }

  @Test func theDelegateHearsOfEachChangeOnce() {
    final class Delegate: UIApplicationDelegate {
      var lines: [String] = []
      private func note(_ name: String, _ application: UIApplication) {
        lines.append("\(name) \(application.applicationState)")
      }
      func applicationDidBecomeActive(_ application: UIApplication) { note("became", application) }
      func applicationWillResignActive(_ application: UIApplication) { note("resigns", application) }
      func applicationDidEnterBackground(_ application: UIApplication) { note("back", application) }
      func applicationWillEnterForeground(_ application: UIApplication) { note("fore", application) }
    }
    onStage { stage in
      let delegate = Delegate()
      stage.application.delegate = delegate
      let all: [HIDEvent.System] = [
        .didBecomeActive, .willEnterForeground, .willResignActive, .willResignActive, .didBecomeActive,
        .didEnterBackground, .didEnterBackground, .willResignActive, .willEnterForeground, .didBecomeActive,
      ]
      for change in all { stage.post(.system(change)) }
      #expect(
        delegate.lines == [
          "resigns active", "became active", "resigns active", "back background", "fore inactive",
          "became active",
        ])
    }
  }
}

/// When samples of acceleration are a shake.
@Suite(.hangLimit) struct ShakeRuleTests {
  /// Alternates between two accelerations; what is heard.
  private func shake(_ strength: Double, every milliseconds: Int, for total: Int, rest: Int = 0) -> [String] {
    onStage { stage in
      let root = stage.show(ResponderTests.Field(frame: UIScreen.main.bounds))
      root.becomeFirstResponder()
      let base = stage.now
      for step in 0...(total / milliseconds) {
        stage.application.post(
          HIDEvent(
            timestamp: base + UInt64(step * milliseconds) * 1_000_000,
            .acceleration(.init(x: step % 2 == 0 ? strength : -strength, y: 0, z: 0))))
        stage.wait(1)
      }
      if rest > 0 {
        stage.application.post(
          HIDEvent(
            timestamp: base + UInt64(total / milliseconds * milliseconds + rest) * 1_000_000,
            .acceleration(.init(x: 0, y: 0, z: 0))))
        stage.wait(1)
      }
      return root.take().map { $0.replacing(" motionShake", with: "") }
    }
  }

  @Test func aShakeIsThreeTurnsWithinASecond() {
    #expect(shake(3, every: 100, for: 200) == [])
    #expect(shake(3, every: 100, for: 300) == ["began"])
    // The first and the third are exactly a second apart.
    #expect(shake(3, every: 500, for: 1500) == ["began"])
    #expect(shake(3, every: 501, for: 6012) == [])
  }

  @Test func weakTurnsAreNoShake() {
    #expect(shake(1.0, every: 100, for: 2000) == [])
    #expect(shake(1.5, every: 100, for: 2000) == ["began"])
  }

  @Test func aShakeEndsWhenItHasBeenCalmLongEnough() {
    #expect(shake(3, every: 100, for: 300, rest: 299) == ["began"])
    #expect(shake(3, every: 100, for: 300, rest: 300) == ["began", "ended"])
  }

  @Test func whatGoesOnForLongerThanAShakeIsNone() {
    #expect(shake(3, every: 100, for: 5300) == ["began"])
    #expect(shake(3, every: 100, for: 5400) == ["began", "cancelled"])
  }
}
