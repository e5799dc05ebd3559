import Dispatch
import RunLoopCore
import RunLoopDispatch
import RunLoopExecutors
import TestSupport

/// The main loop as the main actor's executor.
enum MainExecutorProbes {
  static let all: [String: @Sendable () -> Void] = [
    "main-executor": alone, "main-executor-and-dispatch": withDispatch, "main-executor-order": order,
    "main-executor-thread": otherThread, "main-loop-actor": pinned,
  ]

  private static func install() {
    do { try RunLoop.installMainExecutor() } catch { say("\(error)") }
  }

  private static func alone() {
    install()
    install()
    mainActorAtWork()
    say("\(RunLoop.main.run(for: .seconds(30)))")
    MainActor.assumeIsolated { say("isolated") }
  }

  /// DispatchQueue.main is another queue then, and is served beside it.
  private static func withDispatch() {
    install()
    DispatchQueue.main.async { say("DispatchQueue.main.async") }
    say("\(RunLoop.main.run(for: .milliseconds(5)))")
    DispatchProbes.serveMainQueue()
    say("\(RunLoop.main.run(for: .seconds(30), returnAfterSourceHandled: true))")
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(5)) {
      say("asyncAfter")
      MainActor.assumeIsolated { say("isolated in a block of Dispatch") }
      Task { @MainActor in
        say("task")
        RunLoop.main.stop()
      }
    }
    say("\(RunLoop.main.run(for: .seconds(30)))")
  }

  /// Jobs have the place of the main queue in a turn, and an inner run inside one runs none.
  private static func order() {
    install()
    let loop = RunLoop.main
    loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in say("turn") })
    Task { @MainActor in
      say("job 1")
      Task { @MainActor in say("job 3") }
      say("inner \(loop.run(for: .zero))")
    }
    Task { @MainActor in say("job 2") }
    loop.add(RunLoop.Source {}, to: "other")
    say("other \(loop.run(mode: "other", for: .milliseconds(2)))")
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
    say("\(loop.run(for: .seconds(30), returnAfterSourceHandled: true))")
  }

  private static func otherThread() {
    FreshThread {
      do throws(MainExecutorError) { try RunLoop.installMainExecutor() } catch {
        say("\(error == .notOnTheMainThread)")
      }
    }.join()
  }

  private actor Pinned {
    let executor = RunLoop.main.executor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var count = 0

    func work() async throws {
      say("actor")
      try await RunLoop.main.sleep(for: .milliseconds(1))
      count += 1
      say("actor slept")
      RunLoop.main.stop()
    }

    nonisolated func look() -> Int { assumeIsolated { $0.count } }
  }

  /// An actor of one's own on the main loop, with no main actor about.
  private static func pinned() {
    let pinned = Pinned()
    Task.detached { try await pinned.work() }
    RunLoop.main.add(
      RunLoop.Timer(after: .zero) { _ in say("count \(pinned.look())") })
    say("\(RunLoop.main.run(for: .seconds(30)))")
    say("count \(pinned.look())")
  }
}
