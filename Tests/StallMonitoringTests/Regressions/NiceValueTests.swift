import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Was wrong: of a thread with a nice value above 0 it was only said that it "got no processor".
@Suite(.hangLimit) struct NiceValueTests {
  private func starved(
    _ change: (inout Rivalry) -> Void, _ more: (inout Diagnosis) -> Void = { _ in }
  ) -> String {
    StallReport.sample { record in
      record.kind = .starved
      record.diagnosis.cause = .starved
      record.diagnosis.shares.queue = 0.9
      var rivalry = Rivalry()
      rivalry.nice = 10
      change(&rivalry)
      record.diagnosis.rivalry = rivalry
      more(&record.diagnosis)
    }.sentence
  }

  private let own = "; the loop's thread has the nice value 10, which counts within its scheduling group"

  @Test func aNiceValueIsInTheSentenceWhereItMayExplain() {
    #expect(
      starved { $0.otherUse = 0.9 }.hasSuffix("other processes used 90 % of one, and there is 1\(own)."))
    #expect(starved { $0.sharedUse = 0.9 }.hasSuffix("\(own)."))
    #expect(starved { $0.otherUse = 0.1 }.hasSuffix("which other work had them is not known\(own)."))
    #expect(starved { $0.ownUse = 0.9 }.hasSuffix("\(own)."), "of many threads none is the busiest")
    let thread = starved { ($0.ownUse, $0.thread, $0.threadNice) = (0.9, 12, -5) }
    #expect(thread.hasSuffix("; the loop's thread has the nice value 10, thread 12 has -5."), "\(thread)")
    // A thread that is as nice has no advantage.
    #expect(!starved { ($0.ownUse, $0.thread, $0.threadNice) = (0.9, 12, 10) }.contains("nice"))
    #expect(!starved { ($0.otherUse, $0.nice) = (0.9, 0) }.contains("nice"))
    #expect(!starved { ($0.otherUse, $0.nice) = (0.9, -5) }.contains("nice"))
    #expect(
      !starved { ($0.stolenUse, $0.otherUse) = (0.9, 0) }.contains("nice"), "the host knows no nice values")
    #expect(
      !starved { ($0.throttledTime, $0.quota) = (900_000_000, 0.1) }.contains("nice"), "and quotas neither")
  }

  @Test func withoutAThreadsValueNothingIsSaidOfNiceValues() {
    #expect(!starved { ($0.otherUse, $0.nice) = (0.9, nil) }.contains("nice"))
    #expect(!starved { ($0.ownUse, $0.thread, $0.threadNice) = (0.9, 12, nil) }.contains("nice"))
    #expect(
      !starved { ($0.ownUse, $0.thread, $0.nice, $0.threadNice) = (0.9, 12, nil, -5) }.contains("nice"))
  }

  /// The clauses before it are about other threads, processes and the host.
  @Test func theThreadOfANiceValueIsNamed() {
    let beside = starved {
      ($0.otherUse, $0.ownUse, $0.thread, $0.threadName) = (0.9, 0.5, 12, "decoder")
      $0.threadNice = 0
    }
    #expect(
      beside.hasSuffix("; other threads of its process used 50 %, most of all thread 12 'decoder'\(own)."),
      "\(beside)")
    let stolen = starved { ($0.otherUse, $0.stolenUse) = (0.9, 0.2) }
    #expect(
      stolen.hasSuffix("; the machine's host gave 20 % of one to others (steal time)\(own)."), "\(stolen)")
    let throttled = starved { ($0.otherUse, $0.quota, $0.throttledTime) = (0.9, 0.1, 200_000_000) }
    #expect(
      throttled.hasSuffix(
        "; its control group was throttled, too, for 200 ms (quota 10 % of a processor)\(own)."),
      "\(throttled)")
    let rest = starved {
      $0.otherUse = 0.9
    } _: {
      $0.shares = TimeShares()
      ($0.shares.queue, $0.shares.blocked) = (0.7, 0.3)
      $0.rest = Diagnosis.Part(cause: .sleep, share: 0.3)
    }
    #expect(
      rest.contains("of that because it got no processor") && rest.contains("\(own), and for "), "\(rest)")
  }

  @Test func niceValuesAreReadBehindAnyName() throws {
    func nice(_ name: String, _ value: Int = 7, priority: Int = 27) -> Int? {
      Array("41 (\(name)) S 1 41 41 0 -1 4194368 101 0 2 0 5 6 0 0 \(priority) \(value) 3 0 99 0\n".utf8)
        .withUnsafeBytes(ThreadFiles.nice)
    }
    #expect(nice("worker") == 7 && nice("a) R 1 2 (b") == 7 && nice("x", -20) == -20)
    #expect(nice("x", priority: 0) == 7)
    // Real-time threads keep a nice value, which does not count: priority 1, and a deadline.
    #expect(nice("x", priority: -2) == nil && nice("x", priority: -101) == nil)
    #expect(Array("41 (x) S 1 41".utf8).withUnsafeBytes(ThreadFiles.nice) == nil)
    #expect(Array("41 (x".utf8).withUnsafeBytes(ThreadFiles.nice) == nil)
    let world = LinuxWorld()
    onFreshThread {
      let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
      #expect(world.nice(of: linux_gettid()) == Int(own))
      linux_set_thread_priority(19)
      #expect(world.nice(of: linux_gettid()) == 19)
    }
    #expect(world.nice(of: .max) == nil, "no such thread")
  }

  /// What the monitor asks for, in a simulated world.
  @Test(arguments: [4, nil] as [Int?])
  func aStarvedLoopsReportHasBothNiceValues(_ other: Int?) throws {
    let simulation = Simulation()
    simulation.world.diagnosis.cause = .starved
    simulation.world.diagnosis.shares.queue = 0.9
    simulation.world.machineUse.allowed = ProcessorSet([3])
    simulation.world.niceValues = [1: 15, 8: 9]
    simulation.world.niceValues[7] = other
    var scenario = LoopScenario.waiting
    scenario.callout("starved", at: 1, for: 0.8)
    simulation.play(scenario)
    for step in 0..<100 {
      simulation.at(1 + Double(step) / 100) {
        let time = UInt64(step) * 10_000_000
        simulation.world.machineUse.time = simulation.world.now
        simulation.world.machineUse.busyTime = time
        simulation.world.machineUse.threads = [1: 0, 7: time, 8: time / 2]
        simulation.world.machineUse.processTime = time + time / 2
      }
    }
    simulation.run(to: 3)
    let record = try #require(simulation.reported.ended.first)
    let rivalry = try #require(record.diagnosis.rivalry)
    #expect((rivalry.thread, rivalry.nice, rivalry.threadNice) == (7, 15, other), "\(rivalry)")
  }
}
