import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// What a monitor makes of its settings.
@Suite(.hangLimit) struct MonitorPartsTests {
  @Test func aLoopThatIsNotWatchedAnyMoreHasNoObserversOfTheMonitor() {
    let counts = onFreshThread {
      let loop = RunLoop.current
      let core = MonitorCore(world: SimulatedWorld(), settings: StallMonitor.Settings())
      let engine = MonitorEngine(core)
      func observers() -> Int {
        loop.snapshot().modes.flatMap(\.items).count { $0.label.hasPrefix("stall monitor") }
      }
      var counts = [observers()]
      for isForAll in [false, true] {
        core.observe(loop, "main", Duration.milliseconds(1)...Duration.seconds(1), engine)
        counts.append(observers())
        if isForAll { core.stopAll() } else { core.stopWatching(loop) }
        counts.append(observers())
      }
      return counts
    }
    #expect(counts == [0, 2, 0, 2, 0])
  }

  @Test func reportsWithLimitsOfTheirOwnHaveTheProgramsVersion() throws {
    let folder = try TemporaryFolder()
    for (version, limited, expected) in [("2.4", "", "2.4"), ("2.4", "1.0", "2.4"), ("", "1.0", "1.0")] {
      var limits = ReportSettings()
      (limits.folder, limits.programVersion) = (folder.path, limited)
      var settings = StallMonitor.Settings()
      (settings.reports, settings.programVersion) = (.limited(limits), version)
      let monitor = try StallMonitor(settings)
      let path = try #require(monitor.reports?.path)
      #expect(try StallRun(path: path).origin.version == expected)
    }
  }

  @Test func aMonitorThatCanTakeNoStacksOfRunningThreadsSaysWhy() throws {
    var settings = StallMonitor.Settings()
    (settings.reports, settings.signal) = (nil, 0)
    #expect(try StallMonitor(settings).degradations["stacks"] == "signals are switched off")
  }

  @Test func aLoopThatIsNoStallYetMakesProgress() {
    func isLive(threshold: Duration, patience: Duration? = nil) -> Bool {
      var scenario = LoopScenario.waiting
      scenario.callout("slow", at: 1, for: 7)
      let simulation = Simulation { ($0.threshold, $0.patience) = (threshold, patience) }
      simulation.play(scenario)
      simulation.run(to: 7.5)
      return simulation.core.acting.liveness.verdict.isLive
    }
    #expect(isLive(threshold: .seconds(8)) && !isLive(threshold: .seconds(1)))
    #expect(isLive(threshold: .seconds(1), patience: .seconds(7)))
  }
}
