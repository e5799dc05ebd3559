/// A picture in a line of text: the attribute `attachment` of a character U+FFFC, which `NSAttributedString(attachment:)` makes. A label or a text view
/// shows the picture that it has when the text is set; after a change of the picture the text is set again.
open class NSTextAttachment: NSObject {
  /// The character that is shown as the picture.
  public static let character = 0xFFFC

  /// The picture; nil: room of the size of `bounds`. Templates, such as symbols, are in the color of the letters.
  open var image: UIImage?
  /// Where the picture is: its lower left corner from the place of the letter on the baseline, upwards, and its size. Zero, the default: as large as the
  /// picture, on the baseline; a symbol is as large as the letters, and in their middle.
  open var bounds = Rect.zero
  /// The text for readers in place of the character.
  open var accessibilityLabel: String?

  /// Without a picture.
  public override init() { super.init() }

  /// A picture in its own size.
  public convenience init(image: UIImage) {
    self.init()
    self.image = image
  }

  /// The picture of a file; without one if the bytes are no picture. The type has no effect.
  public convenience init(data contentData: [UInt8]?, ofType uti: String?) {
    self.init()
    image = contentData.flatMap { UIImage(data: $0) }
  }

  /// The place of the picture, by default `bounds`, or else the picture's own size. A subclass finds another one by the height of the line, which is that
  /// of the font: the proposed width is unlimited; position and index are zero.
  open func attachmentBounds(
    for textContainer: NSTextContainer?, proposedLineFragment lineFrag: Rect, glyphPosition position: Point,
    characterIndex charIndex: Int
  ) -> Rect {
    bounds == .zero ? Rect(origin: .zero, size: image?.size ?? .zero) : bounds
  }
}

extension NSTextAttachment: LineAttachment {
  final var shownAttachment: ShownAttachment { ShownAttachment(image: image, bounds: bounds) }
  final var spokenAttachment: String? { accessibilityLabel }

  final func look(_ font: UIFont) -> AttachmentLook {
    var image = image
    if let symbol = image, symbol.isSymbolImage, bounds == .zero {
      image = symbol.preferring(UIImage.SymbolConfiguration(font: font))
    }
    let line = Rect(0, 0, 10_000_000, font.lineHeight)
    var box = attachmentBounds(
      for: nil, proposedLineFragment: line, glyphPosition: .zero, characterIndex: 0)
    // Another size than the picture's own is one that a subclass wants.
    let isOwn = box == Rect(origin: .zero, size: self.image?.size ?? .zero)
    if let image, image.isSymbolImage, bounds == .zero, isOwn {
      box = Rect(0, (font.capHeight - image.size.height) / 2, image.size.width, image.size.height)
    }
    return AttachmentLook(image: image, box: box.drawable)
  }
}

extension Rect {
  /// The same, with numbers that a line can be laid out with.
  fileprivate var drawable: Rect {
    func number(_ value: Double, _ least: Double) -> Double {
      value.isFinite ? min(max(value, least), 10_000) : 0
    }
    return Rect(number(minX, -10_000), number(minY, -10_000), number(width, 0), number(height, 0))
  }
}

extension NSAttributedString {
  /// A text of one character that is shown as a picture.
  public convenience init(attachment: NSTextAttachment) {
    self.init(string: String(Character.object), attributes: [.attachment: attachment])
  }
}
