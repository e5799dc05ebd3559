internal import LinuxSystem
internal import RunLoopCore
internal import Synchronization

/// The executor of a `LoopPool`, whose comment states the rules.
///
/// **No job is lost**: a job is queued before its thread looks for an idle one; a thread announces that it is idle before it looks for jobs.
/// All four steps are sequentially consistent, so at least one of the two threads sees the other.
final class PoolExecutor: TaskExecutor, ForkParticipant, @unchecked Sendable {
  /// The number of jobs that a thread runs before its loop checks timers and descriptors.
  private static let batch = 64
  /// The shortest and the longest time in which a thread without progress keeps its jobs.
  private static let shortLookout = Duration.milliseconds(1)
  private static let longLookout = Duration.milliseconds(8)

  /// Set once, before the first job.
  @exclusivity(unchecked) private(set) var workers: [PoolWorker] = []
  /// Their threads' addresses.
  @exclusivity(unchecked) private var owners: [UInt] = []
  /// A bit for each idle thread.
  private let idle = Atomic<UInt64>(0)
  /// Whether an idle thread has a look-out: a timer that checks whether other threads are held up.
  private let isLookedAfter = Atomic<Bool>(false)

  init() {}

  func begin(_ count: Int, _ label: String) throws(LoopThreadError) {
    for number in 0..<count { workers.append(try PoolWorker(number, label, of: self)) }
    owners = workers.map(\.owner)
    idle.store(count == 64 ? .max : 1 << UInt64(count) - 1, ordering: .sequentiallyConsistent)
    ForkedLocks.shared.join(self)
  }

  deinit { ForkedLocks.shared.leave(self) }

  // MARK: Placing

  func enqueue(_ job: consuming ExecutorJob) {
    let priority = job.priority.rawValue
    enqueue(UnownedJob(job), priority: priority)
  }

  func enqueue(_ job: UnownedJob, priority: UInt8) {
    if let worker = current {
      let count = worker.append(job, priority: priority)
      // From a callback of its loop.
      if !worker.isDraining { return worker.rouse() }
      if idle.load(ordering: .sequentiallyConsistent) == 0 { return }
      if count >= 2 {
        rouseAnIdleOne()
      } else if !isLookedAfter.load(ordering: .sequentiallyConsistent) {
        lookAfter()
      }
      return
    }
    let worker = takeIdle() ?? leastLoaded
    _ = worker.append(job, priority: priority)
    worker.rouse()
  }

  /// The worker whose thread this is.
  @inline(__always)
  var current: PoolWorker? {
    let thread = linux_thread_pointer()
    for number in owners.indices where owners[number] == thread { return workers[number] }
    return nil
  }

  var leastLoaded: PoolWorker {
    var best = workers[0]
    var least = best.waiting.load(ordering: .relaxed)
    for worker in workers.dropFirst() {
      let count = worker.waiting.load(ordering: .relaxed)
      if count < least { (best, least) = (worker, count) }
    }
    return best
  }

  /// Chooses an idle thread, and removes it from the idle ones.
  private func takeIdle() -> PoolWorker? {
    var bits = idle.load(ordering: .sequentiallyConsistent)
    while bits != 0 {
      let lowest = bits & (~bits &+ 1)
      let (taken, now) = idle.compareExchange(
        expected: bits, desired: bits & ~lowest, ordering: .sequentiallyConsistent)
      if taken { return workers[lowest.trailingZeroBitCount] }
      bits = now
    }
    return nil
  }

  private func rouseAnIdleOne() {
    takeIdle()?.rouse()
  }

  // MARK: Running

  /// The source's callout, on the worker's thread.
  func drain(_ number: Int) {
    let worker = workers[number]
    if worker.isDraining { return }
    worker.isDraining = true
    defer { worker.isDraining = false }
    idle.bitwiseAnd(~(1 << UInt64(number)), ordering: .sequentiallyConsistent)
    let executor = asUnownedTaskExecutor()
    var left = Self.batch
    while left > 0 {
      guard let job = worker.popFirst() else {
        if steal(for: worker) || !goIdle(worker) { continue }
        return
      }
      if worker.lookout != nil { handLookoutOver(worker) }
      worker.progress.wrappingAdd(1, ordering: .relaxed)
      job.runSynchronously(on: executor)
      left -= 1
    }
    worker.rouse()
  }

