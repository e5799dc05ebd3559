import PlainText
import TestHarness
import Testing

/// Where JSON is wrong.
@Suite(.hangLimit) struct JSONErrorTests {
  private func failure(_ text: String) -> JSONError? {
    do throws(JSONError) {
      _ = try JSON(parsing: Array(text.utf8), deepest: 3)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("[1,\n 2;]", 2, 3, "expected ',' or ']', not ';'"), ("\n\n  x", 3, 3, "expected a value, not 'x'"),
    ("", 1, 1, "expected a value, not the end of the text"), ("\u{1}", 1, 1, "expected a value, not byte 1"),
    ("{\"a\":1}\n}", 2, 1, "expected the end of the text, not '}'"),
    ("[[[1]]]", 1, 4, "expected at most 3 levels, not '1'"), ("é", 1, 1, "expected a value, not byte 195"),
  ])
  func anErrorHasItsLineAndItsColumn(_ text: String, _ line: Int, _ column: Int, _ problem: String) throws {
    let error = try #require(failure(text))
    #expect((error.line, error.column) == (line, column) && error.problem == problem, "\(error)")
  }

  @Test func aCharacterHasTwoHalvesInTheirOrder() throws {
    for text in [#""\ud83d\u0041""#, #""\ud83d\ud83d""#, #""\ud83d\ue000""#, #""\ude00""#, #""\ud83dx""#] {
      #expect(failure(text) != nil, "\(text)")
    }
    let limits = try JSON(parsing: Array(#""\ud800\udc00\udbff\udfff""#.utf8), deepest: 1)
    #expect(limits.textValue == "\u{10000}\u{10FFFF}")
  }

  @Test func spaceIsWhatJSONCallsSpace() {
    #expect(failure("\r\n\t [ 1 ,\r\n2\t]\r\n") == nil)
    for space in ["\u{C}", "\u{B}", "\u{A0}"] { #expect(failure("[\(space)1]") != nil) }
  }
}
