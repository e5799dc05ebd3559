import ResponderKit
import TestHarness
import Testing

/// Pictures in texts that are edited: each is one character.
@Suite(.hangLimit) struct AttachmentEditingTests {
  private func picture(_ color: UIColor, _ side: Int = 20) -> NSTextAttachment {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.clear(bitmap.bounds, to: color)
    return NSTextAttachment(image: UIImage(bitmap))
  }

  private func view(_ stage: Stage, _ parts: [Any]) -> UITextView {
    let view = UITextView(frame: Rect(0, 0, 200, 200))
    let text = NSMutableAttributedString()
    for part in parts {
      if let attachment = part as? NSTextAttachment {
        text.append(NSAttributedString(attachment: attachment))
      } else {
        text.append(NSAttributedString(string: "\(part)"))
      }
    }
    view.attributedText = text
    stage.window.backgroundColor = .white
    stage.show(view)
    view.becomeFirstResponder()
    stage.wait(20)
    return view
  }

  private func attachments(_ text: NSAttributedString) -> [Int] {
    var places: [Int] = []
    text.enumerateAttribute(.attachment, in: NSRange(location: 0, length: text.length)) { value, range, _ in
      if value != nil { places.append(range.location) }
    }
    return places
  }

  @Test func aPictureIsSelectedAndDeletedAsACharacter() {
    onStage { stage in
      let view = view(stage, ["ab", picture(.red), "cd"])
      let (before, behind) = (view.caretRect(for: 2), view.caretRect(for: 3))
      #expect(abs(behind.minX - before.minX - 20) < 1)
      view.selectedRange = NSRange(location: 3, length: 0)
      view.deleteBackward()
      #expect(view.text == "abcd" && attachments(view.attributedText) == [])
      view.undoManager?.undo()
      #expect(view.text == "ab\u{FFFC}cd" && attachments(view.attributedText) == [2])
    }
  }

  @Test func whatIsTypedBehindAPictureIsNone() {
    onStage { stage in
      let view = view(stage, [picture(.red)])
      view.selectedRange = NSRange(location: 1, length: 0)
      #expect(view.typingAttributes[.attachment] == nil)
      view.insertText("x")
      #expect(view.text == "\u{FFFC}x" && attachments(view.attributedText) == [0])
      #expect(view.attributedText.attribute(.attachment, at: 1) == nil)
    }
  }

  @Test func aPictureIsCopiedAndPasted() {
    onStage { stage in
      final class Desktop: UIPasteboard.Desktop {
        var text: String?
        func publish(_ text: String) { self.text = text }
        func request(_ take: @escaping (String?) -> Void) { take(nil) }
      }
      let view = view(stage, ["a", picture(.red), "b"])
      let desktop = Desktop()
      UIPasteboard.general.desktop = desktop
      view.allowsEditingTextAttributes = true
      view.selectedRange = NSRange(location: 0, length: 2)
      view.copy()
      // Other programs get the letters.
      #expect(desktop.text == "a")
      view.selectedRange = NSRange(location: 3, length: 0)
      view.paste()
      #expect(view.text == "a\u{FFFC}ba\u{FFFC}" && attachments(view.attributedText) == [1, 4])
      // Plain text has no pictures.
      view.allowsEditingTextAttributes = false
      view.paste()
      #expect(view.text == "a\u{FFFC}ba\u{FFFC}a")
      view.selectedRange = NSRange(location: 1, length: 1)
      view.copy()
      view.selectedRange = NSRange(location: 0, length: 0)
      view.paste()
      #expect(view.text == "a\u{FFFC}ba\u{FFFC}a")
    }
  }

  @Test func aPictureAloneIsNoTextForOthers() {
    onStage { stage in
      final class Desktop: UIPasteboard.Desktop {
        var texts: [String] = []
        func publish(_ text: String) { texts.append(text) }
        func request(_ take: @escaping (String?) -> Void) { take(nil) }
      }
      let view = view(stage, ["a", picture(.red)])
      let desktop = Desktop()
      UIPasteboard.general.desktop = desktop
      view.allowsEditingTextAttributes = true
      view.selectedRange = NSRange(location: 1, length: 1)
      view.copy()
      #expect(desktop.texts == [])
      view.selectedRange = NSRange(location: 0, length: 0)
      view.paste()
      #expect(view.text == "\u{FFFC}a\u{FFFC}")
      UIPasteboard.general.string = ""
      #expect(desktop.texts == [""])
    }
  }

  @Test func aMarkBehindAPictureIsNoPartOfIt() {
    onStage { stage in
      let view = view(stage, [picture(.red)])
      view.selectedRange = NSRange(location: 1, length: 0)
      view.insertText("\u{301}")
      #expect(view.text == "\u{FFFC}\u{A0}\u{301}" && attachments(view.attributedText) == [0])
      #expect(view.caretRect(for: 1).minX - view.caretRect(for: 0).minX > 15)
      view.undoManager?.undo()
      view.insertText("e\u{301}")
      #expect(view.text == "\u{FFFC}e\u{301}")
      view.setMarkedText("\u{301}", selectedRange: 0..<0)
      #expect(attachments(view.attributedText) == [0])
    }
  }

