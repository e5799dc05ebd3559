/// Shows a ``UIContentUnavailableConfiguration`` in the middle of its safe area.
open class UIContentUnavailableView: UIView, UIContentView {
  override class var standardHitTestClass: UIView.Type { UIContentUnavailableView.self }

  private var content: UIContentUnavailableConfiguration
  private let imageView = UIImageView()
  private let wheel = UIActivityIndicatorView(style: .medium)
  private let textLabel = UILabel()
  private let secondaryLabel = UILabel()
  private let button = UIButton(type: .system)
  private let secondaryButton = UIButton(type: .system)
  private var actions: [UIAction] = []
  private let plate = BackgroundPlate()

  /// A view that shows a configuration.
  public init(configuration: UIContentUnavailableConfiguration) {
    content = configuration
    super.init(frame: .zero)
    for view in [plate, imageView, wheel, textLabel, secondaryLabel, button, secondaryButton] {
      addSubview(view)
    }
    imageView.contentMode = .scaleAspectFit
    show()
  }

  /// As with an empty configuration.
  public override init?(coder: NSCoder, archive: Void = ()) {
    content = .empty()
    super.init(coder: coder)
  }

  /// What it shows: a ``UIContentUnavailableConfiguration``. One of another type is ignored.
  open var configuration: any UIContentConfiguration {
    get { content }
    set {
      guard let new = newValue as? UIContentUnavailableConfiguration else { return }
      content = new
      show()
    }
  }

  /// The labels, which are notified after it, get other sizes.
  override func contentSizeMayHaveChanged() { setNeedsLayout() }

  private func show() {
    content.imageProperties.show(content.image, in: imageView)
    if content.isLoading { imageView.isHidden = true }
    wheel.isHidden = !content.isLoading
    if content.isLoading { wheel.startAnimating() } else { wheel.stopAnimating() }
    content.textProperties.show(content.text, content.attributedText, in: textLabel)
    content.secondaryTextProperties.show(
      content.secondaryText, content.secondaryAttributedText, in: secondaryLabel)
    for (index, action) in actions.enumerated() {
      (index == 0 ? button : secondaryButton).removeAction(action, for: .touchUpInside)
    }
    actions = [
      show(content.button, content.buttonProperties, in: button),
      show(content.secondaryButton, content.secondaryButtonProperties, in: secondaryButton),
    ]
    setNeedsLayout()
  }

  /// The action that the button has now.
  private func show(
    _ look: UIButton.Configuration, _ properties: UIContentUnavailableButtonProperties, in button: UIButton
  ) -> UIAction {
    button.configuration = look
    button.isHidden = look.title == nil && look.attributedTitle == nil && look.image == nil
    button.isEnabled = properties.isEnabled
    button.menu = properties.menu
    button.showsMenuAsPrimaryAction = properties.primaryAction == nil && properties.menu != nil
    let action = properties.primaryAction ?? UIAction { _ in }
    button.addAction(action, for: .touchUpInside)
    return action
  }

  // MARK: Places

  /// The parts that are shown, from above, with their sizes and the room above each.
  private func parts(width: Double) -> [(view: UIView, size: Size, gap: Double)] {
    var parts: [(view: UIView, size: Size, gap: Double)] = []
    func add(_ view: UIView, _ size: Size, _ gap: Double) {
      if !view.isHidden { parts.append((view, size, parts.isEmpty ? 0 : gap)) }
    }
    add(imageView, imageSize, 0)
    add(wheel, wheel.sizeThatFits(.zero), 0)
    let top = content.imageToTextPadding
    add(textLabel, textLabel.sizeThatFits(Size(width, 0)), top)
    let gap = textLabel.isHidden ? top : content.textToSecondaryTextPadding
    add(secondaryLabel, secondaryLabel.sizeThatFits(Size(width, 0)), gap)
    add(button, button.sizeThatFits(.zero), content.textToButtonPadding)
    let between = button.isHidden ? content.textToButtonPadding : content.buttonToSecondaryButtonPadding
    add(secondaryButton, secondaryButton.sizeThatFits(.zero), between)
    return parts
  }

  private var imageSize: Size {
    guard let image = content.image else { return .zero }
    let size = image.preferring(content.imageProperties.preferredSymbolConfiguration).size
    let limit = content.imageProperties.maximumSize
    guard size.width > 0, size.height > 0 else { return .zero }
    let scale = min(
      1, limit.width > 0 ? limit.width / size.width : 1, limit.height > 0 ? limit.height / size.height : 1)
    return Size(size.width * scale, size.height * scale)
  }

  private func room(_ width: Double) -> Double {
    let margins = content.directionalLayoutMargins
    // Longer lines are hard to read.
    return min(max(width - margins.leading - margins.trailing, 0), 672)
  }

  private func height(_ parts: [(view: UIView, size: Size, gap: Double)]) -> Double {
    parts.reduce(0) { $0 + $1.size.height + $1.gap }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    plate.show(content.background, in: bounds)
    let area = bounds.inset(by: safeAreaInsets)
    let (margins, width) = (content.directionalLayoutMargins, room(area.width))
    let parts = parts(width: width)
    var y = area.minY + margins.top
    if content.alignment == .center {
      y = max(y, area.midY + (margins.top - margins.bottom) / 2 - height(parts) / 2)
    }
    let left = area.midX + (margins.leading - margins.trailing) / 2 - width / 2
    for part in parts {
      y += part.gap
      let isText = part.view is UILabel
      let wide = isText ? width : min(part.size.width, width)
      part.view.frame = Rect(left + (width - wide) / 2, y, wide, part.size.height)
      y += part.size.height
    }
  }

  open override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let margins = content.directionalLayoutMargins
    let width = size.width > 0 ? size.width : 320
    let height = height(parts(width: room(width))) + margins.top + margins.bottom
    return Size(width, height.rounded(.up))
  }
}
