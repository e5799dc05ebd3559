import LinuxSystem

/// Compound text, in which X programs exchange text of all scripts: ISO 2022 with X's own segments. What a server sends is untrusted: any bytes are some
/// text.
enum CompoundText {
  /// A set of characters as the C library knows it.
  private struct CharacterSet: Equatable {
    var encoding: String
    /// Bytes of a character.
    var width = 1
    /// What precedes each character in that encoding.
    var prefix: [UInt8] = []
    /// Whether the encoding has its characters in the upper half.
    var isUpper = true
  }

  private static let ascii = CharacterSet(encoding: "ISO-8859-1", isUpper: false)
  private static let latin = CharacterSet(encoding: "ISO-8859-1")

  /// The text of the bytes.
  static func text(_ bytes: [UInt8]) -> String {
    var (lower, upper) = (ascii, latin)
    var text = ""
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x1B: index = escape(bytes, index + 1, &lower, &upper, &text)
      case 0x9B:
        // A direction: up to its final byte.
        let end = bytes[index...].firstIndex { (0x40...0x7E).contains($0) }
        index = (end ?? bytes.count - 1) + 1
      case 0..<0x20, 0x7F..<0xA0:
        // New line and tabulator are the only control characters.
        if bytes[index] == 0x0A || bytes[index] == 0x09 {
          text.unicodeScalars.append(Unicode.Scalar(bytes[index]))
        }
        index += 1
      default:
        let isUpper = bytes[index] >= 0x80
        let end = bytes[index...].firstIndex { !isGraphic($0) || ($0 >= 0x80) != isUpper } ?? bytes.count
        text += decode(bytes[index..<end], isUpper ? upper : lower)
        index = end
      }
    }
    return text
  }

  private static func isGraphic(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) || byte >= 0xA0 }

  private static func decode(_ bytes: ArraySlice<UInt8>, _ set: CharacterSet) -> String {
    if set == ascii { return String(decoding: bytes.map { $0 & 0x7F }, as: UTF8.self) }
    var encoded: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let end = min(index + set.width, bytes.endIndex)
      // A space is one in every set.
      let isSpace = set.width > 1 && bytes[index] & 0x7F == 0x20
      if isSpace {
        encoded.append(0x20)
      } else {
        encoded += set.prefix + bytes[index..<end].map { set.isUpper ? $0 | 0x80 : $0 & 0x7F }
      }
      index = isSpace ? index + 1 : end
    }
    return TextEncoding.text(encoded, in: set.encoding)
  }

  // MARK: Escape sequences

  /// - Returns: the index behind the sequence.
  private static func escape(
    _ bytes: [UInt8], _ start: Int, _ lower: inout CharacterSet, _ upper: inout CharacterSet,
    _ text: inout String
  ) -> Int {
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    switch byte(start) {
    case 0x25 where byte(start + 1) == 0x47:
      // UTF-8, up to the way back.
      var end = start + 2
      while end < bytes.count, !(bytes[end] == 0x1B && byte(end + 1) == 0x25 && byte(end + 2) == 0x40) {
        end += 1
      }
      text += String(decoding: bytes[min(start + 2, end)..<end], as: UTF8.self)
      return min(end + 3, bytes.count)
    case 0x25 where byte(start + 1) == 0x2F: return segment(bytes, start + 3, &text)
    case 0x24:
      let isUpper = byte(start + 1) == 0x29
      // Without a sign between them: the old way for the first three sets.
      let hasSign = isUpper || byte(start + 1) == 0x28
      let final = byte(start + (hasSign ? 2 : 1))
      if let set = wide(final) { if isUpper { upper = set } else { lower = set } }
      return min(start + (hasSign ? 3 : 2), bytes.count)
    case 0x28:
      lower = single(byte(start + 1), isLower: true)
      return min(start + 2, bytes.count)
    case 0x29, 0x2D:
      let final = byte(start + 1)
      upper = byte(start) == 0x2D ? part(final) : single(final, isLower: false)
      return min(start + 2, bytes.count)
    default:
      // Of another kind: up to its final byte.
      let end = bytes[min(start, bytes.count)...].firstIndex { (0x30...0x7E).contains($0) }
      return end.map { $0 + 1 } ?? bytes.count
    }
  }

  /// A set of 94 characters.
  private static func single(_ final: UInt8, isLower: Bool) -> CharacterSet {
    // The right half of JIS X 0201.
    if final == 0x49 { return CharacterSet(encoding: "EUC-JP", prefix: [0x8E]) }
    return isLower ? ascii : CharacterSet(encoding: "ISO-8859-1", isUpper: false)
  }

  /// A right half of ISO 8859.
  private static func part(_ final: UInt8) -> CharacterSet {
    let parts: [UInt8: Int] = [
      0x41: 1, 0x42: 2, 0x43: 3, 0x44: 4, 0x46: 7, 0x47: 6, 0x48: 8, 0x4C: 5, 0x4D: 9, 0x54: 11, 0x56: 10,
      0x59: 13, 0x5F: 14, 0x62: 15, 0x66: 16,
    ]
    return CharacterSet(encoding: "ISO-8859-\(parts[final] ?? 1)")
  }

  /// A set of characters of two bytes.
  private static func wide(_ final: UInt8) -> CharacterSet? {
    switch final {
    case 0x41: CharacterSet(encoding: "EUC-CN", width: 2)
    case 0x40, 0x42: CharacterSet(encoding: "EUC-JP", width: 2)
    case 0x43: CharacterSet(encoding: "EUC-KR", width: 2)
    case 0x44: CharacterSet(encoding: "EUC-JP", width: 2, prefix: [0x8F])
    case 0x47: CharacterSet(encoding: "EUC-TW", width: 2)
    case 0x48...0x4D: CharacterSet(encoding: "EUC-TW", width: 2, prefix: [0x8E, 0xA2 + final - 0x48])
    default: nil
    }
  }

  /// A part in an encoding that is named in it: two bytes of length, the name, 2, the bytes.
  private static func segment(_ bytes: [UInt8], _ start: Int, _ text: inout String) -> Int {
    guard start + 1 < bytes.count else { return bytes.count }
    let length = Int(bytes[start] & 0x7F) * 128 + Int(bytes[start + 1] & 0x7F)
    let all = bytes[(start + 2)..<min(start + 2 + length, bytes.count)]
    if let mark = all.firstIndex(of: 2) {
      let name = String(decoding: all[..<mark].prefix(32), as: UTF8.self).uppercased()
      let known = [
        "BIG5-0": "BIG5", "BIG5HKSCS-0": "BIG5-HKSCS", "GBK-0": "GBK", "GB18030-0": "GB18030",
        "KOI8-R": "KOI8-R", "KOI8-U": "KOI8-U", "TIS620-0": "TIS-620", "UTF-8": "UTF-8",
        "MICROSOFT-CP1252": "CP1252", "MICROSOFT-CP1251": "CP1251", "ISO8859-15": "ISO-8859-15",
      ]
      if let encoding = known[name] {
        text += TextEncoding.text(Array(all[(mark + 1)...]), in: encoding)
      } else {
        text += "\u{FFFD}"
      }
    }
    return all.endIndex
  }
}