  @Test func readersHearTheLabelsOfPictures() {
    onStage { stage in
      let attachment = picture(.red)
      attachment.accessibilityLabel = "a cat"
      let view = view(stage, ["see ", attachment, "!"])
      #expect(view.accessibilityValue == "see a cat!")
      let field = UITextField(frame: Rect(0, 200, 200, 40))
      field.attributedText = view.attributedText
      #expect(field.accessibilityValue == "see a cat!")
      field.isSecureTextEntry = true
      #expect(field.accessibilityValue == "••••••")
      view.text = "plain"
      #expect(view.accessibilityValue == "plain")
    }
  }

  @Test func linesOfATextViewEndAtPictures() {
    onStage { stage in
      let view = view(stage, ["wordword", picture(.red, 60), "wordword"])
      view.font = UIFont(size: 20, design: .builtIn)
      view.frame.size.width = 10 + 60 + 8 + UIFont(size: 20, design: .builtIn).width(of: "wordword")
      stage.wait(20)
      // The picture is at the end of the first line, and what is behind it in the second one.
      #expect(view.caretRect(for: 8).minY == view.caretRect(for: 0).minY)
      #expect(view.caretRect(for: 10).minY > view.caretRect(for: 8).minY)
      #expect(view.caretRect(for: 9).minX == view.caretRect(for: 0).minX)
      view.frame.size.width -= 20
      stage.wait(20)
      #expect(view.caretRect(for: 8).minY > view.caretRect(for: 7).minY)
      #expect(view.caretRect(for: 8).minX == view.caretRect(for: 0).minX)
    }
  }

  @Test func aSignThatEndsNoLineStaysWithItsPicture() {
    onStage { stage in
      let view = view(stage, ["wordword", picture(.red, 60), ","])
      view.font = UIFont(size: 20, design: .builtIn)
      let word = UIFont(size: 20, design: .builtIn).width(of: "wordword")
      var lines: Set<Bool> = []
      for room in stride(from: 110.0, through: word + 110, by: 2) {
        view.frame.size.width = room
        stage.wait(20)
        #expect(view.caretRect(for: 9).midX > view.caretRect(for: 8).midX, "\(room)")
        lines.insert(view.caretRect(for: 8).minX == view.caretRect(for: 0).minX)
      }
      #expect(lines == [true, false])
    }
  }

  @Test func picturesBesideEachOtherAreDrawnOneByOne() {
    onStage { stage in
      let view = view(stage, [])
      let attachment = picture(.red, 10)
      let text = NSMutableAttributedString(attachment: attachment)
      text.append(NSAttributedString(attachment: attachment))
      view.textStorage.insert(text, at: 0)
      view.textStorage.append(NSAttributedString(attachment: picture(.blue, 10)))
      view.resignFirstResponder()
      stage.wait(20)
      #expect(abs(view.caretRect(for: 2).minX - view.caretRect(for: 0).minX - 20) < 0.01)
      let shown = stage.window.snapshot()
      func columns(_ color: UIColor) -> Int {
        (0..<shown.width).count { x in (0..<60).contains { shown.color(x: x, y: $0) == color } }
      }
      #expect(columns(.red) == 20 && columns(.blue) == 10)
      attachment.image = picture(.green, 10).image
      view.attributedText = view.attributedText
      stage.wait(20)
      let again = stage.window.snapshot()
      #expect((0..<again.width).contains { x in (0..<60).contains { again.color(x: x, y: $0) == .green } })
    }
  }

  private final class Touched: UITextViewDelegate {
    var touched: [(NSTextAttachment, ResponderKit.NSRange)] = []
    var links = 0
    func textView(
      _ textView: UITextView, shouldInteractWith textAttachment: NSTextAttachment,
      in characterRange: ResponderKit.NSRange, interaction: UITextItemInteraction
    ) -> Bool {
      touched.append((textAttachment, characterRange))
      return interaction == .invokeDefaultAction
    }
    func textView(
      _ textView: UITextView, shouldInteractWith url: LinkAddress, in characterRange: ResponderKit.NSRange,
      interaction: UITextItemInteraction
    ) -> Bool {
      links += 1
      return false
    }
  }

  @Test func aDelegateIsNotifiedOfTouches() {
    onStage { stage in
      let view = view(stage, [])
      let attachment = picture(.red, 30)
      let text = NSMutableAttributedString(string: "🙂 ")
      text.append(NSAttributedString(attachment: attachment))
      text.append(NSAttributedString(string: " end"))
      view.attributedText = text
      let delegate = Touched()
      view.delegate = delegate
      stage.wait(20)
      func tap(_ character: Int) {
        let box = view.firstRect(for: character..<character + 1)
        stage.tap(box.midX, box.midY, after: 600)
      }
      tap(2)
      #expect(delegate.touched.isEmpty)
      view.resignFirstResponder()
      view.isEditable = false
      tap(2)
      #expect(delegate.touched.count == 1 && delegate.touched.first?.0 === attachment)
      #expect(delegate.touched.first?.1 == ResponderKit.NSRange(location: 3, length: 1))
      tap(0)
      tap(5)
      #expect(delegate.touched.count == 1)
      // A link comes first.
      text.addAttribute(
        .link, value: "https://a.example", range: ResponderKit.NSRange(location: 3, length: 1))
      view.attributedText = text
      stage.wait(20)
      tap(2)
      #expect(delegate.touched.count == 1 && delegate.links == 1)
      view.isSelectable = false
      tap(2)
      #expect(delegate.touched.count == 1)
    }
  }
}
