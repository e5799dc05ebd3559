import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// WeChat's rules R22–R35: filters, the point stack, thresholds, the delegate, reports, the end.
@Suite(.hangLimit) struct ReportingRuleTests {
  private static let day: UInt64 = 86_400_000_000_000

  /// A stall of 0.4 s every second, from the first second on.
  private func stalls(_ count: Int, label: (Int) -> String = { _ in "slow" }) -> LoopScenario {
    var scenario = LoopScenario.waiting
    for index in 0..<count { scenario.callout(label(index), at: 1 + Double(index), for: 0.4) }
    return scenario
  }

  @Test("R22: the same stall is reported ever more rarely, and each report says how many were held back")
  func r22() {
    let simulation = Simulation()
    simulation.play(stalls(20))
    simulation.run(to: 22)
    #expect(simulation.sink.ended.count == 20)
    let reported = simulation.reported.ended
    // The 1st, and then after 1, 2, 3, 5, 8 more.
    #expect(reported.map { Int(simulation.seconds($0.started).rounded()) } == [1, 2, 4, 7, 12, 20])
    #expect(reported.map(\.suppressed) == [0, 0, 1, 2, 4, 7])
    #expect(simulation.delegate.filtered.allSatisfy { $0.verdict == .repeated })
    #expect(ReportFilter.Verdict.repeated.filterType == 2)
  }

  @Test("R22: at most the day's number of reports is made")
  func dailyLimit() {
    let simulation = Simulation { $0.dailyLimit = 3 }
    simulation.play(stalls(6) { "slow \($0)" })
    simulation.run(to: 8)
    #expect(simulation.reported.ended.count == 3 && simulation.sink.ended.count == 6)
    #expect(simulation.delegate.filtered.map(\.verdict) == [.dailyLimit, .dailyLimit, .dailyLimit])
    #expect(ReportFilter.Verdict.dailyLimit.filterType == 3)
  }

  @Test("R23: a stack of one frame says nothing, and is not reported")
  func r23() {
    let simulation = Simulation()
    simulation.world.stack = { _, _ in [0x5000] }
    simulation.play(stalls(2))
    simulation.run(to: 4)
    #expect(simulation.reported.ended.isEmpty && simulation.sink.ended.count == 2)
    #expect(simulation.delegate.filtered.map(\.verdict) == [.fewFrames, .fewFrames])
    // But what was not read to its end is not short.
    let cut = Simulation()
    cut.world.stack = { _, _ in [0x5000] }
    cut.world.reason = "no caller found at 0x5000"
    cut.play(stalls(1))
    cut.run(to: 4)
    #expect(cut.reported.ended.count == 1)
    // And where no stack can be had at all, a stall is better reported without one.
    let blind = Simulation()
    blind.world.stack = { _, _ in [] }
    blind.play(stalls(1))
    blind.run(to: 4)
    #expect(blind.reported.ended.count == 1)
  }

