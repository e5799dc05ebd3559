/// Two fingers make a view in the scroll view larger and smaller: the one that the delegate names in `viewForZooming(in:)`.
///
/// Zooming sets that view's transform and center, and the content's size. What lies under the fingers' middle stays there.
extension UIScrollView {
  /// How large the view is, measured by its own size.
  public final var zoomScale: Double {
    get { zoomScaleStorage }
    set { setZoomScale(newValue, animated: false) }
  }

  /// As `zoomScale`, between the least and the greatest; what is in the middle stays there.
  public final func setZoomScale(_ scale: Double, animated: Bool) {
    guard let view = zoomedView, scale.isFinite else { return }
    let middle = Point(bounds.width / 2, bounds.height / 2)
    zoom(
      ZoomMotion(
        view, scale: (zoomScale, clampZoom(scale)), anchor: view.geometry.local(contentOffset + middle),
        place: (middle, middle), duration: tuning.scrollDuration), animated)
  }

  /// Shows a rectangle of the zoomed view as large as it can be.
  public final func zoom(to rect: Rect, animated: Bool) {
    guard let view = zoomedView, rect.width > 0, rect.height > 0, rect.isFinite else { return }
    let scale = min(bounds.width / rect.width, bounds.height / rect.height)
    zoom(
      ZoomMotion(
        view, scale: (zoomScale, clampZoom(scale)), anchor: rect.center,
        place: (view.geometry.outer(rect.center) - contentOffset, Point(bounds.width / 2, bounds.height / 2)),
        duration: tuning.scrollDuration), animated)
  }

  private func zoom(_ motion: ZoomMotion, _ animated: Bool) {
    stopMotion()
    guard animated, window != nil else { return motion.finish(self) }
    zoomingBegins(motion.view)
    start(motion)
  }

  private func zoomingBegins(_ view: UIView) {
    delegate?.scrollViewWillBeginZooming(self, with: view)
    delegate?.scrollViewWillBeginZooming(self, with: Optional(view))
  }

  private func zoomingEnded(_ view: UIView) {
    delegate?.scrollViewDidEndZooming(self, with: view, atScale: zoomScale)
    delegate?.scrollViewDidEndZooming(self, with: Optional(view), atScale: zoomScale)
  }

  /// The zoom has reached its end, or was stopped.
  final func finish(_ zoom: ZoomMotion) {
    zoom.finish(self)
    zoomingEnded(zoom.view)
  }

  // MARK: Fingers

  final var zoomedView: UIView? {
    guard let view = delegate?.viewForZooming(in: self), view !== self else { return nil }
    return view
  }

  final var mayZoom: Bool { maximumZoomScale > minimumZoomScale && zoomedView != nil }

  final func pinched(_ pinch: UIPinchGestureRecognizer) {
    switch pinch.state {
    case .began:
      guard let view = zoomedView else { return }
      isZooming = true
      zoomOrigin = zoomScale
      zoomAnchor = view.geometry.local(pinch.location(in: self))
      zoomingBegins(view)
      follow(pinch)
    case .changed where isZooming: follow(pinch)
    case .ended where isZooming, .cancelled where isZooming: endZoom(pinch.location(in: self) - contentOffset)
    default: break
    }
  }

  private func follow(_ pinch: UIPinchGestureRecognizer) {
    guard isZooming, let view = zoomedView else { return }
    let place = pinch.location(in: self) - contentOffset
    setZoom(pulledZoom(zoomOrigin * pinch.scale), of: view, zoomAnchor, at: place)
  }

  private func endZoom(_ place: Point) {
    isZooming = false
    guard let view = zoomedView else { return }
    let (scale, target) = (zoomScale, clampZoom(zoomScale))
    if target != scale {
      // The delegate is notified of the end when the view has bounced back.
      return start(
        ZoomMotion(
          view, scale: (scale, target), anchor: zoomAnchor, place: (place, place),
          duration: tuning.scrollDuration))
    }
    zoomingEnded(view)
    if motion == nil, !isDragging, window != nil, contentOffset != clamp(contentOffset) {
      decelerate(.zero, to: clamp(contentOffset))
    }
  }

