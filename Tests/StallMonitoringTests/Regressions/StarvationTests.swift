import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: a loop whose control group had used up its quota lost its processor to "other threads or processes", and the
/// process was reported as frozen.
@Suite(.hangLimit) struct StarvationTests {
  private static let mounts = """
    30 20 0:26 / /sys/fs/cgroup/unified rw,nosuid - cgroup2 cgroup2 rw
    31 20 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:9 - cgroup cgroup rw,cpu,cpuacct
    32 20 0:28 /docker/1 /sys/fs/cgroup/memory rw,nosuid - cgroup cgroup rw,memory
    """

  @Test func theFoldersOfAGroupAreFoundInBothVersions() {
    #expect(
      ControlGroup.folders(of: "cpu", groups: "4:cpuacct,cpu:/a/b\n1:name=systemd:/x\n", mounts: Self.mounts)
        == [
          "/sys/fs/cgroup/cpu,cpuacct/a/b", "/sys/fs/cgroup/cpu,cpuacct/a", "/sys/fs/cgroup/cpu,cpuacct",
        ])
    #expect(
      ControlGroup.folders(of: "cpu", groups: "0::/app\n", mounts: Self.mounts)
        == ["/sys/fs/cgroup/unified/app", "/sys/fs/cgroup/unified"])
    // In a container the mount's root is the group's own folder.
    #expect(
      ControlGroup.folders(of: "memory", groups: "9:memory:/docker/1/app\n", mounts: Self.mounts)
        == ["/sys/fs/cgroup/memory/app", "/sys/fs/cgroup/memory"])
    #expect(
      ControlGroup.folders(of: "memory", groups: "9:memory:/docker/1\n", mounts: Self.mounts)
        == ["/sys/fs/cgroup/memory"])
    // Was wrong: a group whose name begins like the root's was one below it.
    #expect(
      ControlGroup.folders(of: "memory", groups: "9:memory:/docker/12\n", mounts: Self.mounts).first
        == "/sys/fs/cgroup/memory/docker/12")
    #expect(
      ControlGroup.folders(of: "memory", groups: "9:memory:/../x\n", mounts: Self.mounts)
        == ["/sys/fs/cgroup/memory"])
    #expect(ControlGroup.folders(of: "cpu", groups: "", mounts: "").isEmpty)
  }

  @Test func numbersAreReadByTheirNames() {
    let text = Array("nr_periods 10\nnr_throttled 7\nthrottled_usec 97000\nx\n".utf8)
    #expect(ControlGroup.value("throttled_usec", in: text) == 97_000)
    #expect(ControlGroup.value("throttled", in: text) == nil && ControlGroup.value("x", in: text) == nil)
    #expect(GroupQuota.limit("5000 100000") == 0.05 && GroupQuota.limit("200000 100000") == 2)
    for none in ["max 100000", "-1 100000", "", "5000", "5000 0"] { #expect(GroupQuota.limit(none) == nil) }
  }

  @Test func timeWithoutAQuotaIsTimeWithoutAProcessor() {
    var first = ThreadReading()
    first.time = 1
    first.throttledTime = 1_000
    var last = first
    last.time = 1_001
    last.processorTime = 100
    last.throttledTime = 1_850
    let found = Diagnosing.diagnosis(readings: [first, last], notes: [])
    #expect(found.cause == .starved && abs(found.shares.queue - 0.85) < 1e-9 && found.shares.blocked < 0.051)
    // Of a thread that slept meanwhile the group's quota explains nothing.
    let notes = (0..<5).map { WaitNote(time: $0, call: 35, kind: .sleep) }
    let asleep = Diagnosing.diagnosis(readings: [first, last], notes: notes)
    #expect(asleep.cause == .sleep && asleep.shares.queue == 0)
  }

  @Test func aThrottledProcessWasNotFrozen() {
    let simulation = Simulation()
    simulation.play(.waiting)
    simulation.at(0.5) {
      simulation.world.throttledTime += 400_000_000
      simulation.stand(0.5)
    }
    simulation.run(to: 1.5)
    #expect(simulation.sink.froze.isEmpty)
    let other = Simulation()
    other.play(.waiting)
    other.at(0.5) { other.stand(0.5) }
    other.run(to: 1.5)
    #expect(other.sink.froze.count == 1)
  }

  private func sentence(
    _ change: (inout Rivalry) -> Void, also: (inout StallRecord) -> Void = { _ in }
  ) -> String {
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 3, using: &dice)
    record.frozenTime = 0
    record.hasEnded = true
    record.kind = .starved
    record.diagnosis.cause = .starved
    record.diagnosis.shares.queue = 0.5
    var rivalry = Rivalry()
    rivalry.processors = 2
    change(&rivalry)
    record.diagnosis.rivalry = rivalry
    also(&record)
    let run = StallRun(
      name: "x", path: "x", process: 77, executable: "/opt/app/feed", begun: 0, ending: .running, records: [],
      dropped: 0, torn: 0, lastCallouts: [], remarks: [], identity: .current, modules: [], moduleCounts: [:],
      wasExamined: false)
    return StallReport(record, of: run).sentence
  }

  @Test func theReasonIsReportedAsFarAsItIsKnown() {
    #expect(
      sentence {
        $0.throttledTime = 150_000_000
        $0.quota = 0.05
        $0.otherUse = 1.9
      }
        == "The loop 'main' was stalled for 400 ms because its control group had used up its quota (quota 5 % of a processor): it got no processor for 200 ms of that."
    )
    #expect(
      sentence {
        $0.ownUse = 1.6
        $0.otherUse = 0.3
        $0.thread = 12
        $0.threadName = "worker"
      }.hasSuffix(
        "because it got no processor: other threads of its process used 160 % of one, most of all thread 12 'worker', and there are 2."
      ))
    #expect(
      sentence {
        $0.ownUse = 0.1
        $0.otherUse = 1.8
        $0.load = 8.61
      }.hasSuffix("other processes used 180 % of one (load 8.6), and there are 2."))
    for unknown in [nil, 0.2] as [Double?] {
      #expect(sentence { $0.otherUse = unknown }.hasSuffix("which other work had them is not known."))
    }
  }

  @Test func whoUsedTheProcessorsIsTheDifferenceOfTwoMoments() {
    var first = MachineUse()
    first.time = 1_000
    first.threads = [1: 500, 2: 100, 3: 7]
    first.processTime = 607
    first.busyTime = 10_000
    first.throttledTime = 5
    var last = first
    last.time = 2_000
    last.threads = [1: 600, 2: 900, 3: 8, 4: 50]
    last.processTime = 607 + 100 + 800 + 1 + 50
    last.busyTime = 10_000 + 1_951
    last.processors = 2
    let rivalry = MachineUse.rivalry(from: first, to: last, besides: 1) { $0 == 2 ? "worker" : "" }
    #expect(rivalry.thread == 2 && rivalry.threadName == "worker" && rivalry.throttledTime == 0)
    #expect(abs((rivalry.ownUse ?? 0) - 0.851) < 1e-9 && abs((rivalry.otherUse ?? 0) - 1) < 1e-9)
    #expect(rivalry.reason(lost: 1) == .otherProcesses)
    // A quota that was hardly touched explains nothing.
    var limited = rivalry
    limited.throttledTime = 400
    #expect(limited.reason(lost: 800) == .quota && limited.reason(lost: 900) == .otherProcesses)
  }

  @Test(arguments: [(99, 0), (100, 2)] as [(UInt64, Int32)])
  func aThreadThatDidNextToNothingIsNoRival(_ used: UInt64, _ named: Int32) {
    var first = MachineUse()
    first.time = 1_000
    var last = first
    last.time = 2_000
    (last.threads, last.processTime) = ([2: used], used)
    let rivalry = MachineUse.rivalry(from: first, to: last, besides: 1) { "thread \($0)" }
    #expect(rivalry.thread == named && rivalry.threadName == (named == 0 ? "" : "thread 2"))
  }

  @Test func thePressureIsThePartOfTheTimeInWhichWorkWaited() {
    #expect(Pressure.waited("some avg10=0.00 avg60=0.12 avg300=0.05 total=21894690082") == 21_894_690_082_000)
    for line in ["", "some", "some total=", "some total=x", "full avg10=0.00 total=5", "some total=-1"] {
      #expect(Pressure.waited(line) == nil, "\(line)")
    }
    #expect(Pressure.waited("some total=18446744073709551615") == nil)
    var first = MachineUse()
    first.time = 1_000
    first.pressureTime = 50
    var last = first
    last.time = 2_000
    last.pressureTime = 980
    func pressure() -> Double? { MachineUse.rivalry(from: first, to: last, besides: 1) { _ in "" }.pressure }
    #expect(abs((pressure() ?? 0) - 0.93) < 1e-9)
    last.pressureTime = 9_000
    #expect(pressure() == 1)
    for (before, after) in [(nil, 5), (5, nil), (6, 5)] as [(UInt64?, UInt64?)] {
      (first.pressureTime, last.pressureTime) = (before, after)
      #expect(pressure() == nil)
    }
  }

  @Test func thePressureDecidesWhereTheUseOfOthersIsNotKnown() {
    #expect(
      sentence {
        $0.ownUse = 0.1
        $0.otherUse = 1.8
        $0.load = 8.61
        $0.pressure = 0.97
      }.hasSuffix("other processes used 180 % of one (load 8.6, pressure 97 %), and there are 2."))
    #expect(
      sentence {
        $0.ownUse = 0.1
        $0.pressure = 0.5
      }.hasSuffix("because it got no processor: other processes had them (pressure 50 %)."))
    #expect(
      sentence {
        $0.ownUse = 1.2
        $0.pressure = 0.9
      }.contains("other threads of its process used 120 % of one"))
    for (own, other, pressure) in [(0.1, nil, 0.49), (nil, nil, 0.9), (0.1, 0.2, 0.9)]
      as [(
        Double?, Double?, Double
      )]
    {
      let text = sentence {
        ($0.ownUse, $0.otherUse, $0.pressure) = (own, other, pressure)
      }
      #expect(
        text.contains("is not known; for \(Int(pressure * 100)) % of the time some work waited"), "\(text)")
    }
  }

  /// What the monitor reads when a callout becomes suspicious and when it is reported; in a simulated world.
  @Test(arguments: [930_000, nil] as [UInt64?])
  func aStarvedLoopsReportHasThePressureThatTheKernelReports(_ waited: UInt64?) throws {
    let simulation = Simulation()
    simulation.world.diagnosis.cause = .starved
    simulation.world.diagnosis.shares.queue = 0.9
    var scenario = LoopScenario.waiting
    scenario.callout("starved", at: 1, for: 0.8)
    simulation.play(scenario)
    for step in 0..<100 {
      simulation.at(1 + Double(step) / 100) {
        simulation.world.machineUse.time = simulation.world.now
        simulation.world.machineUse.pressureTime = waited.map { $0 * UInt64(step) * 10 }
      }
    }
    simulation.run(to: 3)
    let rivalry = try #require(simulation.reported.ended.first?.diagnosis.rivalry)
    #expect(rivalry.pressure.map { abs($0 - 0.93) < 0.05 } ?? (waited == nil), "\(rivalry)")
  }

  /// A callout that came near the threshold and passed begins no other one's account.
  @Test func aBurstIsJudgedByTheMachineSinceItWasFound() throws {
    let simulation = Simulation()
    simulation.world.diagnosis.cause = .starved
    simulation.world.diagnosis.shares.queue = 0.9
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .turn, .begin("long"))
    scenario.at(1.2, .end, .turn)
    for step in 0..<60 {
      let time = 1.21 + Double(step) * 0.05
      scenario.at(time, .begin("short"))
      scenario.at(time + 0.04, .end, .turn)
    }
    scenario.at(4.3, .wait)
    simulation.play(scenario)
    // Nothing waited for a processor in the burst's first second, and then nearly all of the time.
    for step in 0..<330 {
      simulation.at(1 + Double(step) / 100) {
        simulation.world.machineUse.time = simulation.world.now
        simulation.world.machineUse.pressureTime = UInt64(max(step - 105, 0)) * 9_300_000
      }
    }
    simulation.run(to: 6)
    let burst = try #require(simulation.reported.ended.first)
    let pressure = try #require(burst.diagnosis.rivalry?.pressure)
    #expect(burst.callout.label != "long" && abs(pressure - 0.93) < 0.08, "\(burst.callout) \(pressure)")
  }

  @Test func bothReasonsOfAStarvedLoopThatAlsoSleptAreReported() {
    let text = sentence {
      $0.otherUse = 1.8
      $0.ownUse = 0
    } also: {
      $0.diagnosis.shares.blocked = 0.4
      $0.diagnosis.rest = Diagnosis.Part(cause: .sleep, share: 0.4)
      $0.samples = []
      $0.pointSample = nil
    }
    #expect(
      text == "The loop 'main' was stalled for 400 ms, 200 ms of that because it got no processor: "
        + "other processes used 180 % of one, and there are 2, and for 160 ms it slept.", "\(text)")
    // Where the machine's doing came on top of a wait.
    let other = sentence {
      $0.otherUse = 1.8
      $0.ownUse = 0
    } also: {
      $0.diagnosis.cause = .sleep
      $0.diagnosis.systemCall = ""
      $0.diagnosis.shares.blocked = 0.45
      $0.samples = []
      $0.pointSample = nil
    }
    #expect(other.hasPrefix("The loop 'main' was stalled for 400 ms, 200 ms of that because"), "\(other)")
    #expect(other.hasSuffix(", and for 180 ms it slept."), "\(other)")
  }
}
