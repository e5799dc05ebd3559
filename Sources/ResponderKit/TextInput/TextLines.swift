/// A text whose lines are known.
protocol TextInLines: UITextInput {
  /// The place of each line's part of a range that is not empty and in the text, in the view's coordinates; of the first lines only, if so few are wanted.
  func lineRects(_ range: Range<Int>, most: Int) -> [Rect]
}

extension UITextInput {
  /// Where the first line of a part is, in the view's coordinates.
  public func firstRect(for range: UITextRange) -> Rect {
    if let first = rectsOfLines(range, most: 1).first { return first }
    let caret = caretRect(for: range.lowerBound)
    return Rect(caret.minX, caret.minY, 0, caret.height)
  }

  /// The lines of a part of the text.
  public func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
    standardSelectionRects(range)
  }

  func standardSelectionRects(_ range: UITextRange) -> [UITextSelectionRect] {
    let rects = rectsOfLines(range)
    return rects.enumerated().map { index, rect in
      UITextSelectionRect(
        rect: rect, containsStart: index == 0, containsEnd: index == rects.count - 1)
    }
  }

  private func rectsOfLines(_ range: UITextRange, most: Int = .max) -> [Rect] {
    guard beginningOfDocument < endOfDocument else { return [] }
    let range = range.clamped(to: beginningOfDocument..<endOfDocument)
    guard !range.isEmpty else { return [] }
    return (self as? any TextInLines)?.lineRects(range, most: most) ?? rectsByCarets(range, most: most)
  }

  /// Lines of a text of which only the carets are known. Where a line is cut between letters, its last one is not in its rectangle.
  private func rectsByCarets(_ range: Range<Int>, most: Int) -> [Rect] {
    var (rects, start): ([Rect], Int) = ([], range.lowerBound)
    while start < range.upperBound, rects.count < most {
      let first = caretRect(for: start)
      // Near the beginning first: most lines are short.
      var (low, step, high) = (start, 1, min(range.upperBound, .max - 1) + 1)
      while step < high - low, caretRect(for: low + step).minY == first.minY {
        (low, step) = (low + step, step * 2)
      }
      if step < high - low { high = low + step }
      // The last position of the line.
      while low + 1 < high {
        let middle = low + (high - low) / 2
        if caretRect(for: middle).minY == first.minY { low = middle } else { high = middle }
      }
      let last = caretRect(for: low)
      rects.append(
        Rect(
          min(first.minX, last.minX), first.minY, abs(last.minX - first.minX), max(first.height, last.height))
      )
      start = low + 1
    }
    return rects
  }
}

extension TextLayout.Line {
  /// Where the line's part of a range is, from its left end. Of a range that has only its line end: no width.
  fileprivate func extent(of range: Range<Int>) -> ClosedRange<Double> {
    let (first, last) = (self.range.lowerBound, self.range.lowerBound + carets.count - 1)
    let part = range.clamped(to: first..<last)
    let places = part.isEmpty ? [] : places(of: part)
    if let left = places.first?.lowerBound, let right = places.last?.upperBound {
      return left...max(left, right)
    }
    let end = carets[part.lowerBound - first]
    return end...end
  }
}

extension UITextView: TextInLines {
  final func lineRects(_ range: Range<Int>, most: Int) -> [Rect] {
    let shown = lines.lines.prefix(mostLines)
    return shown.dropFirst(lines.line(of: range.lowerBound)).prefix(most)
      .prefix { $0.range.lowerBound < range.upperBound }
      .map { line in
        let extent = line.extent(of: range)
        return Rect(
          textInset.left + line.left + extent.lowerBound, textInset.top + line.top,
          extent.upperBound - extent.lowerBound, line.height)
      }
  }
}

extension UITextField: TextInLines {
  final func lineRects(_ range: Range<Int>, most: Int) -> [Rect] {
    let (extent, start) = (line.extent(of: range), standardCaret(0))
    return [
      Rect(
        canvas.frame.minX + origin + extent.lowerBound, start.minY, extent.upperBound - extent.lowerBound,
        start.height)
    ]
  }
}
