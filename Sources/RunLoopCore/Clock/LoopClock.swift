/// A loop's clock: CLOCK_MONOTONIC, or a simulated one. Set once.
struct LoopClock {
  let simulation: SimulatedClock?

  @inline(__always)
  var isSimulated: Bool { simulation != nil }

  @inline(__always)
  var now: Nanoseconds {
    if let simulation { return simulation.nowInside }
    return MonotonicClock.now
  }
}
