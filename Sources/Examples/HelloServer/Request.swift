import Glibc

/// What of a request matters here: how it is answered, and whether the connection stays.
///
/// A reader and a server behind it that understand a request differently let one request hide in another's body. So what
/// RFC 9112 does not allow is refused, also where its meaning could be guessed.
struct Request {
  struct Refusal: Error { let status: StaticString }
  private static let longestHead = 16_384
  private static let longestBody = 65_536

  private(set) var keepsAlive: Bool
  /// Its answer has no body.
  let isHead: Bool

  /// Takes a request with its body off the bytes; nil, and nothing is taken, when it is not complete.
  init?(from bytes: inout UnsafeRawBufferPointer) throws(Refusal) {
    let bad = Refusal(status: "400 Bad Request")
    var rest = UnsafeRawBufferPointer(start: bytes.baseAddress, count: min(bytes.count, Self.longestHead))
    let most = rest.count
    if let line = rest.takeLine() {
      // METHOD target HTTP/1.x
      guard let (method, more) = line.cut(at: " "), let (target, version) = more.cut(at: " "),
        method.isToken, target.isTarget
      else { throw bad }
      keepsAlive = version.isExactly("HTTP/1.1")
      if !keepsAlive, !version.isExactly("HTTP/1.0") { throw bad }
      isHead = method.isExactly("HEAD")
      var length: Int?
      var needsHost = keepsAlive
      var hasHost = false
      while let line = rest.takeLine() {
        if line.isEmpty {
          if needsHost { throw bad }
          let end = most - rest.count + (length ?? 0)
          if bytes.count < end { return nil }
          bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
          return
        }
        // Neither a space before the colon nor a folded line is part of a name.
        guard let (name, value) = line.cut(at: ":"), name.isToken, value.isFieldValue else { throw bad }
        if name.equals("connection") {
          try Self.take(value, &keepsAlive)
        } else if name.equals("content-length") {
          // Two lengths that differ are how requests are smuggled.
          let digits = value.trimmed()
          guard digits.allSatisfy({ 48...57 ~= $0 }),
            let number = Int(String(decoding: digits, as: UTF8.self)),
            length == nil || length == number
          else { throw bad }
          if number > Self.longestBody { throw Refusal(status: "413 Content Too Large") }
          length = number
        } else if name.equals("transfer-encoding") {
          throw Refusal(status: "501 Not Implemented")
        } else if name.equals("host") {
          guard !hasHost, value.trimmed().isHost else { throw bad }
          hasHost = true
          needsHost = false
        }
      }
    }
    if most == Self.longestHead { throw Refusal(status: "431 Request Header Fields Too Large") }
    return nil
  }

  /// Options of the connection, separated by commas; closing has precedence.
  private static func take(_ value: UnsafeRawBufferPointer, _ keepsAlive: inout Bool) throws(Refusal) {
    var rest = value
    var (closes, keeps) = (false, false)
    while true {
      let (option, more) = rest.cut(at: ",") ?? (rest, UnsafeRawBufferPointer(start: nil, count: 0))
      let word = option.trimmed()
      if word.equals("close") { closes = true }
      if word.equals("keep-alive") { keeps = true }
      if more.isEmpty { break }
      rest = more
    }
    if closes { keepsAlive = false } else if keeps { keepsAlive = true }
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always) fileprivate mutating func takeLine() -> Self? {
    guard let (line, rest) = cut(at: "\n") else { return nil }
    self = rest
    return Self(start: line.baseAddress, count: line.count - (line.last == 13 ? 1 : 0))
  }

  /// The parts before and after the first such mark.
  @inline(__always) fileprivate func cut(at mark: Unicode.Scalar) -> (Self, Self)? {
    guard let start = baseAddress, let found = memchr(start, Int32(mark.value), count) else { return nil }
    let place = UnsafeRawPointer(found) - start
    return (Self(start: start, count: place), Self(start: found + 1, count: count - place - 1))
  }

  @inline(__always) fileprivate func isExactly(_ text: StaticString) -> Bool {
    guard let start = baseAddress, count == text.utf8CodeUnitCount else { return false }
    return memcmp(start, text.utf8Start, count) == 0
  }

  /// In either case.
  @inline(__always) fileprivate func equals(_ text: StaticString) -> Bool {
    guard let start = baseAddress, count == text.utf8CodeUnitCount else { return false }
    let (count, text) = (text.utf8CodeUnitCount, text.utf8Start)
    return memcmp(start, text, count) == 0 || strncasecmp(start, text, count) == 0
  }

  fileprivate func trimmed() -> Self {
    var text = self[...]
    while let first = text.first, first == 32 || first == 9 { text.removeFirst() }
    while let last = text.last, last == 32 || last == 9 { text.removeLast() }
    return Self(rebasing: text)
  }

  // MARK: What may be where

  /// One or more of the characters that names of methods and fields consist of.
  fileprivate var isToken: Bool { !isEmpty && allSatisfy { Characters.token.contains($0) } }
  /// Visible characters of ASCII.
  fileprivate var isTarget: Bool { !isEmpty && allSatisfy { 33...126 ~= $0 } }
  /// No control characters but tabs: neither a NUL nor a carriage return inside of the line.
  fileprivate var isFieldValue: Bool { allSatisfy { $0 >= 32 && $0 != 127 || $0 == 9 } }
  /// A host's name or address with or without a port; nothing, when the target has no authority.
  fileprivate var isHost: Bool { allSatisfy { Characters.host.contains($0) } }
}

/// A set of ASCII characters, as bits.
private struct Characters {
  let low: UInt64
  let high: UInt64

  /// Digits, letters and !#$%&'*+-.^_`|~
  static var token: Characters { Characters(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }
  /// Digits, letters and !$%&'()*+,-.:;=[]_~
  static var host: Characters { Characters(low: 0x2FFF_7FF2_0000_0000, high: 0x47FF_FFFE_AFFF_FFFE) }

  @inline(__always) func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
  }
}
