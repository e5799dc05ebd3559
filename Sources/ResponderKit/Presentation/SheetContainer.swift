/// Holds a sheet: places it, and lets fingers move it.
final class SheetContainer: PresentationContainer {
  private(set) var places = SheetPlaces(
    kind: .full, bounds: .zero, stops: [.init(identifier: .large, extent: 0)], x: 0, width: 0, height: 0)
  /// How far its upper edge is from the window's lower one.
  private(set) var extent = 0.0
  /// A finger moves it.
  private var drag: SheetDrag?
  private let grabber = SheetGrabber()
  private let pan = SheetPan()

  private struct SheetDrag {
    /// Where it was when the finger began.
    let start: Double
    /// Where the finger pulls it.
    var wanted: Double
    /// Whether it may leave; nil: not asked yet.
    var canGo: Bool?
  }

  init(_ sheet: UISheetPresentationController) {
    super.init(sheet)
    panel.addSubview(grabber)
    grabber.onTap = { [weak self] in self?.moveOn() }
    pan.addAction { [weak self] pan in self?.panned(pan) }
    panel.addGestureRecognizer(pan)
  }

  private var sheet: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  /// Where it rests now.
  private var stop: SheetPlaces.Stop { places.stop(sheet?.selectedDetentIdentifier) ?? places.stops[0] }
  /// Up to there what is behind can be touched.
  private var undimmed: SheetPlaces.Stop? { places.stop(sheet?.largestUndimmedDetentIdentifier) }

  override func point(inside point: Point, with event: UIEvent?) -> Bool {
    if let undimmed, stop.extent <= undimmed.extent { return panel.frame.contains(point) }
    return super.point(inside: point, with: event)
  }

  // MARK: Its place

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let sheet, !isLeaving else { return }
    places = sheet.places(in: bounds, safeAreaInsets, traitCollection)
    pan.isEnabled = places.kind != .full
    if drag == nil { extent = resting }
    place()
    sheet.containerWasLaidOut()
  }

  /// Where it rests: higher by the keyboard, as far as that goes, while what is in it is edited.
  private var resting: Double {
    guard let window, places.kind == .edge, let first = window.firstResponder as? UIView,
      first.isDescendant(of: panel)
    else { return stop.extent }
    return min(stop.extent + window.inputViewFrame.height, max(places.most, large))
  }

  /// As high as a large sheet is.
  private var large: Double { bounds.height - SheetPlaces.strip(above: bounds.height, safeAreaInsets) }

  /// How dark it is behind a sheet that is all there.
  private var darkest: Double { ControlLooks.dimming.resolvedColor(with: traitCollection).cgColor.alpha }

  private func place() {
    let (isCard, isFull) = (places.kind == .card, places.kind == .full)
    dimming.frame = bounds
    dimming.alpha = places.darkness(extent, undimmed: undimmed) * darkest
    panel.frame = places.frame(extent)
    panel.backgroundColor = sheet?.presentedView?.backgroundColor ?? Self.color
    clip.frame = panel.bounds
    let radius = isFull ? 0 : sheet?.preferredCornerRadius ?? 12
    for view in [panel, clip] {
      view.layer.cornerRadius = radius
      view.layer.maskedCorners =
        isCard ? .all : [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    }
    panel.layer.shadowOpacity = isFull ? 0 : 0.18
    grabber.isHidden = places.kind != .edge || sheet?.prefersGrabberVisible != true
    grabber.frame = Rect(panel.bounds.midX - 40, 0, 80, 20)
  }

  /// It is below the window.
  override func moveOut() {
    panel.frame.origin.y = bounds.maxY
    dimming.alpha = 0
  }

  override func comeBack() { place() }

  /// Goes to the next detent, or from the last to the first.
  private func moveOn() {
    guard drag == nil, let index = places.stops.firstIndex(where: { $0.identifier == stop.identifier }),
      places.stops.count > 1
    else { return }
    settle(at: places.stops[(index + 1) % places.stops.count], velocity: 0)
  }
}

// MARK: Fingers

