import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// What a monitor may be set to, to the last value.
@Suite(.hangLimit) struct SettingsTests {
  private func isAllowed(_ change: (inout StallMonitor.Settings) -> Void) -> Bool {
    var settings = StallMonitor.Settings()
    change(&settings)
    do { try settings.check() } catch { return false }
    return true
  }

  @Test func theLimitsOfEverySettingAreAllowedAndNothingBeyondThem() {
    let ms = { (value: Int) in Duration.milliseconds(value) }
    #expect(isAllowed { $0.threshold = ms(4) } && !isAllowed { $0.threshold = .microseconds(3_999) })
    #expect(isAllowed { $0.threshold = .seconds(86_400) } && !isAllowed { $0.threshold = .seconds(86_401) })
    #expect(isAllowed { $0.burstThreshold = ms(250) } && !isAllowed { $0.burstThreshold = ms(249) })
    #expect(isAllowed { $0.checkPeriod = ms(125) } && !isAllowed { $0.checkPeriod = ms(126) })
    #expect(isAllowed { $0.checkPeriod = ms(1) } && !isAllowed { $0.checkPeriod = .microseconds(999) })
    #expect(isAllowed { $0.stackInterval = ms(1) } && !isAllowed { $0.stackInterval = .microseconds(999) })
    #expect(isAllowed { $0.longestStackInterval = ms(10) } && !isAllowed { $0.longestStackInterval = ms(9) })
    #expect(
      isAllowed { $0.longestStackInterval = .seconds(60) }
        && !isAllowed { $0.longestStackInterval = .seconds(61) })
    #expect(isAllowed { $0.closeStacks = 1 } && !isAllowed { $0.closeStacks = 10_001 })
    #expect(
      isAllowed { $0.keptStacks = 4 } && !isAllowed { $0.keptStacks = 3 }
        && isAllowed { $0.keptStacks = 4_096 })
    #expect(
      !isAllowed { $0.keptStacks = 4_097 } && isAllowed { $0.signal = 0 } && !isAllowed { $0.signal = 65 })
    #expect(
      isAllowed { $0.dailyLimit = 0 } && isAllowed { $0.rarestRepeat = 1 }
        && isAllowed { $0.fewestFrames = 0 })
    #expect(
      !isAllowed { $0.fewestFrames = 65 } && isAllowed { $0.processorShare = 1 }
        && isAllowed { $0.processorShare = nil })
    #expect(!isAllowed { $0.processorShare = 1.001 } && !isAllowed { $0.processorShare = 0.009 })
    #expect(
      isAllowed { $0.longProcessorWindow = .seconds(5) } && !isAllowed { $0.longProcessorWindow = ms(4_999) })
    #expect(!isAllowed { $0.longProcessorShare = .nan } && isAllowed { $0.longProcessorShare = 64 })
    #expect(isAllowed { $0.memoryLimit = 1 << 20 } && !isAllowed { $0.memoryLimit = 1 << 20 - 1 })
    #expect(
      isAllowed { $0.sensitiveRange = ms(1)...ms(2) } && !isAllowed { $0.sensitiveRange = .zero...ms(2) })
    #expect(isAllowed { $0.reports = nil } && !isAllowed { $0.reports = .folder("") })
  }

  @Test func loopsAreLookedAtAQuarterOfTheThresholdWithin12And100Milliseconds() {
    for (threshold, poll) in [
      (4, 2), (10, 5), (25, 12.5), (40, 12.5), (50, 12.5), (52, 13), (250, 62.5), (400, 100), (2_000, 100),
    ] {
      var settings = StallMonitor.Settings()
      settings.threshold = .microseconds(Int(threshold * 1_000))
      #expect(settings.poll == UInt64(poll * 1e6), "\(threshold)")
    }
    var settings = StallMonitor.Settings()
    settings.checkPeriod = .milliseconds(7)
    #expect(settings.poll == 7_000_000)
  }

  @Test func aNewThresholdBringsItsOwnLooksAndKeepsAPeriodThatWasSet() {
    func poll(_ period: Duration?, _ threshold: UInt64) -> UInt64 {
      var settings = StallMonitor.Settings()
      settings.checkPeriod = period
      let core = MonitorCore(world: SimulatedWorld(), settings: settings)
      core.setThreshold(threshold)
      _ = core.pass()
      #expect(core.threshold == threshold)
      return core.poll
    }
    #expect(poll(nil, 50_000_000) == 12_500_000 && poll(nil, 1_000_000_000) == 100_000_000)
    #expect(poll(.milliseconds(20), 1_000_000_000) == 20_000_000)
    // Not more rarely than makes sense.
    #expect(poll(.milliseconds(100), 50_000_000) == 25_000_000)
  }

  @Test func aThresholdThatIsTakenBackBeforeItCountsIsNone() {
    let core = MonitorCore(world: SimulatedWorld(), settings: StallMonitor.Settings())
    core.setThreshold(50_000_000)
    core.setThreshold(250_000_000)
    _ = core.pass()
    #expect(core.threshold == 250_000_000)
    core.setThreshold(50_000_000)
    core.setThreshold(70_000_000)
    _ = core.pass()
    #expect(core.threshold == 70_000_000)
  }

  @Test func durationsAreNanosecondsAsFarAsThereIsRoom() {
    #expect(Duration.zero.inNanoseconds == 0 && Duration.seconds(-1).inNanoseconds == 0)
    #expect(
      Duration.nanoseconds(-1).inNanoseconds == 0
        && Duration.milliseconds(1_500).inNanoseconds == 1_500_000_000)
    #expect(Duration.seconds(1 << 62).inNanoseconds == .max)
  }

  @Test func anErrorSaysWhatWasWrongAndWhatMayBe() {
    var settings = StallMonitor.Settings()
    settings.keptStacks = 3
    #expect(throws: StallMonitorError.badSetting(name: "keptStacks", value: "3", allowed: "from 4 to 4096")) {
      try settings.check()
    }
  }
}

