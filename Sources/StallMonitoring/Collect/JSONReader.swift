/// Reads a line of untrusted JSON (RFC 8259): values nest eight deep at most, and whole numbers keep all their digits.
struct JSONReader {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private static let deepest = 8

  /// Nil when the line is not one JSON value.
  static func value(of line: some Sequence<UInt8>) -> JSON? {
    var reader = JSONReader(bytes: Array(line))
    guard let value = reader.value() else { return nil }
    reader.skipSpace()
    return reader.place == reader.bytes.count ? value : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  /// Consumes the byte, and space before it.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func value() -> JSON? {
    depth += 1
    defer { depth -= 1 }
    skipSpace()
    guard depth <= Self.deepest, let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[place...].starts(with: word.utf8) else { return false }
    place += word.utf8.count
    return true
  }

  private mutating func object() -> JSON? {
    place += 1
    var members: [(String, JSON)] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = string(), take(UInt8(ascii: ":")), let value = value()
      else {
        return nil
      }
      members.append((name, value))
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func array() -> JSON? {
    place += 1
    var values: [JSON] = []
    if take(UInt8(ascii: "]")) { return .array(values) }
    while true {
      guard let value = value() else { return nil }
      values.append(value)
      if take(UInt8(ascii: "]")) { return .array(values) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func number() -> JSON? {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) {
      place += 1
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let first = text.utf8.first, first != 0x2B, first != 0x2E else { return nil }
    if let whole = Int64(text) { return .integer(whole) }
    if let whole = UInt64(text) { return .natural(whole) }
    guard let value = Double(text), value.isFinite else { return nil }
    return .number(value)
  }

  private mutating func string() -> String? {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += String(Character(scalar)).utf8
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let first = hexadecimal() else { return nil }
      guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
      guard word("\\u"), let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    default: return nil
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    guard bytes.count - place >= 4 else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}

extension JSON {
  /// The member of that name; nil when there is none, or this is no object.
  subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The text; empty for every other kind of value.
  var textValue: String { if case .string(let text) = self { text } else { "" } }

  /// The number; 0 for negative ones and every other kind of value.
  var count: UInt64 {
    switch self {
    case .integer(let value): UInt64(max(value, 0))
    case .natural(let value): value
    default: 0
    }
  }
}
