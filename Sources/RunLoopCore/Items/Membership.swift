/// Modes of one loop that an item came into or left.
struct Membership {
  /// The loop, which the sender keeps: see RunLoop+Registrations.swift.
  let loopAddress: UnsafeRawPointer
  let states: Few<ModeState>

  var modes: Few<RunLoop.Mode> { states.names }
}
