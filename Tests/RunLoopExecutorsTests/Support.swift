import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import Synchronization

/// The kernel's number of the calling thread.
func threadNumber() -> Int32 { linux_gettid() }

/// A test waits for what does not come.
struct NotInTime: Error {}

/// Gives way to others until it is so; throws when that takes more than four minutes.
func untilItIsSo(_ isSo: () async -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(280)
  while await !isSo() {
    if ContinuousClock.now > end { throw NotInTime() }
    await Task.yield()
  }
}

/// A task on a loop thread of its own that has started and is suspended.
struct SuspendedTask<Value: Sendable> {
  private let task: Task<Value, any Error>
  private let thread: LoopThread

  /// Returns once `isWaiting` holds and the task's job has ended.
  init(when isWaiting: () -> Bool, _ body: @escaping @Sendable () async throws -> Value) async throws {
    let thread = try LoopThread()
    self.thread = thread
    task = Task(executorPreference: thread.loop.taskExecutor) { try await body() }
    do {
      try await untilItIsSo { isWaiting() }
      try thread.loop.performAndWait {}
    } catch {
      task.cancel()
      _ = await task.result
      thread.join()
      throw error
    }
  }

  func cancel() { task.cancel() }

  /// The task's result; ends its thread.
  func value() async throws -> Value {
    defer { thread.join() }
    return try await task.value
  }
}

/// An actor on a loop.
actor Pinned {
  let executor: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private(set) var count = 0

  init(_ loop: RunLoop) { executor = loop.executor }

  func bump() -> Int32 {
    count += 1
    return threadNumber()
  }

  func run<Value: Sendable>(_ body: @Sendable (isolated Pinned) async throws -> Value) async rethrows -> Value
  {
    try await body(self)
  }

  nonisolated func bumpFromOutside() -> Int {
    assumeIsolated {
      $0.count += 1
      return $0.count
    }
  }
}

extension RunLoop {
  /// How many timers there are, each in any of its modes.
  var timerCount: Int {
    snapshot().modes.map { $0.items.count { $0.kind == .timer } }.max() ?? 0
  }

  func itemCount(labelled label: String) -> Int {
    snapshot().modes.first { $0.name == .default }?.items.count { $0.label == label } ?? 0
  }
}
