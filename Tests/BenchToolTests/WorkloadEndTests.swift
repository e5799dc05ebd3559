import BenchmarkKit
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import LoopWorkloads

/// What the workloads of the core put into the loop of their thread, and what they leave there.
@Suite("The end of a workload", .hangLimit)
struct WorkloadEndTests {
  /// The items of a new thread's loop after a body.
  private static func items(_ body: @escaping @Sendable () throws -> Void) -> [RunLoop.Snapshot.ItemSnapshot]
  {
    let items = Locked<[RunLoop.Snapshot.ItemSnapshot]>([])
    PinnedThread.run {
      do { try body() } catch { Issue.record(error) }
      items.value = RunLoop.current.snapshot().modes.flatMap(\.items)
    }
    return items.value
  }

  @Test("leaves nothing in the loop but observers", arguments: WorkloadKind.allCases)
  func end(_ kind: WorkloadKind) {
    let variant = kind.variants[0].map { parameter -> Measurement.Parameter in
      if case .integer = parameter.value { .init(parameter.name, 1) } else { parameter }
    }
    let items = Self.items {
      let work = kind.work(kind.parameters(variant, cpu: 0, other: 0))
      try work.prepare()
      _ = work.run(2 * kind.unit(variant), nil)
      work.finish()
    }
    #expect(items.allSatisfy { $0.kind == .observer }, "\(items)")
    #expect(kind == .turn || items.isEmpty)
  }

  /// Limits are the process's: in one of its own.
  @Test("is that of a preparation, too, which could not be made")
  func failure() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      limitDescriptors(to: 64)
      let items = WorkloadEndTests.items {
        let work = WorkloadKind.selfPost.work(
          WorkloadKind.selfPost.parameters([.init("ports", 1000)], cpu: 0, other: 0))
        var isRefused = false
        do { try work.prepare() } catch { isRefused = true }
        precondition(isRefused)
      }
      precondition(items.isEmpty, "\(items)")
    }
  }

  @Test("of observers: those of another mask are called at no moment of a turn that does not sleep")
  func observers() {
    for (word, activities) in [("yes", RunLoop.Activity.beforeSources), ("no", .afterWaiting)] {
      let items = Self.items {
        let kind = WorkloadKind.turn
        let work = kind.work(
          kind.parameters([.init("observers", 3), .init("called", .text(word))], cpu: 0, other: 0))
        try work.prepare()
        work.finish()
      }
      #expect(items.map(\.activities) == [activities, activities, activities], "called=\(word)")
    }
  }
}
