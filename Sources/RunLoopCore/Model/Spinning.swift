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
}
