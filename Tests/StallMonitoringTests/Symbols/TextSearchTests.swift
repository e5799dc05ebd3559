import TestHarness
import Testing

@testable import StallMonitoring

@Suite(.hangLimit) struct TextSearchTests {
  @Test(arguments: [
    ("", "", true), ("a", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false),
    ("aab", "ab", true),
    ("closure #1 in RunLoopCore.f()", " in RunLoopCore.", true), ("RunLoopCor", "RunLoopCore", false),
    ("protocol witness for größer in conformance", "größer", true), ("abab", "ba", true),
    ("abab", "bb", false),
  ])
  func findsATextAnywhere(name: String, text: String, isFound: Bool) {
    #expect(name.includes(text) == isFound)
  }
}
