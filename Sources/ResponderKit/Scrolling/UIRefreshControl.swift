/// Above a scroll view's content, where a pull shows it: pulled far enough it sends `valueChanged`, and its wheel turns until `endRefreshing`.
///
/// It is put there as the scroll view's `refreshControl`, or by `addSubview`.
open class UIRefreshControl: UIControl {
  override class var standardHitTestClass: UIView.Type { UIRefreshControl.self }

  /// Its height in points, and the room above the content while it refreshes.
  static let height = 60.0
  /// How far the content is pulled when refreshing begins, in points of the content's way.
  static let pull = 80.0

  /// Whether it refreshes: from the pull, or `beginRefreshing`, to `endRefreshing`.
  public final private(set) var isRefreshing = false
  /// A text below the wheel.
  open var attributedTitle: NSAttributedString? {
    didSet {
      title.attributedText = attributedTitle
      setNeedsLayout()
    }
  }
  /// How far the content is pulled, as a share of what begins refreshing.
  private var progress = 0.0 {
    didSet {
      guard progress != oldValue else { return }
      title.isHidden = progress == 0 && !isRefreshing
      setNeedsDisplay()
    }
  }
  private let wheel = UIActivityIndicatorView(style: .medium)
  private let title = UILabel()
  private weak var scrollView: UIScrollView?
  /// Whether there is room for it above the content; not before the finger that pulls is lifted.
  private var hasRoom = false
  /// Whether refreshing ended while the fingers that pull now were down: they do not begin it anew.
  private var isSpent = false

  /// A control that does not refresh; it gets its place from the scroll view.
  public override init(frame: Rect) {
    super.init(frame: Rect(origin: frame.origin, size: Size(frame.width, Self.height)))
    setUp()
  }

  /// As `init(frame:)` with no width, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    super.init(frame: Rect(0, 0, 0, Self.height))
    setUp()
  }

  private func setUp() {
    isUserInteractionEnabled = false
    autoresizingMask = .flexibleWidth
    title.textAlignment = .center
    title.font = UIFont(size: 13)
    title.textColor = .secondaryLabel
    title.isHidden = true
    addSubview(wheel)
    addSubview(title)
  }

  // MARK: Refreshing

  /// Shows that the program refreshes by itself; sends nothing. Content whose beginning is in sight moves down, so that the wheel is seen.
  open func beginRefreshing() {
    guard !isRefreshing else { return }
    start()
    if scrollView?.isDragging != true { makeRoom() }
  }

  /// Ends refreshing: the content moves back over the control.
  open func endRefreshing() {
    guard isRefreshing else { return }
    isRefreshing = false
    // Fingers that still pull do not begin anew.
    isSpent = scrollView?.isDragging == true
    wheel.stopAnimating()
    hasRoom = false
    scrollView?.closeRefreshRoom()
    follow()
    setNeedsDisplay()
  }

  private func start() {
    isRefreshing = true
    title.isHidden = false
    wheel.color = layer.tintColor ?? UIColor(white: 0.6)
    wheel.startAnimating()
    setNeedsDisplay()
  }

  private func makeRoom() {
    guard isRefreshing, !hasRoom else { return }
    hasRoom = true
    scrollView?.adjustInsets()
    follow()
  }

  /// The room above the content that it takes.
  final var room: Double { hasRoom ? Self.height : 0 }

  // MARK: The scroll view

  /// It is above that view's content from now on; nil: of none.
  final func take(_ scrollView: UIScrollView?) {
    self.scrollView = scrollView
    guard let scrollView else {
      isRefreshing = false
      hasRoom = false
      wheel.stopAnimating()
      removeFromSuperview()
      return
    }
    frame = Rect(0, -Self.height, scrollView.bounds.width, Self.height)
    if superview !== scrollView { scrollView.insertSubview(self, at: 0) }
    if isRefreshing { makeRoom() }
    follow()
  }

  open override func didMoveToSuperview() {
    super.didMoveToSuperview()
    guard let scrollView = superview as? UIScrollView, scrollView.refreshControl == nil else { return }
    scrollView.refreshControl = self
  }

  /// The content has moved.
  final func follow() {
    guard let scrollView else { return }
    // What is above the content at rest without this control.
    let edge = scrollView.adjustedContentInset.top - room
    let pulled = -edge - scrollView.contentOffset.y
    // Bars cover what is farther above: it is directly above the content until it is seen whole, and then stays at the visible edge.
    let place = -max(Self.height, pulled)
    if frame.minY != place || frame.width != scrollView.bounds.width {
      frame = Rect(0, place, scrollView.bounds.width, Self.height)
    }
    progress = isRefreshing ? 0 : min(max(pulled / Self.pull, 0), 1)
    guard progress == 1, isEnabled, scrollView.isDragging, !isSpent else { return }
    start()
    sendActions(for: [.valueChanged, .primaryActionTriggered])
  }

  /// The fingers were lifted: the content comes to rest below it while it refreshes.
  final func fingersWentUp() {
    isSpent = false
    makeRoom()
  }

  // MARK: Looks

  open override func layoutSubviews() {
    super.layoutSubviews()
    let side = wheel.sizeThatFits(bounds.size)
    let isTitled = !(title.text ?? "").isEmpty
    let middle = isTitled ? bounds.midY - 10 : bounds.midY
    wheel.frame = Rect(bounds.midX - side.width / 2, middle - side.height / 2, side.width, side.height)
    title.frame = Rect(bounds.minX, bounds.maxY - 24, bounds.width, 20)
  }

  /// While it is pulled, one spoke after the other.
  open override func draw(_ rect: Rect) {
    guard !isRefreshing, progress > 0, let drawing = Drawing.current else { return }
    let (center, radius, spokes) = (wheel.center, wheel.bounds.width / 2, 8)
    let color = layer.tintColor ?? UIColor(white: 0.6)
    for spoke in 0..<Int((progress * Double(spokes)).rounded(.up)) {
      let way = Point(0, -1).applying(AffineTransform(rotationAngle: Double(spoke) / 4 * .pi))
      let ends = [0.45, 0.85].map { Point(center.x + way.x * radius * $0, center.y + way.y * radius * $0) }
      drawing.line(ends, color, width: radius * 2 / 9)
    }
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(
      isElement: true, label: title.text.flatMap { $0.isEmpty ? nil : $0 } ?? "Refresh",
      value: isRefreshing ? "in progress" : nil, traits: .button)
  }

  /// Refreshes as a pull does.
  open override func accessibilityActivate() -> Bool {
    if super.accessibilityActivate() { return true }
    guard isEnabled, !isRefreshing, scrollView != nil else { return true }
    beginRefreshing()
    sendActions(for: [.valueChanged, .primaryActionTriggered])
    return true
  }
}

extension UITableViewController {
  /// The table's control for refreshing; nil: none.
  public final var refreshControl: UIRefreshControl? {
    get { tableView?.refreshControl }
    set { tableView?.refreshControl = newValue }
  }
}
