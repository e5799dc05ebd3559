import PlainText
import TestHarness
import Testing

/// Tags, which a terminal does not show, were written to JSON as they were: a name could have text in it that nothing shows.
@Suite("JSON with tags in it", .hangLimit)
struct TagsInJSONTests {
  @Test("has their escapes, of two halves each, and is read back as it was")
  func escaped() throws {
    let name = "a\u{E0001}\u{E0041}\u{E007F}b"
    let text = JSON.object([(name, .string(name))]).text
    #expect(text == #"{"a\udb40\udc01\udb40\udc41\udb40\udc7fb":"a\udb40\udc01\udb40\udc41\udb40\udc7fb"}"#)
    #expect(try JSON(parsing: Array(text.utf8), deepest: 2)[name]?.textValue == name)
  }

  @Test("has every character escaped that a plain line replaces")
  func asALine() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      guard text.plainLine != text else { continue }
      #expect(!JSON.string(text).text.unicodeScalars.contains(scalar), "\(value)")
    }
  }
}
