/// The rules for names and paths.
package enum DBusNames {
  private static let longest = 255

  /// `/`, or `/a/b_1`.
  package static func isPath(_ text: String) -> Bool {
    if text == "/" { return true }
    let bytes = text.utf8
    guard bytes.first == UInt8(ascii: "/") else { return false }
    return bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy
    {
      !$0.isEmpty && $0.allSatisfy { isWord($0) }
    }
  }

  /// `a.b`: of an interface, or of an error.
  package static func isInterface(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= longest && parts.count > 1
      && parts.allSatisfy { part in
        guard let first = part.first else { return false }
        return !isDigit(first) && part.allSatisfy { isWord($0) }
      }
  }

  /// Of a method, signal or property.
  package static func isMember(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= longest else { return false }
    return !isDigit(first) && text.utf8.allSatisfy { isWord($0) }
  }

  /// `a.b-c`, or `:1.5`, which the bus gives.
  package static func isBus(_ text: String) -> Bool {
    var name = text.utf8[...]
    let isUnique = name.first == UInt8(ascii: ":")
    if isUnique { name.removeFirst() }
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= longest && parts.count > 1
      && parts.allSatisfy { part in
        guard let first = part.first else { return false }
        return (isUnique || !isDigit(first)) && part.allSatisfy { isWord($0) || $0 == UInt8(ascii: "-") }
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
