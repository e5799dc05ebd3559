import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Between the services of a host, and from one to the next.
@Suite(.hangLimit) struct HostServiceTests {
  @Test func aStopBetweenServicesIsNotRemembered() throws {
    try HostTests.hosted { loop, descriptor in
      loop.stop()
      onFreshThread { loop.stop() }
      #expect(!HostTests.isReadable(descriptor))
      #expect(loop.dispatch() == .timedOut)
      #expect(!HostTests.isReadable(descriptor))
    }
  }

  @Test func aTimerThatACalloutAddsMakesTheDescriptorReadable() throws {
    try HostTests.hosted { loop, descriptor in
      let fired = Counter()
      loop.post { loop.add(RunLoop.Timer(after: .milliseconds(2)) { _ in fired.add() }) }
      loop.dispatch()
      while fired.value == 0, HostTests.isReadable(descriptor, within: 30_000) { loop.dispatch() }
      #expect(fired.value == 1)
    }
  }

  @Test func prepareFindsTimersThatAreDue() throws {
    try HostTests.hosted { loop, descriptor in
      let fired = Counter()
      loop.add(RunLoop.Timer(at: loop.now.advanced(by: .seconds(3_600))) { _ in fired.add() })
      #expect(!loop.prepare())
      loop.add(RunLoop.Timer(after: .zero) { _ in fired.add() })
      #expect(loop.prepare())
      loop.dispatch()
      #expect(fired.value == 1)
      #expect(!loop.prepare())
    }
  }

  /// Observers are called before the wait only when it comes, and after it only when it came.
  @Test func aServiceThatIsCutOffIsNotFollowedByAWakeUp() throws {
    try HostTests.hosted { loop, _ in
      let log = Log()
      log.watch(loop, .default, [.entry, .beforeWaiting, .afterWaiting, .exit])
      loop.dispatch()
      #expect(log.take() == ["En", "AW", "BW", "Ex"])
      let box = Box<RunLoop.Source>()
      box.value = RunLoop.Source { box.value?.signal() }
      loop.add(box.value!)
      box.value?.signal()
      loop.dispatch()
      #expect(log.take() == ["En", "AW", "Ex"])
      loop.dispatch()
      #expect(log.take() == ["En", "Ex"])
      box.value?.invalidate()
      box.value = nil
      loop.dispatch()
      #expect(log.take() == ["En", "BW", "Ex"])
      loop.dispatch()
      #expect(log.take() == ["En", "AW", "BW", "Ex"])
    }
  }

  @Test func whatObserversBringBeforeTheWaitIsServedAtOnce() throws {
    try HostTests.hosted { loop, descriptor in
      let log = Log()
      log.watch(loop)
      let once = RunLoop.Observer(activities: .beforeWaiting, repeats: false, order: 1) { _ in
        loop.perform { log("block") }
      }
      loop.add(once)
      loop.dispatch()
      #expect(log.lines == ["En", "AW", "BT", "BS", "BW", "AW", "BT", "BS", "block", "BW", "Ex"])
      #expect(!HostTests.isReadable(descriptor))
    }
  }

  @Test func aModeThatIsNamedForTheFirstTimeAsksForATurn() throws {
    try HostTests.hosted { loop, descriptor in
      let log = Log()
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: "tracking")
      loop.perform(inModes: ["tracking"]) { log("block") }
      let tracking = try loop.fileDescriptor(for: "tracking")
      #expect(HostTests.isReadable(tracking), "for what was there before")
      loop.dispatch(mode: "tracking")
      #expect(log.lines == ["block"])
      #expect(!HostTests.isReadable(tracking))
    }
  }

  /// Also of a mode that was quiet when the host turned to another one.
  @Test func aModeThatTheHostComesBackToAsksForATurnAndIsWaitedIn() throws {
    try HostTests.hosted { loop, descriptor in
      let fired = Counter()
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: "tracking")
      let tracking = try loop.fileDescriptor(for: "tracking")
      loop.dispatch(mode: "tracking")
      _ = try loop.fileDescriptor()
      loop.dispatch()
      #expect(!HostTests.isReadable(descriptor))
      #expect(try loop.fileDescriptor(for: "tracking") == tracking)
      #expect(HostTests.isReadable(tracking))
      loop.dispatch(mode: "tracking")
      #expect(!HostTests.isReadable(tracking))
      onFreshThread { _ = loop.add(RunLoop.Timer(after: .zero) { _ in fired.add() }, to: "tracking") }
      #expect(HostTests.isReadable(tracking, within: 30_000))
      loop.dispatch(mode: "tracking")
      #expect(fired.value == 1)
    }
  }

  @Test func aWakeUpThatARunDidNotServeIsTheHosts() throws {
    try HostTests.hosted { loop, descriptor in
      loop.add(
        RunLoop.Observer(activities: .entry, repeats: false) { _ in
          loop.wakeUp()
          loop.stop()
        })
      #expect(loop.run(for: .seconds(5)) == .stopped)
      #expect(HostTests.isReadable(descriptor))
      #expect(loop.dispatch() == .timedOut)
      #expect(!HostTests.isReadable(descriptor))
    }
  }

  /// Otherwise the host would call again and again.
  @Test func aServiceOfAModeWithNothingLeftLeavesTheDescriptorQuiet() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let timer = RunLoop.Timer(at: .distantFuture) { _ in }
      loop.add(timer)
      let descriptor = try loop.fileDescriptor()
      loop.dispatch()
      timer.invalidate()
      loop.wakeUp()
      #expect(HostTests.isReadable(descriptor))
      #expect(loop.dispatch() == .finished)
      #expect(!HostTests.isReadable(descriptor))
    }
  }

  /// More timers than are sorted at once when one of them is put off.
  @Test func prepareDoesNotCountTheOldDatesOfTimersThatWerePutOff() throws {
    try HostTests.hosted { loop, _ in
      let old = loop.now.advanced(by: .milliseconds(50))
      let timers = (0..<300).map { _ in RunLoop.Timer(at: old) { _ in } }
      loop.post {
        for timer in timers { loop.add(timer) }
        for timer in timers.reversed() { timer.fireDate = old.advanced(by: .seconds(3_600)) }
      }
      loop.dispatch()
      while loop.now <= old {}
      #expect(!loop.prepare())
    }
  }
}
