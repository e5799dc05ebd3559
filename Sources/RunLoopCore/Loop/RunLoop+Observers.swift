extension RunLoop {
  /// Calls the mode's observers of the activity. The phase works on the observers as they are now: one that is
  /// removed meanwhile is still called, one that is invalidated is not, one that is added waits.
  @inline(__always)
  func notify(_ mode: ModeState, _ activity: Activity) {
    if mode.observes(activity) { notifyObservers(mode, activity) }
  }

  @inline(never)
  private func notifyObservers(_ mode: ModeState, _ activity: Activity) {
    lock.lockAsOwner()
    let observers = mode.observers
    lock.unlockAsOwner()
    for observer in observers where observer.activities.rawValue & activity.rawValue != 0 {
      call(observer, activity)
    }
  }

  private func call(_ observer: Observer, _ activity: Activity) {
    let body = observer.withGuard { _ -> Observer.Body? in
      guard observer.isValid, !observer.flags.contains(.isFiring) else { return nil }
      observer.flags.insert(.isFiring)
      return observer.body.take()
    }
    guard let body else { return }
    callOutToObserver(body, observer.extras?.number ?? 0, activity, self)
    if !observer.repeats { observer.invalidate() }
    let dropped = observer.withGuard { _ -> Observer.Body? in
      observer.flags.remove(.isFiring)
      guard observer.isValid else { return body }
      observer.body = body
      return nil
    }
    withExtendedLifetime(dropped) {}
  }
}
