/// Delays for timers, and which timer is next: the same sequence in each run, and for the loops in C.
struct Delays {
  private static let shortest: UInt32 = 10_000
  private static let spread: UInt32 = 1_000_000
  private var state: UInt32 = 1

  @inline(__always)
  private mutating func next() -> UInt32 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return state
  }

  /// The index of the next timer.
  @inline(__always)
  mutating func index(below count: Int) -> Int { Int(next() % UInt32(truncatingIfNeeded: count)) }

  /// A delay in nanoseconds that is so long that the timer never fires.
  @inline(__always)
  mutating func long() -> Int64 { Int64(Self.shortest + next() % Self.spread) * 1_000_000 }

  /// Nanoseconds, so few that adding all `count` timers takes longer.
  @inline(__always)
  mutating func short(of count: Int) -> Int64 {
    Int64(next() % UInt32(truncatingIfNeeded: max(count / 100, 1))) * 1000
  }
}
