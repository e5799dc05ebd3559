/// Random numbers that are the same in each run: a multiplication and an addition, so that choosing costs a benchmark next to
/// nothing.
///
/// Keep it in a local variable where every nanosecond counts: a property of a class is looked after by the runtime.
public struct Dice: Sendable {
  @usableFromInline
  var state: UInt64

  /// Dice that give the same numbers for the same seed; without one, always the same.
  @inlinable
  public init(seed: UInt64 = 0x9E37_79B9_7F4A_7C15) { state = seed }

  /// A number from 0 to below a bound, which is at most 2^32.
  @inlinable
  public mutating func roll(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(((state >> 32) &* UInt64(bound)) >> 32)
  }
}
