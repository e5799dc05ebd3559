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
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { setNeedsDisplay() } } }
  /// How the picture is placed: stretched to the view, by default. What lies outside of the view is not shown.
  open var contentMode = ContentMode.scaleToFill {
    didSet { if contentMode != oldValue { setNeedsDisplay() } }
  }
  /// The color of templates where that is not the tint color.
  final var templateColor: UIColor? { didSet { if templateColor != oldValue { setNeedsDisplay() } } }

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
    let shown = image.preferring(preferredSymbolConfiguration)
    let place = contentMode.place(shown.size, in: bounds)
    Drawing.current?.image(shown, in: place, tint: templateColor ?? tintColor, automatic: automaticMode)
  }
}

extension UIView {
  /// Where a picture is shown in a view of another size.
  public enum ContentMode: Int, Hashable, Sendable, CaseIterable {
    /// Stretched to the view.
    case scaleToFill
    /// As large as it fits in, in its own proportions.
    case scaleAspectFit
    /// So large that it fills the view, in its own proportions.
    case scaleAspectFill
    /// As `scaleToFill`.
    case redraw
    /// In its own size, in the middle.
    case center
    /// In its own size, at the middle of the upper edge.
    case top
    /// In its own size, at the middle of the lower edge.
    case bottom
    /// In its own size, at the middle of the left edge.
    case left
    /// In its own size, at the middle of the right edge.
    case right
    /// In its own size, in the corner.
    case topLeft
    /// In its own size, in the corner.
    case topRight
    /// In its own size, in the corner.
    case bottomLeft
    /// In its own size, in the corner.
    case bottomRight

    /// The rectangle of something of a size.
    func place(_ size: Size, in bounds: Rect) -> Rect {
      var shown = size
      switch self {
      case .scaleToFill, .redraw: return bounds
      case .scaleAspectFit, .scaleAspectFill:
        guard size.width > 0, size.height > 0 else { return bounds }
        let (across, down) = (bounds.width / size.width, bounds.height / size.height)
        let factor = self == .scaleAspectFit ? min(across, down) : max(across, down)
        shown = Size(size.width * factor, size.height * factor)
      default: break
      }
      let room = Size(bounds.width - shown.width, bounds.height - shown.height)
      let x =
        switch self {
        case .left, .topLeft, .bottomLeft: 0.0
        case .right, .topRight, .bottomRight: room.width
        default: room.width / 2
        }
      let y =
        switch self {
        case .top, .topLeft, .topRight: 0.0
        case .bottom, .bottomLeft, .bottomRight: room.height
        default: room.height / 2
        }
      return Rect(bounds.minX + x, bounds.minY + y, shown.width, shown.height)
    }
  }
}
