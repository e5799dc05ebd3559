import Foundation

/// The project's files, as the tests read them.
enum Documents {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func lines(of path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
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
