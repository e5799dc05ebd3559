/// Parses numbers and words in the text of files of /proc.
struct NumberScanner {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  private mutating func skipSeparators() {
    while position < bytes.count, isSeparator(bytes[position]) { position += 1 }
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == UInt8(ascii: ":")
  }

  mutating func decimal() -> UInt? {
    skipSeparators()
    let start = position
    var value: UInt = 0
    while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 {
      value = value &* 10 &+ UInt(bytes[position] - 0x30)
      position += 1
    }
    return position > start ? value : nil
  }

  mutating func signedDecimal() -> Int? {
    skipSeparators()
    let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    guard let value = decimal() else { return nil }
    return isNegative ? 0 &- Int(bitPattern: value) : Int(bitPattern: value)
  }

  /// A number with or without `0x`; skips a dash before it, as in a range.
  mutating func hexadecimal() -> UInt? {
    skipSeparators()
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position + 1 < bytes.count, bytes[position] == 0x30, bytes[position + 1] == UInt8(ascii: "x") {
      position += 2
    }
    let start = position
    var value: UInt = 0
    while position < bytes.count {
      let byte = bytes[position]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return position > start ? value : nil
      }
      value = value << 4 | UInt(digit)
      position += 1
    }
    return position > start ? value : nil
  }

  mutating func word() -> UnsafeRawBufferPointer {
    skipSeparators()
    let start = position
    while position < bytes.count, !isSeparator(bytes[position]) { position += 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
  }

  /// The rest, without leading separators.
  mutating func rest() -> UnsafeRawBufferPointer {
    skipSeparators()
    return UnsafeRawBufferPointer(rebasing: bytes[position...])
  }
}
