internal import RunLoopCore

/// A mailbox for a source that is on only while the task waits for it: what comes meanwhile stays with the kernel, which
/// queues it, joins it, or slows the sender down, as it always does.
final class PortMailbox<Event: Sendable>: Mailbox<Result<Event, RunLoop.PortError>>, @unchecked Sendable {
  /// Makes the source. Its callout switches it off before it puts what came: the task may ask for more at once.
  typealias Maker = (PortMailbox) throws(RunLoop.PortError) -> RunLoop.SwitchedSource

  private let loop: RunLoop
  /// Called once.
  private let makeSource: Maker
  private let isMadeOnOwnThread: Bool
  private let lock = FutexLock()
  /// Guarded by the lock.
  private var source: RunLoop.SwitchedSource?
  /// The task waits, or has waited. Guarded by the lock.
  private var isWanted = false
  /// Guarded by the lock.
  private var isClosed = false

  /// - Parameter onOwnThread: the source is made on the loop's thread.
  init(for loop: RunLoop, onOwnThread: Bool = false, _ makeSource: @escaping Maker) {
    self.loop = loop
    self.makeSource = makeSource
    isMadeOnOwnThread = onOwnThread
    super.init(for: loop)
  }

  // MARK: The loop's side

  override func open() -> Bool {
    if isMadeOnOwnThread, !loop.isOwnThread { return loop.post { self.install() } }
    install()
    return true
  }

  private func install() {
    do {
      let source = try makeSource(self)
      lock.lock()
      let (isWanted, isClosed) = (isWanted, isClosed)
      if !isClosed { self.source = source }
      lock.unlock()
      if isClosed { return source.invalidate() }
      if isWanted { source.arm() }
      if !(try loop.add(source, to: .common)) { end() }
    } catch {
      put(.failure(error))
    }
  }

  override func willWait() {
    lock.lock()
    isWanted = true
    let source = source
    lock.unlock()
    source?.arm()
  }

  /// Switches the source off, on the loop's thread.
  func pause() {
    lock.lock()
    let source = source
    lock.unlock()
    source?.disarm()
  }

  override func lockForFork() {
    super.lockForFork()
    lock.lock()
  }

  override func unlockAfterFork() {
    lock.unlock()
    super.unlockAfterFork()
  }

  override func close() {
    lock.lock()
    isClosed = true
    let source = source.take()
    lock.unlock()
    source?.invalidate()
  }

  // MARK: The task's side

  /// The next event, or nil after the end. An error is the last thing that comes.
  func nextEvent(isolation: isolated (any Actor)?) async throws(RunLoop.PortError) -> Event? {
    let result = await next(isolation: isolation)
    if case .failure = result { end() }
    return try result?.get()
  }
}