  final func clampZoom(_ scale: Double) -> Double {
    max(minimumZoomScale, min(scale, max(maximumZoomScale, minimumZoomScale)))
  }

  /// Beyond the greatest and the least the fingers pull against a rubber band.
  private func pulledZoom(_ scale: Double) -> Double {
    let limit = clampZoom(scale)
    guard bouncesZoom, limit > 0, scale > 0 else { return limit }
    return limit * (scale / limit).squareRoot()
  }

  /// - Parameters:
  ///   - anchor: a point of the zoomed view.
  ///   - place: where it is seen then, measured from the scroll view's corner.
  final func setZoom(_ scale: Double, of view: UIView, _ anchor: Point, at place: Point) {
    guard scale > 0, scale.isFinite, place.isFinite else { return }
    let whole = wholeContent.fits(self, view) ? wholeContent : ZoomedContent(self, view)
    zoomScaleStorage = scale
    view.transform = AffineTransform(scaleX: scale, y: scale)
    view.center = Point(whole.center.x * scale, whole.center.y * scale)
    contentSize = Size(whole.size.width * scale, whole.size.height * scale)
    wholeContent = whole.shown(self, view)
    let offset = view.geometry.outer(anchor) - place
    self.place(isZooming && bounces ? offset : clamp(offset))
    delegate?.scrollViewDidZoom(self)
  }
}

/// The content without zoom: kept from one scale to the next, so that errors do not add up.
struct ZoomedContent {
  private(set) var size = Size.zero
  /// The zoomed view's.
  private(set) var center = Point.zero
  /// The last values set here: other values were set by other code.
  private var lastSize: Size?
  private var lastCenter = Point.zero

  init() {}

  init(_ scrollView: UIScrollView, _ view: UIView) {
    let scale = scrollView.zoomScaleStorage
    let content = scrollView.contentSize
    // A program that has set none gets the view's size.
    size = content == .zero ? view.bounds.size : Size(content.width / scale, content.height / scale)
    center = Point(view.center.x / scale, view.center.y / scale)
  }

  func fits(_ scrollView: UIScrollView, _ view: UIView) -> Bool {
    lastSize == scrollView.contentSize && lastCenter == view.center
  }

  func shown(_ scrollView: UIScrollView, _ view: UIView) -> ZoomedContent {
    var copy = self
    copy.lastSize = scrollView.contentSize
    copy.lastCenter = view.center
    return copy
  }
}

/// An animated zoom.
final class ZoomMotion {
  let view: UIView
  private let scale: (from: Double, to: Double)
  private let anchor: Point
  private let place: (from: Point, to: Point)
  private let duration: Double

  init(
    _ view: UIView, scale: (from: Double, to: Double), anchor: Point, place: (from: Point, to: Point),
    duration: Duration
  ) {
    self.view = view
    self.scale = scale
    self.anchor = anchor
    self.place = place
    self.duration = max(Double(duration.asNanoseconds) / 1e9, 0.001)
  }

  /// Whether it is in progress.
  func apply(to scrollView: UIScrollView, at time: Double) -> Bool {
    let rest = 1 - min(max(time / duration, 0), 1)
    let part = 1 - rest * rest * rest
    guard part < 1 else { return false }
    let way = place.to - place.from
    scrollView.setZoom(
      scale.from + (scale.to - scale.from) * part, of: view, anchor,
      at: place.from + Point(way.x * part, way.y * part))
    return true
  }

  func finish(_ scrollView: UIScrollView) { scrollView.setZoom(scale.to, of: view, anchor, at: place.to) }
}

/// The recognizer that zooms. It goes together with the one that scrolls.
final class ScrollPinch: UIPinchGestureRecognizer {
  weak var scrollView: UIScrollView?

  override var takesTouches: Bool { scrollView?.mayZoom ?? false }

  override func canPrevent(_ other: UIGestureRecognizer) -> Bool { other !== scrollView?.pan }
  override func canBePrevented(by other: UIGestureRecognizer) -> Bool { other !== scrollView?.pan }
}
