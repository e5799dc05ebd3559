import LinuxSystem
import RunLoopExecutors
import RunLoopTesting
import Testing

import class RunLoopCore.RunLoop

/// Tests that hang with a loop of their own.
extension Troubled {
  private static func addATimer() {
    RunLoop.current.add(RunLoop.Timer(after: .seconds(3600), label: "the next train") { _ in })
  }

  @Test(.runLoop(.real, limit: .milliseconds(100))) static func runsWithoutAnEnd() {
    addATimer()
    RunLoop.current.run()
    print("runsWithoutAnEnd ends")
  }

  @Test(.runLoop(.real, limit: .milliseconds(100))) static func waitsWithoutAnEnd() async {
    addATimer()
    try? await RunLoop.current.sleep(for: .seconds(3600))
    print("waitsWithoutAnEnd ends")
  }

  private struct NoTrain: Error, CustomStringConvertible {
    var description: String { "no train" }
  }

  @Test(.runLoop) static func throwsAnError() throws { throw NoTrain() }

  @Test(.runLoop(.real, limit: .milliseconds(100), grace: .milliseconds(100))) static func blocks() {
    sleep(30)
  }
}
