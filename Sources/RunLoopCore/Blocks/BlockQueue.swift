import Synchronization

/// The pending blocks of a loop, queued by its own thread and by others.
///
/// Invariant: a block never overtakes an older one of its thread; a count of zero means that the queue is empty. The loop's
/// thread keeps its own blocks, which need no lock, ahead of the inbox, which holds those of other threads: so while the inbox
/// is not empty, its own blocks are enqueued there too.
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

  /// Blocks of the loop's own thread, and blocks whose modes did not run yet.
  @exclusivity(unchecked) private var own = BlockList()
  /// Count of `own`, for other threads.
  private let ownCount = Atomic<Int>(0)
  /// An empty list with room.
  @exclusivity(unchecked) private var spare = BlockList()
  /// The batch of the drain in progress, and those of its blocks that may not run in its mode. Not on the stack: a thread that ends
  /// inside a block never returns there, and `close` must find them.
  @exclusivity(unchecked) private var batch = BlockList()
  @exclusivity(unchecked) private var left = BlockList()
  /// The drains further down the stack that an inner run has interrupted.
  @exclusivity(unchecked) private var interrupted: InterruptedDrain?

  private final class InterruptedDrain {
    var batch = BlockList()
    var left = BlockList()
    let outer: InterruptedDrain?

    init(outer: InterruptedDrain?) { self.outer = outer }
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

  /// Whether the queue is empty, for the loop's thread.
  @inline(__always)
  var isEmpty: Bool { own.isEmpty && inboxCount.load(ordering: .acquiring) == 0 }

  /// Number of pending blocks, from any thread.
  var count: Int { inboxCount.load(ordering: .relaxed) + ownCount.load(ordering: .relaxed) }

  /// Takes all blocks and calls a function for each, in their order; it returns false for a block that is to stay. Inside it another drain
  /// may begin and end. On the loop's thread.
  @inline(__always)
  func drain(_ call: (borrowing Block) -> Bool) {
    let interrupts = !batch.isEmpty || !left.isEmpty
    if interrupts { interrupt() }
    takeAll()
    while !batch.isEmpty {
      let block = batch.takeFirst()
      if !call(block) { left.append(block) }
    }
    putBack()
    if interrupts { resume() }
  }

  @inline(never)
  private func interrupt() {
    let drain = InterruptedDrain(outer: interrupted)
    swap(&drain.batch, &batch)
    swap(&drain.left, &left)
    interrupted = drain
  }

  @inline(never)
  private func resume() {
    guard let drain = interrupted else { return }
    swap(&drain.batch, &batch)
    swap(&drain.left, &left)
    interrupted = drain.outer
  }

  /// Moves all blocks to the batch, which is empty.
  @inline(__always)
  private func takeAll() {
    swap(&batch, &own)
    if inboxCount.load(ordering: .acquiring) != 0 {
      lock.lock()
      batch.append(moving: &inbox)
      if !inbox.hasRoom { swap(&inbox, &spare) }
      inboxCount.store(0, ordering: .relaxed)
      inboxHasPosted = false
      lock.unlock()
    }
    ownCount.store(0, ordering: .relaxed)
  }

  /// Returns blocks that did not run to the front of the queue, and keeps the memory of the batch, which is empty.
  @inline(__always)
  private func putBack() {
    if !left.isEmpty {
      left.append(moving: &own)
      swap(&left, &own)
      ownCount.store(own.count, ordering: .relaxed)
    }
    if !spare.hasRoom { swap(&batch, &spare) }
  }

  /// Whether a run of the mode would call a block. On the loop's thread.
  @inline(__always)
  func hasBlock(for mode: ModeState, postedOnly: Bool = false) -> Bool {
    if own.hasBlock(for: mode, postedOnly: postedOnly) { return true }
    if inboxCount.load(ordering: .acquiring) == 0 { return false }
    return lock.withLock { inbox.hasBlock(for: mode, postedOnly: postedOnly) }
  }

  /// How many blocks a run of each mode would call; those of the loop's own thread are seen by that thread only.
  func counts(for modes: [ModeState], isOwner: Bool) -> [Int] {
    if inboxCount.load(ordering: .acquiring) == 0, !isOwner || own.isEmpty { return modes.map { _ in 0 } }
    return lock.withLock {
      modes.map { inbox.count(for: $0) + (isOwner ? own.count(for: $0) : 0) }
    }
  }

  /// Closes the queue to new blocks and returns the pending ones, which the caller releases. With them those of drains that a thread
  /// which ends inside a block has left behind.
  func close() -> BlockList {
    var dropped = BlockList()
    lock.lock()
    isClosed = true
    swap(&dropped, &batch)
    dropped.append(moving: &left)
    while let drain = interrupted {
      dropped.append(moving: &drain.batch)
      dropped.append(moving: &drain.left)
      interrupted = drain.outer
    }
    dropped.append(moving: &own)
    dropped.append(moving: &inbox)
    inboxCount.store(0, ordering: .relaxed)
    lock.unlock()
    ownCount.store(0, ordering: .relaxed)
    return dropped
  }
}
