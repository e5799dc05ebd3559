/// Gives contacts numbers that no other contact on any surface has at the same time.
struct ContactIdentities {
  private var last: UInt32

  /// - Parameter used: how many numbers were given before.
  init(device: UInt8, used: UInt32 = 0) {
    last = UInt32(device) << 24 | used & 0x00ff_ffff
  }

  mutating func next() -> UInt32 {
    last = last & 0xff00_0000 | (last &+ 1) & 0x00ff_ffff
    return last
  }
}
