/// Modes of one loop that an item came into or left.
struct Membership {
  /// The loop, which the sender keeps: see RunLoop+Registrations.swift.
  let loopAddress: UnsafeRawPointer
  let modes: Few<RunLoop.Mode>
}
