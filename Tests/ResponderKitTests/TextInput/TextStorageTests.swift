import TestHarness
import Testing

@testable import ResponderKit

/// Changes of a storage, and what its delegate and its views make of them.
@Suite(.hangLimit) struct TextStorageTests {
  private final class Watcher: NSTextStorageDelegate {
    var calls: [String] = []
    var body: (NSTextStorage) -> Void = { _ in }

    func textStorage(
      _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
      range editedRange: ResponderKit.NSRange, changeInLength delta: Int
    ) {
      calls.append("will \(editedMask.rawValue) \(editedRange.location) \(editedRange.length) \(delta)")
    }

    func textStorage(
      _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
      range editedRange: ResponderKit.NSRange, changeInLength delta: Int
    ) {
      calls.append("did \(editedMask.rawValue) \(editedRange.location) \(editedRange.length) \(delta)")
      body(textStorage)
    }
  }

  /// A text that is elsewhere.
  private final class Elsewhere: NSTextStorage {
    let own = NSMutableAttributedString()
    /// What is said about a change, wrongly or not.
    var edit: (NSTextStorage, ResponderKit.NSRange, Int) -> Void = {
      $0.edited(.editedCharacters, range: $1, changeInLength: $2)
    }
    var attributeRange: ResponderKit.NSRange?

    override var string: String { own.string }
    override func attributes(
      at location: Int, effectiveRange range: UnsafeMutablePointer<ResponderKit.NSRange>?
    )
      -> [ResponderKit.NSAttributedString.Key: Any]
    {
      let attributes = own.attributes(at: location, effectiveRange: range)
      if let attributeRange { range?.pointee = attributeRange }
      return attributes
    }
    override func replaceCharacters(in range: ResponderKit.NSRange, with text: String) {
      own.replaceCharacters(in: range, with: text)
      edit(self, range, text.utf16.count - range.length)
    }
    override func setAttributes(
      _ attributes: [ResponderKit.NSAttributedString.Key: Any]?, range: ResponderKit.NSRange
    ) {
      own.setAttributes(attributes, range: range)
      edited(.editedAttributes, range: range, changeInLength: 0)
    }
  }

  private typealias Range = ResponderKit.NSRange

  @Test func changesAreOneBetweenBeginAndEnd() {
    let (storage, watcher) = (NSTextStorage(string: "one two three"), Watcher())
    storage.delegate = watcher
    #expect(storage.editedRange.location == .max && storage.editedMask == [])
    storage.addAttribute(.kern, value: 1, range: Range(location: 4, length: 3))
    #expect(watcher.calls == ["will 1 4 3 0", "did 1 4 3 0"])
    watcher.calls = []
    storage.replaceCharacters(in: Range(location: 4, length: 3), with: "2")
    #expect(watcher.calls == ["will 3 4 1 -2", "did 3 4 1 -2"])
    watcher.calls = []
    storage.beginEditing()
    storage.beginEditing()
    storage.append(NSAttributedString(string: "!"))
    storage.deleteCharacters(in: Range(location: 0, length: 1))
    storage.endEditing()
    #expect(watcher.calls.isEmpty && storage.changeInLength == 0 && storage.editedMask.rawValue == 3)
    storage.endEditing()
    #expect(watcher.calls == ["will 3 0 11 0", "did 3 0 11 0"])
    #expect(storage.editedMask == [] && storage.editedRange.location == .max)
  }

  @Test func aDelegateChangesAttributesOnce() {
    let (storage, watcher) = (NSTextStorage(string: ""), Watcher())
    storage.delegate = watcher
    watcher.body = { storage in
      storage.addAttribute(.kern, value: 2, range: Range(location: 0, length: storage.length))
    }
    storage.append(NSAttributedString(string: "abc"))
    #expect(watcher.calls == ["will 3 0 3 3", "did 3 0 3 3"])
    #expect(storage.attribute(.kern, at: 2) as? Int == 2)
  }

