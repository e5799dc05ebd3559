/// Parses the text form of recordings (`evemu-record`) line by line as its bytes arrive.
///
/// Lines that begin with `N:`, `A:` and `P:` describe the device, `E:` is a record: seconds, kind and code in hexadecimal
/// digits, value. Everything else is for other readers, or a comment.
struct RecordingText {
  enum Line: Hashable {
    case name(String)
    case axis(UInt16, DeviceDescription.Axis)
    case properties(Set<Int>)
    case record(InputRecord)
  }

  /// Longer lines are invalid.
  static let longestLine = 4096

  private var rest: [UInt8] = []
  private var number = 0

  /// Adds bytes, and passes on the complete lines.
  mutating func add(_ bytes: UnsafeRawBufferPointer, _ use: (Line) throws(EvdevError) -> Void)
    throws(EvdevError)
  {
    var bytes = bytes[...]
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      rest.append(contentsOf: bytes[..<end])
      bytes = bytes[(end + 1)...]
      try finishLine(use)
    }
    guard rest.count + bytes.count <= Self.longestLine else {
      rest.append(contentsOf: bytes.prefix(64))
      throw .badLine(number: number + 1, text: String(decoding: rest.prefix(64), as: UTF8.self) + "…")
    }
    rest.append(contentsOf: bytes)
  }

  /// The last line may have no end.
  mutating func finish(_ use: (Line) throws(EvdevError) -> Void) throws(EvdevError) {
    if !rest.isEmpty { try finishLine(use) }
  }

  private mutating func finishLine(_ use: (Line) throws(EvdevError) -> Void) throws(EvdevError) {
    number += 1
    defer { rest.removeAll(keepingCapacity: true) }
    guard rest.count > 2, rest[1] == UInt8(ascii: ":") else { return }
    let text = String(decoding: rest, as: UTF8.self)
    switch rest[0] {
    case UInt8(ascii: "N"): try use(.name(text.dropFirst(2).trimmed))
    case UInt8(ascii: "A"), UInt8(ascii: "P"), UInt8(ascii: "E"):
      guard let line = Self.line(text) else { throw .badLine(number: number, text: String(text.prefix(64))) }
      try use(line)
    default: break
    }
  }

  private static func line(_ text: String) -> Line? {
    let words = text.dropFirst(2).prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
    switch text.first {
    case "A":
      guard words.count >= 3, let code = UInt16(words[0], radix: 16), let low = Int32(words[1]),
        let high = Int32(words[2])
      else { return nil }
      let resolution = words.count > 5 ? Int32(words[5]) : 0
      return resolution.map { .axis(code, .init(low, high, resolution: $0)) }
    case "P":
      var properties: Set<Int> = []
      for (place, word) in words.enumerated() {
        guard let byte = UInt8(word, radix: 16) else { return nil }
        for bit in 0..<8 where byte & (1 << bit) != 0 { properties.insert(place * 8 + bit) }
      }
      return .properties(properties)
    default:
      guard words.count >= 4, let time = time(words[0]), let kind = UInt16(words[1], radix: 16),
        let code = UInt16(words[2], radix: 16), let value = Int32(words[3])
      else { return nil }
      return .record(InputRecord(time: time, kind, code, value))
    }
  }

  /// Seconds with up to six decimal places, padded with zeros.
  private static func time(_ word: Substring) -> UInt64? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), seconds >= 0,
      (1...6).contains(parts[1].utf8.count),
      let fraction = UInt32(parts[1])
    else { return nil }
    var microseconds = Int64(fraction)
    for _ in parts[1].utf8.count..<6 { microseconds *= 10 }
    return InputRecord.nanoseconds(seconds: seconds, microseconds: microseconds)
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
