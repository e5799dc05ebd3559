/// Bits that are read from their end towards their beginning, as Zstandard writes them. Zeros follow beyond the beginning.
struct BackwardBits {
  private let bytes: UnsafePointer<UInt8>
  /// Bits that were not taken; negative when more were taken than there were.
  private(set) var left: Int
  /// The next bits, the first one highest; 56 of them after `fill`.
  private(set) var pending: UInt64 = 0

  /// The highest set bit of the last byte marks the end.
  init(_ bytes: UnsafePointer<UInt8>, count: Int) throws(PackingError) {
    guard count > 0, bytes[count - 1] != 0 else { throw .damaged("the bits") }
    self.bytes = bytes
    left = count * 8 - 1 - bytes[count - 1].leadingZeroBitCount
    fill()
  }

  mutating func fill() {
    let last = (left &+ 7) &>> 3
    let taken = last &<< 3 &- left
    if last >= 8 {
      let word = UnsafeRawPointer(bytes + (last &- 8)).loadUnaligned(as: UInt64.self)
      pending = UInt64(littleEndian: word) &<< UInt64(truncatingIfNeeded: taken)
      return
    }
    var word: UInt64 = 0
    var index = 0
    while index < last {
      word = word &>> 8 | UInt64(bytes[index]) &<< 56
      index &+= 1
    }
    pending = word &<< UInt64(truncatingIfNeeded: taken)
  }

  /// Takes at most as many bits as are pending.
  mutating func take(_ count: Int) -> Int {
    let value = (pending &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- count)
    drop(count)
    return Int(truncatingIfNeeded: value)
  }

  mutating func drop(_ count: Int) {
    pending = pending &<< UInt64(truncatingIfNeeded: count)
    left &-= count
  }
}
