/// A layer that draws a text, from its upper edge on and within its bounds.
open class CATextLayer: CALayer {
  /// A `String` or an ``NSAttributedString``. Others are not drawn.
  public final var string: Any? { didSet { contentChanged() } }
  /// Of a `String`: a ``UIFont``, or the name of a font; nil: the system's.
  public final var font: Any? { didSet { contentChanged() } }
  /// Of a `String`, in points; 36 by default. That of `font` does not count.
  public final var fontSize: Double {
    get { state.shape.fontSize }
    set { change(.fontSize) { state.shape.fontSize = newValue } }
  }
  /// Of a `String`; white by default.
  public final var foregroundColor: CGColor? {
    get { state.shape.textColor }
    set { change(.foregroundColor) { state.shape.textColor = newValue } }
  }
  /// Whether lines that are too long are broken; false by default.
  public final var isWrapped = false { didSet { contentChanged() } }
  /// Where lines that are narrower than the layer are; `natural` by default.
  public final var alignmentMode = CATextLayerAlignmentMode.natural { didSet { contentChanged() } }
  /// Where dots stand for what does not fit; `none` by default: it is cut at the edge.
  public final var truncationMode = CATextLayerTruncationMode.none { didSet { contentChanged() } }
  /// Without effect.
  public final var allowsFontSubpixelQuantization = false

  open override func presentation() -> CATextLayer? { show(on: CATextLayer()) }

  override func copyValues(from other: CALayer) {
    super.copyValues(from: other)
    guard let other = other as? CATextLayer else { return }
    (string, font, isWrapped) = (other.string, other.font, other.isWrapped)
    (alignmentMode, truncationMode) = (other.alignmentMode, other.truncationMode)
  }

  override var drawsOwnContent: Bool { string != nil }

  override func drawContent(_ shape: ShapeLook, _ bounds: Rect, into drawing: Drawing) {
    super.drawContent(shape, bounds, into: drawing)
    guard !bounds.isEmpty else { return }
    var top = bounds.minY
    for lines in lines(shape, bounds.size) where top < bounds.maxY {
      lines.draw(at: Point(bounds.minX, top), width: bounds.width, alignmentMode.alignment, in: drawing)
      top += lines.size.height
    }
  }

  /// Lines, drawn one below the other.
  private func lines(_ shape: ShapeLook, _ room: Size) -> [[StyledText.StyledLine]] {
    let cut = truncationMode.lineBreakMode
    guard isWrapped else {
      return paragraphs(shape).map { $0.lines(in: Size(room.width, .infinity), most: 1, cut ?? .byClipping) }
    }
    // Without dots, what is too much is cut at the lower edge.
    let height = cut == nil ? .infinity : room.height
    return [styled(string, shape).lines(in: Size(room.width, height), most: 0, cut ?? .byClipping)]
  }

  private func styled(_ text: Any?, _ shape: ShapeLook) -> StyledText {
    let size = shape.fontSize.isFinite ? min(max(shape.fontSize, 0), 10_000) : 0
    let font = (font as? UIFont)?.withSize(size) ?? (font as? String).flatMap { UIFont(name: $0, size: size) }
    let (letters, color) = (font ?? UIFont(size: size), shape.textColor.map(UIColor.init) ?? .clear)
    if let text = text as? NSAttributedString { return StyledText(text, font: letters, color: color) }
    return StyledText(text as? String ?? "", font: letters, color: color)
  }

  private func paragraphs(_ shape: ShapeLook) -> [StyledText] {
    guard let text = string as? NSAttributedString else {
      return (string as? String ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { styled(String($0), shape) }
    }
    var parts: [StyledText] = []
    var place = 0
    for line in text.string.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let range = NSRange(location: place, length: line.utf16.count)
      parts.append(styled(text.attributedSubstring(from: range), shape))
      let end = line.endIndex
      place += range.length + (end < text.string.endIndex ? text.string[end].utf16.count : 0)
    }
    return parts
  }
}

/// Where the lines of a ``CATextLayer`` are.
public enum CATextLayerAlignmentMode: Hashable, Sendable {
  /// As the text's direction says.
  case natural
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// In the middle.
  case center
  /// As `natural`: lines are not stretched.
  case justified

  fileprivate var alignment: NSTextAlignment {
    switch self {
    case .natural, .justified: .natural
    case .left: .left
    case .right: .right
    case .center: .center
    }
  }
}

/// Where a ``CATextLayer`` leaves out what does not fit.
public enum CATextLayerTruncationMode: Hashable, Sendable {
  /// Nowhere.
  case none
  /// At the beginning.
  case start
  /// In the middle.
  case middle
  /// At the end.
  case end

  fileprivate var lineBreakMode: NSLineBreakMode? {
    switch self {
    case .none: nil
    case .start: .byTruncatingHead
    case .middle: .byTruncatingMiddle
    case .end: .byTruncatingTail
    }
  }
}
