/// Reads numbers and texts from untrusted bytes: reads past the end return zeros and set `hasFailed`.
///
/// Nothing here is generic: a generic call costs a debug build many times as much, and debug builds unwind and read lines, too.
struct ByteReader {
  private let bytes: UnsafePointer<UInt8>?
  /// Where the first byte is in the process: some numbers count from their own place.
  let address: UInt
  var position: Int
  let end: Int
  private(set) var hasFailed = false

  /// - Parameter bytes: alive as long as the reader.
  init(_ bytes: UnsafeRawBufferPointer, address: UInt = 0, position: Int = 0, end: Int? = nil) {
    self.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    self.address = address
    self.end = min(max(end ?? bytes.count, 0), bytes.count)
    self.position = position
    if position < 0 || position > self.end { fail() }
  }

  var isAtEnd: Bool { position >= end }

  mutating func fail() {
    hasFailed = true
    position = end
  }

  mutating func u8() -> UInt8 {
    guard position < end, let bytes else {
      fail()
      return 0
    }
    let byte = bytes[position]
    position &+= 1
    return byte
  }

  mutating func u16() -> UInt16 { UInt16(truncatingIfNeeded: number(2)) }
  mutating func u32() -> UInt32 { UInt32(truncatingIfNeeded: number(4)) }
  mutating func u64() -> UInt64 { number(8) }

  /// A number of one to eight bytes.
  mutating func number(_ size: Int) -> UInt64 {
    guard end &- position >= size, let bytes else {
      fail()
      return 0
    }
    var value: UInt64 = 0
    var index = size
    while index > 0 {
      index &-= 1
      value = value &<< 8 | UInt64(bytes[position &+ index])
    }
    position &+= size
    return value
  }

  mutating func unsignedLEB() -> UInt64 { digits().value }

  mutating func signedLEB() -> Int64 {
    let (value, bits, isNegative) = digits()
    return Int64(bitPattern: isNegative && bits < 64 ? value | UInt64.max &<< bits : value)
  }

  /// A number in groups of seven bits, the lowest first; negative, if it has a sign, when the highest bit is set.
  private mutating func digits() -> (value: UInt64, bits: UInt64, isNegative: Bool) {
    var value: UInt64 = 0
    var bits: UInt64 = 0
    while position < end, let bytes {
      let byte = bytes[position]
      position &+= 1
      if bits < 64 { value |= UInt64(byte & 0x7f) &<< bits }
      bits &+= 7
      if byte < 0x80 { return (value, bits, byte & 0x40 != 0) }
    }
    fail()
    return (0, 0, false)
  }

  mutating func skip(_ count: UInt64) {
    guard count <= UInt64(end &- position) else { return fail() }
    position &+= Int(count)
  }

  /// Skips a text and the zero behind it.
  mutating func skipText() {
    while position < end, let bytes {
      position &+= 1
      if bytes[position &- 1] == 0 { return }
    }
    fail()
  }

  /// The text up to a zero.
  mutating func text() -> String {
    let start = position
    skipText()
    guard !hasFailed, let bytes else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: bytes + start, count: position - 1 - start), as: UTF8.self)
  }

  /// A pointer in one of DWARF's encodings; `base` is what data-relative ones count from.
  mutating func pointer(_ encoding: UInt8, base: UInt) -> UInt {
    if encoding == 0xff { return 0 }
    let own = address &+ UInt(position)
    let value: UInt
    switch encoding & 0x0f {
    case 0x00, 0x04, 0x0c: value = UInt(u64())
    case 0x01: value = UInt(unsignedLEB())
    case 0x02: value = UInt(u16())
    case 0x03: value = UInt(u32())
    case 0x09: value = UInt(bitPattern: Int(signedLEB()))
    case 0x0a: value = UInt(bitPattern: Int(Int16(bitPattern: u16())))
    case 0x0b: value = UInt(bitPattern: Int(Int32(bitPattern: u32())))
    default:
      fail()
      return 0
    }
    switch encoding & 0x70 {
    case 0x10: return own &+ value
    case 0x30: return base &+ value
    default: return value
    }
  }
}
