import ResponderKit
import RunLoopExecutors

// Views and controllers belong to their application's thread and not to the main actor, whose isolation the tasks of UIKit's programs inherit. So a task
// that is begun on an application's thread stays on it; the standard library's initializers, which these replace in files that import this module,
// would run it on another thread, and Swift 6 does not let them have a view.

extension Task where Failure == Never {
  /// A task whose code belongs to the calling thread's application, as that of UIKit's programs belongs to the main actor: it begins in a later step of
  /// the loop, and continues on that thread after each `await`, in the common modes. Asynchronous functions that it calls run there, too, also those of actors that have no
  /// executor of their own: long work belongs in `Task.detached`.
  ///
  ///     Task {
  ///       let names = await store.names()
  ///       label.text = names.first
  ///     }
  ///
  /// In an actor's code the closure has that actor's isolation instead, and on a thread without an application the task is one of the standard library's. The
  /// compiler does not look for races between the closure and the code around it.
  @discardableResult
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_implicitSelfCapture operation: @escaping () async -> Success
  ) {
    // It is called on the thread that it comes from.
    nonisolated(unsafe) let operation = operation
    self.init(name: name, executorPreference: UIApplication.current?.loop.taskExecutor, priority: priority) {
      await operation()
    }
  }
}

extension Task where Failure == any Error {
  /// As the other `init(name:priority:operation:)`, for code that may throw an error.
  @discardableResult
  public init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_implicitSelfCapture operation: @escaping () async throws -> Success
  ) {
    nonisolated(unsafe) let operation = operation
    self.init(name: name, executorPreference: UIApplication.current?.loop.taskExecutor, priority: priority) {
      try await operation()
    }
  }
}
