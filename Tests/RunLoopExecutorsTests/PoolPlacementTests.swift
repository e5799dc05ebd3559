import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import RunLoopExecutors

/// On which thread of a pool a job waits, and what does not run inside a job.
@Suite(.hangLimit) struct PoolPlacementTests {
  /// Blocks each thread of the pool until the flag is set.
  private func blockAll(_ pool: LoopPool, until flag: Flag) async throws -> [Task<Void, Never>] {
    let begun = Counter()
    let blockers = pool.loops.map { _ in
      Task(executorPreference: pool.taskExecutor) {
        begun.add()
        while !flag.isSet { usleep(200) }
      }
    }
    try await untilItIsSo { begun.value == pool.loops.count }
    return blockers
  }

  @Test func jobsFromElsewhereGoToTheThreadWithTheFewest() async throws {
    let pool = try LoopPool(threads: 3)
    let flag = Flag()
    let blockers = try await blockAll(pool, until: flag)
    let done = Counter()
    for _ in 0..<9 { Task(executorPreference: pool.taskExecutor) { done.add() } }
    let waiting = pool.poolExecutor.workers.map { $0.waiting.load(ordering: .sequentiallyConsistent) }
    flag.set()
    #expect(waiting == [3, 3, 3])
    for blocker in blockers { await blocker.value }
    try await untilItIsSo { done.value == 9 }
  }

  @Test func anInnerRunInsideAJobRunsNoOther() async throws {
    let pool = try LoopPool(threads: 1)
    let loop = pool.loops[0]
    let (log, flag) = (Log(), Flag())
    let first = Task(executorPreference: pool.taskExecutor) {
      log("begins")
      while !flag.isSet { usleep(200) }
      loop.run(for: .milliseconds(20))
      log("ends")
    }
    try await untilItIsSo { log.count == 1 }
    let second = Task(executorPreference: pool.taskExecutor) { log("another") }
    flag.set()
    await first.value
    await second.value
    #expect(log.lines == ["begins", "ends", "another"])
  }
}
