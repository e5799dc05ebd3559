import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: a loop whose control group had used up its quota lost its processor to "other threads or processes", and the
/// process was said to have stood.
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

  @Test func aThrottledProcessHasNotStood() {
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

  private func sentence(_ change: (inout Rivalry) -> Void) -> String {
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
    let run = StallRun(
      name: "x", path: "x", process: 77, executable: "/opt/app/feed", begun: 0, ending: .running, records: [],
      dropped: 0, torn: 0, lastCallouts: [], remarks: [], identity: .current, modules: [], moduleCounts: [:],
      wasExamined: false)
    return StallReport(record, of: run).sentence
  }

  @Test func theReasonIsToldAsFarAsItIsKnown() {
    #expect(
      sentence {
        $0.throttledTime = 150_000_000
        $0.quota = 0.05
        $0.otherUse = 1.9
      }
        == "The loop 'main' stood still for 400 ms because its control group had used up its quota (quota 5 % of a processor): it got no processor for 200 ms of that."
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
    last.names = [2: "worker"]
    last.processTime = 607 + 100 + 800 + 1 + 50
    last.busyTime = 10_000 + 1_951
    last.processors = 2
    let rivalry = MachineUse.rivalry(from: first, to: last, besides: 1)
    #expect(rivalry.thread == 2 && rivalry.threadName == "worker" && rivalry.throttledTime == 0)
    #expect(abs((rivalry.ownUse ?? 0) - 0.851) < 1e-9 && abs((rivalry.otherUse ?? 0) - 1) < 1e-9)
    #expect(rivalry.reason(lost: 1) == .otherProcesses)
    // A quota that was hardly touched explains nothing.
    var limited = rivalry
    limited.throttledTime = 400
    #expect(limited.reason(lost: 800) == .quota && limited.reason(lost: 900) == .otherProcesses)
  }
}
