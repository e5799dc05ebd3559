extension RunLoop {
  /// Whether a loop spins for a moment before it sleeps, so that a wake-up that follows at once needs no system calls.
  public enum Spinning: UInt8, Hashable, Sendable, CaseIterable {
    /// The loop sleeps at once: saves power.
    case never
    /// Up to 10 µs, and in all a 32nd of a processor's time more than sleeping would cost.
    case brief
    /// Up to 50 µs, and in all half of a processor's time more: for short delays.
    case long
  }
}
