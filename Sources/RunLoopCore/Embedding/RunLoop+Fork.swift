import LinuxSystem
import Synchronization

/// A loop in a child that fork(2) made.
extension RunLoop {
  /// Whether the loop was made in another process, of which this one is a copy: it can not be run before
  /// `reinitializeAfterFork()`.
  public var isCopyOfAnotherProcess: Bool { waker.process != ForkGeneration.current }

  /// In a child made by fork(2): makes the calling thread's loop usable, with all its items, blocks and dates. The parent
  /// notices nothing. In any other process it does nothing.
  ///
  /// Call it first thing in the child, also inside the callout that forked: the run continues in both processes then. The
  /// loops of other threads have no thread in the child and stay unusable. The descriptors of port sources are shared
  /// with the parent, as fork has it: what one process reads there the other does not get, so the child should
  /// invalidate the ones it has no use for.
  ///
  /// Throws when a port source can no longer be watched, or no descriptor is left. Everything else is done then, and
  /// another call retries the rest.
  public static func reinitializeAfterFork() throws(PortError) {
    guard let loop = currentIfMade else { return }
    if loop.isCopyOfAnotherProcess { return try loop.reinitialize() }
    if loop.interest.isIncomplete { try loop.watchRest() }
  }

  /// Ends the process with a message when it is a copy of the one in which the loop was made.
  @inline(__always)
  func requireOwnProcess() {
    if isCopyOfAnotherProcess { refuseToRunInCopy() }
  }

  @inline(never)
  private func refuseToRunInCopy() -> Never {
    // Not a precondition: that has no message in a release build.
    fatalError(
      "run loop '\(label)' belongs to the process that forked this one: call RunLoop.reinitializeAfterFork() first"
        + " thing in the child, or exec")
  }

  // MARK: In the child

  /// Called inside fork(2), with the loop's locks held: from now on no descriptor is touched, and a run in progress ends
  /// with its turn.
  func becameCopy() {
    lock.resetInCopy()
    blocks.lock.reset()
    name.lock.reset()
    beat.address.store(beat.own.line.address, ordering: .relaxed)
    for mode in modes { mode.ports?.abandon() }
    sleepRecord.mode = nil
    waker.becameCopy(isRunning: runs.depth > 0)
    runs.becameCopy()
  }

  private func reinitialize() throws(PortError) {
    runs.reinitialize()
    waker.process = ForkGeneration.current
    beat.ownerNumber = linux_gettid()
    for registration in registrations.all { registration.item.registrationLock.reset() }
    if isMain { Self.mainQueue.becameCopy() }
    completeWorkOfOthers()
    let old = modes.map(\.ports)
    let failure = lock.withLock { () -> PortError? in
      waker.forgetDoorbell()
      var failure: PortError?
      for mode in modes {
        guard let old = mode.ports else { continue }
        mode.close()
        do throws(PortError) { try reopen(mode, old) } catch { failure = error }
        mode.timerState.forget()
        armTimers(mode)
      }
      return failure
    }
    withExtendedLifetime(old) {}
    if hosting != nil, runs.depth == 0 {
      hosting?.needsTurn = true
      beginWaiting()
    }
    interest.isIncomplete = failure != nil
    if let failure { throw failure }
  }

  /// Watches the port sources that could not be watched when the loop was reinitialized.
  private func watchRest() throws(PortError) {
    let failure = lock.withLock { () -> PortError? in
      var failure: PortError?
      for registration in registrations.all {
        guard let source = registration.portSource else { continue }
        for mode in registration.modeSet.modes where !(mode.ports?.watches(registration) ?? false) {
          do throws(PortError) { try watchAgain(registration, source, mode) } catch { failure = error }
        }
      }
      return failure
    }
    interest.isIncomplete = failure != nil
    if hosting != nil, runs.depth == 0 {
      _ = endWaiting()
      hosting?.needsTurn = true
      beginWaiting()
    }
    if let failure { throw failure }
  }

  /// With the lock held.
  private func watchAgain(_ registration: Registration, _ source: PortSource, _ mode: ModeState)
    throws(PortError)
  {
    let ports: PortSet
    // An error of the set itself is not about the source.
    do { ports = try openPortsInside(mode) } catch { throw error.portError(-1, label) }
    _ = try ports.watch(registration, source, mode)
  }

  /// Completes operations that other threads had begun on this loop at the fork: a block or a mark without its wake-up, a mark
  /// that was not listed. Those threads do not exist in the child, and later operations rely on their completion.
  private func completeWorkOfOthers() {
    lock.withLock {
      signalled.takeStack()
      for registration in registrations.all {
        registration.isStacked.store(false, ordering: .relaxed)
        if registration.source?.isSignalled ?? false { signalled.list(.passUnretained(registration)) }
      }
    }
    // The note was the parent's, too.
    _ = waker.noteOwn()
  }

  /// With the lock held.
  private func reopen(_ mode: ModeState, _ old: PortSet) throws(PortError) {
    let ports: PortSet
    do { ports = try openPortsInside(mode) } catch { throw error.portError(-1, label) }
    ports.takeSlots(of: old)
    var failure: PortError?
    for registration in old.watchedRegistrations {
      guard let source = registration.portSource else { continue }
      do throws(PortError) { _ = try ports.watch(registration, source, mode) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
