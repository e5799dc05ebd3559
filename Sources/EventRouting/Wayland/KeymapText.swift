/// The words of an XKB keymap's text, one after the other.
struct KeymapText {
  enum Word: Equatable {
    /// A name, or a number.
    case name(Substring)
    /// The name of a key, between angle brackets.
    case key(Substring)
    /// A text between quotation marks; what it says is of no use here.
    case text
    case sign(Character)
  }

  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// The next word; nil at the end.
  mutating func next() -> Word? {
    while let byte = rest.utf8.first {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0:
        rest = rest.dropFirstBytes(1)
      case UInt8(ascii: "#"): skipLine()
      case UInt8(ascii: "/") where rest.utf8.dropFirst().first == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "\""):
        rest = rest.dropFirstBytes(1)
        _ = take { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirstBytes(1)
        return .text
      case UInt8(ascii: "<"):
        rest = rest.dropFirstBytes(1)
        let name = take { $0 != UInt8(ascii: ">") }
        rest = rest.dropFirstBytes(1)
        return .key(name)
      case _ where Self.isOfName(byte): return .name(take(Self.isOfName))
      default:
        rest = rest.dropFirstBytes(1)
        return .sign(Character(Unicode.Scalar(byte)))
      }
    }
    return nil
  }

  /// Skips words up to a delimiter outside of inner brackets; false at the end of the text.
  mutating func skip(to end: Character) -> Bool {
    var depth = 0
    while let word = next() {
      guard case .sign(let sign) = word else { continue }
      if depth == 0, sign == end { return true }
      switch sign {
      case "{", "[", "(": depth += 1
      case "}", "]", ")": depth = max(depth - 1, 0)
      default: break
      }
    }
    return false
  }

  private mutating func skipLine() { _ = take { $0 != UInt8(ascii: "\n") } }

  private mutating func take(_ isPart: (UInt8) -> Bool) -> Substring {
    let end = rest.utf8.firstIndex { !isPart($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

extension Substring {
  fileprivate func dropFirstBytes(_ count: Int) -> Substring { Substring(utf8.dropFirst(count)) }
}
