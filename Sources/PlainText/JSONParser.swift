extension JSON {
  /// Parses JSON (RFC 8259) strictly, which may be of unknown origin: values nested deeper than `deepest` are refused, so that
  /// they do not use up the stack.
  package init(parsing bytes: [UInt8], deepest: Int) throws(JSONError) {
    var parser = JSONParser(bytes, deepest: deepest)
    self = try parser.parse()
  }
}

/// A text being parsed, and the place in it.
private struct JSONParser {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private let deepest: Int

  init(_ bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  mutating func parse() throws(JSONError) -> JSON {
    skipSpace()
    let value = try value()
    skipSpace()
    guard place == bytes.count else { throw error("expected the end of the text") }
    return value
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private func error(_ problem: String) -> JSONError {
    let before = bytes[..<Swift.min(place, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let found = next.map { $0 < 0x20 || $0 > 0x7E ? "byte \($0)" : "'\(Character(Unicode.Scalar($0)))'" }
    return JSONError(
      problem: "\(problem), not \(found ?? "the end of the text")", line: line,
      column: before.count - start + 1)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ byte: Character) throws(JSONError) {
    guard take(byte.asciiValue ?? 0) else { throw error("expected '\(byte)'") }
  }

  private mutating func value() throws(JSONError) -> JSON {
    depth += 1
    defer { depth -= 1 }
    guard depth <= deepest else { throw error("expected at most \(deepest) levels") }
    switch next {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[place...].starts(with: word.utf8) else { throw error("expected '\(word)'") }
    place += word.utf8.count
    return value
  }

  private mutating func members() throws(JSONError) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    try expect("{")
    skipSpace()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
      let name = try string()
      skipSpace()
      try expect(":")
      skipSpace()
      members.append((name, try value()))
      skipSpace()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw error("expected ',' or '}'") }
    }
  }

  private mutating func elements() throws(JSONError) -> [JSON] {
    var elements: [JSON] = []
    try expect("[")
    skipSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      skipSpace()
      elements.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw error("expected ',' or ']'") }
    }
  }

  // MARK: Numbers

  /// A whole number keeps all its digits.
  private mutating func number() throws(JSONError) -> JSON {
    let start = place
    _ = take(UInt8(ascii: "-"))
    if take(UInt8(ascii: "0")) {
    } else {
      try digits("expected a value")
    }
    if take(UInt8(ascii: ".")) { try digits("expected a digit") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits("expected a digit")
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if let whole = Int64(text) { return .integer(whole) }
    if let whole = UInt64(text) { return .natural(whole) }
    guard let value = Double(text), value.isFinite else {
      throw error("expected a number that is not too large")
    }
    return .number(value)
  }

  private mutating func digits(_ problem: String) throws(JSONError) {
    let start = place
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
    guard place > start else { throw error(problem) }
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        place += 1
        text += String(Character(try escape())).utf8
      case ..<0x20: throw error("expected an escape for a control character")
      default:
        text.append(byte)
        place += 1
      }
    }
    throw error("expected the end of a string")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw error("expected an escape") }
    let plain: Unicode.Scalar? =
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
      case UInt8(ascii: "b"): "\u{8}"
      case UInt8(ascii: "f"): "\u{C}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      default: nil
      }
    if let plain {
      place += 1
      return plain
    }
    guard take(UInt8(ascii: "u")) else { throw error("expected an escape such as \\n or \\u00e9") }
    let first = try hexadecimal()
    if (0xD800..<0xDC00).contains(first) {
      try expect("\\")
      try expect("u")
      let second = try hexadecimal()
      guard (0xDC00..<0xE000).contains(second) else { throw error("expected the second half of a character") }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }
    guard let scalar = Unicode.Scalar(first) else { throw error("expected the first half of a character") }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("expected four hexadecimal digits")
      }
      value = value << 4 + UInt32(digit)
      place += 1
    }
    return value
  }
}
