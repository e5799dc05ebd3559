import TestHarness
import Testing

@testable import ResponderKit

/// Two views of one text, with all that may be done to it.
@Suite(.hangLimit) struct TwoViewStorageTests {
  /// Makes another text of two signs, one of which is a code unit longer.
  private final class Faces: NSTextStorageDelegate {
    func textStorage(
      _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
      range editedRange: ResponderKit.NSRange, changeInLength delta: Int
    ) {
      let units = Array(textStorage.string.utf16)
      for place in units.indices.dropLast() where units[place] == 58 && units[place + 1] == 41 {
        let range = ResponderKit.NSRange(location: place, length: 2)
        return textStorage.replaceCharacters(in: range, with: "\u{1F600}x")
      }
    }
  }

  private static let pieces = [
    "a", "🙂", "e\u{301}", "\u{E9}", "\u{301}", "\n", "\r\n", "\r", " words ", "🇩", "🇪", "\u{200D}", "👨",
    "שלום", "",
    ":)",
  ]

  private func view(of storage: NSTextStorage) -> UITextView {
    let (manager, container) = (NSLayoutManager(), NSTextContainer(size: Size(150, 0)))
    storage.addLayoutManager(manager)
    manager.addTextContainer(container)
    let view = UITextView(frame: Rect(0, 0, 150, 200), textContainer: container)
    view.font = UIFont(size: 10, design: .builtIn)
    return view
  }

  @Test func theViewsAndTheStorageStayTheSame() {
    for seed in Fuzz.seeds(4) {
      onStage { stage in
        var dice = SplitMix(seed)
        let (storage, faces) = (NSTextStorage(string: "start"), Faces())
        let views = [view(of: storage), view(of: storage)]
        for view in views { stage.show(view) }
        storage.delegate = faces
        for step in 0..<300 {
          let view = views[Int.random(in: 0..<2, using: &dice)]
          if Int.random(in: 0..<3, using: &dice) == 0 { view.becomeFirstResponder() }
          let piece = Self.pieces.randomElement(using: &dice) ?? ""
          let range = ResponderKit.NSRange(
            location: Int.random(in: -1...storage.length + 2, using: &dice),
            length: Int.random(in: 0...4, using: &dice))
          let kind = Int.random(in: 0..<12, using: &dice)
          switch kind {
          case 0, 1, 2: view.insertText(piece)
          case 3: view.deleteBackward()
          case 4: view.selectedRange = range
          case 5, 6: view.undo()
          case 7: view.editor.undo(true)
          case 8: storage.replaceCharacters(in: range, with: piece)
          case 9: view.setMarkedText(piece, selectedRange: 0..<0)
          case 10: storage.addAttribute(.kern, value: step, range: range)
          default:
            storage.beginEditing()
            view.insertText(piece)
            if step.isMultiple(of: 2) { storage.replaceCharacters(in: range, with: piece) }
            storage.endEditing()
          }
          let all = Array(storage.string.utf16)
          for view in views {
            #expect(Array(view.text.utf16) == all, "seed \(seed), step \(step), kind \(kind)")
            #expect(view.layoutManager.numberOfGlyphs == storage.length)
          }
          if storage.length > 120 { storage.setAttributedString(NSAttributedString(string: "")) }
        }
      }
    }
  }
}
