import Glibc

/// Finds the requests in what a client sends, however it is cut into pieces, and what of them matters here: whether the
/// connection stays, and how long the body is, which is passed over.
struct RequestParser {
  enum Result: Equatable {
    /// A request is not complete.
    case more
    case request(keepsAlive: Bool)
    /// The status to answer with; the connection is of no more use.
    case refused(String)
  }

  /// The beginning of a head, until the rest has come.
  private var head: [UInt8] = []
  /// How much of a body is still to come.
  private var bodyLeft = 0
  private var answer = Result.more

  static let longestHead = 16_384
  static let longestBody = 1 << 20

  /// Takes as much as belongs to the next request.
  mutating func parse(_ bytes: inout UnsafeRawBufferPointer) -> Result {
    while true {
      if bodyLeft > 0 {
        let count = min(bodyLeft, bytes.count)
        bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
        bodyLeft -= count
        return bodyLeft > 0 ? .more : answer
      }
      if bytes.isEmpty { return .more }
      // As a rule a head comes in one piece, and is read where it is.
      if head.isEmpty, let end = Self.end(of: bytes) {
        let result = take(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
        if bodyLeft == 0 { return result }
        continue
      }
      let known = head.count
      head.append(contentsOf: bytes)
      guard let end = head.withUnsafeBytes({ Self.end(of: $0) }) else {
        bytes = UnsafeRawBufferPointer(rebasing: bytes[bytes.count...])
        return head.count > Self.longestHead ? .refused("431 Request Header Fields Too Large") : .more
      }
      bytes = UnsafeRawBufferPointer(rebasing: bytes[(end - known)...])
      let whole = head
      head = []
      let result = whole.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
      if bodyLeft == 0 { return result }
    }
  }

  /// Behind the empty line that ends a head.
  private static func end(of bytes: UnsafeRawBufferPointer) -> Int? {
    var place = 0
    // Line by line, at memchr's pace.
    while place < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + place, 10, bytes.count - place)
    {
      place = UnsafeRawPointer(found) - base + 1
      if place >= 4, bytes[place - 2] == 13, bytes[place - 3] == 10, bytes[place - 4] == 13 { return place }
    }
    return nil
  }

  private mutating func take(_ head: UnsafeRawBufferPointer) -> Result {
    if head.count > Self.longestHead { return .refused("431 Request Header Fields Too Large") }
    // METHOD target HTTP/1.x
    guard let lineEnd = head.firstIndex(of: 13), lineEnd >= 14, head[0] >= 65, head[0] <= 90 else {
      return .refused("400 Bad Request")
    }
    let version = UnsafeRawBufferPointer(rebasing: head[(lineEnd - 9)..<lineEnd])
    guard Self.matches(version.dropLast(), " http/1."), version[8] == 48 || version[8] == 49,
      head[..<(lineEnd - 9)].contains(32)
    else { return .refused("400 Bad Request") }
    var keepsAlive = version[8] == 49
    var length: Int?
    var place = lineEnd + 2
    while place < head.count - 2 {
      let line = UnsafeRawBufferPointer(rebasing: head[place...].prefix { $0 != 13 })
      place += line.count + 2
      guard let colon = line.firstIndex(of: 58), colon > 0 else { return .refused("400 Bad Request") }
      // Few fields matter, and their first letters tell most others apart.
      switch line[0] | 32 {
      case 99 where colon == 10 && Self.matches(line[..<colon], "connection"):
        if Self.matches(Self.trimmed(line[(colon + 1)...]), "close") { keepsAlive = false }
        if Self.matches(Self.trimmed(line[(colon + 1)...]), "keep-alive") { keepsAlive = true }
      case 99 where colon == 14 && Self.matches(line[..<colon], "content-length"):
        let digits = Self.trimmed(line[(colon + 1)...])
        // Two lengths that differ are how requests are smuggled.
        guard digits.allSatisfy({ $0 >= 48 && $0 <= 57 }),
          let number = Int(String(decoding: digits, as: UTF8.self)),
          length == nil || length == number
        else { return .refused("400 Bad Request") }
        length = number
      case 116 where Self.matches(line[..<colon], "transfer-encoding"):
        return .refused("501 Not Implemented")
      default: break
      }
    }
    if let length, length > Self.longestBody { return .refused("413 Content Too Large") }
    bodyLeft = length ?? 0
    answer = .request(keepsAlive: keepsAlive)
    return answer
  }

  /// Whether the bytes are the text, in either case; the text is in lower case.
  private static func matches(_ bytes: Slice<UnsafeRawBufferPointer>, _ text: StaticString) -> Bool {
    guard bytes.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      zip(bytes, text).allSatisfy { ($0 >= 65 && $0 <= 90 ? $0 | 32 : $0) == $1 }
    }
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var bytes = bytes.drop { $0 == 32 || $0 == 9 }
    while let last = bytes.last, last == 32 || last == 9 { bytes = bytes.dropLast() }
    return bytes
  }
}
