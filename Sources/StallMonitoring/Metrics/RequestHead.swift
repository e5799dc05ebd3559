/// The first line and the fields of an HTTP/1 request, by the strict rules of RFC 9112.
struct RequestHead {
  let method: String
  let target: String
  /// 0 for HTTP/1.0.
  let minorVersion: Int
  /// In order, names in small letters.
  let fields: [(name: String, value: String)]

  /// Nil for an invalid request, or one that is ambiguous between parsers: fields with a space before
  /// the colon, folded lines, control characters, several hosts, or none in HTTP/1.1.
  init?(_ bytes: [UInt8]) {
    var lines: [ArraySlice<UInt8>] = []
    for var line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty { break }
      // Of the control characters, only a tab is allowed in a value.
      guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
      lines.append(line)
    }
    guard let first = lines.first else { return nil }
    let words = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, words[0].utf8.allSatisfy(Self.isToken), !words[0].isEmpty else { return nil }
    guard words[2] == "HTTP/1.0" || words[2] == "HTTP/1.1" else { return nil }
    method = words[0]
    target = words[1]
    minorVersion = words[2] == "HTTP/1.1" ? 1 : 0
    var fields: [(name: String, value: String)] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].allSatisfy(Self.isToken)
      else { return nil }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      fields.append((name, Self.trimmed(line[(colon + 1)...])))
    }
    self.fields = fields
    let hosts = values(of: "host").count
    guard hosts == 1 || hosts == 0 && minorVersion == 0 else { return nil }
  }

  func values(of name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Whether the request names this machine as its host. Any port is accepted: it may be forwarded. Without a host, as in
  /// HTTP/1.0, no name can be wrong.
  var namesThisMachine: Bool {
    guard let host = values(of: "host").first else { return true }
    var name = host.lowercased()[...]
    // "[::1]:80", "localhost:80"
    if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
      let port = name[name.index(after: colon)...]
      guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
      name = name[..<colon]
    }
    return ["localhost", "127.0.0.1", "[::1]"].contains(name)
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var value = value.drop(while: isSpace)
    while let last = value.last, isSpace(last) { value.removeLast() }
    return String(decoding: value, as: UTF8.self)
  }

  /// A character of a name (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
