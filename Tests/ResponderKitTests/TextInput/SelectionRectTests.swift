import ResponderKit
import TestHarness
import Testing

/// The places of a part of a text, line by line.
@Suite(.hangLimit) struct SelectionRectTests {
  private final class Own: UITextSelectionRect {
    override var rect: CGRect { CGRect(x: 1, y: 2, width: 3, height: 4) }
    override var containsStart: Bool { true }
    override var containsEnd: Bool { true }
  }

  private func view(_ stage: Stage, _ text: String, width: Double = 300) -> UITextView {
    let view = stage.show(UITextView(frame: Rect(0, 0, width, 200)))
    view.text = text
    stage.wait(20)
    return view
  }

  @Test func theEndIsInTheLastLineThatHasACharacterOfThePart() {
    onStage { stage in
      let view = view(stage, "One\nTwo\n\n")
      for (range, count) in [
        (0..<4, 1), (0..<3, 1), (3..<4, 1), (0..<5, 2), (0..<8, 2), (0..<9, 3), (2..<100, 3),
      ] {
        let lines = view.selectionRects(for: range)
        #expect(lines.count == count && view.firstRect(for: range) == lines[0].rect)
        #expect(lines.map(\.containsEnd) == (1...count).map { $0 == count })
        #expect(lines.map(\.containsStart) == (1...count).map { $0 == 1 })
      }
      #expect(view.selectionRects(for: 3..<4)[0].rect.width == 0)
      #expect(view.selectionRects(for: 3..<4)[0].rect.minX == view.caretRect(for: 3).minX)
      #expect(view.firstRect(for: 2..<2).minX == view.caretRect(for: 2).minX)
      #expect(view.selectionRects(for: 9..<20).isEmpty && view.firstRect(for: 20..<30).width == 0)
    }
  }

  @Test func theLastLetterOfALineThatIsCutIsInItsPlace() {
    onStage { stage in
      let text = String(repeating: "W", count: 40)
      let whole = view(stage, text, width: 2000).selectionRects(for: 0..<40)
      let narrow = view(stage, text, width: 120)
      let lines = narrow.selectionRects(for: 0..<40)
      #expect(whole.count == 1 && lines.count > 2)
      #expect(abs(lines.reduce(0) { $0 + $1.rect.width } - whole[0].rect.width) < 1)
      #expect(narrow.firstRect(for: 0..<40) == lines[0].rect)
    }
  }

  @Test func partsFromRightToLeftAreBetweenTheirEdges() {
    onStage { stage in
      let view = view(stage, "abc אבג def")
      let part = view.firstRect(for: 4..<7)
      #expect(part.width > 5 && part.minX > view.caretRect(for: 3).minX)
      #expect(part.maxX < view.caretRect(for: 11).minX)
    }
  }

  @Test func everyTextInputHasPlaces() {
    onStage { stage in
      let field = UITextField(frame: Rect(0, 0, 300, 40))
      stage.show(field)
      field.text = "Field"
      stage.wait(20)
      let input: any UITextInput = field
      let rects = input.selectionRects(for: 1..<3)
      #expect(rects.count == 1 && rects[0].containsStart && rects[0].containsEnd)
      #expect(
        rects[0].rect.minX == field.caretRect(for: 1).minX
          && rects[0].rect.maxX == field.caretRect(for: 3).minX)
      #expect(input.firstRect(for: 1..<3) == rects[0].rect && input.selectionRects(for: 7..<9).isEmpty)
      field.text = ""
      stage.wait(20)
      #expect(input.selectionRects(for: 0..<1).isEmpty)
      let own: UITextSelectionRect = Own()
      #expect(own.rect.width == 3 && own.containsStart && own.containsEnd)
    }
  }

  /// A text of which only the carets are known: three characters in each line.
  private final class Board: UIView, UITextInput {
    var hasText: Bool { true }
    func insertText(_ text: String) {}
    func deleteBackward() {}
    func text(in range: Range<Int>) -> String? { nil }
    func replace(_ range: Range<Int>, withText text: String) {}
    var selectedTextRange: Range<Int>?
    var markedTextRange: Range<Int>? { nil }
    func setMarkedText(_ text: String?, selectedRange: Range<Int>) {}
    func unmarkText() {}
    var endOfDocument = 8
    var asked = 0
    func caretRect(for position: Int) -> Rect {
      asked += 1
      return Rect(Double(position % 3) * 10, Double(position / 3) * 20, 2, 20)
    }
    func closestPosition(to point: Point) -> Int? { nil }
  }

  @Test func linesAreFoundByTheirCarets() {
    let board = Board()
    #expect(board.firstRect(for: 1..<8) == Rect(10, 0, 10, 20))
    let lines = board.selectionRects(for: 1..<8)
    #expect(lines.map(\.rect.minY) == [0, 20, 40] && lines.map(\.containsEnd) == [false, false, true])
    #expect(board.selectionRects(for: 1..<3).map(\.containsEnd) == [true])
  }

  /// However much text there is.
  @Test func theFirstLineIsFoundWithoutTheOthers() throws {
    let board = Board()
    board.endOfDocument = 100_000
    #expect(board.firstRect(for: 1..<100_000) == Rect(10, 0, 10, 20))
    try #require(board.asked < 20)
    board.asked = 0
    board.endOfDocument = .max
    #expect(board.firstRect(for: 1..<Int.max) == Rect(10, 0, 10, 20) && board.asked < 20)
    board.asked = 0
    board.endOfDocument = 3_000
    #expect(board.selectionRects(for: 0..<3_000).count == 1_000 && board.asked < 8_000)
  }
}
