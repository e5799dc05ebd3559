extension RunLoop {
  /// Calls the mode's observers of the activity. The phase works on the observers as they are now: one that is
  /// removed meanwhile is still called, one that is invalidated is not, one that is added waits.
  @inline(__always)
  func notify(_ mode: ModeState, _ activity: Activity) {
    lock.lockAsOwner()
    guard mode.observedActivities.rawValue & activity.rawValue != 0 else { return lock.unlockAsOwner() }
    let observers = mode.observers
    lock.unlockAsOwner()
    notify(observers, activity)
  }

  @inline(never)
  private func notify(_ observers: [Observer], _ activity: Activity) {
    for observer in observers where observer.activities.rawValue & activity.rawValue != 0 {
      call(observer, activity)
    }
  }

  private func call(_ observer: Observer, _ activity: Activity) {
    var called: ((Activity) -> Void)?
    observer.withGuard { _ in
      guard !observer.flags.contains(.isFiring), let body = observer.body else { return }
      observer.flags.insert(.isFiring)
      called = body
    }
    guard let body = called else { return }
    callOutToObserver(body, activity, self)
    if !observer.repeats { observer.invalidate() }
    observer.withGuard { _ in _ = observer.flags.remove(.isFiring) }
  }
}
