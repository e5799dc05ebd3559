/// Shows text, in lines that are cut where words end.
open class UILabel: UIView {
  override class var standardHitTestClass: UIView.Type { UILabel.self }

  /// The text; nil shows nothing, as an empty text does. Setting it removes all attributes.
  open var text: String? {
    didSet {
      if text != oldValue || attributes != nil { setNeedsDisplay() }
      attributes = nil
    }
  }
  /// The text with its attributes. Parts without a font or a color have the label's.
  open var attributedText: NSAttributedString? {
    get {
      attributes
        ?? text.map {
          NSAttributedString(string: $0, attributes: [.font: font, .foregroundColor: textColor])
        }
    }
    set {
      text = newValue?.string
      attributes = newValue.map(NSAttributedString.init(attributedString:))
      setNeedsDisplay()
    }
  }
  private var attributes: NSAttributedString?
  /// The system's font at 17 points by default.
  open var font = UIFont() { didSet { if font != oldValue { setNeedsDisplay() } } }
  /// Black by default.
  open var textColor = UIColor.black { didSet { if textColor != oldValue { setNeedsDisplay() } } }
  /// The alignment of lines that are narrower than the label.
  open var textAlignment = NSTextAlignment.left {
    didSet { if textAlignment != oldValue { setNeedsDisplay() } }
  }
  /// The most lines; 0: as many as fit.
  open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { setNeedsDisplay() } } }

  /// A label without text. It is not hit, as in UIKit.
  public override init(frame: Rect) {
    super.init(frame: frame)
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
    return styledText.size(in: room, most: numberOfLines)
  }

  /// The width in which lines are cut for `intrinsicContentSize`; 0, the default: constraints find the width.
  open var preferredMaxLayoutWidth = 0.0 { didSet { invalidateIntrinsicContentSize() } }
  open override var intrinsicContentSize: Size { sizeThatFits(Size(preferredMaxLayoutWidth, 0)) }
  override var layoutHeightFollowsWidth: Bool { numberOfLines != 1 }
  override var layoutBaselines: (first: Double, last: Double)? {
    let height = sizeThatFits(Size(numberOfLines == 1 ? 0 : bounds.width, 0)).height
    return font.baselines(inHeight: height)
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: text?.isEmpty == false, label: text, traits: .staticText)
  }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let lines = styledText.lines(in: bounds.size, most: numberOfLines)
    var y = bounds.midY - lines.reduce(0) { $0 + $1.height } / 2
    for line in lines {
      let room = bounds.width - line.width
      let x =
        switch textAlignment {
        case .left: bounds.minX
        case .center: bounds.minX + room / 2
        case .right: bounds.minX + room
        }
      line.draw(at: Point(x, y), in: drawing)
      y += line.height
    }
  }

  private var styledText: StyledText {
    if let attributes { return StyledText(attributes, font: font, color: textColor) }
    return StyledText(text ?? "", font: font, color: textColor)
  }
}
