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
    editorChanged()
    if !isScrollEnabled { invalidateIntrinsicContentSize() }
  }

  /// How wide lines may be.
  final var roomWidth: Double {
    let inset = textInset
    guard let container = containerStorage, !container.widthTracksTextView else {
      return max(bounds.width - inset.left - inset.right, 1)
    }
    let width = container.size.width
    return width > 0 ? max(width - 2 * container.padding, 1) : .infinity
  }

  /// The container, if rows are not all as wide as it is.
  final var partedContainer: NSTextContainer? { containerStorage.flatMap { $0.hasParts ? $0 : nil } }

  /// The most lines that are shown.
  final var mostLines: Int {
    guard let most = containerStorage?.maximumNumberOfLines, most > 0 else { return .max }
    return most
  }

  /// The last line that is shown, with dots for what is behind it; nil: lines are shown as they are.
  final func cutLine(_ index: Int, width: Double) -> [StyledText.StyledLine]? {
    guard index + 1 == mostLines, index + 1 < lines.lines.count, let container = containerStorage,
      ![.byWordWrapping, .byCharWrapping, .byClipping].contains(container.lineBreakMode)
    else { return nil }
    // All text behind the line may be part of it.
    let key = NSTextContainer.CutLine.Key(
      version: shownModel.changes.version, look: look, color: textColor, width: width)
    if let known = container.cutLine, known.key == key { return known.lines }
    let cut = cut(lines.lines[index], container.lineBreakMode, width, look)
    container.cutLine = NSTextContainer.CutLine(lines: cut, key: key)
    container.cuts += 1
    return cut
  }

  private final func cut(
    _ line: TextLayout.Line, _ mode: NSLineBreakMode, _ width: Double, _ look: TextLayout.Look
  ) -> [StyledText.StyledLine] {
    let text = NSMutableAttributedString(
      attributedString: shownModel.attributed(
        standardAttributes, in: line.range.lowerBound..<shownModel.count))
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
    }
    return StyledText(shown, font: usedFont, color: textColor)
      .lines(in: Size(width, .infinity), most: 1, mode)
  }
}

extension TextLayout {
  /// The size of the first lines, with the room beside them.
  func size(most: Int) -> Size {
    let widths = lines.prefix(most).map { $0.place.indent + $0.width + $0.place.roomBehind }
    return Size(widths.max() ?? 0, height(most: most))
  }

  /// The end of the last one of the first lines.
  func height(most: Int) -> Double { lines.prefix(most).last.map { $0.top + $0.height } ?? 0 }
}
