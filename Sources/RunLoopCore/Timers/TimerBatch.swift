import LinuxSystem

/// Timers that were due together, in the order in which they fire. Changed under the loop's lock.
///
/// Invariant: each of them exists until its turn has ended. A timer in the batch is marked `isInBatch`, and the loop's
/// reference passes to the batch when it leaves its modes (`isHeldByBatch`); from `firstOwned` on the batch has references of
/// its own instead, since an inner run may have timers in a batch too.
final class TimerBatch {
  @exclusivity(unchecked) var timers = TimerList()
  /// The timers before this index have had their turn.
  @exclusivity(unchecked) private(set) var next = 0
  /// The timer that may be firing; `next` when none is.
  @exclusivity(unchecked) private(set) var current = 0
  @exclusivity(unchecked) fileprivate var firstOwned = Int.max
  /// Whether any timer was called.
  @exclusivity(unchecked) var hasFired = false
  @exclusivity(unchecked) fileprivate(set) var mode: Unmanaged<ModeState>
  /// The time at which all of them were due.
  @exclusivity(unchecked) fileprivate(set) var now: Nanoseconds
  /// The batch that is fired further down the stack.
  @exclusivity(unchecked) fileprivate(set) var outer: TimerBatch?

  /// The mode whose pending timers were searched last, and a place: no pending timer before it is in that mode and in no queue.
  @exclusivity(unchecked) private var searched: (mode: Unmanaged<ModeState>?, place: Int) = (nil, 0)

  fileprivate init(mode: Unmanaged<ModeState>, now: Nanoseconds) {
    self.mode = mode
    self.now = now
  }

  @inline(__always)
  var count: Int { timers.count }

  /// Moves the mode's due timers from their queues into the batch.
  func collect() {
    var sets = 0
    mode._withUnsafeGuaranteedRef { mode in
      mode.eachSetWithTimers { set in
        guard set.queue.firstTime <= now else { return }
        sets += 1
        set.queue.takeDue(now, into: &timers)
      }
    }
    if sets > 1 { timers.sort() }
  }

  /// Begins the next timer's turn; nil after the last. `isOwned`: the batch had a reference of its own, which the caller now
  /// owns.
  @inline(__always)
  func beginTurn() -> (timer: Unmanaged<RunLoop.Timer>, isOwned: Bool)? {
    current = next
    guard next < timers.count else { return nil }
    next += 1
    // Many timers are scattered in memory.
    if current + 8 < timers.count { linux_prefetch(timers[current + 8].toOpaque()) }
    return (timers[current], current >= firstOwned)
  }

  /// Ends the turn of the present timer: other threads no longer find it in the batch. Called before the reference that
  /// kept it may be released.
  @inline(__always)
  func endTurn() {
    current = next
  }

  /// Returns the pending timers of the loop at `home` to their queues, for an inner run. An earlier one has returned those from
  /// `firstOwned` on, and each of them is in a queue since then, is firing, or has left.
  fileprivate func putBack(home: UInt) {
    for index in next..<max(next, min(count, firstOwned)) {
      timers[index]._withUnsafeGuaranteedRef { timer in
        if timer.flags.contains(.isHeldByBatch) {
          timer.flags.remove(.isHeldByBatch)
        } else {
          _ = Unmanaged.passRetained(timer)
        }
        timer.flags.remove(.isInBatch)
        if timer.belongs(to: home), timer.queueIndex < 0, !timer.flags.contains(.isFiring) {
          // One in no mode has a place among those instead.
          timer.modeSet?._withUnsafeGuaranteedRef { if !$0.isEmpty { $0.enqueue(timer) } }
        }
      }
    }
    firstOwned = min(firstOwned, next)
  }

  /// The places of the pending timers that may be in the mode and in no queue. A timer that was skipped is never one of
  /// them again: a pending timer that joins a mode, or whose date is set, is in a queue from then on.
  func places(in mode: ModeState) -> Range<Int> {
    let end = max(next, min(count, firstOwned))
    let isSame = searched.mode?.toOpaque() == Unmanaged.passUnretained(mode).toOpaque()
    return (isSame ? min(max(next, searched.place), end) : next)..<end
  }

  /// The first place for which the function returns true; it says whether a timer is in the mode and in no queue.
  fileprivate func search(in mode: ModeState, _ isFound: (Unmanaged<RunLoop.Timer>) -> Bool) {
    let places = places(in: mode)
    let place = places.first { isFound(timers[$0]) } ?? places.upperBound
    // A search that ends at once costs nothing, and the place of another mode's stays known.
    if place == next { return }
    searched = (.passUnretained(mode), place)
  }

  /// Forgets a pending timer that moves to another loop.
  fileprivate func forget(_ timer: RunLoop.Timer) {
    searched.mode = nil
    let address = Unmanaged.passUnretained(timer).toOpaque()
    for index in next..<max(next, min(count, firstOwned)) where timers[index].toOpaque() == address {
      timers.remove(at: index)
      return
    }
  }

  /// Gives up the batch's references; their owner is the caller then.
  fileprivate func abandon(into abandoned: inout AbandonedTimers) {
    if current < next { abandoned.firing.append((timers[current], current >= firstOwned)) }
    for index in next..<count {
      let isHeld = timers[index]._withUnsafeGuaranteedRef { timer in
        if index >= firstOwned { return true }
        defer { timer.flags.subtract([.isInBatch, .isHeldByBatch]) }
        return timer.flags.contains(.isHeldByBatch)
      }
      if isHeld { abandoned.references.append(timers[index]) }
    }
  }

