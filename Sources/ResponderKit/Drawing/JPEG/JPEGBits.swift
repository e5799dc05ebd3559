/// The bits of a scan, from the high one of each byte on. Reads zeros past the end and past the next marker.
struct JPEGBits {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Of the next byte.
  private(set) var place: Int
  private var bits: UInt64 = 0
  private var count = 0
  /// Padding bits appended past the end of the scan.
  private var missing = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, from place: Int) { (self.bytes, self.place) = (bytes, place) }

  /// Whether more bits were taken than the scan has.
  var isBeyondEnd: Bool { missing > count }

  private mutating func fill() {
    while count <= 48 {
      var byte: UInt8 = 0
      if place < bytes.count, bytes[place] != 0xFF {
        byte = bytes[place]
        place += 1
      } else if place + 1 < bytes.count, bytes[place + 1] == 0 {
        byte = 0xFF
        place += 2
      } else {
        missing += 8
      }
      bits = bits << 8 | UInt64(byte)
      count += 8
    }
  }

  /// The next 16 bits, which stay.
  mutating func peek() -> Int {
    if count < 16 { fill() }
    return Int((bits >> UInt64(count - 16)) & 0xFFFF)
  }

  /// Skips up to 16 bits that were seen.
  mutating func skip(_ length: Int) { count -= length }

  /// Up to 16 bits as a number.
  mutating func take(_ length: Int) -> Int {
    guard length > 0 else { return 0 }
    let value = peek() >> (16 - length)
    skip(length)
    return value
  }

  /// A number of so many bits, whose first one is the sign.
  mutating func takeSigned(_ length: Int) -> Int {
    guard length > 0 else { return 0 }
    let value = take(length)
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }

  /// Whether no marker is left in the file.
  var isAtEnd: Bool { place + 1 >= bytes.count }

  /// Continues behind the next restart marker, whatever is in front of it; false where another marker, or the end, is first.
  mutating func restart() -> Bool {
    (bits, count, missing) = (0, 0, 0)
    while !isAtEnd, bytes[place] != 0xFF || bytes[place + 1] == 0 || bytes[place + 1] == 0xFF { place += 1 }
    guard !isAtEnd, 0xD0...0xD7 ~= bytes[place + 1] else { return false }
    place += 2
    return true
  }
}

/// Codes of up to 16 bits, of which none is the beginning of another one.
final class JPEGPrefixCode {
  private static let quickBits = 9

  /// By the next bits: the length of the code and what it stands for; 0: the code is longer.
  private var quick = [UInt16](repeating: 0, count: 1 << quickBits)
  /// By length: the first 16 bits behind the last code of the length, and what is added to a code to find its value.
  private var ends = [Int](repeating: 0, count: 17)
  private var shifts = [Int](repeating: 0, count: 17)
  private let values: [UInt8]

  /// - Parameter counts: of codes of one bit, of two, and so on. Nil where they are too many.
  init?(_ counts: [Int], _ values: [UInt8]) {
    self.values = values
    var (code, index) = (0, 0)
    for length in 1...16 {
      let count = counts[length - 1]
      guard code + count <= 1 << length else { return nil }
      shifts[length] = index - code
      if length <= Self.quickBits {
        for number in 0..<count {
          let first = (code + number) << (Self.quickBits - length)
          let entry = UInt16(length) << 8 | UInt16(values[index + number])
          for place in first..<first + 1 << (Self.quickBits - length) { quick[place] = entry }
        }
      }
      code += count
      index += count
      ends[length] = code << (16 - length)
      code <<= 1
    }
  }

  /// The next value; nil for bits that are no code.
  @inline(__always)
  func next(_ bits: inout JPEGBits) -> Int? {
    let ahead = bits.peek()
    let entry = quick[ahead >> (16 - Self.quickBits)]
    if entry != 0 {
      bits.skip(Int(entry >> 8))
      return Int(entry & 255)
    }
    for length in (Self.quickBits + 1)...16 where ahead < ends[length] {
      let index = ahead >> (16 - length) + shifts[length]
      guard values.indices.contains(index) else { return nil }
      bits.skip(length)
      return Int(values[index])
    }
    return nil
  }
}