/// What earlier starts of the program reported counts for the monitor.
@Suite(.hangLimit) struct EarlierStartTests {
  private final class Verdicts: StallMonitorDelegate, @unchecked Sendable {
    let ended = Locked(0)
    let filtered = Locked<[String]>([])
    func stallEnded(_ record: StallRecord) { ended.withLock { $0 += 1 } }
    func stallWasFiltered(_ record: StallRecord) { filtered.withLock { $0.append(record.verdict.rawValue) } }
  }

  @Test func theDailyLimitCountsTheReportsOfEarlierStarts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    // An earlier process of the same program, with two reports.
    await #expect(processExitsWith: .success) { [path = path as String] in
      var settings = ReportSettings()
      settings.folder = path
      let store = try ReportStore(settings)
      var dice = SplitMix(1)
      for id in 1...2 as ClosedRange<UInt64> {
        var record = StallRecord.sample(id: id, using: &dice)
        record.startedWall.seconds = Int64(time(nil) - 60)
        record.hasEnded = true
        store.stallEnded(record)
      }
    }
    for (limit, isReported) in [(2, false), (50, true)] {
      var settings = StallMonitor.Settings()
      settings.threshold = .milliseconds(50)
      settings.dailyLimit = limit
      settings.fewestFrames = 0
      settings.reports = .folder(folder.path)
      let verdicts = Verdicts()
      let monitor = try StallMonitor(settings, delegate: verdicts)
      monitor.start()
      onFreshThread {
        let heartbeat = Heartbeat("pool")
        monitor.watch(heartbeat)
        // Again, should the monitor be held up longer than the work lasts.
        for _ in 0..<20 where verdicts.ended.value == 0 && verdicts.filtered.value.isEmpty {
          usleep(50_000)
          heartbeat.begin(Heartbeat.Work("crunch"))
          usleep(250_000)
          heartbeat.end()
        }
        waitUntil { verdicts.ended.value > 0 || !verdicts.filtered.value.isEmpty }
        monitor.unwatch(heartbeat)
      }
      monitor.stop()
      #expect((verdicts.ended.value > 0) == isReported)
      #expect(
        verdicts.filtered.value.allSatisfy { $0 == "daily limit" }
          && verdicts.filtered.value.isEmpty == isReported)
    }
  }
}
