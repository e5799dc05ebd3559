import PlainText
import TestHarness
import Testing

@Suite("Text in markup", .hangLimit)
struct MarkupTests {
  @Test("has nothing in it that is markup")
  func escaped() {
    let text = "a<b> & \"c\"\n\té𝄞"
    #expect(
      text.escapedForHTML == "a&lt;b&gt; &amp; &quot;c&quot;\n\té𝄞"
        && text.escapedForXML == text.escapedForHTML)
  }

  @Test("shows control characters as U+FFFD on a page, and leaves out those that XML does not allow")
  func controls() {
    #expect("a\u{1B}\rb".escapedForHTML == "a\u{FFFD}\u{FFFD}b")
    #expect("a\u{1B}\rb\u{FFFF}".escapedForXML == "a\rb")
  }
}
