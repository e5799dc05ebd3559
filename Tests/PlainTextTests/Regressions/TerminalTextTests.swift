import PlainText
import TestHarness
import Testing

/// Names from elsewhere reached the terminal as they were, with escape sequences and line ends in them.
@Suite("Text from elsewhere on a terminal", .hangLimit)
struct TerminalTextTests {
  @Test(
    "has nothing in it that a terminal obeys, nor a second line",
    arguments: [
      "\u{1B}[31m", "\u{9B}31m", "\u{7F}", "\u{0}", "\n", "\r\n", "\t", "\u{85}", "\u{2028}", "\u{2029}",
      "\u{202E}",
      "\u{2066}", "\u{200F}", "\u{61C}", "\u{E0041}", "\u{8}", "\u{9F}",
    ])
  func obeyed(_ text: String) throws {
    let first = try #require(text.unicodeScalars.first)
    #expect(
      "a\(text)b".plainLine.hasPrefix("a\u{FFFD}") && !"a\(text)b".plainLine.unicodeScalars.contains(first))
    #expect("a\(text)b".plainLine.unicodeScalars.count == text.unicodeScalars.count + 2)
  }

  @Test("is as it was otherwise, in any script")
  func shown() {
    for text in ["", "größer – 字 𝄞 👩‍👩‍👧 é", " ~\u{A0}", "f<A>(_:)"] { #expect(text.plainLine == text) }
  }
}
