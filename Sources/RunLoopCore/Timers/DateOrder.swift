/// Numbers the dates of a loop's timers in the order in which they are set.
///
/// Numbers of one loop are consecutive, without an atomic instruction; they follow those of all timers that were made or
/// set outside of loops before.
struct DateOrder {
  private var offset: UInt64 = 0

  @inline(__always)
  mutating func next() -> UInt64 {
    offset += 1
    if offset >> RunLoop.Timer.localSequenceBits != 0 { return wrap() }
    return RunLoop.Timer.sequenceBase + offset
  }

  @inline(never)
  private mutating func wrap() -> UInt64 {
    offset = 0
    return RunLoop.Timer.nextSequence()
  }
}
