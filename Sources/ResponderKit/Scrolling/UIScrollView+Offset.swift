/// Where the content can be.
extension UIScrollView {
  /// Sets `contentOffset`, optionally animated; the delegate is notified at the end.
  public final func setContentOffset(_ offset: Point, animated: Bool) {
    guard animated, window != nil, offset != contentOffset, offset.isFinite else {
      contentOffset = offset
      return
    }
    stopMotion()
    start(ScrollMotion(from: contentOffset, to: offset, in: tuning.scrollDuration))
  }

  /// Scrolls as little as is needed to show a rectangle of the content, beside the insets.
  public final func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    setContentOffset(offset(showing: rect), animated: animated)
  }

  /// The nearest offset that shows a rectangle of the content.
  final func offset(showing rect: Rect) -> Point {
    func shift(_ low: Double, _ high: Double, _ from: Double, _ length: Double) -> Double {
      if low < from { return low }
      return high > from + length ? max(from, min(low, high - length)) : from
    }
    let (offset, inset) = (contentOffset, adjustedContentInset)
    let seen = bounds.inset(by: inset)
    let target = Point(
      shift(rect.minX, rect.maxX, seen.minX, seen.width), shift(rect.minY, rect.maxY, seen.minY, seen.height))
    return clamp(Point(offset.x + target.x - seen.minX, offset.y + target.y - seen.minY))
  }

  final func place(_ offset: Point) {
    guard offset.isFinite, offset != bounds.origin else { return }
    bounds = Rect(origin: offset, size: bounds.size)
  }

  /// The offsets at which no edge of the content is inside of the view.
  final var range: (x: ClosedRange<Double>, y: ClosedRange<Double>) { range(within: adjustedContentInset) }

  final func range(within inset: EdgeInsets) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    let size = bounds.size
    let least = Point(-inset.left, -inset.top)
    let most = Point(
      contentSize.width + inset.right - size.width, contentSize.height + inset.bottom - size.height)
    return (Self.range(least.x, most.x), Self.range(least.y, most.y))
  }

  private static func range(_ least: Double, _ most: Double) -> ClosedRange<Double> {
    guard least.isFinite, most.isFinite, most > least else { return least.isFinite ? least...least : 0...0 }
    return least...most
  }

  final func clamp(_ offset: Point) -> Point {
    let range = range
    return Point(offset.x.clamped(to: range.x), offset.y.clamped(to: range.y))
  }

  /// Along which axes fingers can move it.
  final var movable: (x: Bool, y: Bool) {
    guard isScrollEnabled else { return (false, false) }
    let range = range
    return (
      range.x.upperBound > range.x.lowerBound || bounces && alwaysBounceHorizontal,
      range.y.upperBound > range.y.lowerBound || bounces && alwaysBounceVertical
    )
  }

  /// Where a step of `accessibilityScroll` leads to; where it is now if there is nothing farther.
  final func nextPage(_ direction: UIAccessibilityScrollDirection) -> Point {
    guard isScrollEnabled else { return contentOffset }
    let seen = isPagingEnabled ? bounds : bounds.inset(by: adjustedContentInset)
    let share = isPagingEnabled ? 1 : 0.9
    let way =
      switch direction {
      case .right: Point(seen.width * share, 0)
      case .left: Point(-seen.width * share, 0)
      case .up: Point(0, -seen.height * share)
      case .down: Point(0, seen.height * share)
      }
    return clamp(contentOffset + way)
  }

  // MARK: The rubber band

  /// Where the content is for a finger that pulls it to `offset`.
  final func pulled(_ offset: Point) -> Point {
    guard bounces else { return clamp(offset) }
    let (range, movable) = (range, movable)
    return Point(
      movable.x ? stretch(offset.x, range.x, bounds.width) : offset.x.clamped(to: range.x),
      movable.y ? stretch(offset.y, range.y, bounds.height) : offset.y.clamped(to: range.y))
  }

  /// Where the finger pulls content that is at `offset`.
  final func unpulled(_ offset: Point) -> Point {
    let range = range
    return Point(
      relax(offset.x, range.x, bounds.width), relax(offset.y, range.y, bounds.height))
  }

  /// The further beyond, the harder: it never goes beyond by as much as the view is large.
  private func stretch(_ offset: Double, _ range: ClosedRange<Double>, _ length: Double) -> Double {
    let edge = offset.clamped(to: range)
    let beyond = offset - edge
    guard beyond != 0, length > 0 else { return edge }
    let way = (1 - 1 / (abs(beyond) * tuning.rubberBand / length + 1)) * length
    return edge + (beyond < 0 ? -way : way)
  }

  private func relax(_ offset: Double, _ range: ClosedRange<Double>, _ length: Double) -> Double {
    let edge = offset.clamped(to: range)
    let way = offset - edge
    guard way != 0, abs(way) < length, tuning.rubberBand > 0 else { return offset }
    let beyond = (1 / (1 - abs(way) / length) - 1) * length / tuning.rubberBand
    return edge + (way < 0 ? -beyond : beyond)
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.max(range.lowerBound, Swift.min(range.upperBound, self))
  }

  /// Clamps to limits that may be NaN or reversed: then the lower one is used, or 0 if that is NaN.
  func clamped(from least: Double, to most: Double) -> Double {
    let least = least.isNaN ? 0 : least
    return clamped(to: least...(most > least ? most : least))
  }
}
