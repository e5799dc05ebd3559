import Foundation

/// The project's files, as the tests read them.
enum Documents {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func lines(of path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
  }

  /// The lines that contain one of the words: most files have none, and are not split into lines.
  static func lines(of path: String, containing words: [String]) throws -> [String] {
    let bytes = try Data(contentsOf: root.appending(path: path))
    let found = words.filter { bytes.range(of: Data($0.utf8)) != nil }
    guard !found.isEmpty else { return [] }
    return try lines(of: path).filter { line in found.contains { line.range(of: $0) != nil } }
  }

  /// The lines of the document's Swift examples, without indentation and comments at their ends.
  static func examples(in path: String) throws -> [String] {
    var isInside = false
    var found: [String] = []
    for line in try lines(of: path) {
      if line.hasPrefix("```") {
        isInside = line == "```swift"
      } else if isInside {
        found.append(statement(line))
      }
    }
    return found.filter { !$0.isEmpty }
  }

  static func statement(_ line: String) -> String {
    let code = line.components(separatedBy: "  //").first ?? line
    return code.trimmingCharacters(in: .whitespaces)
  }
}