  @Test("R24: a new threshold counts from the first look that finds no stall")
  func r24() {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.callout("old", at: 1, for: 1)
    scenario.callout("new", at: 3, for: 0.1)
    simulation.play(scenario)
    simulation.at(1.5) { simulation.core.setThreshold(50_000_000) }
    simulation.at(1.9) { #expect(simulation.core.threshold == 250_000_000) }
    simulation.run(to: 5)
    #expect(simulation.core.threshold == 50_000_000)
    #expect(simulation.sink.ended.map(\.threshold) == [250_000_000, 50_000_000])
    #expect(simulation.found == ["mainThreadStall old", "mainThreadStall new"])
  }

  @Test("R25: a suppressed stall does not hide another one")
  func r25() {
    let simulation = Simulation()
    // Many of one kind, and one of another in between.
    simulation.play(stalls(12) { $0 == 9 ? "other" : "slow" })
    simulation.run(to: 14)
    let other = simulation.reported.ended.filter { $0.callout.label == "other" }
    #expect(other.count == 1)
    #expect(other.allSatisfy { $0.found - $0.started < 350_000_000 })
    #expect(simulation.sink.ended.count == 12)
  }

  @Test("R25: one that was held back and turns out much longer is reported after all")
  func muchLonger() {
    let simulation = Simulation()
    var scenario = stalls(4)
    scenario.callout("slow", at: 6, for: 3)
    simulation.play(scenario)
    simulation.run(to: 12)
    // Of the short ones the 1st, 2nd and 4th.
    #expect(simulation.reported.ended.count == 4)
    #expect(simulation.reported.ended.last.map { $0.duration > 2_800_000_000 } == true)
    // It began for the counters once.
    #expect(simulation.sink.began.count == 5)
  }

  @Test("R26: the day's count restarts after 24 hours, also of a suspended machine")
  func r26() {
    var settings = StallMonitor.Settings()
    settings.dailyLimit = 1
    var filter = ReportFilter(settings)
    let times = [5, 6, 4 + Self.day, 5 + Self.day]
    let verdicts = times.enumerated().map {
      filter.judge(fingerprint: UInt64($0.offset), frames: 9, time: $0.element)
    }
    #expect(verdicts == [.reported, .dailyLimit, .dailyLimit, .reported])
    let simulation = Simulation { $0.dailyLimit = 1 }
    var scenario = stalls(2) { "slow \($0)" }
    scenario.at(3, .suspend(86_400))
    scenario.callout("after", at: 4, for: 0.4)
    simulation.play(scenario)
    simulation.run(to: 6)
    #expect(simulation.reported.ended.map(\.callout.label) == ["slow 0", "after"])
  }

  @Test("R26: the day's count continues after the program was restarted")
  func dailyLimitAcrossStarts() {
    var settings = StallMonitor.Settings()
    settings.dailyLimit = 3
    var filter = ReportFilter(settings)
    // Two of the last day, the first of them 23 hours ago, and one from before.
    let hour: UInt64 = 3_600_000_000_000
    filter.count(reportsOf: [23 * hour, hour, 25 * hour], time: 5)
    let times = [6, 7, 5 + hour - 1, 5 + hour]
    let verdicts = times.enumerated().map {
      filter.judge(fingerprint: UInt64($0.offset), frames: 9, time: $0.element)
    }
    #expect(verdicts == [.reported, .dailyLimit, .dailyLimit, .reported])
  }

  private func ring(_ stacks: [[UInt]], capacity: Int = 100) -> StackRing {
    var ring = StackRing(capacity: capacity)
    for stack in stacks {
      var sample = StackSample()
      sample.addresses = stack
      ring.add(sample, functions: stack.map { $0 & ~0xFFF })
    }
    return ring
  }

  @Test("R27: a stack's count is how often its leaf function came in a row before it")
  func r27() {
    #expect(
      ring([[0x5001], [0x5002], [0x5003], [0x6000], [0x5001], [0x5009]]).repeatCounts == [0, 1, 2, 0, 0, 1])
    #expect(ring([[], []]).repeatCounts == [0, 0])
  }

  @Test(
    "R28: the point stack is the newest of the most frequent stacks; frames have their counts")
  func r28() {
    let ring = ring([
      [0x5001, 0x4000], [0x6000, 0x4000], [0x5002, 0x4000], [0x5003, 0x4001], [0x7000, 0x4000],
    ])
    #expect(ring.pointSample == 3)
    #expect(ring.frameCounts { $0 & ~0xFFF } == [3, 5])
    #expect(self.ring([]).pointSample == nil && self.ring([[]]).pointSample == nil)
  }

  @Test("R29: the stacks of the whole stall are kept, from its beginning to its end")
  func r29() throws {
    let simulation = Simulation { $0.keptStacks = 16 }
    var scenario = LoopScenario.waiting
    scenario.callout("long", at: 1, for: 30)
    simulation.world.stack = { _, time in [0x5000 + UInt(time / 10_000_000 % 3) << 12, 0x4000] }
    simulation.play(scenario)
    simulation.run(to: 35)
    let record = try #require(simulation.sink.ended.first)
    #expect(record.samples.count <= 16 && record.droppedSamples > 100)
    let times = record.samples.map { simulation.seconds($0.time) }
    #expect(times[0] < 1.5 && times[times.count - 1] > 25 && times == times.sorted())
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect((gaps.max() ?? 9) < 4)
    #expect(record.repeatCounts.count == record.samples.count)
  }

