import Foundation
import TestHarness
import Testing

/// The help of `runloop trace` has the whole language of scenarios.
@Suite(.hangLimit) struct TraceHelpTests {
  /// The words of a parser's cases.
  private static func words(of file: String, between first: String, and last: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "Sources/Scenarios/\(file).swift"), encoding: .utf8)
    let start = try #require(text.range(of: first))
    let end = try #require(text.range(of: last, range: start.upperBound..<text.endIndex))
    return text[start.upperBound..<end.lowerBound].split(separator: "\n")
      .filter { $0.contains(/^ *case "/) }
      .flatMap { $0.prefix { $0 != ":" }.matches(of: /"(\w+)/).map { String($0.1) } }
  }

  @Test func eachOperationAndStatementHasItsLine() throws {
    let help = try ToolRun(["trace", "--help"]).output
    let begun = Set(
      help.split(separator: "\n").compactMap { $0.firstMatch(of: /^  (\w+)/)?.1 }.map { String($0) })
    let operations = try Self.words(
      of: "ScenarioParser+Operations", between: "switch name {", and: "default:")
    let statements = try Self.words(of: "ScenarioParser", between: "switch first {", and: "default:")
    #expect(operations.count > 20 && statements.count > 9)
    #expect((operations + statements).filter { !begun.contains($0) } == [])
  }

  @Test func theFormsOfTheirWordsAreThere() throws {
    let help = try ToolRun(["trace", "--help"]).output
    for form in [
      "MODE@LOOP", "after TICKS, past, never", "MODE,MODE", "[handled]", "[order N]", "#N-M", "#N-", "[once]",
      "[LOOP]",
    ] { #expect(help.contains(form), "\(form)") }
  }
}
