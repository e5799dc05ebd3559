import TestHarness
import Testing

@testable import ResponderKit

/// How often handlers of a change are called, and with what; handlers that change what a view shows.
@Suite(.hangLimit) struct StorageRoundTests {
  private typealias Range = ResponderKit.NSRange

  private final class After: OwnTextStorage {
    var rounds: [ResponderKit.NSRange] = []
    override func processEditing() {
      super.processEditing()
      rounds.append(editedRange)
      if length > 2 { addAttribute(.kern, value: rounds.count, range: Range(location: 2, length: 1)) }
    }
  }

  private final class Without: OwnTextStorage {
    var rounds = 0
    override func processEditing() {
      rounds += 1
      addAttribute(.kern, value: rounds, range: Range(location: 0, length: 1))
    }
  }

  private final class Handler: NSTextStorageDelegate {
    var body: (NSTextStorage) -> Void = { _ in }
    func textStorage(
      _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
      range editedRange: ResponderKit.NSRange, changeInLength delta: Int
    ) { body(textStorage) }
  }

  @Test func aClassThatChangesAttributesAfterwardsIsCalledOnceMore() {
    onStage { stage in
      let storage = After("abcd")
      let (manager, container) = (NSLayoutManager(), NSTextContainer(size: Size(200, 0)))
      storage.addLayoutManager(manager)
      manager.addTextContainer(container)
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 100), textContainer: container))
      storage.rounds = []
      storage.replaceCharacters(in: Range(location: 1, length: 1), with: "xx")
      #expect(storage.rounds == [Range(location: 1, length: 2), Range(location: 2, length: 1)])
      #expect(storage.editedMask == [] && storage.editedRange.location == .max)
      #expect(view.text == "axxcd" && view.attributedText.attribute(.kern, at: 2) as? Int == 2)
      #expect(storage.attribute(.kern, at: 2) as? Int == 2)
      let other = Without("abc")
      other.addLayoutManager(NSLayoutManager())
      other.rounds = 0
      other.append(NSAttributedString(string: "d"))
      #expect(other.rounds == 1 && other.editedMask == [])
    }
  }

  @Test func bothNoticesArePosted() {
    onStage { stage in
      let storage = NSTextStorage(string: "abc")
      let manager = NSLayoutManager()
      storage.addLayoutManager(manager)
      var seen: [String] = []
      let notices = stage.application.notices
      let tokens = [
        (NSTextStorage.willProcessEditingNotification, "will"),
        (NSTextStorage.didProcessEditingNotification, "did"),
      ].map { name, word in
        notices.addObserver(forName: name, object: nil, queue: nil) { notice in
          let isOwn = (notice.object as? NSTextStorage) === storage
          seen.append("\(word) \(isOwn) \(storage.editedRange.location) \(storage.changeInLength)")
          if word == "will" { storage.addAttribute(.kern, value: 1, range: Range(location: 0, length: 1)) }
        }
      }
      storage.replaceCharacters(in: Range(location: 1, length: 1), with: "xyz")
      #expect(seen == ["will true 1 2", "did true 0 2"])
      tokens.forEach { notices.removeObserver($0) }
    }
  }

  @Test func aFontThatAHandlerSetsReachesTheStorage() {
    onStage { stage in
      let storage = NSTextStorage(string: "abc\n")
      let (manager, container) = (NSLayoutManager(), NSTextContainer(size: Size(200, 0)))
      storage.addLayoutManager(manager)
      manager.addTextContainer(container)
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 100), textContainer: container))
      let handler = Handler()
      storage.delegate = handler
      func change(_ size: Double, _ color: UIColor, _ body: () -> Void) {
        let font = UIFont(size: size, design: .builtIn)
        handler.body = { [weak handler] _ in
          handler?.body = { _ in }
          view.font = font
          view.textColor = color
        }
        body()
        for place in [0, storage.length - 1] {
          #expect(storage.attribute(.font, at: place) as? UIFont == font)
          #expect(storage.attribute(.foregroundColor, at: place) as? UIColor == color)
          #expect(view.attributedText.attribute(.font, at: place) as? UIFont == font)
        }
        #expect(storage.string.utf16.elementsEqual(view.text.utf16))
      }
      change(31, .red) {
        storage.addAttribute(.kern, value: 1, range: Range(location: 0, length: storage.length))
      }
      #expect(storage.attribute(.kern, at: 0) as? Int == 1)
      view.becomeFirstResponder()
      view.selectedTextRange = 3..<3
      change(22, .green) { view.insertText("d") }
      change(17, .blue) { storage.append(NSAttributedString(string: "\r\ne")) }
      #expect(view.text == "abcd\n\ne")
    }
  }

  @Test func aHandlerThatSetsAnotherFontEachTimeEnds() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 100)))
      let (handler, storage) = (Handler(), view.textStorage)
      storage.delegate = handler
      var calls = 0
      handler.body = { _ in
        calls += 1
        view.font = UIFont(size: Double(10 + calls % 2), design: .builtIn)
      }
      view.insertText("abc")
      #expect(calls > 0 && calls < 300 && storage.string == "abc" && view.text == "abc")
    }
  }

  @Test func whatAHandlerRefusesIsNoStep() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 200, 100)))
      let handler = Handler()
      view.textStorage.delegate = handler
      handler.body = { storage in
        guard storage.length > 3 else { return }
        storage.deleteCharacters(in: Range(location: 3, length: storage.length - 3))
      }
      view.becomeFirstResponder()
      view.insertText("abc")
      for letter in ["d", "e", "f"] { view.insertText(letter) }
      #expect(view.text == "abc" && view.textStorage.string == "abc")
      view.undo()
      #expect(view.text == "" && view.undoManager?.canUndo == false)
      view.editor.undo(true)
      #expect(view.text == "abc")
    }
  }

  @Test func aManagerKeepsAChangedTextOfAStorageThatEnds() {
    let manager = NSLayoutManager()
    do {
      let storage = NSTextStorage(string: "abc")
      storage.addLayoutManager(manager)
      storage.append(NSAttributedString(string: "def"))
    }
    #expect(manager.textStorage == nil && manager.numberOfGlyphs == 6)
  }
}

/// A text that is elsewhere, and there from the beginning.
class OwnTextStorage: NSTextStorage {
  let own: NSMutableAttributedString
  init(_ text: String) {
    own = NSMutableAttributedString(string: text, attributes: [.kern: 1])
    super.init()
  }
  override var string: String { own.string }
  override func attributes(
    at location: Int, effectiveRange range: UnsafeMutablePointer<ResponderKit.NSRange>?
  ) -> [ResponderKit.NSAttributedString.Key: Any] {
    own.attributes(at: location, effectiveRange: range)
  }
  override func replaceCharacters(in range: ResponderKit.NSRange, with text: String) {
    own.replaceCharacters(in: range, with: text)
    edited(.editedCharacters, range: range, changeInLength: text.utf16.count - range.length)
  }
  override func setAttributes(
    _ attributes: [ResponderKit.NSAttributedString.Key: Any]?, range: ResponderKit.NSRange
  ) {
    own.setAttributes(attributes, range: range)
    edited(.editedAttributes, range: range, changeInLength: 0)
  }
}
