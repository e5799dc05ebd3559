import PlainText
import TestHarness
import Testing

@Suite("JSON", .hangLimit)
struct JSONTests {
  private func parse(_ text: String, deepest: Int = 10) throws -> JSON {
    try JSON(parsing: Array(text.utf8), deepest: deepest)
  }

  @Test(
    "is read with its escapes as the characters that they stand for, and written so that it is read again")
  func escapes() throws {
    let text = #"["\u0041\u00e9\u20ac\ud834\udd1e\ud83d\ude00","\"\\\/\b\f\n\r\t","\u001f<\u007f"]"#
    guard case .array(let parts) = try parse(text) else { return #expect(Bool(false)) }
    let texts = ["Aé€𝄞😀", "\"\\/\u{8}\u{C}\n\r\t", "\u{1F}<\u{7F}"]
    #expect(parts.map(\.textValue) == texts)
    let value = JSON.array(parts)
    #expect(value.text == #"["Aé€𝄞😀","\"\\/\u0008\u000c\n\u000d\t","\u001f\u003c\u007f"]"#)
    #expect(value.fileText == #"["Aé€𝄞😀","\"\\/\u0008\u000c\n\r\t","\u001f<"# + "\u{7F}\"]")
    for written in [value.text, value.fileText] {
      guard case .array(let again) = try parse(written) else { return #expect(Bool(false)) }
      #expect(again.map(\.textValue) == texts)
    }
  }

  @Test(
    "keeps all digits of whole numbers, and writes figures without a point where they are whole and below 10^15"
  )
  func numbers() throws {
    for number in ["0", "-0.5", "1e3", "12.25E-2", "1E+2", "123456789012345"] {
      #expect(try parse(number).decimal == Double(number))
    }
    #expect(try parse("18446744073709551615").count == .max && parse("-5").count == 0)
    let value = try parse(
      "{ \"a\" : [ 1 , -2.5e1 , true , null , \"\\u00e9\\ud83d\\ude00\\/\" , 18446744073709551615 ] }")
    #expect(value.text == "{\"a\":[1,-25.0,true,null,\"é😀/\",18446744073709551615]}")
    #expect(JSON.figure(-3).text == "-3" && JSON.figure(-0.0).text == "0" && JSON.figure(0.25).text == "0.25")
    #expect(JSON.figure(1e15).text == "1000000000000000.0" && JSON.number(2).text == "2.0")
    #expect(JSON.figure(.nan).text == "null" && JSON.number(.infinity).text == "null")
  }

  @Test(
    "that is malformed is refused",
    arguments: [
      "", "01", "1.", "+1", "-", "nul", "[1,]", "{\"a\" 1}", "\"\u{1}\"", "\"\\ud800\"", "1e999", "1 2",
    ]
  )
  func malformed(_ text: String) { #expect(throws: JSONError.self) { try parse(text) } }

  @Test("nests as deep as is allowed, and no deeper")
  func depth() throws {
    let nested = { String(repeating: "[", count: $0 - 1) + "1" + String(repeating: "]", count: $0 - 1) }
    #expect(try parse(nested(8), deepest: 8).text == nested(8))
    #expect(throws: JSONError.self) { try parse(nested(9), deepest: 8) }
    #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 100_000)) }
  }
}
