import TestHarness
import Testing

@testable import ResponderKit

/// The text of an editor, without views.
@Suite(.hangLimit) struct TextModelTests {
  private func model(_ text: String, _ range: Range<Int>) -> TextModel {
    var model = TextModel(text)
    model.select(range)
    return model
  }

  @Test func insertingReplacesTheSelection() {
    var model = model("one two", 4..<7)
    model.insert("2")
    #expect(model.text == "one 2" && model.selection == 5..<5)
  }

  @Test func deletingTakesWholeCharacters() {
    var model = TextModel("ae\u{301}👩‍👩‍👧🇩🇪")
    for left in ["ae\u{301}👩‍👩‍👧", "ae\u{301}", "a", "", ""] {
      model.deleteBackward()
      #expect(model.text == left)
    }
    model = self.model("👍🏽b", 0..<0)
    model.deleteForward()
    #expect(model.text == "b" && model.head == 0)
  }

  @Test func aMarkJoinsTheCharacterBeforeIt() {
    var model = model("ex", 1..<1)
    model.insert("\u{301}")
    #expect(model.count == 2 && model.head == 1 && model.text == "éx")
    let did = model.undo()
    #expect(did)
    #expect(model.text == "ex" && model.count == 2)
  }

  @Test func wordsAreFound() {
    let model = TextModel("don't  stop, now")
    #expect(model.wordEnd(after: 0) == 5)
    #expect(model.wordEnd(after: 5) == 11)
    #expect(model.wordEnd(after: 11) == 12)
    #expect(model.wordStart(before: 16) == 13)
    #expect(model.wordStart(before: 7) == 0)
    #expect(model.word(at: 2) == 0..<5)
    #expect(model.word(at: 5) == 0..<5)
    #expect(model.word(at: 11) == 7..<11)
    #expect(TextModel("").word(at: 0) == 0..<0)
  }

  @Test func markedTextIsReplacedUntilItIsInserted() {
    var model = model("ab", 1..<1)
    model.setMarked("´", selected: 1..<1)
    #expect(model.marked == 1..<2 && model.text == "a´b")
    model.setMarked("ni", selected: 0..<2)
    #expect(model.marked == 1..<3 && model.selection == 1..<3)
    model.insert("é")
    #expect(model.marked == nil && model.text == "aéb" && model.head == 2)
    let did = model.undo()
    #expect(did)
    #expect(model.text == "ab")
  }

  @Test func typingIsOneStepUntilTheCaretMoves() {
    var model = TextModel()
    for letter in "abc" { model.insert(String(letter)) }
    model.move(to: 1)
    model.insert("x")
    model.deleteBackward()
    model.deleteBackward()
    #expect(model.text == "bc")
    var did = model.undo()
    #expect(did)
    #expect(model.text == "axbc")
    did = model.undo()
    #expect(did)
    #expect(model.text == "abc" && model.head == 1)
    did = model.undo()
    #expect(did)
    #expect(model.text == "")
    did = model.undo()
    #expect(!did)
    did = model.redo()
    #expect(did)
    #expect(model.text == "abc")
    did = model.redo()
    #expect(did)
    did = model.redo()
    #expect(did)
    #expect(model.text == "bc")
    did = model.redo()
    #expect(!did)
  }

  @Test func aCaretThatCameBackHasBeenMoved() {
    var model = TextModel()
    for letter in "ab" { model.insert(String(letter)) }
    model.move(to: 0)
    model.move(to: 2)
    model.insert("c")
    let did = model.undo()
    #expect(did && model.text == "ab")
  }

  @Test func lineEndsAreOneCharacter() {
    var model = TextModel("a\r\nb")
    #expect(model.count == 3)
    model.insert("\r")
    #expect(model.text == "a\nb\n" && model.paragraph(at: 2) == 2..<3)
  }

  /// Characters stay what Swift takes for characters, and undoing everything leads back.
  @Test(arguments: 0..<20 as Range<UInt64>) func randomEditsKeepCharactersWhole(_ seed: UInt64) {
    var dice = SplitMix(seed)
    let pieces = ["a", "e", "\u{301}", "🇩", "🇪", "👩", "\u{200D}", "👧", "\n", " ", "한", "\u{11A8}", "x y"]
    let start = "Größe 🇩🇪 👩‍👩‍👧"
    var model = TextModel(start)
    for _ in 0..<150 {
      let from = Int.random(in: 0...model.count, using: &dice)
      let to = Int.random(in: from...model.count, using: &dice)
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: model.select(from..<to)
      case 1: model.deleteBackward()
      case 2: model.deleteWordForward()
      case 3: model.setMarked(pieces.randomElement(using: &dice)!, selected: 0..<1)
      case 4: model.replace(from..<min(to, from + 3), with: pieces.randomElement(using: &dice)!)
      default: model.insert(pieces.randomElement(using: &dice)!)
      }
      #expect(model.characters == Array(model.text))
      #expect((0...model.count).contains(model.head) && (0...model.count).contains(model.anchor))
      if let marked = model.marked { #expect(marked.upperBound <= model.count) }
    }
    let end = model.text
    while model.undo() {}
    #expect(model.text == start)
    while model.redo() {}
    #expect(model.text == end)
  }

  @Test func charactersThatAreDeletedForwardsComeBackInTheirOrder() {
    var model = model("abcd", 1..<1)
    model.deleteForward()
    model.deleteForward()
    #expect(model.text == "ad" && model.undo() && model.text == "abcd")
  }

  @Test func behindAWordsEndIsThatWord() {
    #expect(TextModel("one two").word(at: 3) == 0..<3 && TextModel("one, two").word(at: 3) == 0..<3)
    #expect(TextModel("one  two").word(at: 4) == 3..<5)
    for text in ["don't go", "don\u{2019}t go"] { #expect(TextModel(text).word(at: 1) == 0..<5) }
    #expect(TextModel("'one' two").word(at: 2) == 1..<4)
  }

  @Test func aRangeThatEndsInsideOfACharactersCodeUnitsIsNone() {
    let text = "a\u{1F600}b"
    #expect(Range(NSRange(location: 0, length: 2), in: text) == nil)
    #expect(Range(NSRange(location: 2, length: 1), in: text) == nil)
    #expect(Range(NSRange(location: 0, length: 5), in: text) == nil)
    #expect(Range(NSRange(location: 1, length: 2), in: text).map { text[$0] } == "\u{1F600}")
  }
}
