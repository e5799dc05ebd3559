import RunLoopCore
import RunLoopExecutors
import TestHarness
import Testing

/// The main loop as the main actor's executor, in a child process.
@Suite(
  .hangLimit,
  .enabled(if: RunLoop.canInstallMainExecutor, "this compiler's main executor can not be replaced"))
struct MainExecutorTests {
  private func probe(_ name: String) throws -> [String] { try Probe.lines(of: "executorprobe", name) }

  @Test func mainActorRunsOnTheMainThread() throws {
    #expect(try probe("main-executor") == DispatchMainQueueTests.mainActorAtWork)
  }

  @Test func dispatchMainQueueIsServedBesideIt() throws {
    #expect(
      try probe("main-executor-and-dispatch") == [
        "timedOut", "DispatchQueue.main.async", "handledSource", "asyncAfter",
        "isolated in a block of Dispatch", "task", "stopped",
      ])
  }

  @Test func jobsHaveTheMainQueuesPlaceInATurn() throws {
    #expect(
      try probe("main-executor-order") == [
        "other timedOut", "turn", "job 1", "inner finished", "job 2", "handledSource", "turn", "job 3",
        "handledSource",
      ])
  }

  @Test func installingIsTheMainThreadsBusiness() throws {
    #expect(try probe("main-executor-thread") == ["NOT ON THE MAIN THREAD: true"])
  }
}

/// Programs that need the main thread.
@Suite(.hangLimit) struct MainLoopActorTests {
  @Test func anActorCanLiveOnTheMainLoop() throws {
    #expect(
      try Probe.lines(of: "executorprobe", "main-loop-actor") == [
        "count 0", "actor", "actor slept", "stopped", "count 1",
      ])
  }

  /// Both ways: every line of the view model on thread 0, also after `await`, in callbacks, in inner runs and modes. Of
  /// the program of the tests' own build: debug, and release with `swift test -c release`.
  @Test(arguments: ["--dispatch", "--executor"])
  func viewModelStaysOnThread0(way: String) throws {
    if way == "--executor", !RunLoop.canInstallMainExecutor { return }
    #expect(
      try Probe.lines(of: "MainActorProgram", way)
        == [
          "tap 1", "asks for Oslo", "shows Oslo: 4 degrees", "waited for Swift", "waited for the loop",
          "waited for a tick", "in MainActor.run", "asks in mode scrolling", "tap 2",
          "inner run in a job: stopped", "another job, which waited", "asks in mode scrolling",
          "asks for Rome", "shows Rome: 4 degrees",
          "in the inner run", "inner run: stopped, shows Rome", "asks in mode dialog",
          "inner run: stopped, shows Rome still", "asks for Bern", "shows Bern: 4 degrees",
          "the end: stopped",
        ].map { "thread 0: \($0)" })
  }
}
