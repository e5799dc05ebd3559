import Synchronization

extension RunLoop {
  /// What the loop does before it sleeps; `brief` at first. A loop spins at most when another thread's wake-up ended
  /// its last sleep. May be set from any thread.
  public var spinning: Spinning {
    get { Spinning(rawValue: waker.spinning.load(ordering: .relaxed)) ?? .brief }
    set { waker.spinning.store(newValue.rawValue, ordering: .relaxed) }
  }
}
