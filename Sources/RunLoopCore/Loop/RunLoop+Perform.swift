import Synchronization

/// Blocks: closures that a loop calls once.
extension RunLoop {
  /// Queues a block for the first of the modes that runs. It does not wake the loop: a sleeping loop runs the block
  /// when something else wakes it. Blocks run in the order of queueing.
  ///
  /// False, and the block is released, when the loop has ended. File and line, here and below, are the block's origin,
  /// for reports of stalls. Corresponds to `CFRunLoopPerformBlock`.
  @discardableResult
  public func perform(
    inModes modes: [Mode] = [.default], file: StaticString = #fileID, line: UInt = #line,
    _ body: consuming @escaping @Sendable () -> Void
  ) -> Bool {
    let block = Block(body: consume body, target: target(of: modes), file: file, line: line)
    return blocks.enqueue(block, isOwner: isOwnThread) != .refused
  }

  /// Queues a block for the common modes and wakes the loop: the usual way to run code on its thread.
  /// From any thread.
  @discardableResult
  @_semantics("optimize.sil.specialize.owned2guarantee.never")
  public func post(
    file: StaticString = #fileID, line: UInt = #line, _ body: consuming @escaping @Sendable () -> Void
  ) -> Bool {
    post(Block(body: consume body, target: .common, wasPosted: true, file: file, line: line))
  }

  /// Queues a block for the modes and wakes the loop.
  @discardableResult
  public func post(
    inModes modes: [Mode], file: StaticString = #fileID, line: UInt = #line,
    _ body: consuming @escaping @Sendable () -> Void
  ) -> Bool {
    post(Block(body: consume body, target: target(of: modes), wasPosted: true, file: file, line: line))
  }

  @inline(__always)
  private func post(_ block: consuming Block) -> Bool {
    switch blocks.enqueue(consume block, isOwner: isOwnThread) {
    case .refused: return false
    // Under simulated time each wake-up is recorded, in its order.
    case .behindPosted where !clock.isSimulated: break
    case .queued, .behindPosted: wakeUp()
    }
    return true
  }

  /// The loop ended before it ran the block.
  public struct Ended: Error, Hashable, Sendable, CustomStringConvertible {
    package init() {}

    public var description: String { "the run loop ended with its thread before it ran the block" }
  }

  /// Runs a block on the loop's thread and waits for its result; calls it at once on that thread. The loop
  /// must eventually run in one of the modes, or this never returns. A thread that ends inside a callout, by pthread_exit(3), releases
  /// the blocks that it was about to run, and this throws; when it ends in this very block, a second later at most.
  ///
  /// Corresponds to `performSelector(onThread:waitUntilDone:)`.
  public func performAndWait<Value: Sendable>(
    inModes modes: [Mode] = [.common], file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () -> Value
  ) throws(Ended) -> Value {
    if isOwnThread { return body() }
    let outcome = Outcome<Value>()
    post(for: outcome, inModes: modes, file, line, body)
    return try outcome.wait { isOver }
  }

  /// Not inlined: the caller waits, and must not hold the ticket.
  @inline(never)
  private func post<Value: Sendable>(
    for outcome: Outcome<Value>, inModes modes: [Mode], _ file: StaticString, _ line: UInt,
    _ body: @escaping @Sendable () -> Value
  ) {
    // Releasing the block, called or not, ends the wait.
    let ticket = Ticket(outcome)
    _ = post(inModes: modes, file: file, line: line) { ticket.outcome.finish(body()) }
  }

  /// Calls a block once after a delay on the loop's clock; invalidate the timer to cancel it.
  ///
  /// Corresponds to `perform(_:with:afterDelay:inModes:)`.
  @discardableResult
  public func perform(
    after delay: Duration, inModes modes: [Mode] = [.default], _ body: @escaping @Sendable () -> Void
  ) -> Timer {
    let date = firstDate(now.advanced(by: delay))
    let timer = Timer(at: date.whenMade) { _ in body() }
    for mode in modes { add(timer, to: mode) }
    set(date, of: timer)
    return timer
  }

  // MARK: Inside

  private func target(of modes: [Mode]) -> Block.Target {
    if modes.count == 1 {
      switch modes[0].known {
      case .common: return .common
      case .default: return .mode(0)
      case .no: break
      }
    }
    // Naming a mode makes it.
    lock.lock()
    defer { lock.unlock() }
    if modes.count == 1 { return .mode(Int32(modeMaking(modes[0]).index)) }
    var mask = Block.Target.Mask()
    for mode in modes {
      guard mask.insert(mode.known == .common ? nil : modeMaking(mode).index) else {
        return longTarget(of: modes)
      }
    }
    return .mask(mask)
  }

  /// For the modes that a loop made late. With the lock held.
  @inline(never)
  private func longTarget(of modes: [Mode]) -> Block.Target {
    let indices = modes.filter { $0 != .common }.map { Int32(modeMaking($0).index) }
    return .modes(modes.contains(.common) ? indices + [Block.Target.commonIndex] : indices)
  }

  /// Steps 3, 4b and 10: calls the blocks that may run in the mode, in the order of queueing.
  ///
  /// The blocks are dequeued before the first call: an inner run sees neither the ones pending here nor those of
  /// other modes, and a block that is queued by a block waits for the next time.
  @inline(__always)
  func performBlocks(_ mode: ModeState) {
    if !blocks.isEmpty(for: mode) { performQueuedBlocks(mode) }
  }

  @inline(never)
  private func performQueuedBlocks(_ mode: ModeState) {
    blocks.drain(in: mode) { block in callOutToBlock(block.body, block.place, self) }
  }
}

/// The result for a waiting thread, which sleeps on it.
private final class Outcome<Value: Sendable>: Sendable {
  private static var waiting: UInt32 { 0 }
  private static var ended: UInt32 { 1 }
  private let state = Atomic<UInt32>(0)
  private let value = Mutex<Value?>(nil)

  func finish(_ value: Value?) {
    guard let value else { return end() }
    self.value.withLock { $0 = value }
    end()
  }

  func end() {
    state.store(Self.ended, ordering: .releasing)
    withUnsafePointer(to: state) {
      SystemCall.wake(UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self))
    }
  }

  /// Time between two checks that the loop still exists.
  private static var patience: Nanoseconds { 1_000_000_000 }

  /// - Parameter isOver: whether the loop has ended. A thread that ends inside a block does not release it.
  func wait(_ isOver: () -> Bool) throws(RunLoop.Ended) -> Value {
    while state.load(ordering: .acquiring) == Self.waiting {
      let deadline = MonotonicClock.now + Self.patience
      withUnsafePointer(to: state) {
        SystemCall.sleep(
          on: UnsafeRawPointer($0).assumingMemoryBound(to: UInt32.self), while: Self.waiting, until: deadline)
      }
      if MonotonicClock.now >= deadline, isOver() { break }
    }
    guard let value = value.withLock({ $0 }) else { throw RunLoop.Ended() }
    return value
  }
}

/// Retained by the block alone: its deallocation ends the wait.
private final class Ticket<Value: Sendable>: Sendable {
  let outcome: Outcome<Value>

  init(_ outcome: Outcome<Value>) {
    self.outcome = outcome
  }

  deinit {
    outcome.end()
  }
}
