import Foundation
import TestHarness
import Testing

/// The tests against what they promise: each behaviour of the articles is written down in Docs/claims.md, with tests that compare
/// something, and the table of features in Docs/responder.md names suites that exist.
@Suite(.hangLimit) struct BehaviourTests {
  /// How many behaviours each of the five articles has.
  private static let behaviours = [("S000", 19), ("S001", 18), ("S002", 8), ("S003", 7), ("S004", 16)]

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func page(_ name: String) throws -> String {
    try String(
      contentsOf: folder.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Docs/\(name)"), encoding: .utf8)
  }

  private static func sources(in folder: URL = folder) throws -> [String] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// A row of Docs/claims.md.
  private struct ClaimRow {
    var number: String
    var text: String
    var tests: Set<String>

    init?(_ line: Substring) {
      guard let match = line.wholeMatch(of: /\| (S00\d-\d+) \| (.+) \| (.+) \|/) else { return nil }
      number = String(match.output.1)
      text = String(match.output.2)
      tests = Set(match.output.3.matches(of: /`([\w.]+)`/).map { String($0.output.1) })
    }
  }

  /// The table has each claim once, in words, and the tests whose titles have its number, which compare something.
  @Test func eachClaimIsWrittenDownWithItsTests() throws {
    let rows = try Self.page("claims.md").split(separator: "\n").compactMap { ClaimRow($0) }
    let numbers = Self.behaviours.flatMap { article, count in (1...count).map { "\(article)-\($0)" } }
    #expect(rows.map(\.number) == numbers)
    let router = Self.folder.deletingLastPathComponent().appendingPathComponent("EventRoutingTests")
    let tests = try (Self.sources() + Self.sources(in: router)).flatMap { TestSource($0).tests }
    var titled: [String: Set<String>] = [:]
    for test in tests {
      for match in test.title.matches(of: /S00\d-\d+/) {
        titled[String(match.output), default: []].insert(test.name)
        #expect(!test.expectations.isEmpty, "\(test.name) compares nothing")
      }
    }
    for row in rows {
      #expect(row.text.count > 15 && !row.tests.isEmpty, "\(row.number)")
      #expect(row.tests == titled[row.number], "\(row.number): the titles name \(titled[row.number] ?? [])")
      titled[row.number] = nil
    }
    #expect(titled.isEmpty, "no claim has these numbers")
  }

  @Test func aTitleAloneAConstantOrACommentIsNoTest() {
    func count(_ body: String) -> Int? {
      let source = """
        struct SomeTests {
          @Test("S0-1") func some() {
            \(body)
          }

          @Test func other() {
            #expect(value() == 3)
          }
        }
        """
      return TestSource(source).tests.first.map { $0.name == "SomeTests.some" ? $0.expectations.count : -1 }
    }
    for body in [
      "run()", "#expect(true)", "#expect(1 + 1 == 2)", "// #expect(run())", "/* #expect(run()) */",
      "#expect(view == view)", "#expect(nil == nil, \"a word\")", "let url = \"http://x\" // #expect(run())",
    ] { #expect(count(body) == 0, "\(body)") }
    for body in [
      "#expect(run())", "let url = \"http://x\"; #expect(run())", "try #require(view.next)",
      "#expect { run() } throws: { _ in true }", "#expect(\"a\" == log.take())",
    ] { #expect(count(body) == 1, "\(body)") }
  }

  @Test func theTablesSuitesExist() throws {
    let text = try Self.page("responder.md")
    // Pictures, fonts and layout have their tests beside those of the windows that show them, readers beside those of their bus.
    let tests = Self.folder.deletingLastPathComponent()
    let others = ["X11Tests", "DBusTests"].map { tests.appendingPathComponent($0) }
    let sources = try Self.sources() + others.flatMap { try Self.sources(in: $0) }
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
