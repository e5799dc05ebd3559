import TestHarness
import Testing

@testable import ResponderKit

/// Views of a storage, when one of them, handlers or a program's class change the text.
@Suite(.hangLimit) struct StorageSyncTests {
  private typealias Range = ResponderKit.NSRange

  private final class Handler: NSTextStorageDelegate {
    var body: (NSTextStorage) -> Void = { _ in }
    func textStorage(
      _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
      range editedRange: ResponderKit.NSRange, changeInLength delta: Int
    ) { body(textStorage) }
  }

  private final class Selections: UITextViewDelegate {
    var count = 0
    var body: (UITextView) -> Void = { _ in }
    func textViewDidChangeSelection(_ textView: UITextView) {
      count += 1
      body(textView)
    }
  }

  private func view(of storage: NSTextStorage, y: Double = 0, height: Double = 100) -> UITextView {
    let (manager, container) = (NSLayoutManager(), NSTextContainer(size: Size(200, 0)))
    storage.addLayoutManager(manager)
    manager.addTextContainer(container)
    let view = UITextView(frame: Rect(0, y, 200, height), textContainer: container)
    view.font = UIFont(size: 10, design: .builtIn)
    return view
  }

  private func units(_ text: String) -> [UInt16] { Array(text.utf16) }

  @Test func aTextThatIsElsewhereFromTheBeginningIsShown() {
    onStage { stage in
      let storage = OwnTextStorage("some text\nof its own")
      let (manager, container) = (NSLayoutManager(), NSTextContainer(size: Size(200, 0)))
      manager.addTextContainer(container)
      storage.addLayoutManager(manager)
      #expect(manager.numberOfGlyphs == 20 && manager.usedRect(for: container).height > 0)
      #expect(storage.length == 20 && storage.editedMask == [])
      let view = stage.show(view(of: storage))
      #expect(view.text == "some text\nof its own")
      #expect(view.attributedText.attribute(.kern, at: 19) as? Int == 1)
      // Changed without a word, and then with one.
      storage.own.append(NSAttributedString(string: " and more"))
      storage.addAttribute(.kern, value: 2, range: Range(location: 0, length: 1))
      #expect(view.text == "some text\nof its own and more" && manager.numberOfGlyphs == 29)
      #expect(view.attributedText.attribute(.kern, at: 0) as? Int == 2)
      storage.own.deleteCharacters(in: Range(location: 0, length: 5))
      view.becomeFirstResponder()
      view.selectedTextRange = 0..<0
      view.insertText("x")
      #expect(units(view.text) == units(storage.string) && storage.length == view.text.utf16.count)
    }
  }

  /// A text of one length whose runs say another one.
  @Test func aTextWithoutItsRunsIsNoMistake() {
    let storage = OwnTextStorage("abc")
    #expect(TextModel(storage).count == storage.length)
    storage.edited(.editedCharacters, range: Range(), changeInLength: 3)
    #expect(TextModel(storage).count == 3)
  }

  @Test func otherSpellingsReachTheStorage() {
    onStage { stage in
      let storage = NSTextStorage(string: "caf\u{E9}!")
      let view = stage.show(view(of: storage))
      view.text = "cafe\u{301}!"
      #expect(units(storage.string) == units("cafe\u{301}!") && storage.length == 6)
      storage.replaceCharacters(in: Range(location: 3, length: 2), with: "\u{E9}")
      #expect(units(view.text) == units("caf\u{E9}!"))
      // Marks of one character in another order.
      view.text = "a\u{323}\u{307}"
      view.text = "a\u{307}\u{323}"
      #expect(units(storage.string) == units("a\u{307}\u{323}"))
    }
  }

  @Test func handlersAskForPlacesOfTheTextAsItIs() {
    onStage { stage in
      let storage = NSTextStorage(string: (0..<40).map { "line \($0)" }.joined(separator: "\n"))
      let view = stage.show(view(of: storage))
      stage.wait(20)
      let (manager, container, handler) = (view.layoutManager, view.textContainer, Handler())
      storage.delegate = handler
      var found: [(Int, Double, Int)] = []
      handler.body = { storage in
        found.append(
          (
            manager.glyphIndex(for: Point(190, 1e4), in: container), manager.usedRect(for: container).height,
            manager.glyphRange(for: container).length
          ))
      }
      view.becomeFirstResponder()
      view.selectAll()
      view.insertText("one\ntwo")
      let height = UIFont(size: 10, design: .builtIn).lineHeight
      #expect(found.count == 1 && found.allSatisfy { $0.0 == 6 && $0.1 == 2 * height && $0.2 == 7 })
      view.deleteBackward()
      #expect(found.count == 2 && found.last?.0 == 5)
      view.selectAll()
      view.deleteBackward()
      #expect(found.count == 3 && found.last?.0 == 0 && found.last?.2 == 0)
    }
  }

