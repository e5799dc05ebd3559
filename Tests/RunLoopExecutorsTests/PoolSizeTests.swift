import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import Testing

/// How many threads a pool has.
@Suite(.hangLimit) struct PoolSizeTests {
  @Test func aPoolHasAThreadEvenWhenNoneIsAskedFor() async throws {
    let pool = try LoopPool(threads: 0, label: "least")
    try #require(pool.loops.map(\.label) == ["least 1"])
    let task = Task(executorPreference: pool.taskExecutor) { RunLoop.current.label }
    #expect(await task.value == "least 1")
  }
}
