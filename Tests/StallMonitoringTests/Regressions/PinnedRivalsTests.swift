import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: a thread that may run on some of the machine's processors only was shown how busy all of them were, and what the machine's
/// host took for others counted as other processes' use.
@Suite(.hangLimit) struct PinnedRivalsTests {
  private static let stat = """
    cpu  1000 10 100 5000 50 5 5 200 0 0
    cpu0 900 10 50 1000 20 3 2 150 0 0
    cpu1 100 0 50 4000 30 2 3 50 0 0
    intr 12345
    cpu2 7 7 7 7 7 7 7 7
    """

  private func times(_ processors: [Int]) -> ProcessorTimes? {
    ProcessorTimes(Array(Self.stat.utf8), of: ProcessorSet(processors))
  }

  @Test func timesAreThoseOfTheProcessorsThatAreMeant() throws {
    let tick = 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK)))
    let (all, first) = (try #require(times([])), try #require(times([0])))
    #expect(all.busy == 1_120 * tick && all.stolen == 200 * tick && !all.isPart)
    #expect(first.busy == 965 * tick && first.stolen == 150 * tick && first.isPart)
    #expect(times([0, 1]) == all && times([0, 1, 7]) == all)
    #expect(times([7])?.busy == 0 && times([7])?.isPart == true)
    for text in ["", "cpu 1 2", "intr 5", "cpu0 1 2 3 4 5 6 7 8"] {
      #expect(ProcessorTimes(Array(text.utf8), of: ProcessorSet()) == nil, "\(text)")
    }
  }

  @Test func processorsAreASet() {
    let some = ProcessorSet([0, 1, 2, 3, 8, 70])
    #expect(some.text == "0-3,8,70" && some.count == 6 && some.contains(70) && !some.contains(71))
    #expect(ProcessorSet([5]).text == "5" && ProcessorSet([63, 64]).text == "63-64")
    #expect(ProcessorSet().text == "" && ProcessorSet().isEmpty && ProcessorSet([-1, 1 << 40]).isEmpty)
    #expect(!some.contains(-1) && !some.contains(1 << 40))
    // In the word behind the last one.
    #expect(!some.contains(128) && !ProcessorSet([63]).contains(64) && !ProcessorSet().contains(0))
    #expect(ProcessorSet([1, 8]).isSubset(of: some) && !ProcessorSet([1, 9]).isSubset(of: some))
    #expect(!some.isSubset(of: ProcessorSet([0])) && ProcessorSet().isSubset(of: ProcessorSet()))
    #expect(some.isDisjoint(with: ProcessorSet([4, 71])) && !some.isDisjoint(with: ProcessorSet([70])))
    #expect(ProcessorSet(of: 0).map { $0.count >= 1 } == true && ProcessorSet(of: -1) == nil)
  }

  private func rivalry(_ allowed: [Int32: [Int]], _ change: (inout MachineUse) -> Void = { _ in }) -> Rivalry
  {
    var first = MachineUse()
    first.time = 1_000
    first.threads = [1: 0, 2: 0, 3: 0]
    (first.busyTime, first.stolenTime) = (0, 0)
    first.allowed = ProcessorSet([0])
    first.isPinned = true
    var last = first
    last.time = 2_000
    last.threads = [1: 100, 2: 600, 3: 900]
    last.processTime = 1_600
    (last.busyTime, last.stolenTime) = (980, 20)
    change(&last)
    return MachineUse.rivalry(from: first, to: last, besides: 1, name: { "t\($0)" }) {
      allowed[$0].map { ProcessorSet($0) }
    }
  }

  @Test func onlyThreadsOfTheSameProcessorsAreRivals() {
    let own = rivalry([2: [0], 3: [1]])
    #expect(own.allowed == "0" && own.processors == 1 && own.thread == 2 && own.sharedUse == nil)
    #expect(own.ownUse == 0.6 && abs((own.otherUse ?? 0) - 0.28) < 1e-9 && own.stolenUse == 0.02)
    #expect(own.reason(lost: 900) == .ownThreads)
    // One that may run here and elsewhere.
    let unknown = rivalry([2: [0], 3: [0, 1]])
    #expect(unknown.ownUse == nil && unknown.otherUse == nil && abs((unknown.sharedUse ?? 0) - 0.88) < 1e-9)
    #expect(unknown.reason(lost: 900) == .anyWork && rivalry([2: [0]]).reason(lost: 900) == .anyWork)
    // Little of it changes nothing.
    let little = rivalry([2: [0], 3: [0, 1]]) { $0.threads[3] = 90 }
    #expect(little.sharedUse != nil)
    let less = rivalry([2: [0], 3: [0, 1]]) {
      $0.threads[3] = 90
      $0.processTime = 790
    }
    #expect(less.ownUse == 0.6 && less.sharedUse == nil)
  }

  @Test func whatWasBeforeTheThreadWasPinnedIsNotCounted() {
    let moved = rivalry([2: [1], 3: [1]]) { $0.allowed = ProcessorSet([1]) }
    #expect(moved.ownUse == nil && moved.otherUse == nil && moved.stolenUse == nil && moved.allowed == "1")
    #expect(moved.reason(lost: 900) == .unknown)
  }

  @Test func theMachinesHostIsDistinguished() {
    #expect(
      rivalry([2: [1], 3: [1]]) { ($0.busyTime, $0.stolenTime) = (300, 700) }.reason(lost: 900) == .host)
    #expect(
      rivalry([2: [1], 3: [1]]) { ($0.busyTime, $0.stolenTime) = (700, 300) }.reason(lost: 900)
        == .otherProcesses)
    #expect(rivalry([2: [0, 1]]) { ($0.busyTime, $0.stolenTime) = (300, 700) }.reason(lost: 900) == .host)
  }

  private func sentence(_ change: (inout Rivalry) -> Void) -> String {
    StallReport.sample { record in
      record.kind = .starved
      record.diagnosis.cause = .starved
      record.diagnosis.shares.queue = 1
      var rivalry = Rivalry()
      (rivalry.load, rivalry.pressure, rivalry.allowed) = (8.6, 0.9, "1")
      change(&rivalry)
      record.diagnosis.rivalry = rivalry
    }.sentence
  }

  @Test func theSentenceSpeaksOfTheProcessorsThatTheThreadMayUse() {
    #expect(
      sentence { $0.otherUse = 0.97 }.hasSuffix(
        "because it got no processor: other processes used 97 % of processor 1, the only one that it may use."
      ))
    #expect(
      sentence {
        ($0.ownUse, $0.otherUse, $0.thread, $0.threadName) = (0.9, 0.1, 12, "worker")
      }.hasSuffix(
        "other threads of its process used 90 % of processor 1, most of all thread 12 'worker', the only one that it may use."
      ))
    #expect(
      sentence { ($0.otherUse, $0.allowed, $0.processors, $0.stolenUse) = (1.5, "0-1", 2, 0.3) }.hasSuffix(
        "other processes used 150 % of one, and there are 2 that it may use (0-1); the machine's host gave 30 % of one to others (steal time)."
      ))
    #expect(
      sentence { $0.sharedUse = 0.97 }.hasSuffix(
        "other threads of its process and other processes together used 97 % of processor 1, the only one that it may use."
      ))
    #expect(
      sentence { ($0.stolenUse, $0.allowed, $0.processors) = (1.6, "", 2) }.hasSuffix(
        "because it got no processor: the machine's host gave 160 % of one to others (steal time), and there are 2."
      ))
    // The machine's pressure says nothing of some of its processors.
    #expect(sentence { $0.ownUse = 0.1 }.hasSuffix("which other work had them is not known."))
  }

  /// What the monitor asks for, in a simulated world.
  @Test func aStarvedLoopsReportIsAboutItsThreadsProcessors() throws {
    let simulation = Simulation()
    simulation.world.diagnosis.cause = .starved
    simulation.world.diagnosis.shares.queue = 0.9
    simulation.world.machineUse.allowed = ProcessorSet([3])
    simulation.world.machineUse.isPinned = true
    simulation.world.allowed = [7: ProcessorSet([3]), 8: ProcessorSet([2])]
    var scenario = LoopScenario.waiting
    scenario.callout("starved", at: 1, for: 0.8)
    simulation.play(scenario)
    for step in 0..<100 {
      simulation.at(1 + Double(step) / 100) {
        let time = UInt64(step) * 10_000_000
        simulation.world.machineUse.time = simulation.world.now
        simulation.world.machineUse.busyTime = time
        simulation.world.machineUse.threads = [1: 0, 7: time, 8: time]
        simulation.world.machineUse.processTime = 2 * time
      }
    }
    simulation.run(to: 3)
    let record = try #require(simulation.reported.ended.first)
    let rivalry = try #require(record.diagnosis.rivalry)
    #expect(rivalry.thread == 7 && rivalry.allowed == "3", "\(rivalry)")
    #expect(StallReport.of(record).sentence.contains("100 % of processor 3"), "\(rivalry)")
  }

  @Test func aPinnedThreadsProcessorsAreRead() {
    let found = Locked<MachineUse?>(nil)
    onFreshThread {
      var mask: UInt64 = 0
      guard let first = ProcessorSet(of: 0), let number = (0..<64).first(where: first.contains) else {
        return
      }
      mask = 1 << UInt64(number)
      guard linux_sched_setaffinity(0, 8, &mask) == 0 else { return }
      let world = LinuxWorld()
      found.withLock { $0 = world.machineUse(for: linux_gettid()) }
    }
    guard let use = found.value else {
      print("not tried: a thread can not be pinned here")
      return
    }
    #expect(use.allowed.count == 1 && use.processors == 1 && use.busyTime.map { $0 > 0 } == true)
    #expect(use.isPinned == (sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1))
  }

  @Test func whatIsKnownOfThemComesBackFromAFile() throws {
    var dice = SplitMix(5)
    var record = StallRecord.sample(id: 3, using: &dice)
    var rivalry = Rivalry()
    (rivalry.sharedUse, rivalry.stolenUse, rivalry.allowed) = (0.5, nil, "0-3,8")
    record.diagnosis.rivalry = rivalry
    record.isAtLeast = true
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 1, limit: 1 << 16))
    let again = try RecordCoding.decode(bytes[...]).record
    #expect(again.diagnosis.rivalry == rivalry && again.isAtLeast)
  }
}