  @Test func fontAndColorReachAProgramsStorage() {
    onStage { stage in
      let storage = NSTextStorage(string: "abc")
      let view = stage.show(view(of: storage))
      let font = UIFont(size: 31, design: .builtIn)
      view.font = font
      #expect(storage.attribute(.font, at: 2) as? UIFont == font)
      view.textColor = .red
      #expect(storage.attribute(.foregroundColor, at: 0) as? UIColor == .red)
      #expect(storage.string == "abc")
    }
  }

  @Test func aViewKeepsTheTextOfARemovedManager() {
    onStage { stage in
      let storage = NSTextStorage(string: "one")
      let view = stage.show(view(of: storage))
      let manager = view.layoutManager
      storage.removeLayoutManager(manager)
      view.becomeFirstResponder()
      view.selectedTextRange = 3..<3
      view.insertText("!")
      #expect(view.text == "one!" && storage.string == "one" && storage.layoutManagers.isEmpty)
      #expect(view.textStorage !== storage && view.textStorage.string == "one!")
      let made = view.textStorage
      #expect(view.layoutManager === manager && manager.textStorage === made)
      // The same for a container that is removed, and one that is added elsewhere.
      manager.removeTextContainer(at: 0)
      let old = view.textContainer.ownLayoutManager?.textStorage
      #expect(old == nil && view.text == "one!")
      let (other, text) = (NSLayoutManager(), NSTextStorage(string: "other"))
      text.addLayoutManager(other)
      other.addTextContainer(view.textContainer)
      #expect(view.text == "other" && view.textStorage === text)
      manager.insertTextContainer(view.textContainer, at: 0)
      #expect(other.textContainers.isEmpty && manager.textContainers.count == 1)
      text.append(NSAttributedString(string: "!"))
      #expect(view.text == "one!" && view.textStorage === made)
    }
  }

  @Test func aContainerHasTheLastViewThatTookIt() {
    onStage { stage in
      let storage = NSTextStorage(string: "one")
      let first = stage.show(view(of: storage))
      let container = first.textContainer
      let second = stage.show(UITextView(frame: Rect(0, 200, 200, 100), textContainer: container))
      #expect(first.textContainer !== container && second.textContainer === container)
      storage.append(NSAttributedString(string: " two"))
      #expect(first.text == "one" && second.text == "one two")
      first.becomeFirstResponder()
      first.insertText("x")
      #expect(first.text != "one" && storage.string == "one two" && first.textStorage !== storage)
    }
  }

  @Test func aTextThatOnlyTheFirstViewKeptIsShownByTheSecondOne() {
    onStage { stage in
      let first = stage.show(UITextView(frame: Rect(0, 0, 200, 100)))
      first.text = "one"
      #expect(first.textStorage.length == 3)
      let frame = Rect(0, 200, 200, 100)
      let second = stage.show(UITextView(frame: frame, textContainer: first.textContainer))
      #expect(first.text == "one" && second.text == "one")
      second.textStorage.append(NSAttributedString(string: " two"))
      #expect(first.text == "one" && second.text == "one two")
    }
  }

  @Test func theCaretOfAnotherViewStaysAtItsCharacters() {
    onStage { stage in
      let storage = NSTextStorage(string: (0..<60).map { "line \($0)" }.joined(separator: "\n"))
      let (first, second) = (view(of: storage), view(of: storage, y: 100))
      let both = stage.show(UIView(frame: Rect(0, 0, 200, 200)))
      both.addSubview(first)
      both.addSubview(second)
      stage.wait(20)
      let selections = Selections()
      second.delegate = selections
      second.becomeFirstResponder()
      second.selectedTextRange = 6..<6
      second.insertText("2")
      #expect(second.text.hasPrefix("line 02") && second.selectedTextRange == 7..<7)
      second.contentOffset = Point(0, 100)
      selections.count = 0
      storage.append(NSAttributedString(string: "."))
      #expect(second.isFirstResponder && second.contentOffset.y == 100 && selections.count == 0)
      first.becomeFirstResponder()
      // In front of it, and behind it.
      first.selectedTextRange = 0..<0
      first.insertText("one ")
      #expect(second.selectedTextRange == 11..<11 && selections.count == 1)
      first.selectedTextRange = 30..<33
      first.insertText("x")
      #expect(second.selectedTextRange == 11..<11 && selections.count == 1)
      #expect(second.contentOffset.y == 100 && second.text == first.text && storage.string == first.text)
      // What was typed there can be taken back, and made again.
      let text: String = first.text
      second.becomeFirstResponder()
      second.undo()
      #expect(second.text.hasPrefix("one line 0\n") && storage.string == second.text)
      #expect(first.text == second.text)
      second.editor.undo(true)
      #expect(second.text == text && first.text == text && storage.string == text)
      // So can what was typed in the first view, in the order in which that was.
      first.becomeFirstResponder()
      first.undo()
      first.undo()
      #expect(first.text.hasPrefix("line 02\n") && first.text.count == second.text.count)
      #expect(units(storage.string) == units(second.text))
    }
  }

