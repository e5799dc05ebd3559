import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

/// What the clocks of a loop's watch show after looks at its line.
@Suite(.hangLimit) struct ClockRuleTests {
  private let memory = HeartbeatMemory()
  private var line: HeartbeatLine { memory.line }
  private static let timer = UInt64(CalloutKind.timer.rawValue)

  private func watch(at time: UInt64) -> LoopWatch {
    LoopWatch(WatchedLoop(.line(line), label: "loop", thread: 1), now: time)
  }

  /// The loop reads the clock, for a timer.
  private func stamp(_ time: UInt64) {
    line.store(time, HeartbeatLine.Word.time)
    line.store(line.load(HeartbeatLine.Word.sequence), HeartbeatLine.Word.timeSequence)
  }

  @Test func aCalloutBeginsAtTheLooksMiddleOrAtTheTimeThatTheLoopHasRead() {
    var watch = watch(at: 1_000)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_100)
    #expect(watch.calloutBegan == 1_050 && watch.calloutClock == 1_100)
    line.leave()
    _ = watch.look(1_200)
    stamp(1_260)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_300)
    // Exactly: also for the clock by which it becomes a stall.
    #expect(watch.calloutBegan == 1_260 && watch.calloutClock == 1_260 && watch.calloutTime(1_400) == 140)
    withExtendedLifetime(memory) {}
  }

  /// Its clock begins when it is seen: the others may have taken all of the time.
  @Test(arguments: [(1, 1_010), (8, 1_010), (9, 1_055)] as [(Int, UInt64)])
  func aTimeStampBeforeSomeCalloutsIsTheBeginningAsFarAsIsKnown(_ others: Int, _ began: UInt64) {
    var watch = watch(at: 1_000)
    stamp(1_010)
    for _ in 0..<others {
      line.enter(callout: Self.timer, code: 0)
      line.leave()
    }
    line.enter(callout: UInt64(CalloutKind.block.rawValue), code: 0)
    _ = watch.look(1_100)
    #expect(watch.calloutBegan == began && watch.calloutClock == 1_100)
    withExtendedLifetime(memory) {}
  }

  @Test func aTimeStampFromBeforeTheLastLookOrFromTheFutureIsNoBeginning() {
    for time in [999, 1_101] as [UInt64] {
      let memory = HeartbeatMemory()
      var watch = LoopWatch(WatchedLoop(.line(memory.line), label: "loop", thread: 1), now: 1_000)
      memory.line.store(time, HeartbeatLine.Word.time)
      memory.line.enter(callout: Self.timer, code: 0)
      _ = watch.look(1_100)
      #expect(watch.calloutBegan == 1_050 && watch.calloutClock == 1_100)
      withExtendedLifetime(memory) {}
    }
  }

  @Test func aCalloutThatBeganRightBeforeTheProcessWasFrozenCountsFromThenOn() {
    var watch = watch(at: 1_000)
    stamp(1_010)
    line.enter(callout: Self.timer, code: 0)
    // Frozen from 1,020 to 9,000.
    watch.leaveOut(8_000)
    _ = watch.look(9_100)
    #expect(watch.calloutTime(9_100) <= 100 && watch.calloutBegan >= 9_000)
    withExtendedLifetime(memory) {}
  }

  @Test func frozenTimeIsTakenOffBothClocks() {
    var watch = watch(at: 1_000)
    _ = line.beginRun(mode: 0)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_100)
    #expect(watch.calloutTime(1_300) == 200 && watch.burstTime(1_300) == 200)
    watch.leaveOut(150)
    #expect(watch.calloutTime(1_300) == 50 && watch.burstTime(1_300) == 50)
    withExtendedLifetime(memory) {}
  }

  @Test func aCalloutsTimeIsKnownOnlyWhenItWasSeenTwice() {
    var watch = watch(at: 1_000)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_100)
    line.leave()
    #expect(watch.look(1_200).endedCallout == nil)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_300)
    _ = watch.look(1_400)
    line.leave()
    // From the middle of two looks to the middle of two looks.
    let news = watch.look(1_500)
    #expect(news.endedCallout?.duration == 200 && news.endedCallout?.kind == .timer)
    // The next one is seen once only.
    line.enter(callout: UInt64(CalloutKind.block.rawValue), code: 0)
    _ = watch.look(1_600)
    line.leave()
    #expect(watch.look(1_700).endedCallout == nil)
    withExtendedLifetime(memory) {}
  }

  @Test func aCalloutEndsAtTheTimeThatTheLoopHasReadRightAfterIt() {
    var watch = watch(at: 1_000)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_100)
    _ = watch.look(1_200)
    line.leave()
    stamp(1_290)
    #expect(watch.look(1_300).endedCallout?.duration == 240)
    withExtendedLifetime(memory) {}
  }

  @Test(arguments: [(8, 1_290), (9, 1_245)] as [(Int, UInt64)])
  func aTimeStampAfterSomeCalloutsIsTheEndAsFarAsIsKnown(_ others: Int, _ end: UInt64) {
    var watch = watch(at: 1_000)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_100)
    _ = watch.look(1_200)
    line.leave()
    for _ in 0..<others {
      line.enter(callout: Self.timer, code: 0)
      line.leave()
    }
    stamp(1_290)
    #expect(watch.look(1_300).endedCallout?.duration == end - 1_050)
    withExtendedLifetime(memory) {}
  }

  @Test func aBurstBeginsWhenTheLoopWokeButNotAtTheEndOfAStall() {
    for isForeign in [false, true] {
      let heartbeat = Heartbeat("foreign")
      let watched = WatchedLoop(isForeign ? .heartbeat(heartbeat) : .line(line), label: "loop", thread: 1)
      let line = watched.line
      var watch = LoopWatch(watched, now: 1_000)
      _ = line.beginRun(mode: 0)
      line.beginWait()
      _ = watch.look(1_100)
      line.endWait()
      line.store(1_130, HeartbeatLine.Word.time)
      _ = watch.look(1_200)
      #expect(watch.burstClock == (isForeign ? 1_200 : 1_130))
    }
  }

  @Test func aLatenessIsNotReportedAgainBecauseTheClockWasRead() {
    var watch = watch(at: 1_000)
    line.store(70, HeartbeatLine.Word.lateness)
    stamp(1_010)
    #expect(watch.look(1_100).lateness == 70)
    line.enter(callout: Self.timer, code: 0)
    line.leave()
    stamp(1_110)
    #expect(watch.look(1_200).lateness == nil)
    line.store(60, HeartbeatLine.Word.lateness)
    #expect(watch.look(1_300).lateness == 60)
    withExtendedLifetime(memory) {}
  }

  @Test func whatASuspicionWasAboutIsForgottenWithTheCallout() {
    var watch = watch(at: 1_000)
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_100)
    watch.suspicion = ThreadReading()
    watch.starvedLooks = 3
    _ = watch.look(1_200)
    #expect(watch.suspicion != nil && watch.starvedLooks == 3)
    line.leave()
    line.enter(callout: Self.timer, code: 0)
    _ = watch.look(1_300)
    #expect(watch.suspicion == nil && watch.starvedLooks == 0)
    withExtendedLifetime(memory) {}
  }

  @Test func theNumberOfCalloutsThatBeganIsKnownHoweverTheyLieBetweenTheLooks() {
    var watch = watch(at: 1_000)
    func step(_ begins: Int, _ ends: Int) -> UInt64 {
      // Alternately, as far as it goes.
      for index in 0..<max(begins, ends) {
        if line.load(HeartbeatLine.Word.sequence) & 1 == 1, index < ends { line.leave() }
        if index < begins { line.enter(callout: Self.timer, code: 0) }
      }
      return watch.look(watch.lastLook + 100).calloutCount
    }
    #expect(step(1, 0) == 1)
    #expect(step(0, 1) == 0)
    #expect(step(1, 0) == 1)
    #expect(step(3, 3) == 3)
    #expect(step(0, 0) == 0)
    withExtendedLifetime(memory) {}
  }

  @Test func theLaunchEndsWithTheFirstWaitAndNotWithTheFirstRun() {
    var watch = watch(at: 1_000)
    let saved = line.beginRun(mode: 0)
    _ = watch.look(1_100)
    #expect(watch.isLaunching)
    // A run that ends and one that begins.
    line.endRun(saved)
    _ = watch.look(1_150)
    _ = line.beginRun(mode: 0)
    _ = watch.look(1_200)
    #expect(watch.isLaunching)
    // A wait that is over at the next look.
    line.beginWait()
    line.endWait()
    line.beginWait()
    line.endWait()
    _ = watch.look(1_300)
    #expect(!watch.isLaunching)
    withExtendedLifetime(memory) {}
    let other = HeartbeatMemory()
    var second = LoopWatch(WatchedLoop(.line(other.line), label: "loop", thread: 1), now: 1_000)
    _ = other.line.beginRun(mode: 0)
    other.line.beginWait()
    _ = second.look(1_100)
    #expect(!second.isLaunching)
    withExtendedLifetime(other) {}
  }

  @Test func aBurstEndsAtAWaitThatGoesOnAndAtOneThatWas() {
    var watch = watch(at: 1_000)
    _ = line.beginRun(mode: 0)
    _ = watch.look(1_100)
    _ = watch.look(1_200)
    #expect(watch.burstTime(1_250) == 150)
    // One that was: the clock begins anew.
    line.beginWait()
    line.endWait()
    #expect(watch.look(1_300).endedBurst == 200 && watch.burstTime(1_350) == 50)
    line.beginWait()
    #expect(watch.look(1_400).endedBurst == 100 && watch.burstTime(1_500) == 0)
    // A wait is reported once.
    #expect(watch.look(1_500).endedBurst == nil)
    withExtendedLifetime(memory) {}
  }

  @Test func aLatenessIsReportedOnce() {
    var watch = watch(at: 1_000)
    line.store(70, HeartbeatLine.Word.lateness)
    line.enter(callout: Self.timer, code: 0)
    stamp(1_010)
    #expect(watch.look(1_100).lateness == 70 && watch.look(1_200).lateness == nil)
    withExtendedLifetime(memory) {}
  }
}
