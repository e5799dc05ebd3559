import Synchronization

/// The pending blocks of a loop, queued by its own thread and by others.
///
/// Invariant: a block never overtakes an older one of its thread; a count of zero means that the queue is empty. The loop's
/// thread keeps its own blocks, which need no lock, ahead of the inbox, which holds those of other threads: so while the inbox
/// is not empty, its own blocks are enqueued there too.
///
/// A drain sets blocks aside whose modes do not run, so that the next turns do not look at each of them again. They are older than
/// all that are queued, and return to the front for a drain of another mode, or when their mode has become common. An inner run inside
/// a drain sees neither those nor the drain's batch.
final class BlockQueue {
  let lock = FutexLock()
  /// Guarded by the lock.
  @exclusivity(unchecked) private var inbox = BlockList()
  private let inboxCount = Atomic<Int>(0)
  /// Whether the inbox has a posted block, whose poster has woken the loop or is about to. Guarded by the lock.
  @exclusivity(unchecked) private var inboxHasPosted = false
  /// Written by the loop's thread, under the lock.
  @exclusivity(unchecked) private var isClosed = false

  // The loop's thread only.

  /// Blocks of the loop's own thread, and older ones that have returned to the front.
  @exclusivity(unchecked) private var own = BlockList()
  /// Count of `own`, for other threads.
  private let ownCount = Atomic<Int>(0)
  /// An empty list with room.
  @exclusivity(unchecked) private var spare = BlockList()
  @exclusivity(unchecked) private var isDraining = false
  /// Not on the stack: a thread that ends inside a block never returns there, and `close` must find its blocks.
  @exclusivity(unchecked) private var taken = Taken()
  /// Count of `taken.aside`, for other threads.
  private let asideCount = Atomic<Int>(0)
  /// The drains further down the stack that inner runs have interrupted.
  @exclusivity(unchecked) private var interrupted: InterruptedDrain?
  /// A record that is not in use.
  @exclusivity(unchecked) private var spareInterrupted: InterruptedDrain?

  /// What drains have taken from the queue.
  private struct Taken: ~Copyable {
    /// The blocks that the drain in progress is about to call.
    var batch = BlockList()
    /// Blocks that do not run in the mode of the last drain.
    var aside = BlockList()
    /// The index of that mode, and whether it was common.
    var mode = -1
    var wasCommon = false
  }

  private final class InterruptedDrain {
    var taken = Taken()
    var outer: InterruptedDrain?
  }

  enum Queueing {
    /// The loop has ended.
    case refused
    case queued
    /// Behind a posted block that the loop has not taken yet: its poster wakes the loop for this one too.
    case behindPosted
  }

  /// - Parameter isOwner: on the loop's thread.
  @inline(__always)
  func enqueue(_ block: consuming Block, isOwner: Bool) -> Queueing {
    // A block of the loop's own thread must not overtake blocks that other threads queued before.
    if isOwner, inboxCount.load(ordering: .acquiring) == 0 { return enqueueOwn(consume block) }
    let wasPosted = block.wasPosted
    lock.lock()
    if isClosed {
      lock.unlock()
      return .refused
    }
    let isBehind = inboxHasPosted
    if wasPosted { inboxHasPosted = true }
    inbox.append(consume block)
    // The loop looks here after a wake-up, which is an exchange and orders this store.
    inboxCount.store(inbox.count, ordering: .releasing)
    lock.unlock()
    return isBehind ? .behindPosted : .queued
  }

  @inline(__always)
  private func enqueueOwn(_ block: consuming Block) -> Queueing {
    // Written by this thread only.
    if isClosed { return .refused }
    if !own.hasRoom { swap(&own, &spare) }
    own.append(consume block)
    ownCount.store(own.count, ordering: .relaxed)
    return .queued
  }

  /// Whether a drain of the mode would have no block to look at, for the loop's thread.
  @inline(__always)
  func isEmpty(for mode: ModeState) -> Bool {
    own.isEmpty && inboxCount.load(ordering: .acquiring) == 0 && !mayRunAside(in: mode)
  }

  /// Number of pending blocks, from any thread.
  var count: Int {
    inboxCount.load(ordering: .relaxed) + ownCount.load(ordering: .relaxed)
      + asideCount.load(ordering: .relaxed)
  }

  /// Takes all blocks and calls a function, in their order, for each that runs in the mode. Inside it an inner run may begin and end,
  /// which drains the queue, too. On the loop's thread.
  @inline(__always)
  func drain(in mode: ModeState, _ call: (borrowing Block) -> Void) {
    if mayRunAside(in: mode) { returnAside() }
    isDraining = true
    let (number, isCommon) = (mode.index, mode.isCommon.load(ordering: .relaxed))
    (taken.mode, taken.wasCommon) = (number, isCommon)
    takeAll()
    while !taken.batch.isEmpty {
      let block = taken.batch.takeFirst()
      if block.runs(in: number, isCommon: isCommon) { call(block) } else { setAside(block) }
    }
    if !spare.hasRoom { swap(&taken.batch, &spare) }
    isDraining = false
  }

