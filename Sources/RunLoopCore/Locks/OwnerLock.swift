import LinuxSystem
import Synchronization

/// A loop's lock, biased to the loop's own thread.
///
/// Nearly all operations on a loop come from its own thread, and a locked instruction each way would be most of
/// what they cost. So the owner takes the lock with two plain stores and a load: it says "I am inside" and looks
/// whether the bias has been taken away. Another thread that needs the lock takes the bias away first: it raises
/// `shared`, makes every processor of the process pass a memory barrier (`membarrier`), and waits until the owner
/// is outside. From then on everybody, the owner too, takes the ordinary lock `word`. When the owner has taken
/// that one often enough without meeting anybody it takes the bias back; each time it loses it again, it waits
/// longer before the next try, so a loop that many threads work on settles on the ordinary lock. Where the kernel
/// refuses the barrier, from the start or later, the bias is not taken back any more.
///
/// Not recursive, and never held during a callout.
struct OwnerLock: ~Copyable {
  /// The owner's thread pointer, or 0 once the thread has ended.
  private let owner: Atomic<UInt>
  /// 1 while the owner holds the lock by its bias. Written by the owner only.
  private let inside = Atomic<UInt32>(0)
  /// 1 while the bias is taken away. Raised by others and lowered by the owner, both under `word`.
  private let shared: Atomic<UInt32>
  private let word = FutexLock()
  /// 1 while the owner waits for `word`. The others let it go first, or threads that look at a loop all the time
  /// would keep it from its work. It also says that the owner has seen that its bias is taken away.
  private let waits = Atomic<UInt32>(0)
  /// How often the owner took `word` since somebody else did. Guarded by `word`.
  private let streak = Atomic<UInt32>(0)
  /// The streak after which the owner takes the bias back. Guarded by `word`.
  private let patience = Atomic<UInt32>(32)
  /// Whether there may be a bias at all.
  private let mayBias: Bool
  /// The thread that owns the lock, for the kernel. Guarded by `word`.
  private let number = Atomic<Int32>(0)

  init(owner thread: UInt, asymmetric: Bool = MemoryBarrier.isAsymmetric) {
    owner = Atomic(thread)
    mayBias = asymmetric
    if thread != 0 { number.store(linux_gettid(), ordering: .relaxed) }
    // Nobody has a bias that would have to be taken away.
    shared = Atomic(asymmetric && thread != 0 ? 0 : 1)
  }

  /// Whether the kernel can make the other processors pass a barrier; else the owner takes no bias.
  private var asymmetric: Bool { mayBias && MemoryBarrier.isAsymmetric }

  /// Whether the calling thread owns the lock's loop.
  @inline(__always)
  var isOwner: Bool {
    linux_thread_pointer() == owner.load(ordering: .relaxed)
  }

  /// Gives the lock, which nobody owns, to the calling thread.
  borrowing func adopt(by thread: UInt) {
    word.lock()
    owner.store(thread, ordering: .relaxed)
    number.store(linux_gettid(), ordering: .relaxed)
    streak.store(0, ordering: .relaxed)
    patience.store(32, ordering: .relaxed)
    if asymmetric { shared.store(0, ordering: .releasing) }
    word.unlock()
  }

  /// Takes the owner's rights away for ever: its thread ends, and its address may be given to a new thread.
  /// Called by the owner, outside the lock: what was taken as owner can not be given back as anybody else.
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

  /// As `lock`, for a caller that knows that it is the owner.
  @inline(__always)
  borrowing func lockAsOwner() {
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
    // The owner is inside for some instructions only, unless it lost its processor there.
    var looks = 0
    while inside.load(ordering: .sequentiallyConsistent) != 0 {
      looks += 1
      if looks < 100 { continue }
      if looks < 200 { sched_yield() } else { usleep(20) }
    }
  }

  /// The barrier was refused, though it was offered when the owner got its bias: waits until the owner has passed one all
  /// the same, or can not enter by its bias any more. With `word` held and `shared` raised; see Docs/concurrency.md.
  @inline(never)
  private borrowing func waitUntilOwnerHasSeen() {
    if ProcessorTour.visitsProcessors(of: number.load(ordering: .relaxed)) { return }
    // Long enough for any store to become visible, however busy the machine is.
    let end = MonotonicClock.now + MemoryBarrier.longestDelay
    while waits.load(ordering: .acquiring) == 0, MonotonicClock.now < end { usleep(1_000) }
  }
}
