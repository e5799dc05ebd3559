/// Shows a ``UIListContentConfiguration``, in a cell or alone.
open class UIListContentView: UIView, UIContentView {
  override class var standardHitTestClass: UIView.Type { UIListContentView.self }

  private var content: UIListContentConfiguration
  private let textLabel = PartLabel()
  private let secondaryLabel = PartLabel()
  private let imageView = UIImageView()

  /// A view that shows a configuration.
  public init(configuration: UIListContentConfiguration) {
    content = configuration
    super.init(frame: .zero)
    for view in [imageView, textLabel, secondaryLabel] { addSubview(view) }
    imageView.contentMode = .scaleAspectFit
    show()
  }

  /// As with an empty ``UIListContentConfiguration/cell()``.
  public override init?(coder: NSCoder, archive: Void = ()) {
    content = .cell()
    super.init(coder: coder)
  }

  /// What it shows: a ``UIListContentConfiguration``. One of another type is ignored.
  open var configuration: any UIContentConfiguration {
    get { content }
    set {
      guard let new = newValue as? UIListContentConfiguration else { return }
      content = new
      show()
    }
  }

  // MARK: Parts

  private func show() {
    content.textProperties.show(content.text, content.attributedText, in: textLabel)
    content.secondaryTextProperties.show(
      content.secondaryText, content.secondaryAttributedText, in: secondaryLabel)
    content.imageProperties.show(content.image, in: imageView)
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  // MARK: Places

  private struct Places {
    var image = Rect.zero
    var text = Rect.zero
    var secondary = Rect.zero
    var height = 0.0
  }

  /// The picture's size, and the room that is kept for it; nil without a picture.
  private var imagePlace: (shown: Size, room: Size)? {
    guard let image = content.image else { return nil }
    let (shown, reserved) = (imageSize(of: image), content.imageProperties.reservedLayoutSize)
    let room = Size(
      reserved.width > 0 ? reserved.width : shown.width, reserved.height > 0 ? reserved.height : shown.height)
    return (shown, room)
  }

  /// Leading edge of the row's texts, after the picture. The separator starts there.
  final var textStart: Double { textStart(behind: imagePlace?.room) }

  private func textStart(behind image: Size?) -> Double {
    content.directionalLayoutMargins.leading + (image.map { $0.width + content.imageToTextPadding } ?? 0)
  }

  /// In a view of some width, at its upper edge.
  private func places(width: Double) -> Places {
    let margins = content.directionalLayoutMargins
    var places = Places()
    let image = imagePlace
    let left = textStart(behind: image?.room)
    if let (shown, room) = image {
      places.image = Rect(
        margins.leading + (room.width - shown.width) / 2, margins.top + (room.height - shown.height) / 2,
        shown.width,
        shown.height)
      places.height = room.height
    }
    placeTexts(&places, left: left, width: max(width - left - margins.trailing, 0))
    places.height += margins.top + margins.bottom
    return places
  }

  private func placeTexts(_ places: inout Places, left: Double, width: Double) {
    let top = content.directionalLayoutMargins.top
    let first = textLabel.isHidden ? Size.zero : textLabel.sizeThatFits(Size(width, 0))
    let second = secondaryLabel.isHidden ? Size.zero : secondaryLabel.sizeThatFits(Size(width, 0))
    let gap = content.textToSecondaryTextHorizontalPadding
    let areBoth = !textLabel.isHidden && !secondaryLabel.isHidden
    if areBoth, content.prefersSideBySideTextAndSecondaryText,
      naturalWidth(textLabel) + gap + naturalWidth(secondaryLabel) <= width + 0.01
    {
      let height = max(first.height, second.height)
      let secondWidth = min(second.width.rounded(.up), width)
      places.text = Rect(left, top, max(width - secondWidth - gap, 0), height)
      places.secondary = Rect(left + width - secondWidth, top, secondWidth, height)
      places.height = max(places.height, height)
      return
    }
    let between = areBoth ? content.textToSecondaryTextVerticalPadding : 0
    places.text = Rect(left, top, width, first.height)
    places.secondary = Rect(left, top + first.height + between, width, second.height)
    places.height = max(places.height, first.height + between + second.height)
  }

  private func naturalWidth(_ label: UILabel) -> Double { label.sizeThatFits(.zero).width }

  private func imageSize(of image: UIImage) -> Size {
    let limit = content.imageProperties.maximumSize
    let shown = image.preferring(content.imageProperties.preferredSymbolConfiguration)
    let (size, wide, high) = (shown.size, limit.width, limit.height)
    guard size.width > 0, size.height > 0 else { return .zero }
    let scale = min(1, wide > 0 ? wide / size.width : 1, high > 0 ? high / size.height : 1)
    return Size(size.width * scale, size.height * scale)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let places = places(width: bounds.width)
    // Each part is in the middle of the height, and so are the texts together.
    let inner = max(
      bounds.height - content.directionalLayoutMargins.top - content.directionalLayoutMargins.bottom, 0)
    let texts = max(places.text.maxY, places.secondary.maxY) - content.directionalLayoutMargins.top
    let down = Point(bounds.minX, bounds.minY + max(inner - texts, 0) / 2)
    textLabel.frame = mirrored(places.text.offsetBy(dx: down.x, dy: down.y))
    secondaryLabel.frame = mirrored(places.secondary.offsetBy(dx: down.x, dy: down.y))
    let picture = Rect(
      bounds.minX + places.image.minX,
      bounds.minY + content.directionalLayoutMargins.top + (inner - places.image.height) / 2,
      places.image.width, places.image.height)
    imageView.frame = mirrored(picture)
  }

  override var directionSource: UIView? { parent }
  /// The labels, which are notified after it, get other sizes.
  override func contentSizeMayHaveChanged() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    guard size.width > 0 else { return intrinsicContentSize }
    return Size(size.width, places(width: size.width).height.rounded(.up))
  }

  /// With texts in one line each.
  open override var intrinsicContentSize: Size {
    let places = places(width: .infinity)
    let margins = content.directionalLayoutMargins
    let left = content.image == nil ? margins.leading : places.text.minX
    let (first, second) = (
      naturalWidth(textLabel), secondaryLabel.isHidden ? 0 : naturalWidth(secondaryLabel)
    )
    let texts =
      content.prefersSideBySideTextAndSecondaryText && second > 0
      ? first + content.textToSecondaryTextHorizontalPadding + second : max(first, second)
    return Size((left + texts + margins.trailing).rounded(.up), places.height.rounded(.up))
  }
  override var layoutHeightFollowsWidth: Bool { true }
}
