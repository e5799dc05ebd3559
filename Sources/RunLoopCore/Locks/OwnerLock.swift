import LinuxSystem
import Synchronization

/// A loop's lock, biased to the loop's own thread.
///
/// Nearly all operations on a loop come from its own thread, and a locked instruction each way would be most of
/// their cost. So the owner takes the lock with two plain stores and a load: it stores `inside` and checks
/// whether the bias was revoked. Another thread that needs the lock revokes the bias first: it raises
/// `shared`, makes every processor of the process pass a memory barrier (`membarrier`), and waits until the owner
/// is outside. From then on all threads, including the owner, take the ordinary lock `word`. When the owner has taken
/// that one often enough without contention it restores the bias; each time it loses it again, it waits
/// longer before the next try, so a loop that many threads use settles on the ordinary lock. Where the kernel
/// refuses the barrier, from the start or later, the bias is not restored.
///
/// Not recursive, and never held during a callout.
struct OwnerLock: ~Copyable {
  /// The owner's thread pointer, or 0 once the thread has ended.
  private let owner: Atomic<UInt>
  /// 1 while the owner holds the lock by its bias. Written by the owner only.
  private let inside = Atomic<UInt32>(0)
  /// 1 while the bias is revoked. Raised by others and lowered by the owner, both under `word`.
  private let shared: Atomic<UInt32>
  private let word = FutexLock()
  /// 1 while the owner waits for `word`. The others let it take the lock first, or threads that inspect a loop all the time
  /// would starve it. Also shows that the owner has seen that its bias is revoked.
  private let waits = Atomic<UInt32>(0)
  /// How often the owner took `word` since another thread did. Guarded by `word`.
  private let streak = Atomic<UInt32>(0)
  /// The streak after which the owner restores the bias. Guarded by `word`.
  private let patience = Atomic<UInt32>(32)
  /// Whether the lock may be biased at all.
  private let mayBias: Bool
  /// The thread that owns the lock, for the kernel. Guarded by `word`.
  private let number = Atomic<Int32>(0)

  init(owner thread: UInt, asymmetric: Bool = MemoryBarrier.isAsymmetric) {
    owner = Atomic(thread)
    mayBias = asymmetric
    if thread != 0 { number.store(linux_gettid(), ordering: .relaxed) }
    // Without an owner there is no bias to revoke.
    shared = Atomic(asymmetric && thread != 0 ? 0 : 1)
  }

  /// Whether the kernel can make the other processors pass a barrier; else the owner takes no bias.
  private var asymmetric: Bool { mayBias && MemoryBarrier.isAsymmetric }

  /// Whether the calling thread owns the lock's loop.
  @inline(__always)
  var isOwner: Bool {
    linux_thread_pointer() == owner.load(ordering: .relaxed)
  }

  /// Makes the calling thread the owner of the lock, which has none.
  borrowing func adopt(by thread: UInt) {
    word.lock()
    owner.store(thread, ordering: .relaxed)
    number.store(linux_gettid(), ordering: .relaxed)
    streak.store(0, ordering: .relaxed)
    patience.store(32, ordering: .relaxed)
    if asymmetric { shared.store(0, ordering: .releasing) }
    word.unlock()
  }

  /// Removes the owner permanently: its thread ends, and a new thread may get the same address.
  /// Called by the owner, outside the lock: a lock that was taken as owner can not be released as another thread.
  borrowing func disown() {
    word.lock()
    shared.store(1, ordering: .relaxed)
    owner.store(0, ordering: .relaxed)
    word.unlock()
  }

  /// In a child of fork(2), where only the owner's thread is left.
  borrowing func resetInCopy() {
    word.reset()
    inside.store(0, ordering: .relaxed)
    waits.store(0, ordering: .relaxed)
    number.store(linux_gettid(), ordering: .relaxed)
    shared.store(asymmetric ? 0 : 1, ordering: .relaxed)
  }

  @inline(__always)
  borrowing func lock() {
    if isOwner { lockAsOwner() } else { lockAsOther() }
  }

  @inline(__always)
  borrowing func unlock() {
    if isOwner { unlockAsOwner() } else { word.unlock() }
  }

  @inline(__always)
  borrowing func withLock<Result: ~Copyable, Thrown: Error>(
    _ body: () throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Like `lock`, for a caller that is known to be the owner.
  @inline(__always)
  borrowing func lockAsOwner() {
    assert(inside.load(ordering: .relaxed) == 0, "the owner has the lock already")
    inside.store(1, ordering: .relaxed)
    linux_compiler_fence()
    if shared.load(ordering: .acquiring) == 0 { return }
    lockShared()
  }

  /// Whether the calling thread is the owner and has its bias.
  var hasBias: Bool { isOwner && shared.load(ordering: .acquiring) == 0 }

  @inline(never)
  private borrowing func lockShared() {
    inside.store(0, ordering: .releasing)
    // Releasing: a thread that sees it sees all that the owner did inside.
    waits.store(1, ordering: .releasing)
    word.lock()
    waits.store(0, ordering: .relaxed)
    streak.store(streak.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  @inline(__always)
  borrowing func unlockAsOwner() {
    if inside.load(ordering: .relaxed) == 1 {
      inside.store(0, ordering: .releasing)
    } else {
      unlockShared()
    }
  }

  @inline(never)
  private borrowing func unlockShared() {
    let patience = patience.load(ordering: .relaxed)
    if asymmetric, streak.load(ordering: .relaxed) >= patience {
      streak.store(0, ordering: .relaxed)
      self.patience.store(min(patience &* 2, 1 << 20), ordering: .relaxed)
      shared.store(0, ordering: .releasing)
    }
    word.unlock()
  }

  @inline(never)
  borrowing func lockAsOther() {
    var patience = 1_000
    while waits.load(ordering: .relaxed) != 0, patience > 0 {
      patience -= 1
      Backoff.pause()
    }
    word.lock()
    streak.store(0, ordering: .relaxed)
    if shared.load(ordering: .relaxed) != 0 { return }
    shared.store(1, ordering: .sequentiallyConsistent)
    MemoryBarrier.onAllProcessors()
    if !MemoryBarrier.isAsymmetric { waitUntilOwnerHasSeen() }
    // The owner is inside for a few instructions only, unless it was preempted there.
    var looks = 0
    while inside.load(ordering: .sequentiallyConsistent) != 0 {
      looks += 1
      if looks < 100 { continue }
      if looks < 200 { sched_yield() } else { usleep(20) }
    }
  }

  /// Waits, where the kernel offered the barrier but refuses it now, until the owner has passed one by other means,
  /// or can no longer enter by its bias. With `word` held and `shared` raised; see Docs/concurrency.md.
  @inline(never)
  private borrowing func waitUntilOwnerHasSeen() {
    if ProcessorTour.visitsProcessors(of: number.load(ordering: .relaxed)) { return }
    // Long enough for any store to become visible, however busy the machine is.
    let end = MonotonicClock.now + MemoryBarrier.longestDelay
    while waits.load(ordering: .acquiring) == 0, MonotonicClock.now < end { usleep(1_000) }
  }
}
