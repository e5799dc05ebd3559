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

  /// A task on a loop, which comes back there from an actor elsewhere.
  @Test func aJobOfATaskIsKnownByItsFunction() async throws {
    #if compiler(>=6.3) && compiler(<6.4)
      let (thread, elsewhere) = (try LoopThread(label: "named tasks"), try LoopThread(label: "elsewhere"))
      let actor = Pinned(elsewhere.loop)
      let task = Task(executorPreference: thread.loop.taskExecutor) {
        _ = await actor.looksAtItsLineTwice()
        return RunLoop.current.heartbeat.load(HeartbeatLine.Word.code)
      }
      let name = functionName(at: UInt(await task.value))
      #expect(name.contains("aJobOfATaskIsKnownByItsFunction"), "\(name)")
      thread.join()
      elsewhere.join()
    #endif
  }
}

extension Pinned {
  func looksAtItsLineTwice() async -> (UInt64, UInt64) {
    let first = RunLoop.current.heartbeat.load(HeartbeatLine.Word.code)
    await Task.yield()
    return (first, RunLoop.current.heartbeat.load(HeartbeatLine.Word.code))
  }
}
