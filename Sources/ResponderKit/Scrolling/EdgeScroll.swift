/// Scrolls a view while a finger that moves something in it is near an edge, the faster the nearer.
final class EdgeScroll {
  /// The distance from an edge at which scrolling begins.
  private static let near = 44.0
  /// The speed in points a frame.
  private var speed = Point.zero
  private var link: DisplayLink?

  deinit { link?.invalidate() }

  /// Follows a finger, whose position is relative to the bounds' origin.
  ///
  /// - Parameter moved: called after each step.
  func follow(_ finger: Point, in view: UIScrollView, _ moved: @escaping () -> Void) {
    speed = Self.speed(finger, view)
    guard speed != .zero else { return end() }
    guard link == nil, let application = view.window?.application else { return }
    let link = DisplayLink(framesPerSecond: application.screen.maximumFramesPerSecond) {
      [weak self, weak view] link in
      guard let self, let view, view.window != nil else { return link.invalidate() }
      view.place(view.clamp(view.contentOffset + speed))
      moved()
    }
    do {
      try link.add(to: application.loop)
      self.link = link
    } catch {
      application.losses.add(.init("scrolling beside a finger: \(error)"))
    }
  }

  /// Whether there is something to scroll to beside a finger at this place.
  func moves(_ view: UIScrollView, for finger: Point) -> Bool {
    let (offset, speed) = (view.contentOffset, Self.speed(finger, view))
    return speed != .zero && view.clamp(offset + speed) != offset
  }

  private static func speed(_ finger: Point, _ view: UIScrollView) -> Point {
    let (insets, size) = (view.adjustedContentInset, view.bounds.size)
    return Point(
      speed(finger.x, insets.left, size.width - insets.right),
      speed(finger.y, insets.top, size.height - insets.bottom))
  }

  private static func speed(_ finger: Double, _ low: Double, _ high: Double) -> Double {
    let (before, behind) = (low + near - finger, finger - (high - near))
    return before > 0 ? -min(before, near) / 4 : behind > 0 ? min(behind, near) / 4 : 0
  }

  func end() {
    link?.invalidate()
    link = nil
  }
}