extension SheetContainer {
  private func panned(_ pan: UIPanGestureRecognizer) {
    switch pan.state {
    case .began, .changed: pull(to: begin().start - pan.translation(in: self).y)
    case .ended: endDrag(velocity: pan.velocity(in: self).y)
    case .cancelled: cancelDrag()
    default: break
    }
  }

  /// A finger takes hold of it where it is seen.
  @discardableResult
  private func begin() -> SheetDrag {
    if let drag { return drag }
    if panel.isAnimating {
      extent = bounds.maxY - panel.presentationFrame.minY
      for view in panel.tree() + [dimming] where view.presentationStorage != nil {
        view.removeAllAnimations()
      }
      place()
    }
    let drag = SheetDrag(start: extent, wanted: extent)
    self.drag = drag
    return drag
  }

  /// Below its lowest place it begins to go, if it may.
  private func pull(to wanted: Double) {
    guard var drag, !isLeaving else { return }
    drag.wanted = wanted
    self.drag = drag
    if wanted < places.least { ask() }
    extent = places.pulled(wanted, canGo: self.drag?.canGo ?? false)
    place()
    layoutIfNeeded()
  }

  /// Whether it may go; asked once in a drag.
  private func ask() {
    guard drag != nil, drag?.canGo == nil, let sheet else { return }
    let canGo = sheet.mayDismiss()
    drag?.canGo = canGo
    if canGo { sheet.userWillDismiss() }
  }

  private func endDrag(velocity: Double) {
    guard let wanted = drag?.wanted, let sheet, !isLeaving else { return drag = nil }
    let target = places.rest(from: wanted, velocity: velocity)
    let showing = sheet.showing
    if target == nil { ask() }
    let canGo = drag?.canGo
    drag = nil
    guard target == nil, canGo == true else {
      settle(at: target ?? places.stops[0], velocity: velocity)
      if canGo == true { sheet.userStays() }
      if target == nil { sheet.userAttempted() }
      return
    }
    hide(true, velocity: velocity) { sheet.userDidDismiss(showing) }
  }

  private func cancelDrag() {
    let canGo = drag?.canGo
    drag = nil
    guard !isLeaving else { return }
    settle(at: stop, velocity: 0)
    if canGo == true { sheet?.userStays() }
  }

  private func settle(at target: SheetPlaces.Stop, velocity: Double) {
    let isNew = target.identifier != stop.identifier && places.kind == .edge
    let way = extent - target.extent
    PresentationContainer.animate(velocity: abs(way) < 1 ? 0 : max(velocity / way, 0)) {
      if isNew { sheet?.selectedDetentIdentifier = target.identifier }
      setNeedsLayout()
      layoutIfNeeded()
    }
    if isNew { sheet?.userSelected() }
  }
}

// A scroll view in it shares its drags with it.
extension SheetContainer: ScrollDragSharer {
  func take(_ way: Double, refreshes: Bool) -> Double {
    guard places.kind != .full, !isLeaving, let sheet else { return 0 }
    if way > 0, refreshes, !isPulledDown { return 0 }
    let held = begin()
    if way > 0 {
      pull(to: held.wanted - way)
      return way
    }
    let limit = sheet.prefersScrollingExpandsWhenScrolledToEdge ? max(places.most, held.start) : held.start
    let part = min(-way, max(limit - held.wanted, 0))
    if part > 0 { pull(to: held.wanted + part) }
    return -part
  }

  private var isPulledDown: Bool { drag.map { $0.wanted < $0.start } ?? false }

  func dragEnded(velocity: Double) -> Bool {
    guard let drag else { return false }
    let isBetween = !places.stops.contains { abs($0.extent - drag.wanted) < 0.5 }
    endDrag(velocity: isBetween ? velocity : 0)
    return isBetween
  }

  func dragCancelled() { if drag != nil { cancelDrag() } }
}

/// Moves a sheet, up and down.
final class SheetPan: UIPanGestureRecognizer {
  override func wantsToBegin(_ way: Point) -> Bool {
    abs(way.y) >= tuning.panSlop && abs(way.y) >= abs(way.x)
  }
}
