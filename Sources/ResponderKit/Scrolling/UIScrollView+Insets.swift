extension UIScrollView {
  /// Along which edges the safe area is room around the content.
  public enum ContentInsetAdjustmentBehavior: Int, Hashable, Sendable {
    /// As `scrollableAxes`; also vertically if the content does not scroll, for the content of a navigation controller's page: its view, or the backmost subview of that,
    /// or what `setContentScrollView` names.
    case automatic
    /// Along the axes on which it scrolls, or could be pulled.
    case scrollableAxes
    /// None: the content may lie below what covers the screen's edges.
    case never
    /// All.
    case always
  }

  /// The room around the content that can be scrolled to: `contentInset`, and what the safe area adds.
  public final var adjustedContentInset: EdgeInsets { contentInset + insetAdjustment }

  /// Where the room above the content ends that bars cover now: what stays at the upper edge stands here.
  final var clearTop: Double {
    bounds.minY + adjustedContentInset.top
      - (contentOffset.y + adjustedContentInset.top).clamped(to: 0...collapsibleRoom)
  }

  /// An offset at which a large title above is not half small: the nearest one, if the content is high enough.
  final func beside(_ offset: Point) -> Point {
    let way = offset.y + adjustedContentInset.top
    guard way > 0, way < collapsibleRoom else { return offset }
    return clamp(Point(offset.x, offset.y + (way < collapsibleRoom / 2 ? 0 : collapsibleRoom) - way))
  }

  /// Brings what the safe area adds up to date. Content whose beginning was in sight is moved so that it still is, and content is not
  /// left beyond its end.
  final func adjustInsets() {
    var new = adjustment(for: notifiedInsets)
    new.top += refreshControl?.room ?? 0
    guard new != insetAdjustment else { return }
    let old = adjustedContentInset
    insetAdjustment = new
    safeAreaMayChange()
    moveIntoRange(from: old)
    adjustedInsetsChanged()
  }

  /// The same for the program's own insets.
  final func contentInsetChanged(from old: EdgeInsets) {
    moveIntoRange(from: old + insetAdjustment)
    adjustedInsetsChanged()
  }

  private func moveIntoRange(from old: EdgeInsets) {
    // A finger, or what moves it, takes the new limits by itself.
    guard !isTracking, !isZooming, motion == nil else { return }
    let (old, new) = (range(within: old), range)
    func moved(_ place: Double, _ old: ClosedRange<Double>, _ new: ClosedRange<Double>) -> Double {
      if place == old.lowerBound { return new.lowerBound }
      return old.contains(place) ? place.clamped(to: new) : place
    }
    place(Point(moved(contentOffset.x, old.x, new.x), moved(contentOffset.y, old.y, new.y)))
  }

  final func adjustedInsetsChanged() {
    indicators.layOut(in: self)
    onScroll?()
    adjustedContentInsetDidChange()
    delegate?.scrollViewDidChangeAdjustedContentInset(self)
  }

  /// Whether it is the content of a navigation controller's page.
  final var isContentOfPage: Bool {
    var next: UIView? = self
    while let view = next {
      if let page = view.controller, page.topContent === self, page.navigationController != nil {
        return true
      }
      next = view.parent
    }
    return false
  }

  /// The axes along whose edges the safe area is room around the content. Content that needs the room only because it is there keeps it: its own size may
  /// depend on that.
  private var adjustedAxes: (across: Bool, down: Bool) {
    switch contentInsetAdjustmentBehavior {
    case .never: (false, false)
    case .always: (true, true)
    case .automatic, .scrollableAxes:
      (
        alwaysBounceHorizontal
          || contentSize.width + insetAdjustment.left + insetAdjustment.right > bounds.width,
        alwaysBounceVertical
          || contentSize.height + insetAdjustment.top + insetAdjustment.bottom > bounds.height
          || insetsFollowHeight
      )
    }
  }

  private func adjustment(for safe: EdgeInsets) -> EdgeInsets {
    guard safe != .zero else { return .zero }
    let (across, down) = adjustedAxes
    return EdgeInsets(
      top: down ? safe.top : 0, left: across ? safe.left : 0, bottom: down ? safe.bottom : 0,
      right: across ? safe.right : 0)
  }

  /// Content that has room around it moves below bars without a change of its own safe area.
  final func coveredContent(_ insets: EdgeInsets) -> EdgeInsets {
    guard insets != .zero else { return .zero }
    let (across, down) = adjustedAxes
    return EdgeInsets(
      top: down ? 0 : insets.top, left: across ? 0 : insets.left, bottom: down ? 0 : insets.bottom,
      right: across ? 0 : insets.right)
  }
}
