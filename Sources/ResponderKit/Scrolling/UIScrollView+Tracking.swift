import RunLoopCore

/// Fingers move it, and it goes on by itself.
///
///     finger down      tracking                              the loop's mode: tracking
///     far enough       dragging: willBeginDragging
///     finger up        willEndDragging, didEndDragging
///     goes on          decelerating: willBeginDecelerating
///     stands           didEndDecelerating                    the loop's mode: as before
extension UIScrollView {
  // MARK: Fingers

  /// A finger came down. What goes on by itself stops under it.
  final func fingerCameDown() {
    guard isScrollEnabled else { return }
    isTracking = true
    enterTrackingMode()
    stopMotion()
  }

  /// The fingers are gone, or do something else.
  final func fingersWent() {
    let wasTracking = isTracking
    isTracking = false
    if !isDecelerating {
      // Somebody took it away while it was pulled beyond its edge, or a finger stopped it there.
      if wasTracking, motion == nil, contentOffset != clamp(contentOffset), window != nil {
        decelerate(Point.zero, to: clamp(contentOffset))
      } else {
        leaveTrackingMode()
      }
    }
  }

  /// The first finger has gone far enough.
  final func panned(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began:
      isDragging = true
      dragOrigin = unpulled(contentOffset)
      delegate?.scrollViewWillBeginDragging(self)
    case .changed where isDragging: place(pulled(dragOrigin - pan.translation(in: superview)))
    case .ended where isDragging: endDrag(pan.velocity(in: superview))
    case .cancelled where isDragging:
      isDragging = false
      delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
    default: break
    }
  }

  private func endDrag(_ fingers: Point) {
    let movable = movable
    let velocity = Point(movable.x ? -fingers.x : 0, movable.y ? -fingers.y : 0)
    var target = naturalTarget(velocity)
    if isPagingEnabled { target = page(for: target, velocity) }
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: Point(velocity.x / 1000, velocity.y / 1000), targetContentOffset: &target)
    if !target.isFinite { target = contentOffset }
    let goesOn = window != nil && target.distance(to: contentOffset) > 0.01
    isDragging = false
    isTracking = false
    delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
    // The delegate may have scrolled, or taken the view away.
    if goesOn, window != nil, motion == nil { decelerate(velocity, to: target) }
  }

  private var rate: Double {
    let tuning = tuning
    return switch decelerationRate {
    case .normal: tuning.decelerationNormal
    case .fast: tuning.decelerationFast
    case .custom(let rate): rate
    }
  }

  /// Where it would stop, which may be beyond an edge; what is beyond now comes back to the edge.
  private func naturalTarget(_ velocity: Point) -> Point {
    let deceleration = Deceleration(rate: rate, slowest: tuning.slowestDeceleration)
    let way = Point(deceleration.way(velocity.x), deceleration.way(velocity.y))
    return clamp(contentOffset + way)
  }

  private func page(for target: Point, _ velocity: Point) -> Point {
    func nearest(_ offset: Double, _ velocity: Double, _ length: Double) -> Double {
      guard length > 0 else { return offset }
      let page = offset / length
      if velocity > 100 { return page.rounded(.up) * length }
      return (velocity < -100 ? page.rounded(.down) : page.rounded()) * length
    }
    return clamp(
      Point(
        nearest(contentOffset.x, velocity.x, bounds.width),
        nearest(contentOffset.y, velocity.y, bounds.height)))
  }

  // MARK: By itself

  private func decelerate(_ velocity: Point, to target: Point) {
    isDecelerating = true
    delegate?.scrollViewWillBeginDecelerating(self)
    guard isDecelerating, motion == nil else { return }
    let deceleration = Deceleration(rate: rate, slowest: tuning.slowestDeceleration)
    start(
      ScrollMotion(
        from: contentOffset, velocity: velocity, to: target, deceleration, range: range, bounces: bounces,
        stiffness: tuning.bounceStiffness))
  }

  final func start(_ motion: ScrollMotion) {
    guard let application = window?.application else { return stopMotion() }
    self.motion = motion
    motionBegan = UInt64(clamping: application.loop.now.nanoseconds)
    scheduleFrame(application)
  }

  private func scheduleFrame(_ application: UIApplication) {
    frames.set(
      after: .nanoseconds(1_000_000_000 / Int64(max(application.screen.maximumFramesPerSecond, 1))),
      on: application.loop)
  }

  final func motionFrame() {
    guard let motion, let application = window?.application else { return stopMotion() }
    let now = UInt64(clamping: application.loop.now.nanoseconds)
    let (offset, isOver) = motion.place(at: Double(now - min(now, motionBegan)) / 1e9)
    if !isOver { scheduleFrame(application) }
    place(offset)
    if isOver, self.motion === motion { stopMotion() }
  }

  /// It stays where it is, and the delegate is told what has ended.
  final func stopMotion() {
    guard isDecelerating || motion != nil else { return }
    let wasDecelerating = isDecelerating
    motion = nil
    isDecelerating = false
    frames.cancel()
    if !isTracking { leaveTrackingMode() }
    if wasDecelerating {
      delegate?.scrollViewDidEndDecelerating(self)
    } else {
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  // MARK: The loop's mode

  private func enterTrackingMode() {
    guard trackingApplication == nil, let application = window?.application else { return }
    trackingApplication = application
    application.pushRunLoopMode(.tracking)
  }

  private func leaveTrackingMode() {
    trackingApplication?.popRunLoopMode(.tracking)
    trackingApplication = nil
  }

  // MARK: Wheels

  /// Scrolls by a wheel's way, as far as there is content; false when that is nowhere.
  final func scroll(by delta: Point) -> Bool {
    guard isScrollEnabled else { return false }
    let target = clamp(contentOffset - delta)
    guard target != contentOffset else { return false }
    contentOffset = target
    return true
  }
}

extension GestureArena {
  /// The innermost scroll view under the pointer that can scroll this way.
  func scrolled(with event: UIEvent, in window: UIWindow) {
    var view = window.hitTest(window.geometry.local(event.screenLocation), with: event)
    while let current = view {
      if let scrollView = current as? UIScrollView, scrollView.scroll(by: event.scrollDelta) { return }
      view = current.superview
    }
  }
}
