import Synchronization

/// The blocks that a loop's thread and others have queued and the loop has not run.
///
/// Invariant: a block never overtakes an older one of its thread; a count of zero means that there is none. The loop's thread
/// keeps its own blocks, which need no lock, before all of the inbox, where blocks of other threads are: so when the inbox has
/// any, its own go there too.
final class BlockQueue {
  let lock = FutexLock()
  /// Guarded by the lock.
  @exclusivity(unchecked) private var inbox = BlockList()
  private let inboxCount = Atomic<Int>(0)
  /// The inbox has a posted block, whose poster has woken the loop, or is about to. Guarded by the lock.
  @exclusivity(unchecked) private var inboxHasPosted = false
  /// Written by the loop's thread, under the lock.
  @exclusivity(unchecked) private var isClosed = false

  // The loop's thread only.

  /// Blocks of the loop's own thread, and those of other modes than those that ran.
  @exclusivity(unchecked) private var own = BlockList()
  /// How many they are, for other threads.
  private let ownCount = Atomic<Int>(0)
  /// An empty list with room.
  @exclusivity(unchecked) private var spare = BlockList()

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
    // Behind blocks that other threads queued before, a block of the loop's own thread must stay.
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
    // What makes the loop look here is a wake-up, which is an exchange.
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

  /// Whether there is no block, for the loop's thread.
  @inline(__always)
  var isEmpty: Bool { own.isEmpty && inboxCount.load(ordering: .acquiring) == 0 }

  /// How many blocks there are, from any thread.
  var count: Int { inboxCount.load(ordering: .relaxed) + ownCount.load(ordering: .relaxed) }

  /// Takes all blocks out. On the loop's thread.
  func takeAll() -> BlockList {
    var batch = BlockList()
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
    return batch
  }

  /// Puts blocks that no mode has run back before all that came since, and keeps an empty list's memory.
  func putBack(_ left: consuming BlockList, _ emptied: consuming BlockList) {
    if !left.isEmpty {
      left.append(moving: &own)
      swap(&left, &own)
      ownCount.store(own.count, ordering: .relaxed)
    }
    if !spare.hasRoom { swap(&emptied, &spare) }
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

  /// Takes no more blocks, and gives back those that did not run: they are released by the caller.
  func close() -> BlockList {
    var dropped = BlockList()
    lock.lock()
    isClosed = true
    swap(&dropped, &own)
    dropped.append(moving: &inbox)
    inboxCount.store(0, ordering: .relaxed)
    lock.unlock()
    ownCount.store(0, ordering: .relaxed)
    return dropped
  }
}
