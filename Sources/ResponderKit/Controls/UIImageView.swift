/// Shows a picture. It is not hit unless `isUserInteractionEnabled` is set, as in UIKit.
open class UIImageView: UIView {
  override class var standardHitTestClass: UIView.Type { UIImageView.self }

  /// The picture; nil shows nothing.
  open var image: UIImage? { didSet { if image !== oldValue { setNeedsDisplay() } } }
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
  open var highlightedImage: UIImage? { didSet { if isHighlighted { setNeedsDisplay() } } }
  /// Whether `highlightedImage` is shown.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue, highlightedImage != nil { setNeedsDisplay() } }
  }
  /// How the picture is placed: stretched to the view, by default. What lies outside of the view is not shown.
  open override var contentMode: ContentMode {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  /// The color of templates where that is not the tint color.
  final var templateColor: UIColor? { didSet { if templateColor != oldValue { setNeedsDisplay() } } }
  /// Whether the picture is shown darker than it is.
  final var isDarkened = false { didSet { if isDarkened != oldValue { setNeedsDisplay() } } }

  override func setUpParts() {
    super.setUpParts()
    isUserInteractionEnabled = false
  }

  /// A view as large as the picture.
  public convenience init(image: UIImage?, highlightedImage: UIImage? = nil) {
    self.init(frame: Rect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
    self.highlightedImage = highlightedImage
  }

  /// The picture as large as it is shown where there is room.
  final var ownSize: Size? { image?.preferring(preferredSymbolConfiguration).size }

  open override func sizeThatFits(_ size: Size) -> Size { ownSize ?? .zero }

  open override var intrinsicContentSize: Size { ownSize ?? super.intrinsicContentSize }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: false, label: nil, traits: .image)
  }

  open override func draw(_ rect: Rect) {
    guard let image = isHighlighted ? highlightedImage ?? image : image else { return }
    let shown = image.shown(isMirrored: isMirrored).preferring(preferredSymbolConfiguration)
    let place = contentMode.place(shown.size, in: bounds)
    Drawing.current?.image(
      shown, in: place, tint: templateColor ?? tintColor, automatic: automaticMode, isDarkened: isDarkened)
  }
}
