import HIDEvents
import TestHarness
import Testing

/// Bytes of an input method and characters of a text.
@Suite(.hangLimit) struct InputMethodTests {
  typealias Surrounding = InputMethodText.Surrounding

  private static let text = "Größe 你好 👩‍👩‍👧"
  private static let family = "👩‍👩‍👧"

  @Test func eachByteIsInTheCharacterThatItIsAPartOf() {
    let bytes = Array(Self.text.utf8)
    var start = 0
    for (number, character) in Self.text.enumerated() {
      let end = start + character.utf8.count
      for place in start..<end {
        #expect(InputMethodChange.characters(before: place, of: bytes) == number)
      }
      for place in (start + 1)...end where place == end || bytes[place] & 0xC0 != 0x80 {
        #expect(InputMethodChange.characters(before: place, of: bytes, isEnd: true) == number + 1)
      }
      start = end
    }
    #expect(start == bytes.count)
    for place in [bytes.count, bytes.count + 1, .max] {
      #expect(InputMethodChange.characters(before: place, of: bytes) == Self.text.count)
    }
    #expect(InputMethodChange.characters(before: .min, of: bytes, isEnd: true) == 0)
  }

  @Test(arguments: [
    (0, 0, ""), (1, 0, ""), (4, 1, "👩‍👩\u{200D}"), (7, 1, "👩‍👩"), (17, 1, "👩\u{200D}👩\u{200D}"), (18, 1, ""),
    (19, 2, ""), (21, 2, ""), (22, 3, ""), (.max, 10, ""),
  ])
  func whatIsDeletedAtTheEndIsCutBetweenCodePoints(bytes: Int, count: Int, rest: String) {
    let (characters, left) = InputMethodChange.cut(bytes, of: Self.text, atEnd: true)
    #expect(characters == count)
    #expect(bytes == 17 || Array(left.unicodeScalars) == Array(rest.unicodeScalars))
  }

  @Test func whatIsDeletedAtTheBeginningIsCutBetweenCodePoints() {
    for (bytes, count, rest) in [
      (3, 0, ""), (4, 1, "\u{200D}👩\u{200D}👧"), (6, 1, "\u{200D}👩\u{200D}👧"), (18, 1, ""),
    ] {
      let (characters, left) = InputMethodChange.cut(bytes, of: Self.family + "x", atEnd: false)
      #expect(characters == count)
      #expect(Array(left.unicodeScalars) == Array(rest.unicodeScalars), "\(bytes)")
    }
  }

  @Test func aShortTextIsWholeWithItsSelectionInBytes() {
    let plain = Surrounding(before: "Größe ", after: Self.family, limit: 4000)
    #expect(plain.text == "Größe " + Self.family && plain.caret == 8 && plain.anchor == 8)
    let selected = Surrounding(before: "Größe ", selected: "你好", after: " x", limit: 4000)
    #expect(selected.text == "Größe 你好 x" && selected.caret == 14 && selected.anchor == 8)
    let backwards = Surrounding(before: "a", selected: "你", after: "", caretIsFirst: true, limit: 4000)
    #expect(backwards.caret == 1 && backwards.anchor == 4)
  }

  @Test func aLongTextIsCutBetweenCharactersAroundTheCaret() {
    let long = String(repeating: Self.family, count: 10)
    let middle = Surrounding(before: long, after: long, limit: 100)
    #expect(middle.text == String(repeating: Self.family, count: 5) && middle.caret == 36)
    // What one side does not need is the other's.
    let end = Surrounding(before: long, after: "x", limit: 100)
    #expect(end.text == String(repeating: Self.family, count: 5) + "x" && end.caret == 90)
    let start = Surrounding(before: "x", after: long, limit: 100)
    #expect(start.text == "x" + String(repeating: Self.family, count: 5) && start.caret == 1)
    #expect(Surrounding(before: long, after: long, limit: 17).text.isEmpty)
  }

  @Test func ofALongSelectionThePartAtTheCaretIsKept() {
    let long = "a" + String(repeating: "你", count: 10) + "b"
    let forwards = Surrounding(before: "x", selected: long, after: "y", limit: 8)
    #expect(forwards.text == "你你by" && forwards.caret == 7 && forwards.anchor == 0)
    let backwards = Surrounding(before: "x", selected: long, after: "y", caretIsFirst: true, limit: 8)
    #expect(backwards.text == "xa你你" && backwards.caret == 1 && backwards.anchor == 8)
    // Nothing is joined to the place of the cut.
    #expect(Surrounding(before: "x", selected: long, after: "", limit: 8).text == "你你b")
    #expect(Surrounding(before: "", selected: long, after: "y", caretIsFirst: true, limit: 8).text == "a你你")
  }
}
