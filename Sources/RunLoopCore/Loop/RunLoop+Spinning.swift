import Synchronization

extension RunLoop {
  /// Whether and how long the loop spins before it sleeps; `brief` by default. A loop spins only when another thread's
  /// wake-up ended its last sleep. May be set from any thread.
  public var spinning: Spinning {
    get { Spinning(rawValue: waker.spinning.load(ordering: .relaxed)) ?? .brief }
    set { waker.spinning.store(newValue.rawValue, ordering: .relaxed) }
  }
}
