public import RunLoopCore
internal import Synchronization

// The one place that knows of Swift's custom main executors: Docs/main-actor.md has the state of the proposal. Other
// compilers get an error, and RunLoopDispatch does the same by way of Dispatch's main queue.
#if compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) internal import _Concurrency
#endif

extension RunLoop {
  /// Makes the main loop the executor of the main actor: `@MainActor` code runs on the main thread, at the main-queue
  /// step of the main loop's turn, as blocks of `RunLoop.mainQueue`, in common modes.
  ///
  /// Call it first in a synchronous `main()`, before any task is made: earlier jobs of the main actor are in
  /// Dispatch's queue, which only `RunLoopDispatch` serves. Then run the loop. Code outside of actors still runs
  /// on Dispatch's pool, and `Task.sleep` by its timers. `DispatchQueue.main` is another queue; a program
  /// that uses it serves it with `RunLoopDispatch` too.
  ///
  /// It throws in a task, and so in an asynchronous `main()`: Swift has taken the executor for that task's next steps already.
  /// Use `RunLoop.serveAsyncMain()` of `RunLoopDispatch` there, or `runMain(_:)` in a synchronous one.
  ///
  /// Calling it again changes nothing.
  public static func installMainExecutor() throws(MainExecutorError) {
    guard main.isOwnThread else { throw .notOnTheMainThread }
    #if compiler(>=6.3) && compiler(<6.4)
      if MainExecutorInstallation.isDone.load(ordering: .acquiring) { return }
      // Jobs of this task would go to the former executor, which is no longer served.
      if isInTask { throw .insideTask }
      MainExecutorInstallation.isDone.store(true, ordering: .releasing)
      _createExecutors(factory: MainLoopExecutorFactory.self)
    #else
      throw .unknownCompiler
    #endif
  }

  /// Whether the calling code is part of a task.
  static var isInTask: Bool { withUnsafeCurrentTask { $0 != nil } }

  /// Whether this program's compiler lets a loop be the main executor.
  public static var canInstallMainExecutor: Bool {
    #if compiler(>=6.3) && compiler(<6.4)
      true
    #else
      false
    #endif
  }
}

/// Why the main loop is not the main actor's executor. `description` includes what to do about it.
public enum MainExecutorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another thread than the main one made the call.
  case notOnTheMainThread
  /// In a task, such as an asynchronous `main()`, it is too late.
  case insideTask
  /// The main executor was installed before, without the pool.
  case alreadyInstalled
  /// The library was built with a compiler whose custom executors it does not know.
  case unknownCompiler

  public var description: String {
    switch self {
    case .notOnTheMainThread:
      "installMainExecutor() was called on another thread than the main one: call it first thing in a synchronous main()"
    case .insideTask:
      "installMainExecutor() was called inside a task, whose next steps go to another executor already: in an"
        + " asynchronous main() call RunLoop.serveAsyncMain() of RunLoopDispatch instead, or make main() synchronous"
        + " and call RunLoop.runMain"
    case .alreadyInstalled:
      "the main executor was installed with Swift's own pool: call installAsDefaultExecutor() instead of"
        + " installMainExecutor(), and before RunLoop.runMain"
    case .unknownCompiler:
      "with this compiler a loop can not be the main executor: use RunLoopDispatch,"
        + " try RunLoop.main.serveDispatchMainQueue()"
    }
  }
}

extension LoopPool {
  /// Makes the pool the executor of all code that belongs to no actor and prefers no other executor, instead of Dispatch's threads, and the
  /// main loop that of the main actor. The conditions are those of `RunLoop.installMainExecutor()`. The pool is never released.
  ///
  ///     try LoopPool().installAsDefaultExecutor()
  ///     RunLoop.runMain { … }
  ///
  /// A program that does not use Dispatch itself then has no thread of it.
  public func installAsDefaultExecutor() throws(MainExecutorError) {
    guard RunLoop.main.isOwnThread else { throw .notOnTheMainThread }
    #if compiler(>=6.3) && compiler(<6.4)
      if RunLoop.isInTask { throw .insideTask }
      if MainExecutorInstallation.isDone.load(ordering: .acquiring) { throw .alreadyInstalled }
      MainExecutorInstallation.pool.withLock { $0 = poolExecutor }
      try RunLoop.installMainExecutor()
    #else
      throw .unknownCompiler
    #endif
  }
}

private enum MainExecutorInstallation {
  static let isDone = Atomic<Bool>(false)
  /// The default executor, if it is not Dispatch's pool.
  static let pool = Mutex<PoolExecutor?>(nil)
}

#if compiler(>=6.3) && compiler(<6.4)
  private struct MainLoopExecutorFactory: ExecutorFactory {
    static let main = MainLoopExecutor()
    static var mainExecutor: any MainExecutor { main }
    /// Dispatch's pool, which is Swift's default, unless the program has installed a pool of loops.
    static var defaultExecutor: any TaskExecutor {
      MainExecutorInstallation.pool.withLock { $0 } ?? PlatformExecutorFactory.defaultExecutor
    }
  }

  /// The main loop's executor, in the main actor's form. A public class could not conform to an SPI protocol.
  private final class MainLoopExecutor: MainExecutor, Sendable {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      RunLoop.mainQueue.async(file: "", line: 0) {
        RunLoop.main.noteCode(JobFunction.address(of: job))
        job.runSynchronously(on: self.asUnownedSerialExecutor())
      }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    var isMainExecutor: Bool { true }
    func isIsolatingCurrentContext() -> Bool? { RunLoop.main.isOwnThread }

    func checkIsolated() {
      precondition(RunLoop.main.isOwnThread, "not on the main thread, whose run loop is the main executor")
    }

    /// Required by the protocol, and not called: an asynchronous main() has another executor.
    func run() throws { RunLoop.main.run() }
    func stop() { RunLoop.main.stop() }
  }
#endif
