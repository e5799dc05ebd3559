import Foundation
import TestHarness
import Testing

/// The tests against what they promise: each behaviour of the articles is in the name of a test that expects something, and the table
/// of features in Docs/responder.md names suites that there are.
@Suite(.hangLimit) struct BehaviourTests {
  /// How many behaviours each of the five articles has.
  private static let behaviours = ["S000": 19, "S001": 18, "S002": 8, "S003": 7, "S004": 16]

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func sources(in folder: URL = folder) throws -> [String] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func eachBehaviourIsInTheNameOfATest() throws {
    var named: Set<String> = []
    for source in try Self.sources() {
      for match in source.matches(of: /@Test\(\s*"([^"]*)"/)
      where Self.expectations(after: match.range, in: source) > 0 {
        for identifier in match.output.1.matches(of: /S00\d-\d+/) { named.insert(String(identifier.output)) }
      }
    }
    let wanted = Self.behaviours.flatMap { article, count in (1...count).map { "\(article)-\($0)" } }
    #expect(wanted.filter { !named.contains($0) } == [])
    #expect(named.subtracting(wanted) == [])
  }

  /// How many expectations the function has whose attribute this is.
  private static func expectations(after attribute: Range<String.Index>, in source: String) -> Int {
    guard let name = source[attribute.upperBound...].firstMatch(of: /func \w+[^{]*\{/) else { return 0 }
    // The formatter ends a function with a brace as far to the right as its attribute.
    let line =
      source[..<attribute.lowerBound].lastIndex(of: "\n").map(source.index(after:)) ?? source.startIndex
    let indent = source[line..<attribute.lowerBound]
    let body = source[name.range.upperBound...]
    let end = body.firstRange(of: "\n\(indent)}\n")?.lowerBound ?? body.endIndex
    return body[..<end].matches(of: /#expect|#require/).count
  }

  @Test func aTitleAloneIsNoTest() {
    let empty =
      "  @Test(\"S000-1\") func nothing() {\n    run()\n  }\n\n  @Test func other() {\n    #expect(true)\n  }\n"
    let full = empty.replacing("run()", with: "#expect(run())")
    for (source, count) in [(empty, 0), (full, 1)] {
      let attribute = source.firstRange(of: "@Test(\"S000-1\"") ?? source.startIndex..<source.startIndex
      #expect(Self.expectations(after: attribute, in: source) == count)
    }
  }

  @Test func theTablesSuitesExist() throws {
    let page = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Docs/responder.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    // Pictures, fonts and layout have their tests beside those of the windows that show them.
    let windows = Self.folder.deletingLastPathComponent().appendingPathComponent("X11Tests")
    let sources = try Self.sources() + Self.sources(in: windows)
    let suites = Set(
      sources.flatMap { source in
        source.matches(of: /@Suite[^{]*struct (\w+)/).map { String($0.output.1) }
      })
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix("Tests |") }
    #expect(rows.count > 40)
    for row in rows {
      for match in row.matches(of: /(\w+Tests)\b/) where match.output.1 != "PacketTests" {
        #expect(suites.contains(String(match.output.1)), "\(row)")
      }
    }
  }
}
