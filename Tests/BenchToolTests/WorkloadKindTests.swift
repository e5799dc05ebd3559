import BenchmarkKit
import Foundation
import LoopWorkloads
import TestHarness
import Testing

/// The workloads that `runloop bench` and `compare` share.
@Suite("Workloads of the core", .hangLimit)
struct WorkloadKindTests {
  @Test(
    "have variants that name all their parameters, with values that are allowed",
    arguments: WorkloadKind.allCases)
  func variants(_ kind: WorkloadKind) {
    #expect(!kind.variants.isEmpty && Set(kind.variants).count == kind.variants.count)
    for variant in kind.variants {
      #expect(variant.map(\.name) == kind.settings.map(\.name))
      #expect(kind.refusal(variant) == nil)
      for (setting, parameter) in zip(kind.settings, variant) {
        switch (setting.values, parameter.value) {
        case (.numbers(let range), .integer(let value)): #expect(range.contains(value))
        case (.words(let words), .text(let word)): #expect(words.contains(word))
        default: Issue.record("\(parameter) is of another kind")
        }
      }
      let (unit, counts) = (kind.unit(variant), kind.counts(variant))
      #expect(unit > 0 && counts.lowerBound % unit == 0 && counts.upperBound % unit == 0, "\(variant)")
    }
  }

  @Test("give each parameter its meaning")
  func parameters() {
    func parameters(_ kind: WorkloadKind, _ variant: WorkloadKind.Variant) -> WorkloadParameters {
      kind.parameters(variant, cpu: 7, other: 3)
    }
    let churn = parameters(
      .timerChurn, [.init("pending", 50), .init("between", 4), .init("where", .text("outside"))])
    #expect(churn.size == 50 && churn.between == 4 && churn.isOutside && churn.otherCPU == 7)
    #expect(!parameters(.timerChurn, [.init("where", .text("inside"))]).isOutside)
    let post = parameters(.post, [.init("producers", 4), .init("cpus", 2), .init("burst", 16)])
    #expect(post.active == 4 && post.cpu == 7 && post.otherCPU == 3 && post.burst == 16)
    #expect(parameters(.post, [.init("cpus", 1)]).otherCPU == 7)
    #expect(parameters(.turn, [.init("observers", 6), .init("called", .text("yes"))]).active == 1)
    #expect(parameters(.turn, [.init("observers", 6), .init("called", .text("no"))]).active == 0)
  }

  @Test(
    "are done in whole bursts, rounds of pipes and sets of timers; two processors are needed by cpus=2 alone")
  func units() {
    func post(_ producers: Int, _ cpus: Int, _ burst: Int) -> WorkloadKind.Variant {
      [.init("producers", producers), .init("cpus", cpus), .init("burst", burst)]
    }
    #expect([0, 1, 16].map { WorkloadKind.post.unit(post(4, 1, $0)) } == [4, 4, 64])
    #expect(WorkloadKind.pipes.unit([.init("pipes", 50), .init("active", 7)]) == 7)
    #expect(WorkloadKind.timerFire.unit([.init("timers", 30)]) == 30 && WorkloadKind.turn.unit([]) == 1)
    for kind in [WorkloadKind.pingpong, .wake] {
      #expect([1, 2].map { kind.needsTwoProcessors([.init("cpus", $0)]) } == [false, true])
    }
    #expect([1, 2].map { WorkloadKind.post.needsTwoProcessors(post(2, $0, 2)) } == [false, true])
  }

  /// Each on a thread of its own, whose loop is new.
  @Test("do what they are asked, and end", arguments: WorkloadKind.allCases)
  func work(_ kind: WorkloadKind) {
    var variants = kind.variants
    // Short bursts, few timers.
    for index in variants.indices {
      for place in variants[index].indices {
        if case .integer(let value) = variants[index][place].value, value > 100 {
          variants[index][place].value = .integer(100)
        }
      }
    }
    let cpu = Processors.allowed[0]
    for variant in Set(variants) {
      PinnedThread.run {
        var parameters = kind.parameters(variant, cpu: cpu, other: cpu)
        parameters.clock = kind.quietClock(variant)
        let work = kind.work(parameters)
        do { try work.prepare() } catch { Issue.record(error) }
        // Twice, since a round follows a warm-up.
        for _ in 1...2 { #expect(work.run(4 * kind.unit(variant), nil) >= 0, "\(variant)") }
        work.finish()
      }
    }
  }

  @Test("are stored as thresholds under names that the tool knows, with each heuristic of the core")
  func stored() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let name = folder.appending(path: "Benchmarks/Thresholds/core.txt").path
    let file = try ThresholdFile(String(contentsOfFile: name, encoding: .utf8))
    #expect(file.text == (try String(contentsOfFile: name, encoding: .utf8)), "not as --rewrite writes it")
    for threshold in file.thresholds {
      let parts = threshold.workload.split(separator: ":", maxSplits: 1)
      let kind = try #require(WorkloadKind(rawValue: String(parts[0])), "\(threshold.workload)")
      let names = parts[1].split(separator: ",").map { $0.split(separator: "=")[0] }
      #expect(names.map(String.init) == kind.settings.map(\.name), "\(threshold.workload)")
      #expect(threshold.instructions != nil || threshold.calls != nil, "\(threshold.workload) holds nothing")
    }
    let unstored = WorkloadKind.allCases.filter { kind in
      !file.thresholds.contains { $0.workload.hasPrefix("\(kind.name):") }
    }
    // One's figure is a latency; the other's depends on which thread runs first.
    #expect(unstored == [.wake, .post])
    for heuristic in [
      "look-out before sleep", "clock read once a turn", "only listed sources looked at",
      "late places in the heap", "skippedLooks",
    ] {
      #expect(file.thresholds.contains { $0.remark.contains(heuristic) }, "\(heuristic)")
    }
    for heuristic in ["radix sort of due timers", "prefetch"] { #expect(file.text.contains(heuristic)) }
  }
}
