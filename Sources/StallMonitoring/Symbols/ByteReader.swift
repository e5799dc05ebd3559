/// Reads numbers from untrusted bytes: reads past the end return zeros and set `hasFailed`.
struct ByteReader {
  let bytes: UnsafeRawBufferPointer
  /// Where the first byte is in the process: some numbers count from their own place.
  let address: UInt
  var position: Int
  let end: Int
  private(set) var hasFailed = false

  init(_ bytes: UnsafeRawBufferPointer, address: UInt = 0, position: Int = 0, end: Int? = nil) {
    self.bytes = bytes
    self.address = address
    let last = min(max(end ?? bytes.count, 0), bytes.count)
    self.end = last
    self.position = position
    if position < 0 || position > last {
      self.position = last
      hasFailed = true
    }
  }

  var isAtEnd: Bool { position >= end }

  @inline(__always)
  private mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    guard end - position >= MemoryLayout<Number>.size else {
      hasFailed = true
      position = end
      return 0
    }
    let value = bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
    position += MemoryLayout<Number>.size
    return value
  }

  mutating func u8() -> UInt8 { take(UInt8.self) }
  mutating func u16() -> UInt16 { take(UInt16.self) }
  mutating func u32() -> UInt32 { take(UInt32.self) }
  mutating func u64() -> UInt64 { take(UInt64.self) }

  mutating func skip(_ count: UInt) {
    guard count <= UInt(end - position) else {
      hasFailed = true
      position = end
      return
    }
    position += Int(count)
  }

  mutating func unsignedLEB() -> UInt {
    var value: UInt = 0
    var shift: UInt = 0
    while !hasFailed {
      let byte = u8()
      if shift < 64 { value |= UInt(byte & 0x7f) << shift }
      shift += 7
      if byte & 0x80 == 0 { break }
    }
    return value
  }

  mutating func signedLEB() -> Int {
    var value: Int = 0
    var shift: Int = 0
    while !hasFailed {
      let byte = u8()
      if shift < 64 { value |= Int(byte & 0x7f) << shift }
      shift += 7
      if byte & 0x80 == 0 {
        if shift < 64, byte & 0x40 != 0 { value |= -1 << shift }
        break
      }
    }
    return value
  }

  /// A pointer in one of DWARF's encodings; `base` is what data-relative ones count from.
  mutating func pointer(_ encoding: UInt8, base: UInt) -> UInt {
    if encoding == 0xff { return 0 }
    let own = address &+ UInt(position)
    let value: UInt
    switch encoding & 0x0f {
    case 0x00, 0x04, 0x0c: value = UInt(u64())
    case 0x01: value = unsignedLEB()
    case 0x02: value = UInt(u16())
    case 0x03: value = UInt(u32())
    case 0x09: value = UInt(bitPattern: signedLEB())
    case 0x0a: value = UInt(bitPattern: Int(Int16(bitPattern: u16())))
    case 0x0b: value = UInt(bitPattern: Int(Int32(bitPattern: u32())))
    default:
      hasFailed = true
      return 0
    }
    switch encoding & 0x70 {
    case 0x10: return own &+ value
    case 0x30: return base &+ value
    default: return value
    }
  }
}
