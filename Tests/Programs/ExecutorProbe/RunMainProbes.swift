import RunLoopCore
import RunLoopDispatch
import RunLoopExecutors
import TestSupport

/// Programs in `RunLoop.runMain`, which never return.
enum RunMainProbes {
  static let all: [String: @Sendable () -> Void] = [
    "run-main": runMain, "run-main-with-dispatch": runMainWithDispatch, "run-main-in-a-task": inATask,
    "run-main-in-the-loop": inTheLoop, "run-main-on-a-thread": onAThread,
    "serve-async-main": serveInASynchronousMain,
  ]

  private static func runMain() {
    let name = CommandLine.arguments.last!
    RunLoop.runMain { try await MainPrograms.run(name) }
  }

  private static func runMainWithDispatch() {
    DispatchProbes.serveMainQueue()
    runMain()
  }

  private static func inATask() {
    Task.immediate { RunLoop.runMain { say("a second main") } }
  }

  private static func inTheLoop() {
    RunLoop.main.add(RunLoop.Timer(after: .zero) { _ in RunLoop.runMain { say("a second main") } })
    RunLoop.main.run()
  }

  private static func onAThread() {
    FreshThread { RunLoop.runMain { say("a second main") } }.join()
  }

  private static func serveInASynchronousMain() {
    do throws(AsyncMainError) { try RunLoop.serveAsyncMain() } catch { say("\(error == .notInAsyncMain)") }
    FreshThread {
      do throws(AsyncMainError) { try RunLoop.serveAsyncMain() } catch {
        say("\(error == .notOnTheMainThread)")
      }
    }.join()
    do { try RunLoop.installMainExecutor() } catch { return say("\(error)") }
    Task { @MainActor in
      do throws(AsyncMainError) { try RunLoop.serveAsyncMain() } catch { say("\(error == .notInAsyncMain)") }
      // Again, where it is installed.
      do { try RunLoop.installMainExecutor() } catch { say("\(error)") }
      RunLoop.main.stop()
    }
    RunLoop.main.run()
  }
}
