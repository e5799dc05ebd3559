import RunLoopCore
import RunLoopExecutors
import TestHarness
import Testing

/// The main executor could be replaced in an asynchronous main(), which then hung at its first await: its next step had
/// gone to the former executor.
@Suite(
  .hangLimit,
  .enabled(if: RunLoop.canInstallMainExecutor, "this compiler's main executor can not be replaced"))
struct MainExecutorInATaskTests {
  @Test func anAsynchronousMainGetsAnErrorAndGoesOn() throws {
    let lines = try Probe.lines(of: "asyncmainprobe", "install")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("installMainExecutor() was called inside a task") == true, "\(lines)")
    #expect(lines.first?.contains("RunLoop.serveAsyncMain()") == true)
    #expect(lines.last == "went on")
  }
}
