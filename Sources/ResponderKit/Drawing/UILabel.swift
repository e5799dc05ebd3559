/// Shows text, in lines that are cut where words end.
open class UILabel: UIView {
  override class var standardHitTestClass: UIView.Type { UILabel.self }

  /// The text; nil shows nothing, as an empty text does.
  open var text: String? { didSet { if text != oldValue { setNeedsDisplay() } } }
  /// The system's font at 17 points by default.
  open var font = UIFont() { didSet { if font != oldValue { setNeedsDisplay() } } }
  /// Black by default.
  open var textColor = UIColor.black { didSet { if textColor != oldValue { setNeedsDisplay() } } }
  /// The alignment of lines that are narrower than the label.
  open var textAlignment = NSTextAlignment.left {
    didSet { if textAlignment != oldValue { setNeedsDisplay() } }
  }
  /// At most so many; 0: as many as there is room for.
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
    let lines = lines(in: room)
    return Size(lines.map(font.width(of:)).max() ?? 0, Double(lines.count) * font.lineHeight)
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: text?.isEmpty == false, label: text, traits: .staticText)
  }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let lines = lines(in: bounds.size)
    var y = bounds.midY - Double(lines.count) * font.lineHeight / 2
    for line in lines {
      let fitting = font.truncated(line, to: bounds.width)
      let room = bounds.width - font.width(of: fitting)
      let x =
        switch textAlignment {
        case .left: bounds.minX
        case .center: bounds.minX + room / 2
        case .right: bounds.minX + room
        }
      drawing.text(fitting, at: Point(x, y + font.ascender - font.capHeight), font: font, textColor)
      y += font.lineHeight
    }
  }

  private func lines(in room: Size) -> [String] {
    let paragraphs = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if numberOfLines == 1 { return [paragraphs.joined(separator: " ")] }
    var lines: [String] = []
    for paragraph in paragraphs {
      var line = ""
      for word in paragraph.split(separator: " ") {
        let longer = line.isEmpty ? String(word) : line + " " + word
        if !line.isEmpty, font.width(of: longer) > room.width {
          lines.append(line)
          line = String(word)
        } else {
          line = longer
        }
      }
      lines.append(line)
    }
    let most =
      numberOfLines > 0 ? numberOfLines : max(PixelRect.whole(room.height / font.lineHeight + 1e-6), 1)
    guard lines.count > most else { return lines }
    return lines[..<(most - 1)] + [lines[(most - 1)...].joined(separator: " ")]
  }
}
