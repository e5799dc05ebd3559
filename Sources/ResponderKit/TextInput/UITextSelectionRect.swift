/// A part of what is selected: a rectangle of one line.
open class UITextSelectionRect: NSObject {
  /// Where it is, in the view's coordinates.
  open var rect: Rect
  /// Whether the selection begins in it.
  open var containsStart: Bool
  /// Whether the selection ends in it.
  open var containsEnd: Bool
  /// Always false.
  open var isVertical: Bool { false }

  /// A part with its place.
  public init(rect: Rect = .zero, containsStart: Bool = false, containsEnd: Bool = false) {
    (self.rect, self.containsStart, self.containsEnd) = (rect, containsStart, containsEnd)
    super.init()
  }
}

extension UITextInput {
  /// The lines of a part of the text, from its beginning on.
  func standardSelectionRects(_ range: UITextRange) -> [UITextSelectionRect] {
    let range = range.clamped(to: beginningOfDocument..<endOfDocument)
    var (rects, start): ([UITextSelectionRect], Int) = ([], range.lowerBound)
    while start < range.upperBound {
      let line = caretRect(for: start).minY
      var (low, high) = (start, range.upperBound + 1)
      // The last position of the line.
      while low + 1 < high {
        let middle = low + (high - low) / 2
        if caretRect(for: middle).minY == line { low = middle } else { high = middle }
      }
      let end = max(low, start + 1)
      rects.append(
        UITextSelectionRect(
          rect: firstRect(for: start..<min(end, range.upperBound)), containsStart: start == range.lowerBound,
          containsEnd: end >= range.upperBound))
      start = low > start && low < range.upperBound ? low + 1 : end
    }
    return rects
  }
}
