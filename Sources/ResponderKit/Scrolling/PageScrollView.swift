/// Three places in a row: of the page before, of the one that is shown when all is at rest, and of the one after. Where content begins at the right, the first
/// one is there.
final class PageScrollView: UIScrollView, UIScrollViewDelegate {
  var isVertical = false
  /// Between pages.
  var spacing = 0.0
  var onMove: (() -> Void)?
  /// Called when a finger begins to move it.
  var onDrag: (() -> Void)?
  /// Called when it may have come to rest.
  var onRest: (() -> Void)?
  /// Called when its direction has changed.
  var onTurn: (() -> Void)?
  override var directionSource: UIView? { parent }
  override func directionDidChange() { if !isVertical { onTurn?() } }
  private var isReversed: Bool { !isVertical && isMirrored }

  override func setUpParts() {
    super.setUpParts()
    isPagingEnabled = true
    contentInsetAdjustmentBehavior = .never
    showsVerticalScrollIndicator = false
    showsHorizontalScrollIndicator = false
    delegate = self
  }

  /// From the beginning of one place to that of the next.
  var length: Double { isVertical ? bounds.height : bounds.width }

  /// Which place is seen: 1 is the middle.
  var place: Double {
    guard length > 0 else { return 1 }
    let way = (isVertical ? contentOffset.y : contentOffset.x) / length
    return isReversed ? 2 - way : way
  }

  func offset(of place: Int) -> Point {
    let way = Double(isReversed ? 2 - place : place) * length
    return isVertical ? Point(0, way) : Point(way, 0)
  }

  /// The place without the room between pages.
  func frame(of place: Int) -> Rect {
    let rect = Rect(origin: offset(of: place), size: bounds.size)
    return isVertical
      ? Rect(rect.minX, rect.minY + spacing / 2, rect.width, rect.height - spacing)
      : Rect(rect.minX + spacing / 2, rect.minY, rect.width - spacing, rect.height)
  }

  /// The frames of a spread's pages at a place.
  func frames(of spread: PageSpread, in place: Int, count: Int) -> [Rect] {
    let room = frame(of: place)
    let frames = spread.frames(in: room, isVertical: isVertical, count: count)
    return isReversed ? frames.map { $0.mirrored(in: room) } : frames
  }

  /// Whether neither a finger nor a motion moves it, and a place is seen whole.
  var isAtRest: Bool {
    !isTracking && !isDragging && motion == nil && abs(place - place.rounded()) * length < 0.5
  }

  /// Closes the places in which there is no page.
  func limit(hasBefore: Bool, hasAfter: Bool) {
    let (before, after) = (hasBefore ? 0 : -length, hasAfter ? 0 : -length)
    contentInset =
      isVertical
      ? EdgeInsets(top: before, bottom: after)
      : isReversed ? EdgeInsets(left: after, right: before) : EdgeInsets(left: before, right: after)
  }

  override func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool {
    onDrag?()
    return super.accessibilityScroll(direction)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { onMove?() }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { onDrag?() }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
    if !willDecelerate { onRest?() }
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { onRest?() }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { onRest?() }
}
