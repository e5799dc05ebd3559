/// How a client says who it is, before the first message: the kernel tells the bus the same.
package struct DBusHandshake {
  /// The longest line of a bus.
  private static let longestLine = 4096
  private static let end: [UInt8] = [13, 10]

  package private(set) var isDone = false

  package init() {}

  /// The client's first bytes.
  package static func greeting(user: UInt32) -> [UInt8] {
    let digits = "0123456789abcdef".utf8.map { $0 }
    let name = String(user).utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return [0] + Array("AUTH EXTERNAL ".utf8) + name + end
  }

  /// Takes a line from the bus' bytes and returns the answer; nil when no line is complete.
  package mutating func take(_ socket: DBusSocket) throws(DBusError) -> [UInt8]? {
    let bytes = socket.incoming
    guard let feed = bytes.firstIndex(of: 10) else {
      guard bytes.count <= Self.longestLine else { throw .malformed("a line without its end") }
      return nil
    }
    let line = socket.take(feed - bytes.startIndex + 1).dropLast()
    guard line.last == 13, line.count <= Self.longestLine else { throw .malformed("a line without its end") }
    let text = String(decoding: line.dropLast(), as: UTF8.self)
    switch text.prefix(while: { $0 != " " }) {
    case "OK":
      isDone = true
      return Array("BEGIN".utf8) + Self.end
    case "DATA": return Array("DATA".utf8) + Self.end
    case "REJECTED", "ERROR": throw .refused(text)
    default: throw .malformed("'\(text.prefix(100))' for an answer to AUTH")
    }
  }
}
