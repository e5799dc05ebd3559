import RunLoopCore

/// A view that shows a part of something larger; fingers move the part. Its bounds' origin is the content offset.
///
/// While a finger is down in it, drags, or the content moves by itself, the application's loop runs in the tracking mode
/// (see UIScrollView+Tracking.swift): what is in the default mode only waits.
open class UIScrollView: UIView {
  override class var standardHitTestClass: UIView.Type { UIScrollView.self }

  override func scrollUp(by distance: Double) -> Bool {
    guard isScrollEnabled else { return false }
    setContentOffset(Point(contentOffset.x, contentOffset.y + distance), animated: true)
    return true
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: !accessibilityScrollDirections.isEmpty)
  }
  override var accessibilityScrollDirections: [UIAccessibilityScrollDirection] {
    UIAccessibilityScrollDirection.allCases.filter { nextPage($0) != contentOffset }
  }
  /// Scrolls by a page, or by nine tenths of what is seen.
  open override func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool {
    let target = nextPage(direction)
    guard target != contentOffset else { return false }
    setContentOffset(target, animated: true)
    return true
  }

  /// Notified of scrolling and zooming.
  open weak var delegate: (any UIScrollViewDelegate)?

  /// The size of what is scrolled, in points. A smaller one does not move what is shown until it is scrolled.
  open var contentSize = Size.zero {
    didSet {
      guard contentSize != oldValue else { return }
      adjustInsets()
      reportValues()
    }
  }
  /// Room around the content that can be scrolled to, beside what the safe area asks for.
  open var contentInset = EdgeInsets.zero {
    didSet {
      guard contentInset != oldValue else { return }
      contentInsetChanged(from: oldValue)
      reportValues()
    }
  }
  /// Whether the parts of the safe area are room around the content, too.
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
    didSet { adjustInsets() }
  }
  /// Whether the content can be pulled beyond its edges, and comes back.
  open var bounces = true
  /// Whether the content can be pulled up and down, also when it is no higher than the view.
  open var alwaysBounceVertical = false { didSet { adjustInsets() } }
  /// Whether the content can be pulled to the sides, also when it is no wider than the view.
  open var alwaysBounceHorizontal = false { didSet { adjustInsets() } }
  /// It stops at multiples of its size: it comes there within `pageDuration`, with the fingers' velocity first.
  open var isPagingEnabled = false
  /// Whether fingers and wheels scroll. The program can scroll in any case.
  open var isScrollEnabled = true {
    didSet { pan.isEnabled = isScrollEnabled }
  }

  /// A drag that clearly begins along one axis keeps to it.
  open var isDirectionalLockEnabled = false

  /// Whether bars show, while it scrolls, which part of the content is seen.
  open var showsVerticalScrollIndicator = true { didSet { indicators.layOut(in: self) } }
  /// As `showsVerticalScrollIndicator`, of the part from left to right.
  open var showsHorizontalScrollIndicator = true { didSet { indicators.layOut(in: self) } }

  /// The color of these bars.
  open var indicatorStyle = IndicatorStyle.default {
    didSet { if indicatorStyle != oldValue { indicators.color = indicatorStyle.color } }
  }

  /// How small fingers can make the view that the delegate names: see UIScrollView+Zooming.swift.
  open var minimumZoomScale = 1.0
  /// How large fingers can make that view. Nothing is zoomed unless it is greater than `minimumZoomScale`.
  open var maximumZoomScale = 1.0
  /// Whether it can be pulled beyond these, and comes back.
  open var bouncesZoom = true

  /// The control above the content that a pull shows; nil, the default: none. See UIScrollView+Refreshing.swift.
  open var refreshControl: UIRefreshControl? { didSet { exchangeRefreshControl(oldValue) } }

  /// Without effect: there is no status bar to touch.
  open var scrollsToTop = true
  /// Whether its content gets touches only when they are known not to scroll, or after a while.
  open var delaysContentTouches = true
  /// Whether a touch that the content has already received may still become a scroll; the content receives its
  /// cancellation.
  open var canCancelContentTouches = true
  /// How quickly the content slows down after a drag.
  open var decelerationRate = DecelerationRate.normal

  /// The rate of deceleration after the finger was lifted.
  public enum DecelerationRate: Hashable, Sendable {
    /// The application's `gestureTuning.decelerationNormal` and `decelerationFast`.
    case normal, fast
    /// The remaining part of the velocity after a millisecond.
    case custom(Double)
  }

  /// Whether a finger is down in it that may still scroll.
  public final internal(set) var isTracking = false
  /// A finger scrolls.
  public final internal(set) var isDragging = false
  /// Whether it decelerates after a drag.
  public final internal(set) var isDecelerating = false
  /// Two fingers zoom.
  public final internal(set) var isZooming = false
  /// The zoom comes back from beyond its limits, or goes where the program wants it.
  public final var isZoomBouncing: Bool { zoomMotion != nil }

  // MARK: Inside

  /// How much of the room above the content is given back as the content scrolls: a large title in the bar above becomes small.
  final var collapsibleRoom = 0.0
  /// Called when the content, or its room, has moved: a bar above follows.
  final var onScroll: (() -> Void)?
  /// The safe area's addition to `contentInset`.
  final var insetAdjustment = EdgeInsets.zero
  final let pan = ScrollPan()
  final let gate = ContentTouchGate()
  final let pinch = ScrollPinch()
  final let indicators = ScrollIndicators()
  /// What moves it when no finger does.
  final var motion: ScrollMotion?
  final var zoomMotion: ZoomMotion?
  final var motionBegan = RunLoop.Instant.distantPast
  /// The display's beats, while something moves it.
  final var link: DisplayLink?
  /// A finger stopped or dragged the content: pages are not left half turned when it is lifted.
  final var mustSettle = false
  /// The offset as it would be without the rubber band.
  final var dragOrigin = Point.zero
  /// Along which axes this drag scrolls.
  final var dragAxes = (x: true, y: true)
  final var zoomScaleStorage = 1.0
  final var wholeContent = ZoomedContent()
  /// The scale at which the fingers began, and the point of the zoomed view that they hold.
  final var zoomOrigin = 1.0
  final var zoomAnchor = Point.zero
  /// The application whose loop is in the tracking mode because of this view.
  final weak var trackingApplication: UIApplication?

  /// It clips to its bounds, and has three recognizers: for touches of the content, scrolling and zooming.
  override func setUpParts() {
    super.setUpParts()
    clipsToBounds = true
    gate.scrollView = self
    pan.scrollView = self
    pan.addAction { [weak self] pan in self?.panned(pan) }
    pinch.scrollView = self
    pinch.addAction { [weak self] pinch in self?.pinched(pinch) }
    addGestureRecognizer(gate)
    addGestureRecognizer(pan)
    addGestureRecognizer(pinch)
  }

  deinit {
    link?.invalidate()
    trackingApplication?.popRunLoopMode(.tracking)
  }

  /// The recognizer that scrolls.
  open var panGestureRecognizer: UIPanGestureRecognizer { pan }
  /// The recognizer that zooms; nil while nothing can be zoomed.
  open var pinchGestureRecognizer: UIPinchGestureRecognizer? { mayZoom ? pinch : nil }

  // MARK: Whose touch it is

  /// Whether the content gets the touches. False: they only scroll.
  open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
    true
  }

  /// Whether a touch that the content has received may be taken away from it to scroll: not from a control.
  open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    ownMayBegin(recognizer) && super.gestureRecognizerShouldBegin(recognizer)
  }

  // MARK: Where it is: see UIScrollView+Offset.swift

  /// What of the content is at the view's upper left corner. Setting it stops what moves it.
  open var contentOffset: Point {
    get { bounds.origin }
    set {
      stopMotion()
      place(newValue)
    }
  }

  open override var bounds: Rect {
    get { super.bounds }
    set {
      let old = super.bounds
      holdingReports {
        super.bounds = newValue
        indicators.layOut(in: self)
        guard newValue.origin != old.origin else { return }
        setNeedsLayout()
        refreshControl?.follow()
        onScroll?()
      }
      guard newValue.origin != old.origin else { return }
      delegate?.scrollViewDidScroll(self)
    }
  }

  /// Whether what is around it may move with drags of its content: not a picker's wheel.
  var sharesDrags: Bool { true }

  /// A wheel was turned by a way; false if that moves nothing, so that what is around may move.
  func wheelTurned(by delta: Point) -> Bool { scroll(by: delta) }

  /// Where content comes to rest that would stop at `offset` after a drag, or was stopped there by a finger.
  ///
  /// - Parameter velocity: of the content, in points a millisecond.
  func restingPlace(_ offset: Point, velocity: Point) -> Point { beside(offset) }

  // MARK: The safe area: see UIScrollView+Insets.swift

  /// Called when `adjustedContentInset` has changed, before the delegate is. A subclass calls `super`.
  open func adjustedContentInsetDidChange() {}
  /// Whether the safe area's top and bottom are room around the content, also where nothing scrolls up and down.
  var insetsFollowHeight: Bool { contentInsetAdjustmentBehavior == .automatic && isContentOfPage }

  override func roomChanged() { adjustInsets() }
  override func coveredInside(_ insets: EdgeInsets) -> EdgeInsets { coveredContent(insets) }
  override var scrolledGuide: UILayoutGuide? { contentLayoutGuide }
  override func contentGuideSolved(_ size: Size) { contentSize = size }

  open override func willMove(toWindow window: UIWindow?) {
    super.willMove(toWindow: window)
    if window == nil { stopMotion() }
  }
}
