/// What a segment shows and does.
struct SegmentContent {
  var title: String?
  var image: UIImage?
  var isEnabled = true
  /// Of its own; 0: as wide as its share.
  var width = 0.0
  /// Called when it is chosen.
  var action: UIAction?

  init(title: String? = nil, image: UIImage? = nil) { (self.title, self.image) = (title, image) }

  /// Shows the action's picture or, without one, its title.
  init(_ action: UIAction) {
    image = action.image
    title = image == nil ? action.title : nil
    isEnabled = !action.attributes.contains(.disabled)
    self.action = action
  }
}

/// Segments that call closures.
extension UISegmentedControl {
  /// Segments that show the pictures or titles of actions. A finger that selects one calls its closure, and then what waits for `valueChanged`. Without a size, it has the one that
  /// fits.
  public convenience init(frame: Rect, actions: [UIAction]) {
    self.init(frame: frame)
    segments = actions.map { SegmentContent($0) }
    if frame.size == .zero { self.frame = Rect(origin: frame.origin, size: sizeThatFits(.zero)) }
  }

  /// Inserts a segment with an action. An index out of range is clamped; `animated` has no effect.
  public final func insertSegment(action: UIAction, at index: Int, animated: Bool) {
    insert(SegmentContent(action), at: index)
  }

  /// Sets a segment's action, with what it shows. Without effect for one that does not exist.
  public final func setAction(_ action: UIAction, forSegmentAt index: Int) {
    guard segments.indices.contains(index) else { return }
    let width = segments[index].width
    segments[index] = SegmentContent(action)
    segments[index].width = width
  }

  /// A segment's action; nil for one without, or that does not exist.
  public final func actionForSegment(at index: Int) -> UIAction? {
    segments.indices.contains(index) ? segments[index].action : nil
  }

  /// The index of the segment whose action has this identifier; `Int.max`, UIKit's `NSNotFound`, where there is none.
  public final func segmentIndex(identifiedBy identifier: UIAction.Identifier) -> Int {
    segments.firstIndex { $0.action?.identifier == identifier } ?? .max
  }

  /// A segment's text for readers: of one with a picture, the title of its action.
  final func spokenTitle(at index: Int) -> String? {
    titleForSegment(at: index) ?? actionForSegment(at: index)?.title
  }
}
