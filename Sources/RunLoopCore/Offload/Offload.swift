/// A small pool of threads for calls that block: regular files, which a loop cannot wait for, and name lookups.
///
///     try Offload.shared.start(.read("/etc/hosts")) { result in … }     // on the calling thread's loop
///     let bytes = try await Offload.shared.run(.read("/etc/hosts"))
///
/// A thread begins when there is work and none is idle, up to `threads` of them, and ends after it has been idle for `idle`. The threads
/// block all signals. Work starts in the order in which it was submitted.
///
/// **Backpressure**: at most `capacity` pieces of work wait for a thread. Beyond that `start` throws `full`; `run` waits, so that the
/// number of tasks bounds the queue.
///
/// **Forks**: a child of fork(2) has none of the parent's work, neither queued nor running, and calls none of its completions.
/// Work that the child starts runs on threads of the child.
///
/// Callable from any thread, unless noted. Work that is queued when the last reference is released is still done.
public final class Offload: Sendable {
  /// The pool that this package itself uses: four threads, and room for 1,024 waiting pieces of work.
  public static let shared = Offload()

  let threads: OffloadThreads

  /// - Parameters:
  ///   - threads: the largest number of threads.
  ///   - capacity: the largest number of pieces of work that wait for a thread.
  ///   - idle: how long a thread without work is kept.
  ///   - niceness: that of the threads, as of nice(1), so that background work does not take the processor from a loop.
  ///   - label: the name of the threads, cut at 15 characters.
  public init(
    threads: Int = 4, capacity: Int = 1024, idle: Duration = .seconds(5), niceness: Int = 5,
    label: String = "offload"
  ) {
    ForkGuard.install()
    self.threads = OffloadThreads(
      limit: max(threads, 1), capacity: max(capacity, 1),
      idle: Nanoseconds(max(idle.saturatingNanoseconds, 0)),
      niceness: Int32(clamping: niceness), label: label)
  }

  deinit { threads.close() }

  /// A call that blocks, as a value: each operation is written once, and started by `start` or `run`.
  public struct Work<Value: Sendable>: Sendable {
    let body: @Sendable (Job) throws(OffloadError) -> Value

    /// Work of the program's own.
    ///
    /// - Parameter body: runs on a thread of the pool. It may check `isCancelled` of its job, and return early.
    public init(_ body: @escaping @Sendable (Job) throws(OffloadError) -> Value) {
      self.body = body
    }
  }

  /// Does the work on a thread of the pool, and calls the completion once on the loop's thread, never before this method has
  /// returned. If the loop has ended by then, the completion is released without a call. Pending work does not keep an otherwise
  /// empty loop running: see `RunLoop.run(mode:until:timeout:)`.
  ///
  /// - Parameter loop: the calling thread's own.
  /// - Returns: the job, which can be cancelled.
  @discardableResult
  public func start<Value: Sendable>(
    _ work: Work<Value>, on loop: RunLoop = .current, inModes modes: [RunLoop.Mode] = [.common],
    _ completion: @escaping (Result<Value, OffloadError>) -> Void
  ) throws(OffloadError) -> Job {
    precondition(loop.isOwnThread, "work is started for the loop of another thread")
    let completion = LoopCompletion(completion)
    let job = TypedJob(work)
    job.deliver = { result in _ = loop.post(inModes: modes) { completion.call(result) } }
    try threads.submit(job, canWait: false)
    return job
  }

  /// Suspends the task until a thread of the pool has done the work. Throws `cancelled` at once when the task is cancelled.
  public func run<Value: Sendable>(
    _ work: Work<Value>, isolation: isolated (any Actor)? = #isolation
  ) async throws(OffloadError) -> Value {
    let job = TypedJob(work)
    let threads = threads
    let result = await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: isolation) {
          (continuation: UnsafeContinuation<Result<Value, OffloadError>, Never>) in
          job.deliver = { continuation.resume(returning: $0) }
          do throws(OffloadError) { try threads.submit(job, canWait: true) } catch {
            continuation.resume(returning: .failure(error))
          }
        }
      }, onCancel: { job.cancel() }, isolation: isolation)
    return try result.get()
  }

  /// The current number of threads, of idle threads, and of pieces of work that wait for a thread.
  public var load: (threads: Int, idle: Int, waiting: Int) { threads.load }
}

extension Offload {
  /// A piece of work that was started.
  public class Job: @unchecked Sendable {
    enum Phase {
      case new, queued, running, done, cancelled
    }

    /// Guarded by `OffloadThreads.lock`.
    @exclusivity(unchecked) final var phase = Phase.new
    /// The pool that queued it. Guarded by `OffloadThreads.lock`.
    @exclusivity(unchecked) final var threads: OffloadThreads?
    /// A child of fork(2) does not touch the parent's jobs.
    private final let generation = ForkGeneration.current

    init() {}

    /// Whether it was cancelled before it had a result. From any thread.
    public final var isCancelled: Bool {
      OffloadThreads.lock.withLock { phase == .cancelled }
    }

    /// Cancels the work: its completion gets `cancelled`, unless it has its result already. Queued work is not
    /// done. A call that has begun cannot be interrupted; its result is dropped. From any thread.
    public final func cancel() {
      guard generation == ForkGeneration.current else { return }
      OffloadThreads.lock.lock()
      let old = phase
      if old != .done { phase = .cancelled }
      if old == .queued { threads?.oneLessWaits() }
      OffloadThreads.lock.unlock()
      switch old {
      case .queued: fail(.cancelled)
      case .running: deliverCancelled()
      case .new, .done, .cancelled: break
      }
    }

    /// Does the work, on a thread of the pool.
    func perform() {}

    /// Delivers an error instead of doing the work. The caller has taken the job out of `queued`.
    func fail(_ error: OffloadError) {}

    /// Delivers `cancelled` while a thread of the pool still does the work.
    func deliverCancelled() {}
  }

  /// A job with its result.
  final class TypedJob<Value: Sendable>: Job, @unchecked Sendable {
    /// Taken by the thread that does the work or drops it, so that releasing a job never releases the program's objects.
    private var work: Work<Value>?
    /// Set before the job is queued, and called once.
    var deliver: (@Sendable (Result<Value, OffloadError>) -> Void)?

    init(_ work: Work<Value>) {
      self.work = work
    }

    override func perform() {
      guard let work = work.take() else { return }
      let result: Result<Value, OffloadError>
      do throws(OffloadError) { result = .success(try work.body(self)) } catch { result = .failure(error) }
      if threads?.end(self) == true { finish(result) }
    }

    override func fail(_ error: OffloadError) {
      work = nil
      finish(.failure(error))
    }

    override func deliverCancelled() { finish(.failure(.cancelled)) }

    private func finish(_ result: Result<Value, OffloadError>) {
      // Only the thread that ended the job gets here.
      deliver.take()?(result)
    }
  }
}

/// A completion that is called once, and released, on its loop's thread. The box itself may be released on any thread.
private final class LoopCompletion<Value>: @unchecked Sendable {
  private var body: ((Value) -> Void)?

  init(_ body: @escaping (Value) -> Void) { self.body = body }

  func call(_ value: Value) { body.take()?(value) }
}
