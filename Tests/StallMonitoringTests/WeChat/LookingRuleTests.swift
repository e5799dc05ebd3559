import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// WeChat's rules R1–R18: observers, clocks, checks. Each is kept, or mended where it is a fault.
@Suite(.hangLimit) struct LookingRuleTests {
  private func simulate(
    _ scenario: LoopScenario, to end: Double, _ change: (inout StallMonitor.Settings) -> Void = { _ in }
  ) -> Simulation {
    let simulation = Simulation(change)
    simulation.play(scenario)
    simulation.run(to: end)
    return simulation
  }

  private func instant(_ milliseconds: Int64) -> RunLoop.Instant {
    RunLoop.Instant(nanoseconds: milliseconds * 1_000_000)
  }

  // MARK: R1–R8: observers and clocks

  @Test("R1: one observer comes before all others and one after, at every activity of the common modes")
  func r1() {
    let lines = onFreshThread {
      let loop = RunLoop.current
      let lines = Locked<[String]>([])
      try? loop.addCommonMode("tracking")
      loop.add(
        RunLoop.Observer(activities: .all, order: .min + 1) { _ in lines.withLock { $0.append("low") } },
        to: .common)
      loop.add(
        RunLoop.Observer(activities: .all, order: .max - 1) { _ in lines.withLock { $0.append("high") } },
        to: .common)
      let observers = ActivityObservers(range: .zero...Duration.zero) { _ in }
      observers.add(to: loop)
      let items = loop.snapshot().modes.flatMap(\.items).filter { $0.label.hasPrefix("stall monitor") }
      lines.withLock { $0.append("\(items.map(\.order) == [.min, .max, .min, .max])") }
      lines.withLock { $0.append("\(items.allSatisfy { $0.activities == .all })") }
      loop.add(RunLoop.Source {})
      loop.run(for: .zero)
      lines.withLock { $0.append("last: \(observers.lastActivity)") }
      observers.remove()
      lines.withLock { $0.append("\(loop.snapshot().modes.flatMap(\.items).count)") }
      return lines.value
    }
    #expect(lines.prefix(2) == ["true", "true"])
    #expect(lines.contains("low") && lines.contains("high"))
    #expect(lines.suffix(2).first == "last: exit")
    // Source and two observers of the test in one mode, the observers alone in the other.
    #expect(lines.last == "5")
  }

