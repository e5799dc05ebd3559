import TestHarness
import Testing

@testable import ResponderKit

/// How often handlers of a change are called, and with what.
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
