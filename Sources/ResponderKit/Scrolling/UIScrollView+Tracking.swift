/// Dragging by fingers, and deceleration.
///
///     finger down      tracking                              the loop's mode: tracking
///     far enough       dragging: willBeginDragging
///     finger up        willEndDragging, didEndDragging
///     goes on          decelerating: willBeginDecelerating
///     stands           didEndDecelerating                    the loop's mode: as before
extension UIScrollView {
  // MARK: Fingers

  /// Handles a new finger, which stops a motion in progress.
  final func panTouchBegan() {
    guard isScrollEnabled else { return }
    isTracking = true
    enterTrackingMode()
    if motion != nil { mustSettle = true }
    stopMotion()
  }

  /// Handles the end of the fingers, or another gesture of theirs.
  final func panTouchesEnded() {
    let wasTracking = isTracking
    isTracking = false
    var rest = mustSettle && isPagingEnabled ? page(.zero) : clamp(contentOffset)
    if mustSettle, !isPagingEnabled { rest = restingPlace(rest, velocity: .zero) }
    mustSettle = false
    if !isDecelerating {
      // The touch was taken away beyond an edge or between two pages, or a finger stopped the content there.
      if wasTracking, motion == nil, zoomMotion == nil, window != nil, contentOffset != rest {
        decelerate(.zero, to: rest)
      } else {
        leaveTrackingMode()
        fadeIndicators()
      }
    }
  }

  /// Begins the drag when the first finger has moved far enough.
  final func panned(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began:
      isDragging = true
      mustSettle = true
      dragOrigin = unpulled(contentOffset)
      dragAxes = axes(of: pan.way)
      self.pan.sharedDrag = SharedDrag(of: self)
      showIndicators()
      dismissKeyboard()
      delegate?.scrollViewWillBeginDragging(self)
      follow(pan)
    case .changed: follow(pan)
    case .ended where isDragging:
      // The fingers may have moved on until they were lifted.
      if motion == nil, zoomMotion == nil { follow(pan) }
      refreshControl?.fingersWentUp()
      let velocity = isZooming ? .zero : along(pan.velocity(in: superview))
      endDrag(self.pan.sharedDrag?.sharer?.dragEnded(velocity: velocity.y) == true ? .zero : velocity)
      self.pan.sharedDrag = nil
    case .cancelled where isDragging:
      isDragging = false
      self.pan.sharedDrag.take()?.sharer?.dragCancelled()
      refreshControl?.fingersWentUp()
      delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
    default: break
    }
  }

  /// Moves the content to where the fingers are.
  private func follow(_ pan: UIPanGestureRecognizer) {
    guard isDragging else { return }
    var way = along(pan.translation(in: superview))
    if !isZooming, let y = self.pan.sharedDrag?.share(way.y, with: self) { way.y = y }
    // While two fingers zoom, the zoom says where the content is, and the drag continues from there.
    if isZooming { dragOrigin = unpulled(contentOffset) + way } else { place(pulled(dragOrigin - way)) }
  }

  /// With the direction lock on, a drag that clearly begins along one axis keeps to it.
  private func axes(of way: Point) -> (x: Bool, y: Bool) {
    guard isDirectionalLockEnabled else { return (true, true) }
    let (x, y, ratio) = (abs(way.x), abs(way.y), tuning.directionLock)
    return (x * ratio >= y, y * ratio >= x)
  }

  private func along(_ way: Point) -> Point { Point(dragAxes.x ? way.x : 0, dragAxes.y ? way.y : 0) }

  private func endDrag(_ fingers: Point) {
    let movable = movable
    let velocity = Point(movable.x ? -fingers.x : 0, movable.y ? -fingers.y : 0)
    var target = naturalTarget(velocity)
    if isPagingEnabled { target = page(velocity) }
    delegate?.scrollViewWillEndDragging(
      self, withVelocity: Point(velocity.x / 1000, velocity.y / 1000), targetContentOffset: &target)
    withUnsafeMutablePointer(to: &target) { target in
      delegate?.scrollViewWillEndDragging(
        self, withVelocity: Point(velocity.x / 1000, velocity.y / 1000), targetContentOffset: target)
    }
    if !target.isFinite { target = contentOffset }
    let goesOn = window != nil && zoomMotion == nil && target.distance(to: contentOffset) > 0.01
    isDragging = false
    isTracking = false
    mustSettle = false
    delegate?.scrollViewDidEndDragging(self, willDecelerate: goesOn)
    // The delegate may have scrolled, or taken the view away.
    if goesOn, window != nil, motion == nil, zoomMotion == nil, !isZooming {
      decelerate(velocity, to: target)
    } else if motion == nil {
      fadeIndicators()
    }
  }

  /// Where it would stop, which may be beyond an edge; what is beyond now comes back to the edge.
  private func naturalTarget(_ velocity: Point) -> Point {
    let deceleration = Deceleration(rate: rate, slowest: tuning.slowestDeceleration)
    let way = Point(deceleration.way(velocity.x), deceleration.way(velocity.y))
    return restingPlace(
      clamp(contentOffset + way), velocity: Point(velocity.x / 1000, velocity.y / 1000))
  }

  /// The page at which the content stops: the next one in the direction of a quick drag, else the nearest.
  private func page(_ velocity: Point) -> Point {
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

  // MARK: The loop's mode

  private func enterTrackingMode() {
    guard trackingApplication == nil, let application = window?.application else { return }
    trackingApplication = application
    application.pushRunLoopMode(.tracking)
  }

  final func leaveTrackingMode() {
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
      if let scrollView = current as? UIScrollView, scrollView.wheelTurned(by: event.scrollDelta) { return }
      view = current.superview
    }
  }
}
