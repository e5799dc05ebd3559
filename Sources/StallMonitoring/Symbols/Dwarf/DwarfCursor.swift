/// Reads the bytes of debug information, which is not trusted: reads past the end return zeros and set `hasFailed`.
///
/// Nothing here is generic: a generic call costs a debug build many times as much, and debug builds read their own lines.
struct DwarfCursor {
  private let base: UnsafePointer<UInt8>
  let end: Int
  var position: Int
  private(set) var hasFailed = false

  /// - Parameter bytes: not empty, and alive as long as the cursor.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, position: Int = 0, end: Int? = nil) {
    guard let base = bytes.baseAddress else { return nil }
    self.base = base
    self.end = min(max(end ?? bytes.count, 0), bytes.count)
    self.position = position
    if position < 0 || position > self.end { fail() }
  }

  var isAtEnd: Bool { position >= end }

  mutating func fail() {
    hasFailed = true
    position = end
  }

  mutating func byte() -> UInt8 {
    guard position < end else {
      fail()
      return 0
    }
    let byte = base[position]
    position &+= 1
    return byte
  }

  /// A number of one to eight bytes.
  mutating func number(_ size: Int) -> UInt64 {
    guard end &- position >= size else {
      fail()
      return 0
    }
    var value: UInt64 = 0
    var index = size
    while index > 0 {
      index &-= 1
      value = value &<< 8 | UInt64(base[position &+ index])
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
    while position < end {
      let byte = base[position]
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
    while position < end {
      position &+= 1
      if base[position &- 1] == 0 { return }
    }
    fail()
  }

  /// The text up to a zero.
  mutating func text() -> String {
    let start = position
    skipText()
    guard !hasFailed else { return "" }
    return String(
      decoding: UnsafeBufferPointer(start: base + start, count: position - 1 - start), as: UTF8.self)
  }
}
