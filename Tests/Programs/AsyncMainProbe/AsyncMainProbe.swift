import Dispatch
import LinuxSystem
import RunLoopCore
import RunLoopDispatch
import RunLoopExecutors
import TestSupport

/// A program with an asynchronous main, for tests: it does the one thing that it is asked for.
@main
struct AsyncMainProbe {
  static func main() async throws {
    alarm(280)
    // Swift ends a main() that throws with a signal.
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    let name = CommandLine.arguments.dropFirst().first ?? ""
    switch name {
    case "install":
      // The library must refuse: the first await would have no end.
      do throws(MainExecutorError) {
        try RunLoop.installMainExecutor()
      } catch {
        MainPrograms.say("\(error)")
      }
      await Task.yield()
      print("went on")
    case "late":
      await Task.yield()
      attempt()
    case "dispatch":
      attempt()
      attempt()
      DispatchQueue.main.async { MainPrograms.say("a block of Dispatch's main queue") }
      try await Task.sleep(for: .milliseconds(1))
      RunLoop.mainQueue.async { MainPrograms.say("a block of the loop's main queue") }
      await Task.detached { await MainActor.run { MainPrograms.say("a job of the main actor") } }.value
      // Again, in the loop.
      attempt()
    default:
      try RunLoop.serveAsyncMain()
      try await MainPrograms.run(name)
    }
  }

  private static func attempt() {
    do throws(AsyncMainError) {
      try RunLoop.serveAsyncMain()
      MainPrograms.say("served")
    } catch {
      print(error)
    }
  }
}
