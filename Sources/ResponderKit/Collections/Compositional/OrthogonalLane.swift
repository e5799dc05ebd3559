/// Scrolls the cells of one section across the way that its collection scrolls.
final class OrthogonalLane: UIScrollView {
  override class var standardHitTestClass: UIView.Type { OrthogonalLane.self }

  override var directionSource: UIView? { parent }

  private var isHorizontal = true
  /// Called when it has moved, with how far it is scrolled.
  var onMove: ((Double) -> Void)?
  /// Where it comes to rest that would stop at a place with a velocity in points a millisecond.
  var rest: ((_ proposed: Double, _ now: Double, _ velocity: Double) -> Double)?

  override func setUpParts() {
    super.setUpParts()
    // Shadows of cells go beyond it.
    clipsToBounds = false
    contentInsetAdjustmentBehavior = .never
    showsVerticalScrollIndicator = false
    showsHorizontalScrollIndicator = false
    onScroll = { [weak self] in
      guard let self else { return }
      onMove?(offset)
    }
  }

  var offset: Double { isHorizontal ? contentOffset.x : contentOffset.y }

  func place(_ place: LanePlace) {
    isHorizontal = place.isHorizontal
    if frame != place.frame { frame = place.frame }
    contentSize = place.contentSize
    isPagingEnabled = place.turnsPages
    decelerationRate = place.isFree ? .normal : .fast
    (alwaysBounceHorizontal, alwaysBounceVertical) = (isHorizontal, !isHorizontal)
    if !isTracking, motion == nil { self.place(clamp(contentOffset)) }
  }

  /// Scrolls to where it was before it was out of sight.
  func come(to offset: Double) { place(clamp(isHorizontal ? Point(offset, 0) : Point(0, offset))) }

  override func restingPlace(_ offset: Point, velocity: Point) -> Point {
    guard let rest else { return offset }
    return clamp(
      isHorizontal
        ? Point(rest(offset.x, contentOffset.x, velocity.x), offset.y)
        : Point(offset.x, rest(offset.y, contentOffset.y, velocity.y)))
  }
}
