import RunLoopCore
import RunLoopExecutors
import TestHarness
import Testing

/// What a watcher sees of a job: the function that it runs, or continues in.
@Suite(.hangLimit) struct JobNameTests {
  @Test func aJobIsKnownByItsFunction() async throws {
    #if compiler(>=6.3) && compiler(<6.4)
      let thread = try LoopThread(label: "named jobs")
      let actor = Pinned(thread.loop)
      let (first, second) = await actor.looksAtItsLineTwice()
      for code in [first, second] {
        let name = functionName(at: UInt(code))
        #expect(name.contains("looksAtItsLineTwice"), "\(name)")
      }
      // The part behind the `await` is a function of its own.
      #expect(first != second)
      thread.join()
    #endif
  }

  @Test func aJobOfATaskIsKnownByItsFunction() async throws {
    #if compiler(>=6.3) && compiler(<6.4)
      let thread = try LoopThread(label: "named tasks")
      let code = await withTaskExecutorPreference(thread.loop.taskExecutor) {
        await looksAtItsLineAfterAPause()
      }
      let name = functionName(at: UInt(code))
      #expect(name.contains("looksAtItsLineAfterAPause"), "\(name)")
      thread.join()
    #endif
  }
}

/// Belongs to no actor, so that it runs where the task prefers to.
func looksAtItsLineAfterAPause() async -> UInt64 {
  await Task.yield()
  return RunLoop.current.heartbeat.load(HeartbeatLine.Word.code)
}

extension Pinned {
  func looksAtItsLineTwice() async -> (UInt64, UInt64) {
    let first = RunLoop.current.heartbeat.load(HeartbeatLine.Word.code)
    await Task.yield()
    return (first, RunLoop.current.heartbeat.load(HeartbeatLine.Word.code))
  }
}