  /// Takes jobs from the thread with the most. False when no thread has enough.
  private func steal(for thief: PoolWorker, atLeast least: Int = 2) -> Bool {
    var victim: PoolWorker?
    var most = least - 1
    for worker in workers where worker !== thief {
      let count = worker.waiting.load(ordering: .sequentiallyConsistent)
      if count > most { (victim, most) = (worker, count) }
    }
    guard let victim else { return false }
    let jobs = victim.takeHalf()
    if jobs.count == 0 { return false }
    thief.append(contentsOf: jobs)
    return true
  }

  /// Announces that the thread is idle. False when there are jobs after all.
  private func goIdle(_ worker: PoolWorker) -> Bool {
    let bit: UInt64 = 1 << UInt64(worker.number)
    idle.bitwiseOr(bit, ordering: .sequentiallyConsistent)
    let hasJob = workers.contains {
      $0.waiting.load(ordering: .sequentiallyConsistent) > ($0 === worker ? 0 : 1)
    }
    guard hasJob else {
      // A single job stays on its thread, as long as that makes progress.
      let hasOne = workers.contains { $0.waiting.load(ordering: .sequentiallyConsistent) > 0 }
      if hasOne, !isLookedAfter.exchange(true, ordering: .sequentiallyConsistent) {
        lookOut(worker, after: Self.shortLookout, seen: progress)
      }
      return true
    }
    let before = idle.bitwiseAnd(~bit, ordering: .sequentiallyConsistent).oldValue
    // Otherwise another thread has chosen this one, and signals.
    return before & bit == 0
  }

  // MARK: Threads that are held up

  /// Has an idle thread check whether the others make progress. When none is idle, the next one that becomes idle does.
  private func lookAfter() {
    repeat {
      if isLookedAfter.exchange(true, ordering: .sequentiallyConsistent) { return }
      // Removed from the idle ones; its thread announces itself again.
      if let worker = takeIdle() {
        worker.loop.post { [weak self] in self?.beginLookout(worker) }
        return
      }
      isLookedAfter.store(false, ordering: .sequentiallyConsistent)
    } while idle.load(ordering: .sequentiallyConsistent) != 0
  }

  /// The thread has a job, which may block it.
  private func handLookoutOver(_ worker: PoolWorker) {
    worker.lookout?.invalidate()
    worker.lookout = nil
    isLookedAfter.store(false, ordering: .sequentiallyConsistent)
    lookAfter()
  }

  private func beginLookout(_ worker: PoolWorker) {
    lookOut(worker, after: Self.shortLookout, seen: progress)
    drain(worker.number)
  }

  private var progress: [UInt] { workers.map { $0.progress.load(ordering: .relaxed) } }

  private func lookOut(_ worker: PoolWorker, after delay: Duration, seen: [UInt]) {
    let timer = RunLoop.Timer(after: delay, label: "look-out") { [weak self, unowned worker] _ in
      self?.look(worker, delay, seen)
    }
    worker.lookout = timer
    worker.loop.add(timer, to: .common)
  }

  private func look(_ worker: PoolWorker, _ delay: Duration, _ seen: [UInt]) {
    worker.lookout = nil
    var isHelp = false
    for (other, before) in zip(workers, seen) where other !== worker {
      let isHeldUp = other.progress.load(ordering: .relaxed) == before
      if isHeldUp, other.waiting.load(ordering: .sequentiallyConsistent) > 0 {
        let jobs = other.takeHalf()
        if jobs.count > 0 {
          worker.append(contentsOf: jobs)
          isHelp = true
        }
      }
    }
    // Ended before the others are checked: a thread that queues a single job from now on begins a look-out again.
    isLookedAfter.store(false, ordering: .sequentiallyConsistent)
    let all: UInt64 = workers.count == 64 ? .max : 1 << UInt64(workers.count) - 1
    let areIdle = idle.load(ordering: .sequentiallyConsistent) | 1 << UInt64(worker.number) == all
    if !areIdle, !isLookedAfter.exchange(true, ordering: .sequentiallyConsistent) {
      lookOut(
        worker, after: isHelp ? Self.shortLookout : min(delay * 2, Self.longLookout), seen: progress
      )
    }
    if isHelp { worker.rouse() }
  }

  // MARK: Forks

  func lockForFork() {
    for worker in workers { worker.lockForFork() }
  }

  func unlockAfterFork(inCopy: Bool) {
    for worker in workers { worker.unlockAfterFork() }
  }
}
