/// A drag that a scroll view's content and what is around it have together: downwards the content goes first, to its beginning; upwards what is
/// around it does.
struct SharedDrag {
  weak var sharer: (any ScrollDragSharer)?
  /// How far the fingers have moved.
  private var way = 0.0
  /// What of that was taken.
  private var taken = 0.0

  /// The nearest sharer around the view; nil: there is none.
  init?(of scrollView: UIScrollView) {
    guard scrollView.sharesDrags, scrollView.movable.y, scrollView.dragAxes.y else { return nil }
    var view = scrollView.superview
    while let current = view, !(current is any ScrollDragSharer) { view = current.superview }
    guard let sharer = view as? any ScrollDragSharer else { return nil }
    self.sharer = sharer
  }

  /// The content's part of a way.
  mutating func share(_ way: Double, with scrollView: UIScrollView) -> Double {
    var step = way - self.way
    self.way = way
    if step > 0 { step -= min(max(scrollView.contentOffset.y - scrollView.range.y.lowerBound, 0), step) }
    if step != 0, let sharer { taken += sharer.take(step, refreshes: scrollView.refreshControl != nil) }
    return way - taken
  }
}