  /// Moves all blocks to the batch, which is empty.
  @inline(__always)
  private func takeAll() {
    swap(&taken.batch, &own)
    if inboxCount.load(ordering: .acquiring) != 0 {
      lock.lock()
      taken.batch.append(moving: &inbox)
      if !inbox.hasRoom { swap(&inbox, &spare) }
      inboxCount.store(0, ordering: .relaxed)
      inboxHasPosted = false
      lock.unlock()
    }
    ownCount.store(0, ordering: .relaxed)
  }

  // MARK: Blocks that were set aside

  @inline(never)
  private func setAside(_ block: consuming Block) {
    taken.aside.append(block)
    asideCount.store(taken.aside.count, ordering: .relaxed)
  }

  /// Whether the mode may run blocks that were set aside. False inside a drain, which has dequeued what it sets aside.
  @inline(__always)
  private func mayRunAside(in mode: ModeState) -> Bool { !taken.aside.isEmpty && differsFromAside(mode) }

  @inline(never)
  private func differsFromAside(_ mode: ModeState) -> Bool {
    !isDraining
      && (mode.index != taken.mode || mode.isCommon.load(ordering: .relaxed) != taken.wasCommon)
  }

  @inline(never)
  private func returnAside() {
    taken.aside.append(moving: &own)
    swap(&taken.aside, &own)
    ownCount.store(own.count, ordering: .relaxed)
    asideCount.store(0, ordering: .relaxed)
  }

  // MARK: Inner runs

  /// An inner run begins. True when a drain is in progress, which `resume` continues.
  @inline(__always)
  func interrupt() -> Bool {
    if !isDraining { return false }
    interruptDrain()
    return true
  }

  @inline(never)
  private func interruptDrain() {
    let drain = spareInterrupted.take() ?? InterruptedDrain()
    swap(&drain.taken, &taken)
    drain.outer = interrupted
    interrupted = drain
    isDraining = false
    asideCount.store(0, ordering: .relaxed)
  }

  /// The inner run inside a drain has ended: what it has set aside returns to the front of the queue.
  @inline(never)
  func resume() {
    if !taken.aside.isEmpty { returnAside() }
    guard let drain = interrupted else { return }
    swap(&drain.taken, &taken)
    asideCount.store(taken.aside.count, ordering: .relaxed)
    isDraining = true
    interrupted = drain.outer.take()
    spareInterrupted = drain
  }

  // MARK: Looking inside

  /// Whether a run of the mode would call a block. On the loop's thread.
  @inline(__always)
  func hasBlock(for mode: ModeState, postedOnly: Bool = false) -> Bool {
    if own.hasBlock(for: mode, postedOnly: postedOnly) { return true }
    if mayRunAside(in: mode), taken.aside.hasBlock(for: mode, postedOnly: postedOnly) { return true }
    if inboxCount.load(ordering: .acquiring) == 0 { return false }
    return lock.withLock { inbox.hasBlock(for: mode, postedOnly: postedOnly) }
  }

  /// How many blocks a run of each mode would call. Other threads see neither blocks of the loop's own thread nor blocks that were set
  /// aside.
  func counts(for modes: [ModeState], isOwner: Bool) -> [Int] {
    if inboxCount.load(ordering: .acquiring) == 0, !isOwner || own.isEmpty && taken.aside.isEmpty {
      return modes.map { _ in 0 }
    }
    return lock.withLock {
      modes.map { inbox.count(for: $0) + (isOwner ? ownCount(for: $0) : 0) }
    }
  }

  private func ownCount(for mode: ModeState) -> Int {
    own.count(for: mode) + (isDraining ? 0 : taken.aside.count(for: mode))
  }

  /// Closes the queue to new blocks and returns the pending ones, which the caller releases. With them those of drains that a thread
  /// which ends inside a block has left behind.
  func close() -> BlockList {
    var dropped = BlockList()
    lock.lock()
    isClosed = true
    swap(&dropped, &taken.aside)
    dropped.append(moving: &taken.batch)
    while let drain = interrupted {
      dropped.append(moving: &drain.taken.aside)
      dropped.append(moving: &drain.taken.batch)
      interrupted = drain.outer
    }
    dropped.append(moving: &own)
    dropped.append(moving: &inbox)
    inboxCount.store(0, ordering: .relaxed)
    lock.unlock()
    ownCount.store(0, ordering: .relaxed)
    asideCount.store(0, ordering: .relaxed)
    return dropped
  }
}