  @Test("R30: bursts within the range are reported, shorter and longer ones are not")
  func r30() {
    let told = Locked<[Duration]>([])
    let observers = ActivityObservers(range: .milliseconds(250)...Duration.seconds(60)) { took in
      told.withLock { $0.append(took) }
    }
    for (index, length) in [249, 250, 1_000, 60_000, 60_001].enumerated() {
      let start = Int64(index) * 100_000
      observers.begin(.afterWaiting, RunLoop.Instant(nanoseconds: start * 1_000_000))
      observers.end(
        .beforeWaiting, RunLoop.Instant(nanoseconds: (start + Int64(length)) * 1_000_000), isInner: false)
    }
    #expect(told.value == [.milliseconds(250), .seconds(1), .seconds(60)])
  }

  @Test("R31: a threshold that makes no sense is an error that says what would")
  func r31() throws {
    let monitor = try StallMonitor(StallMonitor.Settings(), world: SimulatedWorld())
    for wrong in [Duration.zero, .milliseconds(-5), .milliseconds(3), .seconds(1_000_000)] {
      #expect(throws: StallMonitorError.self) { try monitor.setThreshold(wrong) }
    }
    try monitor.setThreshold(.milliseconds(4))
    monitor.recoverThreshold()
    let simulation = Simulation()
    simulation.core.setThreshold(1_000_000_000)
    _ = simulation.core.pass()
    #expect(simulation.core.threshold == 1_000_000_000 && simulation.core.poll == 100_000_000)
    // The same again is no change.
    simulation.core.setThreshold(1_000_000_000)
    _ = simulation.core.pass()
    #expect(simulation.core.threshold == 1_000_000_000)
  }

