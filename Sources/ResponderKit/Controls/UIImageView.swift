/// Shows a picture. It is not hit unless `isUserInteractionEnabled` is set, as in UIKit.
open class UIImageView: UIView {
  override class var standardHitTestClass: UIView.Type { UIImageView.self }

  /// The picture; nil shows nothing.
  open var image: UIImage? {
    didSet {
      guard image !== oldValue else { return }
      setNeedsDisplay()
      if !isHighlighted || highlightedImage == nil { pictureChanged() }
    }
  }
  /// How symbols look that do not say it themselves.
  open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
    didSet {
      guard preferredSymbolConfiguration != oldValue else { return }
      setNeedsDisplay()
      invalidateIntrinsicContentSize()
    }
  }
  /// What the mode `automatic` means for pictures that are no symbols.
  final var automaticMode = UIImage.RenderingMode.alwaysOriginal {
    didSet { if automaticMode != oldValue { setNeedsDisplay() } }
  }
  /// Shown instead while `isHighlighted`; nil: the same.
  open var highlightedImage: UIImage? {
    didSet {
      guard isHighlighted else { return }
      setNeedsDisplay()
      pictureChanged()
    }
  }
  /// Whether `highlightedImage` is shown, and `highlightedAnimationImages` while it is animated.
  open var isHighlighted = false {
    didSet {
      guard isHighlighted != oldValue else { return }
      if highlightedImage != nil {
        setNeedsDisplay()
        pictureChanged()
      }
      if highlightedAnimationImages != nil { animationChanged() }
    }
  }
  /// How the picture is placed: stretched to the view, by default. What lies outside of the view is not shown.
  open override var contentMode: ContentMode {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  /// The color of templates where that is not the tint color.
  final var templateColor: UIColor? { didSet { if templateColor != oldValue { setNeedsDisplay() } } }
  /// Whether the picture is shown darker than it is.
  final var isDarkened = false { didSet { if isDarkened != oldValue { setNeedsDisplay() } } }

  /// Pictures that are shown one after the other while it is animated, in place of `image`; nil: none.
  open var animationImages: [UIImage]? {
    didSet {
      animationChanged()
      if image == nil { invalidateIntrinsicContentSize() }
    }
  }
  /// Shown in place of `animationImages` while `isHighlighted`; nil: the same.
  open var highlightedAnimationImages: [UIImage]? { didSet { if isHighlighted { animationChanged() } } }
  /// How long all of them are shown once, in seconds; 0, the default: a thirtieth each.
  open var animationDuration: TimeInterval = 0 { didSet { animationChanged() } }
  /// How often they are shown; 0, the default: until the program ends it.
  open var animationRepeatCount = 0
  final var movie = ImageMovie()

  override func setUpParts() {
    super.setUpParts()
    isUserInteractionEnabled = false
  }

  /// Begins to show `animationImages`, from the first one on, while it is in a window. Without any, an animated `image` that was stopped begins again.
  open func startAnimating() { startMovie() }
  /// Shows `image` again: of an animated one its first picture, until it is set again, or `startAnimating`.
  open func stopAnimating() { if movie.isRunning { stopMovie() } }
  /// Whether `animationImages` are being shown, or the pictures of an animated `image`, which begin by themselves.
  open override var isAnimating: Bool { movie.isRunning }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    movieWindowChanged()
  }

  /// A view as large as the picture.
  public convenience init(image: UIImage?, highlightedImage: UIImage? = nil) {
    self.init(frame: Rect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    self.highlightedImage = highlightedImage
  }

  /// What is shown while the program animates nothing.
  final var picture: UIImage? { isHighlighted ? highlightedImage ?? image : image }

  /// The picture as large as it is shown where there is room.
  final var ownSize: Size? {
    (image ?? animationImages?.first)?.preferring(preferredSymbolConfiguration).size
  }

  open override func sizeThatFits(_ size: Size) -> Size { ownSize ?? .zero }

  open override var intrinsicContentSize: Size { ownSize ?? super.intrinsicContentSize }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: false, label: nil, traits: .image)
  }

  open override func draw(_ rect: Rect) {
    if movie.isWaiting { continueMovie(isDrawn: true) }
    guard let image = animationImage ?? picture else { return }
    let shown = image.shown(isMirrored: isMirrored).preferring(preferredSymbolConfiguration)
    let place = contentMode.place(shown.size, in: bounds)
    Drawing.current?.image(
      shown, in: place, tint: templateColor ?? tintColor, automatic: automaticMode, isDarkened: isDarkened)
  }
}
