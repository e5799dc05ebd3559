/// Shows text, in lines that are cut where words end. It is not hit unless `isUserInteractionEnabled` is set, as in UIKit.
open class UILabel: UIView, UIContentSizeCategoryAdjusting {
  override class var standardHitTestClass: UIView.Type { UILabel.self }

  /// The text; nil shows nothing, as an empty text does. Setting it removes all attributes.
  open var text: String? {
    didSet {
      if text != oldValue || attributes != nil { setNeedsDisplay() }
      attributes = nil
      attachments = []
    }
  }
  /// The text with its attributes. Parts without a font or a color have the label's. Setting an equal text has no effect.
  open var attributedText: NSAttributedString? {
    get {
      attributes
        ?? text.map {
          NSAttributedString(string: $0, attributes: [.font: usedFont, .foregroundColor: usedColor])
        }
    }
    set {
      let shown = newValue?.shownAttachments ?? []
      if let newValue, newValue == attributes, shown == attachments { return }
      text = newValue?.string
      attachments = shown
      if let style = newValue?.attribute(.paragraphStyle, at: 0) as? NSParagraphStyle {
        textAlignment = style.alignment
        lineBreakMode = style.lineBreakMode
      }
      // Styles and shadows are copied: whether a text is another one is seen when it is set.
      attributes = newValue?.withOwnStylesAndShadows()
      setNeedsDisplay()
      contentSizeMayHaveChanged()
    }
  }
  private var attributes: NSAttributedString?
  /// What the pictures were when the text was set.
  private var attachments: [ShownAttachment] = []
  /// The system's font at 17 points by default.
  open var font: UIFont! {
    get { usedFont }
    set { usedFont = newValue ?? UIFont() }
  }
  final var usedFont = UIFont() {
    didSet {
      if usedFont != oldValue { setNeedsDisplay() }
      contentSizeMayHaveChanged()
    }
  }
  /// Black by default.
  open var textColor: UIColor! {
    get { usedColor }
    set { usedColor = newValue ?? .label }
  }
  private var usedColor = UIColor.label { didSet { if usedColor != oldValue { setNeedsDisplay() } } }
  /// The alignment of lines that are narrower than the label; natural by default, which is at the right where content begins there. An attributed
  /// text brings that of its first paragraph style; when it is set, all of the text has it.
  open var textAlignment = NSTextAlignment.natural {
    didSet { paragraphsChanged(textAlignment != oldValue) { $0.alignment = textAlignment } }
  }
  /// How lines that are too long are cut. An attributed text brings that of its first paragraph style, as with `textAlignment`.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
    didSet { paragraphsChanged(lineBreakMode != oldValue) { $0.lineBreakMode = lineBreakMode } }
  }
  /// Whether a text of one line that is too long is shown in smaller letters, down to `minimumScaleFactor`. The room that `kern` adds
  /// between letters stays as it is.
  open var adjustsFontSizeToFitWidth = false { didSet { setNeedsDisplay() } }
  /// The least size of the letters, in parts of the font's; 0, the default: as small as is needed.
  open var minimumScaleFactor = 0.0 { didSet { setNeedsDisplay() } }
  /// Without effect: smaller letters stand in the middle of the label's height.
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines
  /// Without effect: letters keep their distances.
  open var allowsDefaultTighteningForTruncation = false
  /// Without effect: which places in a line are better ones to end it.
  open var lineBreakStrategy = NSParagraphStyle.LineBreakStrategy.standard
  /// The most lines; 0: as many as fit.
  open var numberOfLines = 1 {
    didSet {
      guard numberOfLines != oldValue else { return }
      setNeedsDisplay()
      // Its height may follow its width from now on, or no longer do so.
      invalidateIntrinsicContentSize()
    }
  }

  /// The color of the text while `isHighlighted` is true; nil, the default: `textColor`.
  open var highlightedTextColor: UIColor? { didSet { if isHighlighted { setNeedsDisplay() } } }
  /// Whether the text has its other color. A cell sets it for its texts while it is pressed or selected.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue, highlightedTextColor != nil { setNeedsDisplay() } }
  }
  /// The color of a second text below the text, moved by `shadowOffset`; nil, the default: there is none.
  open var shadowColor: UIColor? { didSet { if shadowColor != oldValue { setNeedsDisplay() } } }
  /// How far that is moved to the right and down: one point up by default.
  open var shadowOffset = Size(0, -1) { didSet { if shadowOffset != oldValue { setNeedsDisplay() } } }

  /// Whether fonts of text styles (`UIFont.preferredFont`) or scaled ones (`UIFontMetrics`) change their size with the size category of the label's
  /// traits. False by default.
  open var adjustsFontForContentSizeCategory = false { didSet { contentSizeMayHaveChanged() } }

  override func contentSizeMayHaveChanged() {
    guard adjustsFontForContentSizeCategory, UIContentSizeCategory.isUsed else { return }
    let traits = traitCollection
    let new = font.adjusted(to: traits)
    if new != font { font = new }
    guard let old = attributes else { return }
    let adjusted = old.withFonts(adjustedTo: traits)
    guard adjusted !== old else { return }
    attributes = adjusted
    setNeedsDisplay()
  }

  override func setUpParts() {
    super.setUpParts()
    isUserInteractionEnabled = false
  }

  /// A label with a text. `sizeToFit()` gives it the size that fits.
  public convenience init(_ text: String, frame: Rect = .zero, font: UIFont = UIFont()) {
    self.init(frame: frame)
    self.text = text
    self.font = font
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let room = Size(size.width > 0 ? size.width : .infinity, size.height > 0 ? size.height : .infinity)
    return textRect(
      forBounds: Rect(origin: .zero, size: room), limitedToNumberOfLines: numberOfLines
    ).size
  }

  /// The box of the text in some room, by whose size the label chooses its own. A subclass with a margin calls `super` with less room, and adds the
  /// margin to what that returns.
  open func textRect(forBounds bounds: Rect, limitedToNumberOfLines numberOfLines: Int) -> Rect {
    Rect(origin: bounds.origin, size: textSize(in: bounds.size, most: numberOfLines))
  }

  /// A text's size in some room. Kept: constraints ask for it each time that anything in the window changes.
  private struct TextMeasure {
    var text: String?
    var attributes: NSAttributedString?
    var font: UIFont
    var room: Size
    var most: Int
    var size = Size.zero

    func isOf(_ other: TextMeasure) -> Bool {
      room == other.room && most == other.most && font == other.font && attributes === other.attributes
        && text == other.text
    }
  }
  private var measures: [TextMeasure] = []

  private func textSize(in room: Size, most: Int) -> Size {
    var new = TextMeasure(text: text, attributes: attributes, font: font, room: room, most: most)
    if let known = measures.first(where: new.isOf) { return known.size }
    new.size = styledText.size(in: room, most: most)
    if measures.count == 4 { measures.removeFirst() }
    measures.append(new)
    return new.size
  }

  /// The width in which lines are cut for `intrinsicContentSize`; 0, the default: constraints find the width.
  open var preferredMaxLayoutWidth = 0.0 { didSet { invalidateIntrinsicContentSize() } }
  open override var intrinsicContentSize: Size {
    sizeThatFits(Size(preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : askedWidth, 0))
  }
  /// The width for which `layoutHeight` asks `intrinsicContentSize`; 0 otherwise.
  private var askedWidth = 0.0
  override var layoutHeightFollowsWidth: Bool { numberOfLines != 1 }
  /// By `intrinsicContentSize`, to which subclasses add margins.
  override func layoutHeight(forWidth width: Double) -> Double {
    askedWidth = width
    defer { askedWidth = 0 }
    return intrinsicContentSize.height
  }
  override var layoutFont: UIFont? { font }
  override var layoutBaselines: (first: Double, last: Double)? {
    let height = sizeThatFits(Size(numberOfLines == 1 ? 0 : layoutWidth, 0)).height
    return font.baselines(inHeight: height)
  }
  /// The width that constraints have found, which the label may not have yet.
  private var layoutWidth: Double {
    guard isPlacedByConstraints, let found = layoutItemStorage?.lastWidth else { return bounds.width }
    return found
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: text?.isEmpty == false, label: attributes?.spoken ?? text, traits: .staticText)
  }

  open override func draw(_ rect: Rect) {
    drawText(in: bounds)
  }

  /// Draws the text into a part of the bounds: called by `draw` with all of them.
  open func drawText(in rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let lines = shownText(in: rect.width).lines(in: rect.size, most: numberOfLines, lineBreakMode)
    let top = Point(rect.minX, rect.midY - lines.size.height / 2)
    let before = drawing.state.shadow
    if let shadowColor {
      let offset = Point(shadowOffset.width, shadowOffset.height)
      drawing.state.shadow = Drawing.Shadow(offset: offset, deviation: 0, color: shadowColor.cgColor)
    }
    lines.draw(at: top, width: rect.width, textAlignment, isMirrored: isMirrored, in: drawing)
    drawing.state.shadow = before
  }

  /// Gives the paragraph styles of the text a value of the label.
  private func paragraphsChanged(_ isChanged: Bool, _ change: (NSMutableParagraphStyle) -> Void) {
    attributes = attributes?.withParagraphStyles(change)
    if isChanged || attributes != nil { setNeedsDisplay() }
  }

  /// In smaller letters, if that is wanted and needed.
  private func shownText(in room: Double) -> StyledText {
    guard adjustsFontSizeToFitWidth, numberOfLines == 1 else { return styledText }
    return styledText.shrunk(to: room, least: minimumScaleFactor)
  }

  private var shownColor: UIColor { isHighlighted ? highlightedTextColor ?? textColor! : textColor }

  private var styledText: StyledText {
    if let attributes { return StyledText(attributes, font: font, color: shownColor) }
    return StyledText(text ?? "", font: font, color: shownColor)
  }
}
