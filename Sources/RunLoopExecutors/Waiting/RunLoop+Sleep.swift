public import RunLoopCore

extension RunLoop {
  /// Suspends the calling task for a time of the loop's clock. It never wakes early.
  ///
  /// A timer of the loop, in its common modes, ends the sleep: the loop must run in one of them. When the task is
  /// cancelled, the sleep ends with `CancellationError` and its timer is invalidated at once, unlike that of `Task.sleep`,
  /// which stays until its date. When the loop's thread ends, the sleep ends with `RunLoop.Ended`.
  ///
  /// Swift resumes a task after such a wait by way of its thread pool, even a task of the loop's own actors, unless the
  /// task prefers `taskExecutor`. For runs that are the same each time under a `SimulatedClock`, use tasks that do.
  ///
  /// - Parameters:
  ///   - tolerance: how much later it may wake, so that wake-ups can be shared.
  ///   - isolation: whose code calls it; on the loop's own actors no other thread is needed.
  public func sleep(
    for duration: Duration, tolerance: Duration = .zero, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance, isolation: isolation)
  }

  /// Suspends the calling task until a date of the loop's clock; see `sleep(for:tolerance:)`.
  public func sleep(
    until date: Instant, tolerance: Duration = .zero, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let sleeper = Sleeper(self)
    let outcome = await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: isolation) {
          sleeper.begin(until: date, tolerance: tolerance, $0)
        }
      }, onCancel: { sleeper.end(.cancelled) }, isolation: isolation)
    switch outcome {
    case .slept: return
    case .cancelled: throw CancellationError()
    case .loopEnded: throw Ended()
    }
  }

  /// The loop's clock, for `Task.sleep(for:clock:)` and others that take a clock. Its sleep is the loop's.
  public var clock: LoopClock { LoopClock(loop: self) }
}

/// A loop's time, as a clock of Swift's concurrency. See `RunLoop.sleep(for:tolerance:)`.
public struct LoopClock: Clock {
  fileprivate let loop: RunLoop

  /// The loop's own time, which may be simulated.
  public var now: RunLoop.Instant { loop.now }
  /// The resolution of deadlines.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps on a timer of the loop. Throws `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: RunLoop.Instant, tolerance: Duration?) async throws {
    try await loop.sleep(until: deadline, tolerance: tolerance ?? .zero)
  }
}

/// One sleep of one task.
private final class Sleeper: Waiter, @unchecked Sendable {
  enum Outcome {
    case slept, cancelled, loopEnded
  }

  private enum State {
    /// The task is not suspended yet.
    case new
    case asleep(UnsafeContinuation<Outcome, Never>)
    case over(Outcome)
  }

  private let loop: RunLoop
  private let lock = FutexLock()
  /// Guarded by the lock.
  private var state = State.new
  /// Refers to this object until it has fired or is invalid. Guarded by the lock.
  private var timer: RunLoop.Timer?

  init(_ loop: RunLoop) {
    self.loop = loop
  }

  func begin(
    until date: RunLoop.Instant, tolerance: Duration, _ continuation: UnsafeContinuation<Outcome, Never>
  ) {
    let date = loop.firstDate(date)
    let timer = RunLoop.Timer(at: date.whenMade, tolerance: tolerance) { _ in self.end(.slept) }
    // First, so that whatever ends it finds it there.
    if !loop.executor.waiters.insert(self) { end(.loopEnded) }
    lock.lock()
    if case .over(let outcome) = state {
      lock.unlock()
      loop.executor.waiters.remove(self)
      timer.invalidate()
      return continuation.resume(returning: outcome)
    }
    state = .asleep(continuation)
    self.timer = timer
    lock.unlock()
    // Ended meanwhile, the timer is invalid and not taken.
    if !loop.add(timer, to: .common) {
      end(.loopEnded)
    } else {
      loop.set(date, of: timer)
    }
  }

  /// The first call counts.
  func end(_ outcome: Outcome) {
    lock.lock()
    let state = self.state
    if case .over = state { return lock.unlock() }
    self.state = .over(outcome)
    let timer = self.timer.take()
    lock.unlock()
    guard case .asleep(let continuation) = state else { return }
    loop.executor.waiters.remove(self)
    // A timer that fires is at its end.
    if outcome != .slept { timer?.invalidate() }
    continuation.resume(returning: outcome)
  }

  override func loopEnded() {
    end(.loopEnded)
  }

  override func lockForFork() { lock.lock() }

  override func unlockAfterFork() { lock.unlock() }
}
