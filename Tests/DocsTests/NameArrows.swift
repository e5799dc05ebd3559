import Foundation

/// Which groups of files name what others declare, read from their text.
///
/// Names, no compiler: a name that several groups declare counts for none of them. What is in front of a dot, as a name space, and what an
/// extension extends is no use of it.
struct NameArrows {
  private(set) var targets: [String: Set<String>] = [:]

  /// - Parameter group: which group a file is of.
  init(_ files: [String], group: (String) -> String) throws {
    var words: [String: [Word]] = [:]
    var homes: [String: Set<String>] = [:]
    for file in files {
      let found = Self.words(of: try Documents.lines(of: file).joined(separator: "\n"))
      words[group(file), default: []] += found
      for word in found where word.isDeclared { homes[word.text, default: []].insert(group(file)) }
    }
    for (group, words) in words {
      targets[group] = []
      for word in words where !word.isDeclared {
        guard let homes = homes[word.text], homes.count == 1, let home = homes.first, home != group else {
          continue
        }
        targets[group]?.insert(home)
      }
    }
  }

  /// The largest set of groups that name each other, directly or through others; empty when there is none.
  var largestCircle: Set<String> {
    var reached: [String: Set<String>] = [:]
    for group in targets.keys { reached[group] = reachable(from: group) }
    let circles = reached.map { group, others in
      others.filter { reached[$0, default: []].contains(group) }
    }
    return circles.max { $0.count < $1.count } ?? []
  }

  /// What the group names, and what that names, and so on; with itself if that leads back.
  private func reachable(from group: String) -> Set<String> {
    var found: Set<String> = []
    var open = Array(targets[group, default: []])
    while let next = open.popLast() {
      if found.insert(next).inserted { open += targets[next, default: []] }
    }
    return found
  }

  // MARK: Reading

  private struct Word {
    var text: String
    var isDeclared: Bool
  }

  private static let declaring: Set<String> = ["class", "struct", "enum", "protocol", "actor"]

  /// The capitalized names in the code: without comments, texts, imports, name spaces and what is extended.
  private static func words(of text: String) -> [Word] {
    var reader = CodeReader(text)
    var words: [Word] = []
    var last = ""
    while let (word, isSpace) = reader.next() {
      // The path of an extension, and what is imported.
      let isTarget = last == "extension" || last == "import"
      if isTarget, isSpace { continue }
      if !isTarget, !isSpace, word.first?.isUppercase ?? false {
        words.append(Word(text: word, isDeclared: declaring.contains(last)))
      }
      last = word
    }
    return words
  }
}

/// The words of Swift code, without comments and texts.
private struct CodeReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next word, and whether it is the name space of a type that follows.
  mutating func next() -> (word: String, isSpace: Bool)? {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/"), follows("//") || follows("/*") {
        skip(to: follows("//") ? "\n" : "*/")
      } else if byte == UInt8(ascii: "\"") {
        skipText()
      } else if Self.isLetter(byte) {
        return word()
      } else {
        index += 1
      }
    }
    return nil
  }

  private mutating func word() -> (String, Bool) {
    let start = index
    while index < bytes.count, Self.isLetter(bytes[index]) || Self.isDigit(bytes[index]) { index += 1 }
    let isSpace =
      follows(".") && index + 1 < bytes.count
      && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index + 1])
    return (String(decoding: bytes[start..<index], as: UTF8.self), isSpace)
  }

  /// A text of one line or of several. What is interpolated is not looked at.
  private mutating func skipText() {
    let isLong = follows("\"\"\"")
    index += isLong ? 3 : 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if follows(isLong ? "\"\"\"" : "\"") {
        return index += isLong ? 3 : 1
      } else if !isLong, bytes[index] == UInt8(ascii: "\n") {
        return
      } else {
        index += 1
      }
    }
  }

  private mutating func skip(to end: String) {
    while index < bytes.count, !follows(end) { index += 1 }
    index += end.utf8.count
  }

  private func follows(_ text: String) -> Bool {
    var place = index
    for byte in text.utf8 {
      guard place < bytes.count, bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
