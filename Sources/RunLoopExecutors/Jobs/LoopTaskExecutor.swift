public import RunLoopCore

/// A loop as the preferred executor of tasks: their code that belongs to no actor runs on the loop's thread.
///
///     Task(executorPreference: loop.taskExecutor) { … }
///     await withTaskExecutorPreference(loop.taskExecutor) { … }
///
/// Its jobs are queued with those of `LoopExecutor`, whose comment says when they run.
public final class LoopTaskExecutor: TaskExecutor, Sendable {
  private let executor: LoopExecutor

  init(_ executor: LoopExecutor) {
    self.executor = executor
  }

  /// Has the loop run a job; from any thread.
  public func enqueue(_ job: consuming ExecutorJob) {
    executor.enqueue(.ofTask(UnownedJob(job), asUnownedTaskExecutor()))
  }
}

/// This module's object of a loop.
private final class Executors: Sendable {
  let executor: LoopExecutor
  let taskExecutor: LoopTaskExecutor

  init(for loop: RunLoop) {
    executor = LoopExecutor(for: loop)
    taskExecutor = LoopTaskExecutor(executor)
  }
}

extension RunLoop {
  /// Runs actors on the loop's thread. The same object each time; best kept in the actor.
  public var executor: LoopExecutor { executors.executor }

  /// Runs tasks on the loop's thread. The same object each time.
  public var taskExecutor: LoopTaskExecutor { executors.taskExecutor }

  private var executors: Executors {
    attachment(
      makingOnce: { Executors(for: self) },
      whenMade: { $0.executor.begin(in: self) })
  }
}
