import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import Testing

/// Programs whose main() awaits, on the main loop: in three ways the same lines, each on the main thread, and the same ends.
@Suite(.hangLimit) struct AsyncMainTests {
  enum Way: CaseIterable, Sendable {
    /// `static func main() async`, and `serveAsyncMain()`.
    case asyncMain
    /// `runMain` in a synchronous main(): with the loop as main executor, and with Dispatch's main queue on the loop.
    case runMain, runMainWithDispatch

    static var possible: [Way] {
      RunLoop.canInstallMainExecutor ? Way.allCases : [.asyncMain, .runMainWithDispatch]
    }
  }

  private func run(_ program: String, _ way: Way) throws -> ChildProgram.Outcome {
    switch way {
    case .asyncMain: try Probe.run("asyncmainprobe", [program])
    case .runMain: try Probe.run("executorprobe", ["run-main", program])
    case .runMainWithDispatch:
      try Probe.run("executorprobe", ["run-main-with-dispatch", program])
    }
  }

  /// What each says between its begin and its end.
  private static let programs = [
    "sleep": ["slept"], "group": ["sum 5050"], "actor": ["count 1", "count 2", "count 3"],
  ]

  @Test(arguments: Way.possible, ["sleep", "group", "actor"])
  func aMainThatReturnsEndsTheProgram(way: Way, program: String) throws {
    let end = try run(program, way)
    #expect(end.lines == ["begins"] + Self.programs[program]! + ["ends"])
    #expect(end.status == 0)
    #expect(end.errors == "")
  }

  @Test(arguments: Way.possible) func aMainThatThrowsEndsTheProgramWithItsError(way: Way) throws {
    let end = try run("throw", way)
    #expect(end.lines == ["begins"])
    #expect(end.errors.contains("the disk is full"), "\(end.errors)")
    // Swift ends the program itself when it has called main().
    #expect(way == .asyncMain ? end.status != 0 : end.status == 1, "\(end.status)")
    #expect(way == .asyncMain || end.errors == "error: the disk is full\n", "\(end.errors)")
  }

  @Test(arguments: Way.possible) func exitWorksInTheMiddle(way: Way) throws {
    let end = try run("exit", way)
    #expect(end.lines == ["begins", "exits"])
    #expect(end.status == 7)
  }

  @Test(arguments: Way.possible) func aLoopThatIsStoppedBeforeItsMainHasEndedIsAnError(way: Way) throws {
    let end = try run("stop", way)
    #expect(end.lines == ["begins"])
    #expect(end.status == 1)
    #expect(end.errors.hasPrefix("error: the main loop was stopped, and "), "\(end.errors)")
  }

  @Test func allMainQueuesAreServedInAnAsynchronousMain() throws {
    #expect(
      try Probe.lines(of: "asyncmainprobe", "dispatch") == [
        "served", "served", "a block of Dispatch's main queue", "a block of the loop's main queue",
        "a job of the main actor", "served",
      ])
  }

  @Test func afterTheFirstAwaitItIsTooLate() throws {
    let lines = try Probe.lines(of: "asyncmainprobe", "late")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("serveAsyncMain() was called on another thread than the main one") == true)
  }

  @Test(.enabled(if: RunLoop.canInstallMainExecutor)) func serveAsyncMainIsRefusedInASynchronousMain() throws
  {
    #expect(
      try Probe.lines(of: "executorprobe", "serve-async-main")
        == ["true", "NOT ON THE MAIN THREAD: true", "true"])
  }

  @Test(arguments: [
    ("run-main-in-a-task", "inside a task"), ("run-main-in-the-loop", "while the main loop runs"),
    ("run-main-on-a-thread", "on another thread than the main one"),
  ])
  func aMainProgramRunsInMainOnly(probe: String, reason: String) throws {
    let end = try Probe.run("executorprobe", [probe])
    #expect(end.lines == [])
    #expect(end.status == 1)
    #expect(end.errors.hasPrefix("error: RunLoop.runMain was called \(reason): "), "\(end.errors)")
  }
}
