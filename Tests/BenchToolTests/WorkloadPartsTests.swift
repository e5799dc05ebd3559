import BenchmarkKit
import Foundation
import TestHarness
import TestSupport
import Testing

@testable import LoopWorkloads

/// The workloads of the core, by the parts that they are made of.
@Suite("Parts of workloads", .hangLimit)
struct WorkloadPartsTests {
  private static func parameters(_ kind: WorkloadKind, _ variant: WorkloadKind.Variant) -> WorkloadParameters
  {
    let cpu = Processors.allowed[0]
    return kind.parameters(variant, cpu: cpu, other: cpu)
  }

  @Test("keep the latency of each wake-up, and report it to the watch of causes")
  func wake() throws {
    let (samples, sum, whole, known) = try onNewThread {
      let watch = CauseWatch(isPinned: false, recordsSwitches: false)
      var parameters = Self.parameters(.wake, [.init("cpus", 1)])
      parameters.causes = watch
      let work = WorkloadKind.wake.work(parameters)
      try work.prepare()
      var samples = [Int64](repeating: -1, count: 10)
      let start = MonotonicTime.now
      let sum = samples.withUnsafeMutableBufferPointer { work.run(10, $0.baseAddress) }
      let whole = Int64(MonotonicTime.now - start)
      work.finish()
      return (samples, sum, whole, watch.table.count)
    }
    #expect(samples.allSatisfy { $0 >= 0 } && samples.reduce(0, +) == sum)
    // Each counts from its own wake-up.
    #expect(sum <= whole, "\(samples)")
    // The first call begins the watch.
    #expect(known == 9)
  }

  @Test("count the time of all passes of timers that fire")
  func passes() throws {
    let (counted, whole) = try onNewThread {
      var parameters = Self.parameters(.timerFire, [.init("timers", 20)])
      parameters.clock = .thread
      let work = WorkloadKind.timerFire.work(parameters)
      try work.prepare()
      let start = ProcessorTime.ofThread
      let counted = work.run(50 * 20, nil)
      let whole = Int64(ProcessorTime.ofThread - start)
      work.finish()
      return (counted, whole)
    }
    #expect(counted <= whole && counted * 5 > whole, "\(counted) of \(whole)")
  }

  @Test("have timers that never fire during a run, and a clock for all threads")
  func times() {
    var delays = Delays()
    #expect((0..<20_000).allSatisfy { _ in (10_000_000_000...1_010_000_000_000).contains(delays.long()) })
    // Adding the timers takes longer than waiting for them.
    for count in [1, 1_000, 100_000] {
      let wait = Int64(max(count / 100, 1)) * 1_000
      #expect((0..<1_000).allSatisfy { _ in (0..<wait).contains(delays.short(of: count)) })
    }
    let start = (WorkClock.process.now, WorkClock.thread.now)
    PinnedThread.run {
      let end = ProcessorTime.ofThread + 30_000_000
      while ProcessorTime.ofThread < end {}
    }
    let (all, mine) = (WorkClock.process.now - start.0, WorkClock.thread.now - start.1)
    #expect(all >= 30_000_000 && mine < 15_000_000)
  }

  /// Descriptors are the process's: in one of its own.
  @Test("close all pipes, at their end and when there are too few descriptors")
  func pipes() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let work = WorkloadKind.pipes.work(
        WorkloadPartsTests.parameters(.pipes, [.init("pipes", 8), .init("active", 2)]))
      try work.prepare()
      _ = work.run(40, nil)
      let before = openDescriptors()
      work.finish()
      precondition(openDescriptors() <= before - 16, "\(before), and \(openDescriptors()) at its end")
      limitDescriptors(to: 64)
      let left = openDescriptors()
      var refusal = ""
      do throws(Unprepared) { _ = try PipeEnds(100) } catch { refusal = error.description }
      precondition(refusal.hasPrefix("100 pipes could not be opened: "), refusal)
      precondition(openDescriptors() == left, "\(left), and \(openDescriptors()) then")
      // All that are left are pipes: the loop, which is new, has none for itself.
      var spare: Int32 = -1
      let free = (0..<64).count { fcntl($0, F_GETFD) < 0 }
      if free % 2 == 1 { spare = open("/dev/null", O_RDONLY) }
      let count = free / 2
      let wasPrepared = try onNewThread {
        let work = WorkloadKind.pipes.work(
          WorkloadPartsTests.parameters(.pipes, [.init("pipes", count), .init("active", 2)]))
        do throws(Unprepared) { try work.prepare() } catch { return false }
        return true
      }
      if spare >= 0 { close(spare) }
      precondition(!wasPrepared && openDescriptors() == left, "\(left), and \(openDescriptors()) in the end")
    }
  }
}

/// The result of a body on a thread of its own, whose loop is new.
private func onNewThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
  let result = Box<Result<Value, any Error>?>(nil)
  PinnedThread.run { result.value = Result { try body() } }
  return try #require(result.value).get()
}

private func openDescriptors() -> Int {
  (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
}
