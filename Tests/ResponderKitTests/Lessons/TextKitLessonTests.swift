import TestHarness
import Testing

@testable import ResponderKit

/// What tutorials do with a storage, a layout manager and a container.
@Suite(.hangLimit) struct TextKitLessonTests {
  private func color(_ text: NSAttributedString?, _ place: Int) -> UIColor? {
    text?.attribute(.foregroundColor, at: place) as? UIColor
  }

  @Test func aNoteIsHighlightedWhileItIsTyped() {
    onStage { stage in
      let controller = HighlighterViewController()
      stage.show(controller)
      stage.wait(20)
      guard let (view, storage) = controller.textView.flatMap({ ($0, controller.textStorage!) }) else {
        return
      }
      #expect(view.text == "Buy *milk* and\nsome bread" && view.textStorage === storage)
      #expect(color(view.attributedText, 5) == .red && color(view.attributedText, 0) != .red)
      view.becomeFirstResponder()
      view.selectedTextRange = 15..<15
      for letter in "*two* " { view.insertText(String(letter)) }
      #expect(
        storage.backingStore.string == "Buy *milk* and\n*two* some bread" && view.text == storage.string)
      #expect(color(view.attributedText, 16) == .red && color(view.attributedText, 22) != .red)
      #expect(color(storage.backingStore, 16) == .red)
      #expect(view.selectedTextRange == 21..<21)
      // A star less: nothing is red there.
      view.selectedTextRange = 20..<20
      view.deleteBackward()
      #expect(view.text == "Buy *milk* and\n*two some bread" && color(view.attributedText, 16) != .red)
      // What was typed can be taken back.
      view.undo()
      #expect(view.text == "Buy *milk* and\n*two* some bread" && color(view.attributedText, 16) == .red)
      #expect(storage.string == view.text)
      // By the program.
      storage.replaceCharacters(in: NSRange(location: 0, length: 3), with: "*Get*")
      #expect(view.text.hasPrefix("*Get* *milk*") && color(view.attributedText, 1) == .red)
      let rounds = storage.rounds
      view.selectedTextRange = 0..<0
      stage.wait(100)
      #expect(storage.rounds == rounds)
    }
  }

  @Test func aWordOfALabelIsTapped() {
    onStage { stage in
      let controller = TermsViewController()
      stage.show(controller)
      stage.wait(20)
      let label = controller.label
      label.textAlignment = .center
      label.font = UIFont(size: 20, design: .builtIn)
      stage.wait(20)
      // The letters are found in the picture by the lines that the label has.
      let text = StyledText(label.attributedText!, font: label.font, color: .black)
      let lines = text.lines(in: label.bounds.size, most: 0)
      let height = lines.map(\.height).reduce(0, +)
      func tap(_ word: String) {
        for (index, line) in lines.enumerated() {
          let all = line.runs.map(\.text).joined()
          guard let range = all.range(of: word) else { continue }
          let before = label.font.width(of: String(all[..<range.lowerBound]))
          let middle = before + label.font.width(of: word) / 2
          let left = (label.bounds.width - line.width) / 2
          let top = (label.bounds.height - height) / 2 + line.height * (Double(index) + 0.5)
          stage.tap(label.frame.minX + left + middle, label.frame.minY + top)
          stage.wait(600)
          return
        }
        Issue.record("no line has \(word)")
      }
      tap("Privacy")
      #expect(controller.opened == ["Privacy Policy"])
      tap("Terms")
      #expect(controller.opened == ["Privacy Policy", "Terms of Service"])
      tap("agree")
      #expect(controller.opened.count == 2)
    }
  }

  @Test func aTextIsInACircle() {
    onStage { stage in
      let storage = NSTextStorage(
        string: String(repeating: "some words ", count: 200),
        attributes: [.font: UIFont(size: 10, design: .builtIn)])
      let manager = NSLayoutManager()
      storage.addLayoutManager(manager)
      let container = CircleTextContainer(size: CGSize(width: 200, height: 200))
      manager.addTextContainer(container)
      let view = UITextView(frame: Rect(0, 0, 200, 216), textContainer: container)
      // Otherwise the text is shown below the circle, too.
      view.isScrollEnabled = false
      stage.show(view)
      stage.wait(20)
      var rows: [Rect] = []
      manager.enumerateLineFragments(forGlyphRange: manager.glyphRange(for: container)) { rect, _, _, _, _ in
        rows.append(rect)
      }
      #expect(rows.count > 8 && (rows.last?.maxY ?? 300) <= 200)
      for row in rows {
        let distance = abs(row.midY - 100)
        let half = (10_000 - distance * distance).squareRoot()
        #expect(abs(row.midX - 100) < 0.01 && abs(row.width - 2 * half) < 0.01)
      }
    }
  }

  @Test func wordsHavePlates() {
    onStage { stage in
      stage.window.backgroundColor = .white
      let storage = NSTextStorage(
        string: "one two three", attributes: [.font: UIFont(size: 20, design: .builtIn)])
      storage.addAttribute(
        PlateLayoutManager.plate, value: UIColor.green, range: NSRange(location: 4, length: 3))
      let manager = PlateLayoutManager()
      storage.addLayoutManager(manager)
      let container = NSTextContainer(size: Size(300, 0))
      manager.addTextContainer(container)
      let view = UITextView(frame: Rect(0, 0, 300, 100), textContainer: container)
      stage.show(view)
      stage.wait(20)
      let picture = stage.window.snapshot()
      #expect(manager.drawn > 0)
      func greens(_ range: Range<Int>) -> Int {
        (0..<60).reduce(0) { sum, y in
          sum + range.filter { picture.color(x: $0, y: y) == .green }.count
        }
      }
      let word = view.firstRect(for: 4..<7)
      #expect(greens(Int(word.minX) + 1..<Int(word.maxX)) > 100)
      #expect(greens(0..<Int(word.minX)) == 0 && greens(Int(word.maxX) + 1..<300) == 0)
      // The letters are over it.
      let inside = Int(word.minX)..<Int(word.maxX)
      #expect(
        (0..<60).contains { y in
          inside.contains { picture.color(x: $0, y: y).red < 0.3 && picture.color(x: $0, y: y).green < 0.5 }
        })
    }
  }
}
