import ResponderKit
import TestHarness
import Testing

/// Pictures in lines of texts: their places, their sizes, and what the text makes of their characters.
@Suite(.hangLimit) struct TextAttachmentTests {
  private let font = UIFont(size: 20, design: .builtIn)

  private func square(_ color: UIColor, _ side: Int = 20) -> UIImage {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.clear(bitmap.bounds, to: color)
    return UIImage(bitmap)
  }

  private func text(_ before: String, _ attachment: NSTextAttachment, _ behind: String = "")
    -> NSAttributedString
  {
    let text = NSMutableAttributedString(string: before, attributes: [.font: font])
    text.append(NSAttributedString(attachment: attachment))
    text.append(NSAttributedString(string: behind, attributes: [.font: font]))
    return text
  }

  private func isAbout(_ box: Rect?, _ width: Double, _ height: Double) -> Bool {
    box.map { abs($0.width - width) <= 1 && abs($0.height - height) <= 1 } ?? false
  }

  /// The box of all points that have more of a color than of others.
  private func box(_ color: UIColor, in picture: Bitmap) -> Rect? {
    var points: [Point] = []
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let shown = picture.color(x: x, y: y)
        let distance =
          abs(shown.red - color.red) + abs(shown.green - color.green) + abs(shown.blue - color.blue)
        guard distance < 1 else { continue }
        points.append(Point(Double(x), Double(y)))
      }
    }
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
      let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
    else { return nil }
    return Rect(left, top, right - left + 1, bottom - top + 1)
  }

  private func shown(_ stage: Stage, _ view: UIView) -> Bitmap {
    stage.window.backgroundColor = .white
    if view.superview == nil { stage.show(view) }
    stage.wait(20)
    return stage.window.snapshot()
  }

  @Test func anAttachmentIsOneCharacter() {
    let attachment = NSTextAttachment(image: square(.red))
    let text = NSAttributedString(attachment: attachment)
    #expect(text.length == 1 && text.string == "\u{FFFC}" && NSTextAttachment.character == 0xFFFC)
    #expect(text.attribute(.attachment, at: 0) as? NSTextAttachment === attachment)
    #expect(NSTextAttachment(data: nil, ofType: nil).image == nil)
    #expect(NSTextAttachment(data: [1, 2, 3], ofType: "public.png").image == nil)
  }

  @Test func aPictureStandsOnTheBaselineOrWhereItsBoundsSay() throws {
    try onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 200, 100))
      label.font = font
      let attachment = NSTextAttachment(image: square(.red))
      label.attributedText = text("", attachment)
      let standing = try #require(box(.red, in: shown(stage, label)))
      #expect(isAbout(standing, 20, 20) && standing.minX == 0)
      // Lower by 4 points, twice as wide: the text is set again.
      attachment.bounds = Rect(0, -4, 40, 20)
      label.attributedText = text("", attachment)
      let lower = try #require(box(.red, in: shown(stage, label)))
      #expect(isAbout(lower, 40, 20))
      // The line is higher, and in the middle of the label.
      let growth = max(4 - (font.lineHeight - font.ascender), 0)
      #expect(abs(lower.maxY - standing.maxY - 4 + growth / 2) <= 1)
      // Raised letters raise their picture.
      let raised = NSMutableAttributedString(attributedString: text("", attachment))
      raised.addAttribute(.baselineOffset, value: 30.0, range: NSRange(location: 0, length: 1))
      label.attributedText = raised
      let size = label.sizeThatFits(.zero)
      #expect(size.height > 46 && size.width == 40)
    }
  }

  @Test func theLineIsAsHighAsItsPictureAndWideAsBoth() {
    onStage { _ in
      let label = UILabel()
      label.font = font
      label.attributedText = text("AB", NSTextAttachment())
      let plain = label.sizeThatFits(.zero)
      let attachment = NSTextAttachment(image: square(.red, 60))
      label.attributedText = text("AB", attachment)
      let size = label.sizeThatFits(.zero)
      #expect(abs(size.width - plain.width - 60) < 2 && size.height > 60 && size.height < 60 + plain.height)
      // Room without a picture.
      let room = NSTextAttachment()
      room.bounds = Rect(0, 0, 30, 1)
      label.attributedText = text("AB", room)
      #expect(abs(label.sizeThatFits(.zero).width - plain.width - 30) < 2)
      #expect(label.sizeThatFits(.zero).height == plain.height)
    }
  }

  @Test func aSymbolHasTheSizeAndTheColorOfItsLetters() throws {
    try onStage { stage in
      let symbol = try #require(UIImage(systemName: "circle.fill"))
      let label = UILabel(frame: Rect(0, 0, 100, 100))
      label.font = UIFont(size: 40, design: .builtIn)
      label.textColor = .red
      let text = NSMutableAttributedString(
        attributedString: NSAttributedString(attachment: .init(image: symbol)))
      label.attributedText = text
      #expect(label.sizeThatFits(.zero).width > symbol.size.width * 2)
      #expect(box(.red, in: shown(stage, label)) != nil)
      text.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 0, length: 1))
      label.attributedText = text
      let picture = shown(stage, label)
      #expect(box(.red, in: picture) == nil && box(.blue, in: picture) != nil)
    }
  }

  @Test func linesEndAtBothSidesOfAPicture() {
    onStage { _ in
      let label = UILabel()
      label.numberOfLines = 0
      label.font = font
      let attachment = NSTextAttachment(image: square(.red))
      label.attributedText = text("word", attachment, "word")
      let word = label.sizeThatFits(.zero).width / 2 - 10
      let one = label.sizeThatFits(.zero).height
      #expect(label.sizeThatFits(Size(word + 22, 0)).height > one * 1.5)
      #expect(label.sizeThatFits(Size(word + 22, 0)).height < one * 2.5)
      #expect(label.sizeThatFits(Size(word + 5, 0)).height > one * 1.5)
      // Wider than the room: a line of its own.
      attachment.bounds = Rect(0, 0, 500, 20)
      label.attributedText = text("a", attachment, "b")
      #expect(label.sizeThatFits(Size(100, 0)).height > one * 2.5)
    }
  }

  @Test func aChangedPictureIsSeenWhenTheTextIsSetAgain() {
    onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 100, 40))
      let attachment = NSTextAttachment(image: square(.red))
      let text = text("", attachment)
      label.attributedText = text
      #expect(box(.red, in: shown(stage, label)) != nil)
      attachment.image = square(.green)
      label.attributedText = text
      let picture = shown(stage, label)
      #expect(box(.red, in: picture) == nil && box(.green, in: picture) != nil)
    }
  }

  @Test func buttonsAndFieldsShowPicturesToo() {
    onStage { stage in
      let button = UIButton(frame: Rect(0, 0, 100, 40))
      let field = UITextField(frame: Rect(0, 50, 100, 40))
      let attachment = NSTextAttachment(image: square(.red))
      attachment.accessibilityLabel = "square"
      button.setAttributedTitle(text("A ", attachment), for: .normal)
      field.attributedText = text("A", NSTextAttachment(image: square(.blue)))
      let outer = UIView(frame: Rect(0, 0, 100, 100))
      for view in [button, field] { outer.addSubview(view) }
      let picture = shown(stage, outer)
      #expect(isAbout(box(.red, in: picture), 20, 20) && isAbout(box(.blue, in: picture), 20, 20))
      #expect(button.accessibilityLabel == "A square")
      let label = UILabel()
      label.attributedText = text("A ", attachment)
      #expect(label.accessibilityLabel == "A square")
    }
  }

  @Test func aPictureThatIsCutOffLeavesDots() {
    onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 60, 80))
      label.font = font
      label.attributedText = text("ABC", NSTextAttachment(image: square(.red, 40)))
      #expect(box(.red, in: shown(stage, label)) == nil)
      label.frame.size.width = 300
      #expect(isAbout(box(.red, in: shown(stage, label)), 40, 40))
      // Dots behind a picture are dots.
      label.attributedText = text("", NSTextAttachment(image: square(.red)), "WWWWWW")
      label.frame.size.width = 41
      #expect(isAbout(box(.red, in: shown(stage, label)), 20, 20))
    }
  }

  @Test func aTextFromTheRightHasItsPictureAtTheLeft() throws {
    try onStage { stage in
      let label = UILabel(frame: Rect(0, 0, 300, 40))
      label.attributedText = text("\u{5D0}\u{5D1} ", NSTextAttachment(image: square(.red)), " \u{5D2}\u{5D3}")
      let inner = try #require(box(.red, in: shown(stage, label)))
      #expect(isAbout(inner, 20, 20) && inner.minX > 200)
      label.attributedText = text("\u{5D0}\u{5D1}\u{5D2}\u{5D3} ", NSTextAttachment(image: square(.red)))
      let last = try #require(box(.red, in: shown(stage, label)))
      #expect(last.minX < inner.minX)
    }
  }

  @Test func oddNumbersEndNothing() {
    onStage { stage in
      let odd = [Double.nan, .infinity, -.infinity, -5, 1e300, 0]
      let label = UILabel(frame: Rect(0, 0, 100, 100))
      label.numberOfLines = 0
      let view = UITextView(frame: Rect(0, 100, 100, 100))
      let outer = UIView(frame: Rect(0, 0, 100, 200))
      for shown in [label, view] { outer.addSubview(shown) }
      stage.show(outer)
      for (index, number) in odd.enumerated() {
        for other in odd {
          let attachment = NSTextAttachment(image: square(.red, 1))
          attachment.bounds = Rect(number, other, other, number)
          let text = text("a", attachment, "b")
          (label.attributedText, view.attributedText) = (text, text)
          if index % 2 == 0 { stage.wait(1) }
          #expect(label.sizeThatFits(Size(50, 0)).width.isFinite)
        }
      }
      _ = stage.window.snapshot()
    }
  }

  @Test func aSubclassPlacesItsPictureByTheLine() {
    final class Fitting: NSTextAttachment {
      override func attachmentBounds(
        for textContainer: NSTextContainer?, proposedLineFragment lineFrag: Rect,
        glyphPosition position: Point,
        characterIndex charIndex: Int
      ) -> Rect { Rect(0, 0, lineFrag.height * 2, lineFrag.height) }
    }
    onStage { _ in
      let label = UILabel()
      label.font = font
      label.attributedText = text("", Fitting(image: square(.red)))
      #expect(label.sizeThatFits(.zero).width == font.lineHeight * 2)
    }
  }

  @Test func oneAttributeIsEnumeratedByItsValues() {
    let text = text("ab", NSTextAttachment(image: square(.red)), "cd")
    let whole = NSRange(location: 0, length: text.length)
    var parts: [String] = []
    text.enumerateAttribute(.attachment, in: whole) { value, range, _ in
      parts.append("\(value is NSTextAttachment) \(range.location) \(range.length)")
    }
    #expect(parts == ["false 0 2", "true 2 1", "false 3 2"])
    parts = []
    text.enumerateAttribute(.attachment, in: whole, options: .reverse) { _, range, stop in
      parts.append("\(range.location)")
      stop.pointee = range.location == 2
    }
    #expect(parts == ["3", "2"])
    // Equal values beside each other are one part; the text may be changed meanwhile.
    let changed = NSMutableAttributedString(attributedString: text)
    changed.addAttribute(.kern, value: 1.0, range: NSRange(location: 0, length: 1))
    parts = []
    changed.enumerateAttribute(.font, in: whole, options: []) { value, range, _ in
      parts.append("\(value != nil) \(range.location) \(range.length)")
      changed.removeAttribute(.font, range: range)
    }
    #expect(parts == ["true 0 2", "false 2 1", "true 3 2"] && changed.attribute(.font, at: 0) == nil)
    parts = []
    text.enumerateAttributes(in: whole, options: .reverse) { _, range, _ in parts.append("\(range.location)")
    }
    #expect(parts == ["3", "2", "0"])
  }

  @Test func aSubclassChoosesThePlaceOfASymbol() {
    final class Wide: NSTextAttachment {
      override func attachmentBounds(
        for textContainer: NSTextContainer?, proposedLineFragment lineFrag: Rect,
        glyphPosition position: Point,
        characterIndex charIndex: Int
      ) -> Rect { Rect(0, 0, 100, 10) }
    }
    onStage { _ in
      let label = UILabel()
      label.font = font
      for (isWide, width) in [(true, 100.0), (false, 22)] {
        let attachment = isWide ? Wide() : NSTextAttachment()
        attachment.image = UIImage(systemName: "star")
        label.attributedText = text("", attachment)
        #expect(abs(label.sizeThatFits(.zero).width - width) < 8)
      }
    }
  }

  @Test func aLabelKeepsNoPictureOfATextThatItHadBefore() {
    onStage { _ in
      let label = UILabel()
      weak var kept: UIImage?
      do {
        let image = square(.red)
        kept = image
        label.attributedText = text("a", NSTextAttachment(image: image))
      }
      #expect(kept != nil)
      label.text = "plain"
      #expect(kept == nil)
    }
  }
}