  @Test("R2: a program's launch is distinguished, until the loop waits for the first time")
  func r2() {
    var scenario = LoopScenario()
    scenario.at(0.01, .entry, .turn, .begin("load"))
    scenario.at(0.6, .end, .begin("draw"))
    scenario.at(1.2, .end, .wait)
    scenario.callout("later", at: 2, for: 0.6)
    #expect(
      simulate(scenario, to: 4).found == ["launchStall load", "launchStall draw", "mainThreadStall later"])
    let modes = onFreshThread {
      let observers = ActivityObservers(range: .zero...Duration.zero) { _ in }
      observers.add(to: .current, modes: [.common, "launch"])
      return RunLoop.current.snapshot().modes.filter { $0.items.count == 2 }.map(\.name)
    }
    #expect(modes == ["default", "launch"])
  }

  @Test("R3: the activity and the mode are there to be read at any time, and never torn")
  func r3() {
    let memory = HeartbeatMemory()
    let saved = memory.line.beginRun(mode: 7)
    memory.line.beginWait()
    var reading = LineReading(memory.line)
    #expect(reading.activity == .waiting && reading.mode == 7 && reading.depth == 1)
    memory.line.endWait()
    memory.line.enter(callout: 4, code: 9)
    reading = LineReading(memory.line)
    #expect(reading.activity == .running && reading.isInside && reading.kind == .timer && reading.code == 9)
    memory.line.leave()
    memory.line.endRun(saved)
    #expect(LineReading(memory.line).activity == .outside)
  }

  @Test("R4: a burst begins with the first activity after a wait, and a run with its entry")
  func r4() {
    let told = Locked<[Duration]>([])
    let observers = ActivityObservers(range: .zero...Duration.seconds(60)) { took in
      told.withLock { $0.append(took) }
    }
    observers.begin(.entry, instant(1_000))
    observers.begin(.beforeTimers, instant(1_005))
    #expect(observers.isRunning)
    observers.end(.beforeWaiting, instant(1_030), isInner: false)
    observers.begin(.afterWaiting, instant(2_000))
    observers.begin(.beforeTimers, instant(2_100))
    observers.begin(.beforeSources, instant(2_150))
    observers.end(.beforeWaiting, instant(2_200), isInner: false)
    #expect(told.value == [.milliseconds(30), .milliseconds(200)])
  }

  @Test("R5: a burst ends before a wait and with the outermost run, not with an inner one")
  func r5() {
    let told = Locked<[Duration]>([])
    let observers = ActivityObservers(range: .zero...Duration.seconds(60)) { took in
      told.withLock { $0.append(took) }
    }
    observers.begin(.entry, instant(0))
    observers.begin(.entry, instant(100))
    observers.end(.exit, instant(200), isInner: true)
    #expect(observers.isRunning && told.value.isEmpty)
    observers.end(.exit, instant(500), isInner: false)
    #expect(!observers.isRunning && told.value == [.milliseconds(500)])
    // Nothing runs: nothing ends.
    observers.end(.exit, instant(900), isInner: false)
    #expect(told.value.count == 1)
  }

  @Test("R6: callouts and bursts have clocks of their own")
  func r6() throws {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    for index in 0..<10 {
      scenario.at(1 + Double(index) * 0.2, .begin("short"))
      scenario.at(1.19 + Double(index) * 0.2, .end, .turn)
    }
    scenario.at(3, .wait)
    let monitor = simulate(scenario, to: 5)
    #expect(monitor.sink.began.map(\.kind) == [.busyBurst])
    let record = try #require(monitor.sink.ended.first)
    #expect(abs(Double(record.duration) / 1e9 - 2) < 0.1 && record.hasEnded)
    // Told once, and of the burst only.
    #expect(monitor.sink.seen.compactMap(\.burst).contains { $0 > 1_900_000_000 })
  }

  @Test("R7: during the launch every phase is measured by itself")
  func r7() {
    var scenario = LoopScenario()
    scenario.at(0.01, .entry, .turn)
    for index in 0..<8 {
      scenario.at(0.02 + Double(index) * 0.1, .begin("phase"))
      scenario.at(0.115 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(0.9, .wait)
    #expect(simulate(scenario, to: 2).found == [])
  }

  @Test("R8: events that another loop handles are a pair of begin and end, with the same threshold")
  func r8() {
    let simulation = Simulation()
    let heartbeat = Heartbeat("events")
    let event = Heartbeat.Work("send event")
    simulation.core.add(WatchedLoop(.heartbeat(heartbeat), label: "events", thread: 9))
    simulation.at(1) { heartbeat.begin(event) }
    simulation.at(1.2) { heartbeat.end() }
    simulation.at(2) { heartbeat.begin(event) }
    simulation.at(2.5) { heartbeat.end() }
    simulation.run(to: 4)
    #expect(simulation.found == ["stall send event"])
    #expect(simulation.sink.ended.map(\.callout.kind) == [.foreign])
  }

  // MARK: R9–R18: the check

  @Test("R9: a stall comes before high processor use, and that before high memory")
  func r9() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1.5, for: 3)
    let simulation = Simulation {
      $0.processorShare = 0.5
      $0.memoryLimit = 1 << 20
    }
    simulation.world.residentMemory = 1 << 30
    for tick in 0..<80 { simulation.at(Double(tick) * 0.1) { simulation.world.processTime += 200_000_000 } }
    simulation.play(scenario)
    simulation.run(to: 8)
    let kinds = simulation.delegate.looks
    #expect(kinds.contains(.mainThreadStall) || kinds.contains(.stallUnderLoad))
    #expect(kinds.contains(.processorHigh) && kinds.contains(.memoryHigh))
    #expect(simulation.delegate.processor.count >= 5 && simulation.delegate.memory.count >= 1)
    // While the stall goes on, no look is called after anything less.
    let first = kinds.firstIndex { $0 == .mainThreadStall || $0 == .stallUnderLoad } ?? 0
    #expect(kinds[first] != .processorHigh)
  }

  @Test(
    "R10: what is above the threshold is found whenever it begins, what is below is not",
    arguments: [0, 1, 7, 250, 999])
  func r10(milliseconds: Int) {
    var scenario = LoopScenario.waiting
    let begin = 3 + Double(milliseconds) / 1_000
    scenario.callout("below", at: begin, for: 0.24)
    scenario.callout("above", at: begin + 2, for: 0.375)
    #expect(simulate(scenario, to: 8).found == ["mainThreadStall above"])
  }

  @Test("R11: time in which the machine was suspended is not the loop's")
  func r11() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("short", at: 1, for: 0.2)
    scenario.at(1.1, .suspend(3_600))
    scenario.callout("slow", at: 3, for: 1)
    scenario.at(3.5, .suspend(60))
    let monitor = simulate(scenario, to: 6)
    #expect(monitor.found == ["mainThreadStall slow"])
    let record = try #require(monitor.sink.ended.first)
    #expect(record.suspendedTime == 60_000_000_000 && abs(Double(record.duration) / 1e9 - 1) < 0.1)
    #expect(monitor.sink.froze.map(\.why) == ["suspended", "suspended"])
  }

  @Test("R12: the kind of a stall says whose loop it was, and what went on")
  func r12() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 5, for: 1)
    #expect(simulate(scenario, to: 8).found == ["mainThreadStall slow"])
    let other = Simulation()
    other.play(scenario, label: "worker", thread: 3, isMain: false)
    other.run(to: 8)
    #expect(other.found == ["stall slow"])
    let busy = Simulation { $0.processorShare = 0.8 }
    for tick in 0..<80 { busy.at(Double(tick) * 0.1) { busy.world.processTime += 195_000_000 } }
    var working = LoopScenario.waiting
    // Keeps the monitor awake, so that it knows the use of processors.
    for tick in 0..<40 { working.callout("tick", at: 1 + Double(tick) * 0.1, for: 0.01) }
    working.callout("slow", at: 5.5, for: 1)
    busy.play(working)
    busy.run(to: 8)
    #expect(busy.found == ["stallUnderLoad slow"])
    let crowded = Simulation()
    crowded.world.threadCount = 65
    crowded.play(scenario)
    crowded.run(to: 8)
    #expect(crowded.found == ["stallWithManyThreads slow"])
    let many = Simulation()
    many.world.threadCount = 64
    many.play(scenario)
    many.run(to: 8)
    #expect(many.found == ["mainThreadStall slow"])
  }

  @Test("R13: a stall is found within one period after it became one", arguments: [50, 250, 2_000])
  func r13(threshold: Int) throws {
    for phase in 0..<23 {
      var scenario = LoopScenario.waiting
      scenario.callout("slow", at: 3 + Double(phase) * 0.0137, for: Double(threshold) * 0.003)
      let monitor = simulate(scenario, to: 12) { $0.threshold = .milliseconds(threshold) }
      let record = try #require(monitor.sink.began.first)
      let latency = Double(record.found) - Double(monitor.time(3 + Double(phase) * 0.0137))
      let period = Double(min(max(threshold * 250_000, 12_500_000), 100_000_000))
      #expect(latency >= Double(threshold) * 1e6 && latency <= Double(threshold) * 1e6 + period + 1e6)
    }
  }

  @Test("R14: more than the share of all processors is reported at every reading")
  func r14() {
    var watch = ProcessorWatch(StallMonitor.Settings())
    var findings = watch.note(0, now: 0, processors: 2)
    #expect(findings == [])
    findings = watch.note(1_700_000_000, now: 1_000_000_000, processors: 2)
    #expect(findings == [.now(1.7)] && watch.isHigh)
    findings = watch.note(3_200_000_000, now: 2_000_000_000, processors: 2)
    #expect(findings == [] && !watch.isHigh)
    #expect(!watch.isDue(2_500_000_000) && watch.isDue(3_000_000_000))
  }

  @Test("R15: a high average over the long window is reported once, and then there is a pause")
  func r15() {
    func findings(_ usage: (Int) -> Double, seconds: Int, gap: Int? = nil) -> [(second: Int, share: Double)] {
      var settings = StallMonitor.Settings()
      settings.processorShare = 1
      var watch = ProcessorWatch(settings)
      var used = 0.0
      var found: [(Int, Double)] = []
      for second in 0...seconds {
        if let gap, second > gap, second <= gap + 6 { continue }
        used += usage(second)
        for finding in watch.note(UInt64(used * 1e9), now: UInt64(second) * 1_000_000_000, processors: 64) {
          if case .long(let share) = finding { found.append((second, share)) }
        }
      }
      return found
    }
    let steady = findings({ _ in 0.9 }, seconds: 200)
    #expect(steady.count == 2 && steady[0].second <= 61 && steady[1].second >= steady[0].second + 119)
    #expect(abs(steady[0].share - 0.9) < 0.01)
    // It begins only above the limit, and a pause in between makes it begin anew.
    #expect(findings({ _ in 0.7 }, seconds: 200).isEmpty)
    #expect(findings({ $0 < 20 ? 0.9 : 0.1 }, seconds: 100).isEmpty)
    // A reading after a gap says nothing.
    #expect(findings({ _ in 0.9 }, seconds: 70, gap: 40).isEmpty)
  }

  @Test("R16, R17: the record of high use has the stacks of the three busiest threads, weighted by their use")
  func r16() throws {
    let simulation = Simulation {
      $0.processorShare = 0.5
      $0.longProcessorWindow = .seconds(5)
      $0.recordsProcessorUse = true
    }
    for tick in 0..<200 {
      simulation.at(Double(tick) * 0.1) {
        let time = UInt64(tick) * 100_000_000
        simulation.world.processTime = time * 2
        simulation.world.busyThreads = [
          (11, "hot", time), (12, "warm", time / 2), (13, "mild", time / 4), (14, "cool", time / 8),
          (15, "idle", time / 100),
        ]
      }
    }
    var scenario = LoopScenario.waiting
    for tick in 0..<190 { scenario.callout("tick", at: 0.5 + Double(tick) * 0.1, for: 0.01) }
    simulation.play(scenario)
    simulation.run(to: 19)
    let record = try #require(simulation.reported.ended.first { $0.kind == .processorHigh })
    #expect(Set(simulation.world.sampled) == [11, 12, 13])
    #expect(record.samples.count == record.repeatCounts.count && record.samples.count <= 100)
    #expect(record.repeatCounts.max() ?? 0 >= 18 && record.repeatCounts.min() ?? 0 >= 4)
    #expect(
      record.notes["thread 11 hot"] != nil && record.notes.keys.filter { $0.hasPrefix("thread") }.count == 3)
    #expect(simulation.delegate.processor.contains { $0.isLong })
  }

  @Test("R18: memory above the limit is reported at every look, five seconds apart")
  func r18() {
    var settings = StallMonitor.Settings()
    settings.memoryLimit = 100 << 20
    var watch = MemoryWatch(settings)
    #expect(watch.isDue(0))
    let notes = [50, 101, 101].enumerated().map { index, size in
      watch.note(size << 20, now: UInt64(index) * 5_000_000_000)
    }
    #expect(notes == [false, true, true])
    #expect(!watch.isDue(14_900_000_000) && watch.isDue(15_000_000_000))
    #expect(!MemoryWatch(StallMonitor.Settings()).isDue(0))
  }
}
