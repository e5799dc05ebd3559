/// Modes of one loop that an item came into or left.
struct Membership {
  /// The loop, which the sender keeps: see RunLoop+Seats.swift.
  let loopAddress: UnsafeRawPointer
  let modes: [RunLoop.Mode]
}