  @Test func aViewTakesWhatADelegateMakesOfItsText() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 300, 200)))
      view.text = "a"
      let watcher = Watcher()
      view.textStorage.delegate = watcher
      watcher.body = { storage in
        for (place, letter) in storage.string.utf16.enumerated() where letter == 120 {
          storage.addAttribute(.foregroundColor, value: UIColor.red, range: Range(location: place, length: 1))
        }
      }
      view.becomeFirstResponder()
      view.insertText("🙂x")
      #expect(view.text == "a🙂x" && view.textStorage.string == "a🙂x" && view.selectedTextRange == 3..<3)
      #expect(view.attributedText.attribute(.foregroundColor, at: 3) as? UIColor == .red)
      #expect(view.attributedText.attribute(.foregroundColor, at: 0) as? UIColor != .red)
      #expect(watcher.calls.first == "will 3 1 3 3")
      view.undo()
      #expect(view.text == "a" && view.textStorage.string == "a")
      // It changes characters, too.
      watcher.body = { storage in
        let text = storage.string.replacingCharacters(
          in: storage.string.startIndex..<storage.string.endIndex, with: "b")
        if storage.string != "b" {
          storage.replaceCharacters(in: Range(location: 0, length: storage.length), with: text)
        }
      }
      view.insertText("c")
      #expect(view.text == "b" && view.textStorage.string == "b")
      #expect(view.selectedTextRange == 1..<1)
    }
  }

  @Test func colorsOfAStorageDoNotMeasureTheText() {
    onStage { stage in
      let view = stage.show(UITextView(frame: Rect(0, 0, 300, 200)))
      view.attributedText = NSAttributedString(
        string: (0..<300).map { "line \($0)" }.joined(separator: "\n"), attributes: [.kern: 1])
      stage.wait(20)
      let storage = view.textStorage
      let before = view.lines.measured
      storage.addAttribute(.foregroundColor, value: UIColor.red, range: Range(location: 50, length: 9))
      #expect(view.lines.measured == before)
      view.becomeFirstResponder()
      view.selectedTextRange = 100..<100
      view.insertText("x")
      #expect(view.lines.measured - before < 60)
    }
  }

  @Test func aHandlerWithoutEndEnds() {
    let (storage, watcher) = (NSTextStorage(string: ""), Watcher())
    storage.delegate = watcher
    let manager = NSLayoutManager()
    storage.addLayoutManager(manager)
    final class Endless: NSLayoutManager {
      var count = 0
      override func processEditing(
        for textStorage: NSTextStorage, edited editMask: NSTextStorage.EditActions,
        range newCharRange: ResponderKit.NSRange, changeInLength delta: Int,
        invalidatedRange invalidatedCharRange: ResponderKit.NSRange
      ) {
        count += 1
        textStorage.append(NSAttributedString(string: "x"))
      }
    }
    let (endless, container) = (Endless(), NSTextContainer())
    storage.addLayoutManager(endless)
    endless.addTextContainer(container)
    let view = UITextView(frame: .zero, textContainer: container)
    storage.append(NSAttributedString(string: "a"))
    #expect(endless.count == 16 && storage.length == 17)
    // The other manager and the view have the last change, too.
    #expect(manager.numberOfGlyphs == 17 && view.text.count == 17)
    storage.removeLayoutManager(endless)
    storage.append(NSAttributedString(string: "b"))
    #expect(watcher.calls.last?.hasSuffix("1") == true && storage.layoutManagers.count == 1)
  }

  @Test func aTextElsewhereIsChangedByItsOwnMethods() {
    let storage = Elsewhere()
    storage.append(NSAttributedString(string: "one ", attributes: [.kern: 1]))
    storage.append(NSAttributedString(string: "two"))
    storage.addAttribute(.baselineOffset, value: 3, range: Range(location: 2, length: 4))
    storage.insert(NSAttributedString(string: "🙂"), at: 0)
    storage.removeAttribute(.kern, range: Range(location: 0, length: 3))
    for text in [storage, storage.own] {
      #expect(text.string == "🙂one two" && text.length == 9)
      #expect(text.attribute(.kern, at: 2) == nil && text.attribute(.kern, at: 3) as? Int == 1)
      #expect(text.attribute(.baselineOffset, at: 7) as? Int == 3 && text.attribute(.kern, at: 7) == nil)
    }
    #expect(
      NSAttributedString(attributedString: storage) == NSAttributedString(attributedString: storage.own))
    storage.deleteCharacters(in: Range(location: 1, length: 4))
    #expect(storage.string == storage.own.string && storage.length == storage.own.length)
    storage.setAttributedString(NSAttributedString(string: "new"))
    #expect(storage.own.string == "new" && storage.length == 3)
    #expect(Elsewhere(string: "made").own.string == "made")
  }

  /// What a class says about its changes may be wrong, and so may its ranges.
  @Test func wrongReportsOfChangesDoNotEndTheProgram() {
    let storage = Elsewhere()
    let reports: [(NSTextStorage, Range, Int) -> Void] = [
      { _, _, _ in }, { $0.edited([], range: $1, changeInLength: $2) },
      { storage, _, _ in
        storage.edited(.editedCharacters, range: Range(location: .max, length: .max), changeInLength: .max)
      },
      { storage, _, _ in
        storage.edited(.editedCharacters, range: Range(location: -5, length: -5), changeInLength: .min)
      },
      { $0.edited(.editedAttributes, range: $1, changeInLength: $2 + 1) },
    ]
    for report in reports {
      for range in [
        nil, Range(location: 0, length: 0), Range(location: .max, length: .max),
        Range(location: -1, length: 1),
      ] {
        storage.edit = report
        storage.attributeRange = range
        storage.append(NSAttributedString(string: "ab🙂", attributes: [.kern: 1]))
        storage.replaceCharacters(in: Range(location: 1, length: 2), with: "é")
        storage.addAttribute(.kern, value: 2, range: Range(location: 0, length: 99))
        storage.edited(.editedCharacters, range: Range(location: 0, length: 0), changeInLength: 0)
        #expect(storage.length == storage.own.length && storage.parts.length == storage.length)
      }
    }
  }

  @Test func twoViewsShowOneText() {
    onStage { stage in
      let storage = NSTextStorage(string: "one")
      func view(_ y: Double) -> UITextView {
        let (manager, container) = (NSLayoutManager(), NSTextContainer(size: Size(200, 0)))
        storage.addLayoutManager(manager)
        manager.addTextContainer(container)
        let view = UITextView(frame: Rect(0, y, 200, 100), textContainer: container)
        #expect(
          view.textContainer === container && view.layoutManager === manager && view.textStorage === storage)
        return view
      }
      let (first, second) = (view(0), view(100))
      let both = stage.show(UIView(frame: Rect(0, 0, 200, 200)))
      both.addSubview(first)
      both.addSubview(second)
      #expect(first.text == "one" && second.text == "one")
      first.becomeFirstResponder()
      first.selectedTextRange = 3..<3
      first.insertText(" two")
      #expect(second.text == "one two" && storage.string == "one two")
      second.textColor = .red
      #expect(first.text == "one two")
      storage.replaceCharacters(in: Range(location: 0, length: 3), with: "1\r\n")
      #expect(first.text == "1\n two" && second.text == first.text && storage.string == "1\n two")
      // Another text.
      let other = NSTextStorage(string: "other")
      first.layoutManager.replaceTextStorage(other)
      #expect(first.text == "other" && second.text == "other" && first.textStorage === other)
      #expect(storage.layoutManagers.isEmpty)
    }
  }

  @Test func aViewAndItsStorageEndTogether() {
    onStage { stage in
      weak var view: UITextView?
      weak var manager: NSLayoutManager?
      weak var storage: NSTextStorage?
      do {
        let made = UITextView(frame: Rect(0, 0, 100, 100))
        (view, manager, storage) = (made, made.layoutManager, made.textStorage)
        #expect(made.textContainer.layoutManager === manager && manager?.textContainers.count == 1)
      }
      #expect(view == nil && manager == nil && storage == nil)
    }
  }

  /// Whatever is done to either, the view and its storage have the same text.
  @Test(arguments: [false, true]) func theViewAndItsStorageStayTheSame(_ isElsewhere: Bool) {
    onStage { stage in
      var dice = SplitMix(isElsewhere ? 11 : 7)
      let storage = isElsewhere ? Elsewhere() : NSTextStorage()
      let (manager, container) = (NSLayoutManager(), NSTextContainer(size: Size(150, 0)))
      storage.addLayoutManager(manager)
      manager.addTextContainer(container)
      let view = UITextView(frame: Rect(0, 0, 150, 200), textContainer: container)
      view.font = UIFont(size: 10, design: .builtIn)
      stage.show(view)
      view.becomeFirstResponder()
      let watcher = Watcher()
      storage.delegate = watcher
      watcher.body = { storage in
        guard storage.length > 0, storage.length.isMultiple(of: 3) else { return }
        storage.addAttribute(
          .kern, value: storage.length, range: Range(location: storage.length / 2, length: 2))
      }
      let pieces = [
        "a", "🙂", "e\u{301}", "\u{E9}", "\u{301}", "\n", "\r\n", " words ", "שלום", "\t", "hy\u{AD}phen", "",
      ]
      var kinds: Set<Int> = []
      for step in 0..<600 {
        let piece = pieces.randomElement(using: &dice) ?? ""
        let place = Int.random(in: -1...storage.length + 2, using: &dice)
        let range = Range(location: place, length: Int.random(in: 0...6, using: &dice))
        let kind = Int.random(in: 0..<11, using: &dice)
        kinds.insert(kind)
        switch kind {
        case 0, 1, 2: view.insertText(piece)
        case 3: view.deleteBackward()
        case 4: view.selectedRange = range
        case 5: view.editor.undo(step.isMultiple(of: 3))
        case 6: storage.replaceCharacters(in: range, with: piece)
        case 7: storage.addAttribute(.foregroundColor, value: UIColor.red, range: range)
        case 8: storage.setAttributes([.font: UIFont(size: 14, design: .builtIn)], range: range)
        case 9:
          storage.beginEditing()
          storage.append(NSAttributedString(string: piece))
          storage.deleteCharacters(in: range)
          storage.endEditing()
        default:
          container.exclusionPaths = step.isMultiple(of: 2) ? [UIBezierPath(rect: Rect(40, 5, 30, 30))] : []
        }
        #expect(
          Array(storage.string.utf16) == Array(view.text.utf16)
            && manager.numberOfGlyphs == view.text.utf16.count, "step \(step), kind \(kind)")
        #expect(storage.length == storage.string.utf16.count && storage.parts.length == storage.length)
        // A character of a view has the attributes of its first code unit.
        let shown: NSAttributedString = view.attributedText
        var unit = 0
        for character in storage.string {
          let kerns = [storage, shown].map { $0.attribute(.kern, at: unit) as? Int }
          let colors = [storage, shown].map { $0.attribute(.foregroundColor, at: unit) as? UIColor ?? .label }
          let fonts = [storage, shown].map { $0.attribute(.font, at: unit) as? UIFont ?? view.font }
          #expect(kerns[0] == kerns[1] && colors[0] == colors[1] && fonts[0] == fonts[1], "step \(step)")
          unit += character.utf16.count
        }
        #expect(manager.glyphRange(for: container).length == storage.length)
        if storage.length > 200 { storage.setAttributedString(NSAttributedString(string: "")) }
      }
      #expect(kinds.count == 11)
    }
  }
}
