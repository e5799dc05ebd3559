internal import LinuxSystem
public import RunLoopCore

extension RunLoop {
  /// Runs an asynchronous main program on the main loop, and ends the process with it. For a synchronous `main()`.
  ///
  ///     @main enum Program {
  ///       static func main() {
  ///         RunLoop.runMain {
  ///           try await …
  ///         }
  ///       }
  ///     }
  ///
  /// The body belongs to the main actor, whose code runs on the main thread, also after each `await`: `installMainExecutor()`
  /// is called first, unless the loop already serves Dispatch's main queue, through which that code runs, too. The main loop runs
  /// in the default mode.
  ///
  /// When the body returns, the process ends with status 0. An error that it throws is written to standard error, and the
  /// status is 1. The same holds when the body can not continue: the loop was stopped before the body returned, or this
  /// was called in a task, in a callout, on another thread, or with a compiler whose main executor can not be replaced.
  /// `exit` works at any time.
  public static func runMain(_ body: @escaping @MainActor @Sendable () async throws -> Void) -> Never {
    if let obstacle = obstacleToMain { endProgram(obstacle) }
    Task { @MainActor in
      do { try await body() } catch { endProgram("\(error)") }
      exit(EXIT_SUCCESS)
    }
    main.run()
    endProgram(
      "the main loop was stopped, and the program in RunLoop.runMain has not ended: return from it, or call exit()"
    )
  }

  /// Why a main program can not run here, and what to do; nil when it can.
  private static var obstacleToMain: String? {
    guard main.isOwnThread else {
      return "RunLoop.runMain was called on another thread than the main one: call it in main()"
    }
    if isInTask { return "RunLoop.runMain was called inside a task: call it in a synchronous main()" }
    guard main.snapshot().currentMode == nil else {
      return
        "RunLoop.runMain was called while the main loop runs: call it in main(), which runs the loop by it"
    }
    if mainQueue.hasGuest { return nil }
    do { try installMainExecutor() } catch { return "\(error)" }
    return nil
  }

  private static func endProgram(_ reason: String) -> Never {
    _ = "error: \(reason)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(EXIT_FAILURE)
  }
}
