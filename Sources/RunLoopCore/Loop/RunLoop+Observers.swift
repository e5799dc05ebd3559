extension RunLoop {
  /// Calls the mode's observers of the activity. The phase works on the list of its beginning: an observer that is removed
  /// meanwhile is still called, an invalidated one is not, and an added one waits for the next phase.
  @inline(__always)
  func notify(_ mode: ModeState, _ activity: Activity) {
    if mode.observes(activity) { notifyObservers(mode, activity) }
  }

  @inline(never)
  private func notifyObservers(_ mode: ModeState, _ activity: Activity) {
    lock.lockAsOwner()
    let released = mode.beginPhase()._withUnsafeGuaranteedRef { list in
      // The mode has had an observer; another thread may have removed it since.
      let places = list.places
      for index in 0..<list.count {
        places[index]._withUnsafeGuaranteedRef { observer in
          if observer.activities.rawValue & activity.rawValue != 0 { callHoldingLock(observer, activity) }
        }
      }
      return mode.endPhase(list)
    }
    lock.unlockAsOwner()
    withExtendedLifetime(released) {}
  }

  /// The lock is held before and after, and not during the call.
  @inline(__always)
  private func callHoldingLock(_ observer: Observer, _ activity: Activity) {
    guard observer.repeats, observer.home.load(ordering: .relaxed) == cell.address else {
      lock.unlockAsOwner()
      call(observer, activity)
      return lock.lockAsOwner()
    }
    guard observer.isValid, !observer.flags.contains(.isFiring), let body = observer.body.take() else {
      return
    }
    observer.flags.insert(.isFiring)
    let number = observer.number
    lock.unlockAsOwner()
    callOutToObserver(body, number, activity, self)
    lock.lockAsOwner()
    if observer.home.load(ordering: .relaxed) == cell.address, observer.isValid {
      observer.flags.remove(.isFiring)
      observer.body = consume body
    } else {
      lock.unlockAsOwner()
      putBack(consume body, observer)
      lock.lockAsOwner()
    }
  }

  private func call(_ observer: Observer, _ activity: Activity) {
    let (taken, number) = observer.withGuard { _ -> (Observer.Action?, UInt32) in
      guard observer.isValid, !observer.flags.contains(.isFiring) else { return (nil, 0) }
      observer.flags.insert(.isFiring)
      return (observer.body.take(), observer.number)
    }
    guard let body = taken else { return }
    callOutToObserver(body, number, activity, self)
    if !observer.repeats { observer.invalidate() }
    putBack(body, observer)
  }

  /// Outside the lock: objects that the closure retains may call back when it is released, which is before this returns.
  @inline(never)
  private func putBack(_ body: consuming Observer.Action, _ observer: Observer) {
    let body = body
    let dropped = observer.withGuard { _ -> Observer.Action? in
      observer.flags.remove(.isFiring)
      guard observer.isValid else { return body }
      observer.body = body
      return nil
    }
    withExtendedLifetime(dropped) {}
  }
}

extension RunLoop.Observer {
  /// Takes the observer out of all modes permanently. Corresponds to `CFRunLoopObserverInvalidate`.
  public func invalidate() {
    let (released, body) = withGuard { loop -> (Unmanaged<RunLoop.BoundItem>?, Action?) in
      guard invalidateOnce() else { return (nil, nil) }
      return (loop?.leaveEverywhere(self), self.body.take())
    }
    released?.release()
    // Objects that the closure retains may call back: it is released here, without a lock.
    withExtendedLifetime(body) {}
  }
}
