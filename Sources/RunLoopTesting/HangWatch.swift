internal import RunLoopCore
internal import RunLoopExecutors
internal import Testing

/// Watches over one test: when it takes too long it is failed, cancelled and stopped.
struct HangWatch {
  /// The thread of all watches. Its tasks do not depend on Swift's pool, which tests may block.
  private static let thread = Result { try LoopThread(label: "hang watch") }
  /// How often a test that hangs is stopped: each of its runs needs a stop of its own.
  private static let pause = Duration.milliseconds(10)

  /// Inherits the test's values, so that an issue of it is the test's.
  private let task: Task<Void, any Error>

  /// Begins to watch over the calling task, until `end()` is called by it.
  init(_ test: Test, _ loop: RunLoop, limit: Duration, grace: Duration) throws {
    let watched = Watched(test: test, task: withUnsafeCurrentTask { $0 }, loop: loop)
    let watcher = try Self.thread.get().loop
    task = Task(executorPreference: watcher.taskExecutor) {
      try await watcher.sleep(for: limit)
      watched.fail(after: limit)
      // In a block, outside of this task: when a test is cancelled, Swift Testing cancels the task that did it, too.
      await withCheckedContinuation { done in
        _ = watcher.post {
          watched.task?.cancel()
          done.resume()
        }
      }
      let end = watcher.now.advanced(by: grace)
      while watcher.now < end {
        loop.stop()
        try await watcher.sleep(for: Self.pause)
      }
      fatalError(
        "\(watched.name) was stopped and cancelled, and did not end within \(grace): it is blocked in something else"
          + " than its loop\n\(loop.snapshot().tree)")
    }
  }

  /// The test has ended. When this returns, nothing of it is touched.
  func end() async {
    task.cancel()
    _ = await task.result
  }

  /// The test's task waits for the watch, so it lives as long as this is used.
  private struct Watched: @unchecked Sendable {
    let test: Test
    let task: UnsafeCurrentTask?
    let loop: RunLoop

    var name: String { "test \(test.name) at \(test.sourceLocation)" }

    func fail(after limit: Duration) {
      Issue.record(
        "\(name) did not end within \(limit); what its loop has:\n\(loop.snapshot().tree)",
        sourceLocation: test.sourceLocation)
    }
  }
}
