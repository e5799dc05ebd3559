import Glibc

/// What of a request matters here: how it is answered, and whether the connection stays.
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
        let first = method.first, 65...90 ~= first, !target.isEmpty
      else { throw bad }
      keepsAlive = version.equals("HTTP/1.1")
      if !keepsAlive, !version.equals("HTTP/1.0") { throw bad }
      isHead = method.equals("HEAD")
      var length: Int?
      while let line = rest.takeLine() {
        if line.isEmpty {
          let end = most - rest.count + (length ?? 0)
          if bytes.count < end { return nil }
          bytes = UnsafeRawBufferPointer(rebasing: bytes[end...])
          return
        }
        guard let (name, value) = line.cut(at: ":"), !name.isEmpty else { throw bad }
        if name.equals("connection") {
          let value = value.trimmed()
          if value.equals("close") { keepsAlive = false }
          if value.equals("keep-alive") { keepsAlive = true }
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
        }
      }
    }
    if most == Self.longestHead { throw Refusal(status: "431 Request Header Fields Too Large") }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always) fileprivate mutating func takeLine() -> Self? {
    guard let (line, rest) = cut(at: "\n") else { return nil }
    self = rest
    return Self(start: line.baseAddress, count: line.count - (line.last == 13 ? 1 : 0))
  }

  /// What is before the first such mark, and what is behind it.
  @inline(__always) fileprivate func cut(at mark: Unicode.Scalar) -> (Self, Self)? {
    guard let start = baseAddress, let found = memchr(start, Int32(mark.value), count) else { return nil }
    let place = UnsafeRawPointer(found) - start
    return (Self(start: start, count: place), Self(start: found + 1, count: count - place - 1))
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
}
