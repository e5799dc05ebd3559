import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Mistakes of the monitor that were reported from outside.
@Suite("Regressions of stalls", .hangLimit)
struct RegressionsOfStalls {
  private func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }

  private var settings: StallMonitor.Settings {
    var settings = StallMonitor.Settings()
    settings.reports = nil
    return settings
  }

  @Test("The holder of a lock is a thread of this process, or is not reported")
  func lockHolderIsAThread() {
    // A number that the owner of a mutex had, which has ended since; or what looks like a mutex and is none.
    let words: [UInt32] = [2, 1, 4711, 1, 0, 0, 0, 0]
    let memory = ProcessMemory()
    words.withUnsafeBytes { bytes in
      let arguments: [UInt] = [UInt(bitPattern: bytes.baseAddress), UInt(FUTEX_WAIT), 2, 0, 0, 0]
      #expect(FutexWait.holder(arguments: arguments, memory: memory) { _ in false } == nil)
      #expect(
        FutexWait.holder(arguments: arguments, memory: memory) { $0 == 4711 }
          == FutexWait.Holder(kind: .pthreadMutex, thread: 4711))
    }
    let inheriting: [UInt32] = [0x8000_0000 | 4711, 0, 0]
    inheriting.withUnsafeBytes { bytes in
      let arguments: [UInt] = [UInt(bitPattern: bytes.baseAddress), UInt(FUTEX_LOCK_PI), 0, 0, 0, 0]
      #expect(FutexWait.holder(arguments: arguments, memory: memory) { _ in false } == nil)
    }
  }

  @Test("A thread that starts a monitor has the signals that it had")
  func signalMaskIsRestored() throws {
    let settings = settings
    try onFreshThread {
      var mask = sigset_t()
      sigemptyset(&mask)
      sigaddset(&mask, SIGUSR2)
      pthread_sigmask(SIG_SETMASK, &mask, nil)
      let monitor = try StallMonitor(settings)
      for _ in 0..<2 {
        #expect(monitor.start())
        // Also when there is one already, and none is started.
        #expect(!monitor.start())
        #expect(self.isBlocked(SIGUSR2) && !self.isBlocked(SIGTERM) && !self.isBlocked(SIGINT))
        monitor.stop()
      }
    }
  }

  @Test("The monitor's thread takes none of the program's signals")
  func signalsAreTheProgramsBusiness() throws {
    let settings = settings
    let masks = try onFreshThread {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let monitor = try StallMonitor(settings)
      #expect(monitor.start())
      defer { monitor.stop() }
      var masks: [UInt] = []
      for _ in 0..<2_000 where masks.isEmpty {
        usleep(1_000)
        masks = signalMasks(ofThreadsNamed: "stall monitor")
      }
      return masks
    }
    #expect(!masks.isEmpty)
    for signal in [SIGINT, SIGTERM, SIGUSR1, SIGCHLD, SIGALRM] {
      #expect(masks.allSatisfy { $0 & 1 << UInt(signal - 1) != 0 }, "\(signal)")
    }
  }

  @Test("A return address at a function's end belongs to that function, not to the next one")
  func returnAddressAtTheEnd() throws {
    // Functions are 4 KiB long: 0x5000 is behind a call at the end of 0x4000, but a leaf there is in 0x5000.
    func gaps(_ first: [UInt], _ second: [UInt]) throws -> [Double] {
      let simulation = Simulation()
      var isFirst = false
      simulation.world.stack = { _, _ in
        isFirst.toggle()
        return isFirst ? first : second
      }
      var scenario = LoopScenario.waiting
      scenario.callout("slow", at: 1, for: 1)
      simulation.play(scenario)
      simulation.run(to: 3)
      let times = try #require(simulation.sink.ended.first).samples.map { simulation.seconds($0.time) }
      return zip(times.dropFirst(), times).map { $0 - $1 }
    }
    // One function all the time: stacks are taken ever more rarely.
    #expect(try (gaps([0x9000, 0x5000, 0x3000], [0x9000, 0x4800, 0x3000]).max() ?? 0) > 0.1)
    // Two functions: they are taken closely.
    #expect(try (gaps([0x9000, 0x5000, 0x3000], [0x9000, 0x5001, 0x3000]).max() ?? 1) < 0.02)
    #expect(try (gaps([0x5000, 0x3000], [0x4FFF, 0x3000]).max() ?? 1) < 0.02)
  }

  @Test("The clock of a burst restarts after a stall in it")
  func burstAfterAStall() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("long"))
    scenario.at(1.8, .end, .turn)
    // Then short ones, for less than a burst's threshold.
    for index in 0..<8 {
      scenario.at(1.81 + Double(index) * 0.1, .begin("short"))
      scenario.at(1.9 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(2.62, .wait)
    let simulation = Simulation()
    simulation.play(scenario)
    simulation.run(to: 4)
    #expect(simulation.found == ["mainThreadStall long"])
  }

  @Test("What a loop does while the marks are published is seen by a second look before the monitor parks")
  func secondLookBeforeParking() {
    let simulation = Simulation()
    let memories = [HeartbeatMemory(), HeartbeatMemory()]
    for (index, memory) in memories.enumerated() {
      simulation.core.add(WatchedLoop(.line(memory.line), label: "loop \(index)", thread: Int32(index + 1)))
    }
    var marks: [UInt64] = []
    simulation.world.whilePublishing = {
      guard marks.isEmpty else { return }
      marks = memories.map { $0.line.load(HeartbeatLine.Word.watcher) & HeartbeatLine.Mark.ring }
      // The loop looked for its mark before it was there.
      memories[1].line.store(0, HeartbeatLine.Word.watcher)
      memories[1].line.endWait()
      memories[1].line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 0x1234)
      memories[1].line.store(1, HeartbeatLine.Word.watcher)
    }
    simulation.run(to: 1.1)
    #expect(marks == [1, 1])
    // It does not sleep: so nobody needs to ring.
    #expect(simulation.parkings == 0)
    #expect(
      memories.allSatisfy { $0.line.load(HeartbeatLine.Word.watcher) & HeartbeatLine.Mark.ring == 0 })
    simulation.run(to: 2)
    #expect(simulation.found == ["stall "])
    withExtendedLifetime(memories) {}
  }

  @Test("What a loop does between the look and the marks is seen before the monitor parks")
  func changeBeforeTheMarks() {
    let simulation = Simulation { $0.memoryLimit = 1 << 30 }
    let memory = HeartbeatMemory()
    simulation.core.add(WatchedLoop(.line(memory.line), label: "loop", thread: 1))
    // The check of the process comes after the look at the loops.
    final class Late: StallMonitorDelegate, @unchecked Sendable {
      var body: () -> Void = {}
      func monitorLooked(found kind: RecordKind?) { body() }
    }
    let late = Late()
    let parkTime = simulation.time(1)
    var isDone = false
    late.body = {
      guard !isDone, simulation.world.now >= parkTime else { return }
      isDone = true
      memory.line.endWait()
      memory.line.enter(callout: UInt64(CalloutKind.timer.rawValue), code: 0x1234)
    }
    simulation.core.delegate = late
    simulation.run(to: 2)
    #expect(isDone && simulation.found == ["stall "] && simulation.parkings == 0)
    withExtendedLifetime(memory) {}
  }

  @Test("The same stall is reported at the latest after the number of repetitions in `rarestRepeat`")
  func rarestRepeat() {
    func reported(_ rarest: Int, _ count: Int) -> [Int] {
      let simulation = Simulation { $0.rarestRepeat = rarest }
      var scenario = LoopScenario.waiting
      for index in 0..<count { scenario.callout("slow", at: 1 + Double(index), for: 0.4) }
      simulation.play(scenario)
      simulation.run(to: Double(count) + 2)
      return simulation.reported.ended.map { Int(simulation.seconds($0.started).rounded()) }
    }
    #expect(reported(1, 6) == [1, 2, 3, 4, 5, 6])
    #expect(reported(2, 9) == [1, 2, 4, 6, 8])
    // After 1, 2, 3 and then 4 each time, where 5 and 8 would follow.
    #expect(reported(4, 22) == [1, 2, 4, 7, 11, 15, 19])
  }

  @Test("The time of a callout is counted when none has begun since")
  func lastCalloutBeforeALook() {
    let simulation = Simulation()
    let memory = HeartbeatMemory()
    let line = memory.line
    simulation.core.add(WatchedLoop(.line(line), label: "loop", thread: 1))
    simulation.at(1) {
      _ = line.beginRun(mode: 0)
      line.enter(callout: UInt64(CalloutKind.source.rawValue), code: 0)
    }
    // The loop goes on with its turn, and calls nothing else.
    simulation.at(1.2) { line.leave() }
    simulation.run(to: 1.6)
    let times = simulation.sink.seen.compactMap(\.callout)
    #expect(times.count == 1 && abs(Double(times.first ?? 0) / 1e9 - 0.2) < 0.1)
    #expect(simulation.sink.seen.first { $0.callout != nil }?.kind == .source)
    withExtendedLifetime(memory) {}
  }

  @Test("A burst is found although the thread was stopped alone when it would have been found first")
  func burstOfAThreadThatWasStopped() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake)
    for index in 0..<60 {
      scenario.at(1 + Double(index) * 0.1, .begin("short"))
      scenario.at(1.09 + Double(index) * 0.1, .end, .turn)
    }
    scenario.at(7.2, .wait)
    let simulation = Simulation()
    simulation.world.reading = { _ in
      var reading = ThreadReading()
      reading.state = simulation.world.now < simulation.time(3.5) ? .traced : .running
      return reading
    }
    simulation.play(scenario)
    simulation.run(to: 8)
    #expect(simulation.sink.began.map(\.kind) == [.busyBurst])
    // Its clock began anew each time that the thread was found stopped.
    #expect(simulation.sink.began.first.map { (3.9...4.2).contains(simulation.seconds($0.found)) } == true)
  }
}
