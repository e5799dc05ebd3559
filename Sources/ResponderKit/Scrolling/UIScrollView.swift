/// A view that shows a part of something larger; fingers move the part. Its bounds' origin is the content offset.
///
/// While a finger is down in it, drags, or the content goes on by itself, the application's loop runs in the tracking mode
/// (see UIScrollView+Tracking.swift): what is in the default mode only waits.
open class UIScrollView: UIView {
  open weak var delegate: (any UIScrollViewDelegate)?

  open var contentSize = Size.zero
  /// Room around the content that can be scrolled to.
  open var contentInset = EdgeInsets.zero
  /// Whether the content can be pulled beyond its edges, and comes back.
  open var bounces = true
  /// Also along an axis that has nothing to scroll.
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  /// It stops at multiples of its size.
  open var isPagingEnabled = false
  open var isScrollEnabled = true {
    didSet { pan.isEnabled = isScrollEnabled }
  }

  /// Whether what is in it hears of touches only when it is seen that they do not scroll, or after a while.
  open var delaysContentTouches = true
  /// Whether a touch that the content has got already may still become a scroll; the content is told that it was
  /// cancelled.
  open var canCancelContentTouches = true
  open var decelerationRate = DecelerationRate.normal

  /// How quickly a scroll goes on slower when the finger has left.
  public enum DecelerationRate: Hashable, Sendable {
    case normal, fast
    /// What is left of the velocity after a millisecond.
    case custom(Double)
  }

  /// A finger is down in it, and it has not been told that this is no scroll.
  public final internal(set) var isTracking = false { didSet { looksChanged() } }
  /// A finger scrolls.
  public final internal(set) var isDragging = false { didSet { looksChanged() } }
  /// It goes on by itself after a drag.
  public final internal(set) var isDecelerating = false { didSet { looksChanged() } }

  // MARK: Inside

  final let pan = ScrollPan()
  final let gate = ContentTouchGate()
  /// What moves it when no finger does.
  final var motion: ScrollMotion? { didSet { looksChanged() } }
  final var motionBegan: UInt64 = 0
  /// As it would be without the rubber band.
  final var dragOrigin = Point.zero
  final lazy var frames = Alarm("scrolling") { [unowned self] in motionFrame() }
  /// Whose loop is in the tracking mode because of this view.
  final weak var trackingApplication: UIApplication?

  public override init(frame: Rect) {
    super.init(frame: frame)
    clipsToBounds = true
    gate.scrollView = self
    pan.scrollView = self
    pan.addAction { [weak self] pan in self?.panned(pan) }
    addGestureRecognizer(gate)
    addGestureRecognizer(pan)
  }

  deinit { trackingApplication?.popRunLoopMode(.tracking) }

  /// The recognizer that scrolls.
  open var panGestureRecognizer: UIPanGestureRecognizer { pan }

  // MARK: Whose touch it is

  /// Whether the content gets the touches. False: they only scroll.
  open func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
    true
  }

  /// Whether a touch that the content has got may be taken away from it to scroll: not from a control.
  open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }

  open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    panMayBegin(recognizer) && super.gestureRecognizerShouldBegin(recognizer)
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
      super.bounds = newValue
      guard newValue.origin != old.origin else { return }
      setNeedsLayout()
      delegate?.scrollViewDidScroll(self)
    }
  }

  open override func willMove(toWindow window: UIWindow?) {
    super.willMove(toWindow: window)
    if window == nil { stopMotion() }
  }
}
