internal import LinuxSystem
public import RunLoopCore

/// A task executor of threads that run a loop each: code of its tasks that belongs to no actor runs on one of the threads.
///
///     let pool = try LoopPool(threads: 2)
///     Task(executorPreference: pool.taskExecutor) { … }
///
/// The threads begin with the pool and never retire; they end when neither the pool nor a task that prefers it is left. Each is a
/// `LoopThread`, whose loop serves timers, descriptors and sources after at most 64 jobs.
///
/// **Where a job runs.** A job enqueued by a thread of the pool stays on that thread; a job from elsewhere goes to an idle thread, or to
/// the one with the fewest jobs. A thread without jobs takes half of the jobs of the thread with the most. An idle thread is woken for that
/// when two jobs wait on another one. A single job stays on its thread, unless that makes no progress for some milliseconds.
///
/// **Order.** Jobs of higher priority first, but every 16th is the oldest of the lowest priority. Jobs of equal priority keep their order as
/// long as no other thread takes some of them.
///
/// **Sleep.** With Swift 6.3, `Task.sleep` in a task of the pool is a timer of its thread's loop. When the task is cancelled the timer
/// remains until its date, as with Swift's own pool; `loop.sleep(for:)` removes it.
///
/// A job that blocks delays the timers and descriptors of its own thread's loop only; a `StallMonitor` that watches `loops` reports it.
/// A child of fork(2) has none of the threads: it makes a pool of its own.
public final class LoopPool: Sendable {
  private let executor: PoolExecutor

  /// Begins the threads: one for each processor, or the given number, at most 64.
  ///
  /// - Parameter label: the name of the threads and their loops, followed by a number.
  public init(threads: Int? = nil, label: String = "pool") throws(LoopThreadError) {
    let count = threads ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    executor = PoolExecutor()
    try executor.begin(min(max(count, 1), 64), label)
  }

  /// The threads' loops, in a fixed order.
  public var loops: [RunLoop] { executor.workers.map(\.loop) }

  /// The executor, as `Task(executorPreference:)` takes it.
  public var taskExecutor: any TaskExecutor { executor }

  var poolExecutor: PoolExecutor { executor }
}
