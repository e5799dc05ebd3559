import Synchronization

extension RunLoop.Source {
  /// - Parameters:
  ///   - schedule: called after the source was added to a mode of a loop, once per mode.
  ///   - cancel: called after it was removed from a mode; when a loop ends, on the ending thread.
  ///   - perform: called on the loop's thread when the source was signalled.
  public convenience init(
    order: Int = 0, label: String = "", schedule: (@Sendable (RunLoop, RunLoop.Mode) -> Void)? = nil,
    cancel: (@Sendable (RunLoop, RunLoop.Mode) -> Void)? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    perform: @escaping @Sendable () -> Void
  ) {
    func each(_ body: (@Sendable (RunLoop, RunLoop.Mode) -> Void)?) -> ((Membership) -> Void)? {
      guard let body else { return nil }
      return { membership in for mode in membership.modes { body(membership.loop, mode) } }
    }
    self.init(
      order: order, label: label, schedule: each(schedule), cancel: each(cancel), file: file, line: line,
      perform)
  }

  /// Marks the source. From any thread. The mark stays until a loop performs the source, also while it is in no
  /// mode; on an invalid source it does nothing. Corresponds to `CFRunLoopSourceSignal`.
  public func signal() {
    let address = onlyCell.load(ordering: .acquiring)
    if address != 0, signalAsOwner(address) { return }
    registrationLock.lock()
    defer { registrationLock.unlock() }
    guard isValid else { return }
    // First, for a loop that finds the mark before it is listed.
    if !isSignalled { signalSequence.store(RunLoop.Timer.nextSequence(), ordering: .releasing) }
    // A thread that finds the mark already set, under the lock, may rely on its being listed too.
    if mark.exchange(true, ordering: .sequentiallyConsistent) { return }
    listInside()
  }

  /// Marks the source in a child of fork(2), before its loop is made usable: that lists it. Takes no lock.
  package func markInCopy() {
    if !isSignalled { signalSequence.store(RunLoop.Timer.nextSequence(), ordering: .releasing) }
    mark.store(true, ordering: .sequentiallyConsistent)
  }

  /// On the thread of the only loop where it has a registration. False when nothing was done.
  @inline(__always)
  private func signalAsOwner(_ address: UInt) -> Bool {
    LoopCell.at(address)._withUnsafeGuaranteedRef { cell in
      guard cell.lock.isOwner else { return false }
      cell.lock.lockAsOwner()
      // Acquiring again: the registration may be another one than at the first look.
      guard onlyCell.load(ordering: .acquiring) == address, isValid, !isSignalled,
        let registration = onlyRegistration,
        let loop = cell.loop
      else {
        cell.lock.unlockAsOwner()
        return false
      }
      signalSequence.store(loop._withUnsafeGuaranteedRef { $0.nextTimerSequence() }, ordering: .relaxed)
      let wasSignalled = mark.exchange(true, ordering: .sequentiallyConsistent)
      // A loop to which it is added at this moment sees the mark, or is seen here.
      let isOnly = onlyCell.load(ordering: .sequentiallyConsistent) == address
      if !wasSignalled, isOnly { loop._withUnsafeGuaranteedRef { $0.signalled.list(registration) } }
      cell.lock.unlockAsOwner()
      if !wasSignalled, !isOnly { listEverywhere() }
      return true
    }
  }

  @inline(never)
  private func listEverywhere() {
    registrationLock.lock()
    listInside()
    registrationLock.unlock()
  }

  /// With `registrationLock` held.
  @inline(__always)
  private func listInside() {
    if onlyCell.load(ordering: .relaxed) != 0, let onlyRegistration {
      return RunLoop.listFromAnywhere(onlyRegistration)
    }
    for registration in registrations { RunLoop.listFromAnywhere(.passUnretained(registration)) }
  }
}

extension RunLoop {
  /// Lists a registration whose source was signalled; its lock is held, so the registration stays. From any thread.
  @inline(__always)
  fileprivate static func listFromAnywhere(_ registration: Unmanaged<Registration>) {
    registration._withUnsafeGuaranteedRef { place in
      place.loopReference._withUnsafeGuaranteedRef { loop in
        if !loop.isOwnThread { return loop.signalled.push(place) }
        loop.lock.lockAsOwner()
        loop.signalled.list(registration)
        loop.lock.unlockAsOwner()
      }
    }
  }
}