  @Test("R31: settings that make no sense are typed errors, and never a crash")
  func absurdSettings() {
    func refusal(_ change: (inout StallMonitor.Settings) -> Void) -> String? {
      var settings = StallMonitor.Settings()
      change(&settings)
      do throws(StallMonitorError) {
        _ = try StallMonitor(settings, world: SimulatedWorld())
        return nil
      } catch {
        if case .badSetting(let name, _, _) = error { return name }
        return "\(error)"
      }
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.threshold = .zero } == "threshold")
    #expect(refusal { $0.threshold = .seconds(-1) } == "threshold")
    #expect(refusal { $0.threshold = .seconds(Int64.max) } == "threshold")
    #expect(refusal { $0.checkPeriod = .milliseconds(200) } == "checkPeriod")
    #expect(refusal { $0.checkPeriod = .zero } == "checkPeriod")
    #expect(refusal { $0.burstThreshold = .milliseconds(1) } == "burstThreshold")
    #expect(refusal { $0.stackInterval = .zero } == "stackInterval")
    #expect(refusal { $0.longestStackInterval = .milliseconds(1) } == "longestStackInterval")
    #expect(refusal { $0.keptStacks = Int.max } == "keptStacks")
    #expect(refusal { $0.keptStacks = -1 } == "keptStacks")
    #expect(refusal { $0.closeStacks = 0 } == "closeStacks")
    #expect(refusal { $0.dailyLimit = -1 } == "dailyLimit")
    #expect(refusal { $0.rarestRepeat = 0 } == "rarestRepeat")
    #expect(refusal { $0.fewestFrames = -1 } == "fewestFrames")
    #expect(refusal { $0.processorShare = .nan } == "processorShare")
    #expect(refusal { $0.processorShare = 80 } == "processorShare")
    #expect(refusal { $0.longProcessorWindow = .seconds(1) } == "longProcessorWindow")
    #expect(refusal { $0.longProcessorShare = -.infinity } == "longProcessorShare")
    #expect(refusal { $0.memoryLimit = 0 } == "memoryLimit")
    #expect(refusal { $0.sensitiveRange = .zero...Duration.seconds(1) } == "sensitiveRange")
    #expect(refusal { $0.signal = 99 } == "signal")
    #expect(refusal { $0.reports = .folder("") } == "reports")
  }

  @Test("R32: the delegate is asked and notified of everything, in order")
  func r32() {
    let simulation = Simulation()
    simulation.delegate.answer = { record in
      record.notes["screen"] = "settings"
      return record.callout.label != "known"
    }
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 0.4)
    scenario.callout("known", at: 2, for: 0.4)
    simulation.play(scenario)
    simulation.run(to: 4)
    let calls = simulation.delegate.calls.filter { $0 != "went on" }
    #expect(calls == ["should report", "began", "ended", "should report", "filtered"])
    #expect(simulation.delegate.calls.contains("went on"))
    #expect(simulation.delegate.filtered.map(\.verdict) == [.hook])
    #expect(simulation.reported.ended.map(\.notes) == [["screen": "settings"]])
    #expect(simulation.delegate.looks.contains(.mainThreadStall) && simulation.delegate.looks.contains(nil))
  }

  @Test("R33: a record has all that a report needs, under WeChat's numbers")
  func r33() throws {
    let simulation = Simulation()
    simulation.core.degradations = ["stacks": "signal 27 is taken"]
    simulation.world.wallOffset = 1_700_000_000_000_000_000
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 1)
    simulation.play(scenario)
    var other = LoopScenario.waiting
    other.callout("neighbour", at: 1.1, for: 0.2)
    simulation.play(other, label: "worker", thread: 2, isMain: false)
    simulation.run(to: 3)
    let record = try #require(simulation.reported.ended.first)
    #expect(record.kind.rawValue == 2001 && record.id == 1 && record.thread == 1 && record.loop == "main")
    #expect(record.samples.count > 5 && record.pointSample != nil && record.fingerprint != 0)
    #expect(record.otherLoops.map(\.loop) == ["worker"] && record.otherLoops[0].label == "neighbour")
    #expect(record.notes["stacks"] == "signal 27 is taken")
    let wall = Double(record.startedWall.seconds) + Double(record.startedWall.nanoseconds) / 1e9
    #expect(abs(wall - (1_700_000_000 + 1_001)) < 0.1)
    #expect(record.threshold == 250_000_000 && record.verdict == .reported)
  }

  @Test(
    "R34: a stall is reported from its first stack on, so that it is known if the process is killed in it")
  func r34() throws {
    let simulation = Simulation()
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("for ever"))
    simulation.play(scenario)
    simulation.run(to: 1.3)
    let first = try #require(simulation.reported.began.first)
    #expect(first.samples.count == 1 && !first.hasEnded && simulation.reported.ended.isEmpty)
    #expect(RecordKind.stalledAndKilled.rawValue == 2010)
  }

  @Test(
    "R35: a stop ends the thread at once, reports stalls in progress, and can be followed by a start")
  func r35() throws {
    let world = SimulatedWorld()
    let sink = RecordingSink()
    let core = MonitorCore(world: world, settings: StallMonitor.Settings())
    core.countingSinks = [sink]
    let memory = HeartbeatMemory()
    core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    memory.line.enter(callout: 4, code: 0)
    for _ in 0..<20 {
      _ = core.pass()
      world.now += 50_000_000
    }
    #expect(sink.began.count == 1 && sink.ended.isEmpty)
    core.stopAll()
    #expect(sink.ended.count == 1 && core.watches.isEmpty)

    var settings = StallMonitor.Settings()
    settings.reports = nil
    let monitor = try StallMonitor(settings)
    for _ in 0..<3 {
      #expect(monitor.start())
      monitor.stop()
      #expect(!monitor.isRunning)
    }
    monitor.stop()
  }
}
