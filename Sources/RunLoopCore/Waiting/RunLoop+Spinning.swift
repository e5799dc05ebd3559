import Synchronization

extension RunLoop {
  /// What a loop does before it sleeps: nothing, or spin for a moment, so that a wake-up which comes at once needs no system
  /// calls.
  public enum Spinning: UInt8, Hashable, Sendable, CaseIterable {
    /// The loop sleeps at once: for batteries.
    case never
    /// Up to 10 µs, and in all a 32nd of a processor's time more than sleeping would cost.
    case brief
    /// Up to 50 µs, and in all half of a processor's time more: for short delays.
    case long
  }

  /// What the loop does before it sleeps; `brief` at first. A loop spins at most when another thread's wake-up ended
  /// its last sleep. May be set from any thread.
  public var spinning: Spinning {
    get { Spinning(rawValue: waker.spinning.load(ordering: .relaxed)) ?? .brief }
    set { waker.spinning.store(newValue.rawValue, ordering: .relaxed) }
  }
}
