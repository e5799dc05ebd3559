import Foundation
import TestHarness
import Testing

/// What holds for all suites of the package.
@Suite(.hangLimit) struct SuiteTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The sources of the tests, by their paths.
  private static func sources() throws -> [(path: String, text: String)] {
    let files = FileManager.default.enumerator(atPath: tests.path)?.allObjects as? [String] ?? []
    return try files.filter { $0.hasSuffix(".swift") }.map {
      ($0, try String(contentsOf: tests.appendingPathComponent($0), encoding: .utf8))
    }
  }

  @Test func eachSuiteHasALimitForHangs() throws {
    let sources = try Self.sources()
    var suites = 0
    for (path, text) in sources {
      for suite in text.matches(of: /\n *@Suite(\((?:[^()]|\([^()]*\))*\))?/) {
        suites += 1
        #expect(suite.output.1?.contains(".hangLimit") == true, "\(path): \(suite.output.0)")
      }
    }
    #expect(suites > 100)
  }

  /// A test in a type that is no suite by name has none of its traits.
  @Test func eachTestIsInASuite() throws {
    for (path, text) in try Self.sources() where text.contains("\n  @Test") || text.contains("\n    @Test") {
      let isInSuite = text.contains("@Suite") || text.contains("\nextension ")
      #expect(isInSuite, "\(path) has tests outside of a suite")
    }
  }

  @Test func noTestIsOutsideOfAType() throws {
    for (path, text) in try Self.sources() {
      #expect(!text.contains("\n@Test"), "\(path)")
    }
  }
}
