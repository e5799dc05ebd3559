extension UIScrollView: DragScroller {
  /// Scrolls while something is dragged near an edge.
  final func scroll(
    beside finger: Point, continuing token: AnyObject?, _ moved: @escaping () -> Void
  ) -> AnyObject? {
    guard isScrollEnabled else { return nil }
    let scroll = token as? EdgeScroll ?? EdgeScroll()
    guard scroll.moves(self, for: finger - bounds.origin) else { return nil }
    scroll.follow(finger - bounds.origin, in: self, moved)
    return scroll
  }
}
