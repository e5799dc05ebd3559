/// The words of one statement, taken from the left. Every complaint names the line.
///
/// The text is cut at single bytes of UTF-8 rather than at characters: to Swift, "\r\n" is one character.
struct ScenarioWords {
  let line: Int
  private var rest: ArraySlice<String>

  init(_ text: Substring, line: Int) {
    self.line = line
    rest = text.utf8.split(whereSeparator: isBlank).map { String(Substring($0)) }[...]
  }

  var isEmpty: Bool { rest.isEmpty }

  /// Takes all remaining words.
  mutating func all() -> [String] {
    defer { rest = [] }
    return Array(rest)
  }

  mutating func optional() -> String? { rest.popFirst() }

  mutating func word(_ meaning: String) throws(ScenarioError) -> String {
    guard let word = rest.popFirst() else { throw error("missing \(meaning)") }
    return word
  }

  /// Any number, with `inf` and `nan`.
  mutating func number(_ meaning: String = "number") throws(ScenarioError) -> Double {
    let word = try word(meaning)
    guard let number = Double(word) else { throw error("bad number '\(word)'") }
    return number
  }

  /// A number that a thread can wait for.
  mutating func finiteNumber(_ meaning: String = "number") throws(ScenarioError) -> Double {
    let number = try number(meaning)
    guard number.isFinite else { throw error("\(meaning) must be finite") }
    return number
  }

  /// Nothing may be left.
  func end() throws(ScenarioError) {
    if let word = rest.first { throw error("unexpected word '\(word)'") }
  }

  func error(_ reason: String) -> ScenarioError { ScenarioError(line: line, reason: reason) }
}

/// White space inside a line, as C's isspace.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

extension Substring {
  /// The text without white space at both ends.
  var trimmed: Substring {
    var bytes = utf8
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return Substring(bytes)
  }

  /// Without the comment: from a `#` at the start or after white space, unless a digit follows (`#2` is a
  /// call number).
  var withoutComment: Substring {
    let bytes = utf8
    var before: UInt8 = 0x20
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "#"), isBlank(before) {
        let next = bytes.index(after: index)
        if next == bytes.endIndex || !isDigit(bytes[next]) { return self[..<index] }
      }
      before = bytes[index]
    }
    return self
  }
}