  @Test func markedTextStaysWhenAnotherPartChanges() {
    onStage { stage in
      let storage = NSTextStorage(string: "one two")
      let view = stage.show(view(of: storage))
      view.becomeFirstResponder()
      view.selectedTextRange = 4..<7
      view.setMarkedText("ni", selectedRange: 2..<2)
      storage.replaceCharacters(in: Range(location: 0, length: 3), with: "1")
      #expect(view.text == "1 ni" && view.markedTextRange == 2..<4 && view.selectedTextRange == 4..<4)
      storage.append(NSAttributedString(string: "!"))
      #expect(view.markedTextRange == 2..<4)
      storage.replaceCharacters(in: Range(location: 3, length: 1), with: "a")
      #expect(view.text == "1 na!" && view.markedTextRange == nil)
    }
  }

  @Test func aHandlersReplacementIsAPartOfTheStep() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 100)))
      let (handler, selections) = (Handler(), Selections())
      view.textStorage.delegate = handler
      view.delegate = selections
      handler.body = { storage in
        let text = units(storage.string)
        for place in text.indices.dropLast() where text[place] == 58 && text[place + 1] == 41 {
          return storage.replaceCharacters(in: Range(location: place, length: 2), with: "\u{1F600}")
        }
      }
      view.becomeFirstResponder()
      view.insertText("first ")
      view.selectedTextRange = 0..<0
      view.selectedTextRange = 6..<6
      view.insertText(":")
      selections.count = 0
      view.insertText(")")
      #expect(view.text == "first \u{1F600}" && view.selectedTextRange == 7..<7 && selections.count == 1)
      view.insertText("!")
      view.undo()
      #expect(view.text == "first \u{1F600}" && view.textStorage.string == view.text)
      view.undo()
      #expect(view.text == "first " && view.textStorage.string == "first ")
      view.undo()
      #expect(view.text == "" && view.textStorage.string == "")
      view.editor.undo(true)
      view.editor.undo(true)
      #expect(view.text == "first \u{1F600}")
    }
  }

  @Test func whatIsTypedDuringAChangeReachesTheStorage() {
    onStage { stage in
      let storage = NSTextStorage(string: "abc")
      let view = stage.show(view(of: storage))
      view.becomeFirstResponder()
      storage.beginEditing()
      view.selectedTextRange = 3..<3
      view.insertText("d")
      storage.endEditing()
      #expect(storage.string == "abcd" && view.text == "abcd")
      // A handler changes the view.
      let handler = Handler()
      storage.delegate = handler
      handler.body = { [weak handler] _ in
        handler?.body = { _ in }
        view.insertText("f")
      }
      view.insertText("e")
      #expect(view.text == "abcdef" && storage.string == view.text)
      // One who is notified of the selection does.
      let selections = Selections()
      view.delegate = selections
      selections.body = { [weak selections] view in
        selections?.body = { _ in }
        view.text = "new"
      }
      storage.deleteCharacters(in: Range(location: 0, length: 4))
      #expect(view.text == storage.string && storage.length == view.text.utf16.count)
    }
  }

  /// Each letter that was typed copied the text.
  @Test func typingCountsOnlyWhatIsBesideIt() {
    onStage { stage in
      let storage = NSTextStorage(string: String(repeating: "some words ", count: 200))
      let view = stage.show(view(of: storage))
      view.becomeFirstResponder()
      view.selectedTextRange = 1000..<1000
      for _ in 0..<50 { view.insertText("x") }
      #expect(storage.runs.count <= 3 && units(storage.string) == units(view.text))
    }
  }
}
