// The room of a text view's text, and its last line.

extension UITextView {
  /// The room that the text is in.
  public final var textContainer: NSTextContainer {
    if let containerStorage { return containerStorage }
    let container = NSTextContainer(self)
    containerStorage = container
    return container
  }

  /// The room between the edges and the lines.
  final var textInset: EdgeInsets {
    let inset = textContainerInset
    let padding = containerStorage?.padding ?? NSTextContainer.standardPadding
    return EdgeInsets(
      top: inset.top, left: inset.left + padding, bottom: inset.bottom, right: inset.right + padding)
  }

  final func containerChanged() {
    containerStorage?.cutLine = nil
    laidOutWidth = -1
    layOutText()
    if !isScrollEnabled { invalidateIntrinsicContentSize() }
  }

  /// How wide lines may be.
  final var roomWidth: Double { roomWidth(in: bounds.width) }

  /// How wide lines may be in a view of a width.
  final func roomWidth(in viewWidth: Double) -> Double {
    let inset = textInset
    guard let container = containerStorage, !container.widthTracksTextView else {
      return max(viewWidth - inset.left - inset.right, 1)
    }
    let width = container.size.width
    return width > 0 ? max(width - 2 * container.padding, 1) : .infinity
  }

  /// The container, if rows are not all as wide as it is.
  final var partedContainer: NSTextContainer? { containerStorage.flatMap { $0.hasParts ? $0 : nil } }

  /// How much of the text is shown.
  final var limits: TextLimits { limits(tracksHeight: true) }

  /// How much of the text is shown.
  ///
  /// The height of its container counts only while the view does not scroll.
  ///
  /// - Parameter tracksHeight: whether a container that follows the view's height has that of the view; otherwise it has none.
  final func limits(tracksHeight: Bool) -> TextLimits {
    var limits = TextLimits()
    guard let container = containerStorage else { return limits }
    if container.maximumNumberOfLines > 0 { limits.rows = container.maximumNumberOfLines }
    if !isScrollEnabled, tracksHeight || !container.heightTracksTextView, container.size.height > 0 {
      limits.height = container.size.height
    }
    return limits
  }

  /// The number of lines that are shown; the greatest number without limits.
  final var mostLines: Int { containerStorage == nil ? .max : lines.shownLines(limits) }

  /// The last line that is shown, with dots for what is behind it; nil: lines are shown as they are.
  ///
  /// - Parameter width: the room of the line.
  final func cutLine(_ index: Int, width: Double) -> [StyledText.StyledLine]? {
    guard let container = containerStorage, index + 1 < lines.lines.count,
      ![.byWordWrapping, .byCharWrapping, .byClipping].contains(container.lineBreakMode),
      index + 1 == mostLines
    else { return nil }
    let line = lines.lines[index]
    // All text behind the line may be part of it.
    let key = NSTextContainer.CutLine.Key(
      version: shownModel.changes.version, look: look, color: textColor, width: width,
      start: line.range.lowerBound, part: line.part)
    if let known = container.cutLine, known.key == key { return known.lines }
    let cut = cut(line, container.lineBreakMode, width, look)
    container.cutLine = NSTextContainer.CutLine(lines: cut, key: key)
    container.cuts += 1
    return cut
  }

  private final func cut(
    _ line: TextLayout.Line, _ mode: NSLineBreakMode, _ width: Double, _ look: TextLayout.Look
  ) -> [StyledText.StyledLine] {
    let text = NSMutableAttributedString(
      attributedString: shownModel.attributed(
        standardAttributes, in: min(line.range.lowerBound, shownModel.count)..<shownModel.count))
    if let link = look.link {
      text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
        guard attributes[.link] != nil else { return }
        text.removeAttribute(.link, range: range)
        text.addAttributes(link.values, range: range)
      }
    }
    let shown = text.withParagraphStyles {
      $0.lineBreakMode = mode
      if !line.place.isFirst { $0.firstLineHeadIndent = $0.headIndent }
      // The part is what indents leave.
      if line.part != nil { ($0.firstLineHeadIndent, $0.headIndent, $0.tailIndent) = (0, 0, 0) }
    }
    return StyledText(shown, font: usedFont, color: textColor)
      .lines(in: Size(width, .infinity), most: 1, mode)
  }
}

extension TextLayout.Line {
  /// The room of a line in a part of a row, less its indents; all of the room if it has no part.
  func room(in width: Double) -> LineFlow.Part {
    guard let part else { return LineFlow.Part(left: 0, width: width) }
    guard width.isFinite else { return part }
    return LineFlow.Part(left: place.left(in: width), width: place.width(in: width)).intersection(part)
  }
}
