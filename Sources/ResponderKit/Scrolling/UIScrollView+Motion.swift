import RunLoopCore

/// Motions: deceleration, the return from beyond an edge, a scroll or a zoom that the program requested. It
/// moves on the beats of the display, in the common modes.
extension UIScrollView {
  final func decelerate(_ velocity: Point, to target: Point) {
    isDecelerating = true
    delegate?.scrollViewWillBeginDecelerating(self)
    guard isDecelerating, motion == nil else { return }
    let deceleration = Deceleration(rate: rate, slowest: tuning.slowestDeceleration)
    start(
      ScrollMotion(
        from: contentOffset, velocity: velocity, to: target, deceleration, range: range, bounces: bounces,
        stiffness: tuning.bounceStiffness, turnDuration: Double(tuning.pageDuration.asNanoseconds) / 1e9,
        turnsPage: isPagingEnabled))
  }

  /// Whether a person sees that it moves by itself: it moves at least a twentieth of `slowestCatch` in the next twentieth
  /// of a second.
  final var movesVisibly: Bool {
    guard let motion else { return false }
    let (time, ahead) = (motionTime, 0.05)
    let way = motion.place(at: time).offset.distance(to: motion.place(at: time + ahead).offset)
    return way >= tuning.slowestCatch * ahead
  }

  /// How long it has moved by itself, in seconds.
  private var motionTime: Double {
    guard let application = window?.application else { return 0 }
    return Double(motionBegan.duration(to: application.loop.now).wholeNanoseconds) / 1e9
  }

  final var rate: Double {
    let tuning = tuning
    return switch decelerationRate {
    case .normal: tuning.decelerationNormal
    case .fast: tuning.decelerationFast
    case .custom(let rate): rate
    }
  }

  final func start(_ motion: ScrollMotion) {
    guard let application = window?.application else { return stopMotion() }
    self.motion = motion
    zoomMotion = nil
    motionBegan = application.loop.now
    showIndicators()
    follow(application)
  }

  final func start(_ zoom: ZoomMotion) {
    guard let application = window?.application else { return finish(zoom) }
    stopMotion()
    zoomMotion = zoom
    motionBegan = application.loop.now
    follow(application)
  }

  /// Frames come on the beats of the display from now on.
  private func follow(_ application: UIApplication) {
    guard link == nil else { return }
    let link = DisplayLink(framesPerSecond: application.screen.maximumFramesPerSecond) { [weak self] _ in
      self?.motionFrame()
    }
    do {
      try link.add(to: application.loop)
      self.link = link
    } catch {
      // Without a descriptor there are no beats: it is where it wants to be at once.
      application.losses.add(.init("scrolling: \(error)"))
      if let motion { place(motion.place(at: 1e6).offset) }
      stopMotion()
    }
  }

  private func motionFrame() {
    guard window?.application != nil else { return stopMotion() }
    let time = motionTime
    if let zoom = zoomMotion {
      if zoom.apply(to: self, at: time) || zoomMotion !== zoom { return }
      return stopMotion()
    }
    guard let motion else { return stopMotion() }
    followAim(of: motion)
    let (offset, isOver) = motion.place(at: time)
    place(offset)
    guard isOver, self.motion === motion else { return }
    arrive(motion)
    if self.motion === motion { stopMotion() }
  }

  /// Stops at the present place, and notifies the delegate. A zoom is finished.
  final func stopMotion() {
    link?.invalidate()
    link = nil
    if let zoom = zoomMotion {
      zoomMotion = nil
      finish(zoom)
    }
    guard isDecelerating || motion != nil else { return }
    let wasDecelerating = isDecelerating
    motion = nil
    isDecelerating = false
    if !isTracking { leaveTrackingMode() }
    if !isDragging { fadeIndicators() }
    if wasDecelerating {
      delegate?.scrollViewDidEndDecelerating(self)
    } else {
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }
}