  fileprivate func reset(mode: Unmanaged<ModeState>, now: Nanoseconds) {
    timers.removeAll()
    next = 0
    current = 0
    firstOwned = .max
    hasFired = false
    searched.mode = nil
    self.mode = mode
    self.now = now
  }
}

/// The timers that a thread has left behind which ended inside a timer's call.
struct AbandonedTimers {
  /// The timers whose calls never returned, and whether their batch had a reference of its own. Their turns have not ended.
  fileprivate(set) var firing: [(timer: Unmanaged<RunLoop.Timer>, isOwned: Bool)] = []
  /// References to timers that waited for their turn.
  fileprivate(set) var references: [Unmanaged<RunLoop.Timer>] = []
}

/// The batches that a loop is firing, one per nested run. Guarded by the loop's lock.
struct TimerFirings: ~Copyable {
  private(set) var innermost: TimerBatch?
  /// A batch that is not in use.
  private var spare: TimerBatch?
  /// Timers that were added to this loop while another loop calls them: in no queue until that call has returned.
  private var visitors: [Unmanaged<RunLoop.Timer>] = []

  /// Begins a batch for the timers that are due now, nested in the batches being fired, and keeps it until it ends.
  @inline(__always)
  mutating func begin(_ mode: ModeState, now: Nanoseconds) -> Unmanaged<TimerBatch> {
    let mode = Unmanaged.passUnretained(mode)
    let batch: TimerBatch
    if let spare = spare.take() {
      spare.reset(mode: mode, now: now)
      batch = consume spare
    } else {
      batch = TimerBatch(mode: mode, now: now)
    }
    let reference = Unmanaged.passUnretained(batch)
    batch.outer = innermost.take()
    innermost = consume batch
    return reference
  }

  /// Ends the innermost batch.
  @inline(__always)
  mutating func end(_ ended: TimerBatch) {
    assert(ended === innermost)
    guard let batch = innermost.take() else { return }
    innermost = batch.outer.take()
    spare = consume batch
  }

  /// Forgets the batches of a thread that ended inside a timer's call.
  mutating func abandon() -> AbandonedTimers {
    var abandoned = AbandonedTimers()
    while let batch = innermost {
      batch.abandon(into: &abandoned)
      end(batch)
    }
    return abandoned
  }

  /// Returns the pending timers of the innermost batch to their queues.
  func putBack(home: UInt) {
    innermost?.putBack(home: home)
  }

  /// Forgets a pending timer that moves to another loop. True when a batch had the loop's reference to it, which the caller
  /// then owns.
  func forget(_ timer: RunLoop.Timer) -> Bool {
    guard !timer.flags.contains(.isFiring), timer.flags.contains(.isInBatch) else { return false }
    var batch = innermost
    while let current = batch {
      current.forget(timer)
      batch = current.outer
    }
    let isHeld = timer.flags.contains(.isHeldByBatch)
    timer.flags.subtract([.isInBatch, .isHeldByBatch])
    return isHeld
  }

  /// The first timer of the mode that is in no queue, as it is being fired or pending in a batch. A batch is in the order of firing: a
  /// pending timer whose date is set returns to a queue.
  func firstOutsideQueues(home: UInt, in mode: ModeState) -> RunLoop.Timer? {
    var first: RunLoop.Timer?
    func look(_ reference: Unmanaged<RunLoop.Timer>) -> Bool {
      reference._withUnsafeGuaranteedRef { timer in
        guard timer.belongs(to: home), timer.queueIndex < 0,
          timer.modeSet?._withUnsafeGuaranteedRef({ $0.contains(mode) }) ?? false
        else { return false }
        if first.map({ timer.isDue(before: $0) }) ?? true { first = timer }
        return true
      }
    }
    var batch = innermost
    while let current = batch {
      // The date of the one that is being called may have been set.
      if current.current < current.next { _ = look(current.timers[current.current]) }
      // Behind these all are in queues, in an inner batch, or visitors.
      current.search(in: mode, look)
      batch = current.outer
    }
    for visitor in visitors { _ = look(visitor) }
    return first
  }

  /// The timers of the loop at `home` that are in no queue because they are being fired or pending in a batch.
  func timersOutsideQueues(home: UInt) -> [Unmanaged<RunLoop.Timer>] {
    var timers: [Unmanaged<RunLoop.Timer>] = []
    var batch = innermost
    while let current = batch {
      for index in current.current..<current.count {
        // Its properties are guarded by this loop's lock only while it is this loop's.
        let isHere = current.timers[index]._withUnsafeGuaranteedRef {
          $0.belongs(to: home) && $0.queueIndex < 0
        }
        if isHere { timers.append(current.timers[index]) }
      }
      batch = current.outer
    }
    return timers + visitors
  }

  // MARK: Visitors

  @inline(__always)
  var hasVisitors: Bool { !visitors.isEmpty }

  /// Notes a timer that was added to the loop while it is being called, perhaps by another loop.
  mutating func receive(_ timer: RunLoop.Timer) {
    let address = Unmanaged.passUnretained(timer).toOpaque()
    var batch = innermost
    while let current = batch {
      if current.current < current.next, current.timers[current.current].toOpaque() == address { return }
      batch = current.outer
    }
    visitors.append(.passUnretained(timer))
  }

  /// Forgets a visitor whose call has returned, or that leaves.
  mutating func removeVisitor(_ timer: RunLoop.Timer) {
    if visitors.isEmpty { return }
    visitors.removeAll { $0.toOpaque() == Unmanaged.passUnretained(timer).toOpaque() }
  }
}
