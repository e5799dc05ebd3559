/// Gives contacts numbers that no other contact on any surface has at the same time.
struct ContactIdentities {
  private var last: UInt32

  init(device: UInt8) {
    last = UInt32(device) << 24
  }

  mutating func next() -> UInt32 {
    last = last & 0xff00_0000 | (last &+ 1) & 0x00ff_ffff
    return last
  }
}
