/// A part of what is selected: a rectangle of one line.
open class UITextSelectionRect: NSObject {
  private let place: Rect
  private let ends: (start: Bool, end: Bool)
  /// Where it is, in the view's coordinates.
  open var rect: Rect { place }
  /// Whether the selection begins in it.
  open var containsStart: Bool { ends.start }
  /// Whether the selection ends in it.
  open var containsEnd: Bool { ends.end }
  /// Always false.
  open var isVertical: Bool { false }

  /// A part with its place.
  public init(rect: Rect = .zero, containsStart: Bool = false, containsEnd: Bool = false) {
    (place, ends) = (rect, (containsStart, containsEnd))
    super.init()
  }
}
