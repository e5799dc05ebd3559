internal import LinuxSystem
public import RunLoopCore

extension RunLoop {
  /// Keeps the main thread for the main loop in a program with an asynchronous `main()`.
  ///
  ///     @main enum Program {
  ///       static func main() async throws {
  ///         try RunLoop.serveAsyncMain()
  ///         …
  ///       }
  ///     }
  ///
  /// Call it before the first `await`, at which Swift would give that thread away. From then on the main loop runs there in the
  /// default mode, and serves Dispatch's main queue, through which `main()` and other code of the main actor run: see
  /// `serveDispatchMainQueue()`. Calling it again changes nothing.
  ///
  /// When `main()` returns, the process ends with status 0. When it throws, Swift writes the error and ends the process
  /// with a signal; `RunLoop.runMain` of `RunLoopExecutors` does that with status 1. A main loop that is stopped before
  /// `main()` has returned is an error: it is written to standard error, and the status is 1. `exit` works at any time.
  public static func serveAsyncMain() throws(AsyncMainError) {
    guard main.isOwnThread else { throw .notOnTheMainThread }
    if AsyncMain.isServed { return }
    let isInTask = withUnsafeCurrentTask { $0 != nil }
    // A task of a loop that runs has the main thread already.
    guard isInTask, main.snapshot().currentMode == nil else { throw .notInAsyncMain }
    do throws(DispatchMainQueueError) {
      try main.serveDispatchMainQueue()
    } catch {
      throw .unservedQueue(error)
    }
    linux_set_async_main_loop { AsyncMain.run() }
    AsyncMain.isServed = true
  }
}

/// Why an asynchronous `main()` does not have the main loop. `description` includes what to do about it.
public enum AsyncMainError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The caller is not on the main thread: an `await` has given it away.
  case notOnTheMainThread
  /// `main()` is synchronous.
  case notInAsyncMain
  /// The main dispatch queue can not be served.
  case unservedQueue(DispatchMainQueueError)

  public var description: String {
    switch self {
    case .notOnTheMainThread:
      "serveAsyncMain() was called on another thread than the main one: call it in main() before the first await, and"
        + " do not make main() nonisolated"
    case .notInAsyncMain:
      "serveAsyncMain() was called in a program whose main() is not asynchronous: call"
        + " RunLoop.main.serveDispatchMainQueue() there, and run the loop"
    case .unservedQueue(let error): error.description
    }
  }
}

private enum AsyncMain {
  /// The main thread only.
  nonisolated(unsafe) static var isServed = false

  /// The main thread's work while `main()` waits, and after that.
  static func run() -> Never {
    // The main queue keeps it going until it is stopped.
    RunLoop.main.run()
    let message =
      "error: the main loop was stopped, and main() has not returned: return from it, or call exit()\n"
    _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(EXIT_FAILURE)
  }
}
