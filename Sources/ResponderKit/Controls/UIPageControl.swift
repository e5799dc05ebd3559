/// Dots, one a page, of which that of the current page is darker.
open class UIPageControl: UIControl {
  override class var standardHitTestClass: UIView.Type { UIPageControl.self }

  /// How many pages there are; never negative.
  open var numberOfPages = 0 {
    didSet {
      if numberOfPages < 0 { numberOfPages = 0 }
      currentPage = min(currentPage, max(numberOfPages - 1, 0))
      setNeedsDisplay()
    }
  }
  /// The page that is shown, from 0; clamped. Setting it sends no event.
  open var currentPage = 0 {
    didSet {
      let wanted = min(max(currentPage, 0), max(numberOfPages - 1, 0))
      if wanted != currentPage { currentPage = wanted }
      setNeedsDisplay()
    }
  }
  /// Whether one page has no dot.
  open var hidesForSinglePage = false { didSet { setNeedsDisplay() } }
  /// The color of the other pages' dots; nil: a light gray.
  open var pageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The color of the current page's dot; nil: a dark gray.
  open var currentPageIndicatorTintColor: UIColor? { didSet { setNeedsDisplay() } }

  /// A picture in place of each dot, in its color; nil: none.
  open var preferredIndicatorImage: UIImage? { didSet { setNeedsDisplay() } }
  private var images: [Int: UIImage] = [:] { didSet { setNeedsDisplay() } }

  /// A picture in place of a page's dot; nil: `preferredIndicatorImage`.
  open func setIndicatorImage(_ image: UIImage?, forPage page: Int) { images[page] = image }
  /// The picture that was set for a page.
  open func indicatorImage(forPage page: Int) -> UIImage? { images[page] }

  /// What is behind the dots.
  public enum BackgroundStyle: Int, Hashable, Sendable {
    /// Nothing; something; nothing.
    case automatic, prominent, minimal
  }
  /// What is behind the dots: a gray capsule, or nothing.
  open var backgroundStyle = BackgroundStyle.automatic { didSet { setNeedsDisplay() } }

  private static let dot = 7.0
  private static let pitch = 16.0
  /// The longer side of a picture in place of a dot.
  private static let picture = 12.0

  /// A control without pages.
  public override init(frame: Rect) { super.init(frame: frame) }

  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// The size that so many dots want.
  open func size(forNumberOfPages count: Int) -> Size { Size(Double(max(count, 0)) * Self.pitch + 10, 26) }

  open override func sizeThatFits(_ size: Size) -> Size { self.size(forNumberOfPages: numberOfPages) }
  open override var intrinsicContentSize: Size { size(forNumberOfPages: numberOfPages) }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, value: "\(currentPage + 1) / \(numberOfPages)", traits: .adjustable)
  }

  /// A touch before the middle turns one page back, any other touch one page forward.
  open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
    guard let touch, isTouchInside else { return }
    turn(by: mirrored(touch.location(in: self)).x < bounds.midX ? -1 : 1, with: event)
  }

  /// One page on, with its events.
  open override func accessibilityIncrement() { turn(by: 1) }
  /// One page back, with its events.
  open override func accessibilityDecrement() { turn(by: -1) }

  private func turn(by pages: Int, with event: UIEvent? = nil) {
    let old = currentPage
    currentPage += pages
    if currentPage != old { sendActions(for: [.valueChanged, .primaryActionTriggered], with: event) }
  }

  /// The pages whose dots may be in sight: as far outside of the bounds as a layer is drawn.
  private func pages(from left: Double) -> Range<Int> {
    func page(_ x: Double) -> Int {
      let pages = ((x - left) / Self.pitch).rounded(.down)
      return pages.isNaN ? 0 : Int(pages.clamped(to: 0...min(Double(numberOfPages), 1e15)))
    }
    let (first, last) = (page(bounds.minX - 1024), page(bounds.maxX + 1024))
    return first..<min(max(last + 1, first), first + 4096, numberOfPages)
  }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current, !(hidesForSinglePage && numberOfPages == 1) else { return }
    let left = bounds.midX - Double(numberOfPages) * Self.pitch / 2
    if backgroundStyle == .prominent, numberOfPages > 0 {
      let size = size(forNumberOfPages: numberOfPages)
      let capsule = Rect(
        bounds.midX - size.width / 2, bounds.midY - size.height / 2, size.width, size.height)
      drawing.fill(capsule, .tertiarySystemFill, cornerRadius: size.height / 2)
    }
    for page in pages(from: left) {
      let x = left + (Double(page) + 0.5) * Self.pitch
      let color =
        page == currentPage
        ? currentPageIndicatorTintColor ?? ControlLooks.currentDot
        : pageIndicatorTintColor ?? ControlLooks.dot
      let dot = Rect(x - Self.dot / 2, bounds.midY - Self.dot / 2, Self.dot, Self.dot)
      if let image = images[page] ?? preferredIndicatorImage, image.size.width > 0, image.size.height > 0 {
        let place = image.place(around: Point(dot.midX, dot.midY), longest: Self.picture)
        drawing.image(image.withRenderingMode(.alwaysTemplate), in: mirrored(place), tint: color)
      } else {
        drawing.fillEllipse(in: mirrored(dot), color)
      }
    }
  }
}
