/// The bar above a navigation controller's contents: the way back, a title, buttons.
open class UINavigationBar: UIView {
  override class var standardHitTestClass: UIView.Type { UINavigationBar.self }

  /// Below the safe area's upper edge.
  static let height = 44.0
  /// The color behind it; nil: nearly white.
  open var barTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The title's font and color.
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { setNeedsLayout() } }
  /// Without effect: titles are small.
  open var prefersLargeTitles = false
  /// Without effect.
  open var isTranslucent = true
  /// The item of the controller that is shown.
  public final private(set) var topItem: UINavigationItem?
  /// The item that the button at the left leads back to; nil: none.
  public final private(set) var backItem: UINavigationItem?
  /// Called when that is pressed.
  final var onBack: (() -> Void)?
  /// The views of the shown item's buttons, and its own title view. They stay until the item changes: a finger may be on one.
  private var buttons: [(view: UIView, isLeft: Bool, width: Double?)] = []
  private var titleView: UIView?
  private let titleLabel = UILabel()
  private let backButton = BackButton()

  override func setUpParts() {
    super.setUpParts()
    titleLabel.textAlignment = .center
    addSubview(titleLabel)
    backButton.addAction(UIAction { [weak self] _ in self?.onBack?() }, for: .touchUpInside)
    addSubview(backButton)
  }

  final func show(_ item: UINavigationItem?, backTo back: UINavigationItem?) {
    topItem?.onChange = nil
    (topItem, backItem) = (item, back)
    item?.onChange = { [weak self] in self?.itemChanged() }
    itemChanged()
  }

  /// Makes the views of the item that is shown.
  private func itemChanged() {
    for button in buttons { button.view.removeFromSuperview() }
    titleView?.removeFromSuperview()
    let left = (topItem?.leftBarButtonItems ?? []).map { ($0, true) }
    let right = (topItem?.rightBarButtonItems ?? []).map { ($0, false) }
    buttons = (left + right).map { item, isLeft in (item.makeView(), isLeft, item.shownWidth) }
    titleView = topItem?.titleView
    for button in buttons { addSubview(button.view) }
    if let titleView { addSubview(titleView) }
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let row = Rect(bounds.minX, bounds.maxY - Self.height, bounds.width, Self.height)
    var (left, right) = (row.minX + 8, row.maxX - 8)
    backButton.isHidden =
      backItem == nil || topItem?.hidesBackButton == true
      || topItem?.leftBarButtonItems?.isEmpty == false
    if !backButton.isHidden {
      backButton.title =
        backItem.map { $0.backButtonTitle ?? $0.backBarButtonItem?.title ?? $0.title ?? "Back" } ?? ""
      let width = min(backButton.sizeThatFits(.zero).width, row.width / 3)
      backButton.frame = Rect(left, row.minY, width, row.height)
      left += width
    }
    for (view, isLeft, width) in buttons {
      let size = Size(width ?? view.sizeThatFits(.zero).width, width == nil ? row.height : view.bounds.height)
      view.frame = Rect(
        isLeft ? left : right - size.width, row.midY - size.height / 2, size.width, size.height)
      if isLeft { left += size.width } else { right -= size.width }
    }
    let room = max(left - row.minX, row.maxX - right)
    var middle = row.insetBy(dx: room, dy: 0)
    if middle.width < 60 { middle = Rect(left, row.minY, max(right - left, 0), row.height) }
    titleLabel.isHidden = titleView != nil
    if let titleView {
      let size = titleView.bounds.size
      titleView.frame = Rect(row.midX - size.width / 2, row.midY - size.height / 2, size.width, size.height)
    } else {
      titleLabel.font = titleTextAttributes?[.font] as? UIFont ?? UIFont(size: 17, weight: .semibold)
      titleLabel.textColor = titleTextAttributes?[.foregroundColor] as? UIColor ?? .label
      titleLabel.text = topItem?.title
      titleLabel.frame = middle
    }
  }

  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    drawing.fill(bounds, barTintColor ?? backgroundColor ?? UIColor(white: 0.975))
    drawing.fill(Rect(bounds.minX, bounds.maxY - 0.5, bounds.width, 0.5), .separator)
  }
}

/// The arrow at the left of a navigation bar, with the title of what it leads back to.
private final class BackButton: UIControl {
  override class var standardHitTestClass: UIView.Type { BackButton.self }
  private let font = UIFont(size: 17)
  var title = "" { didSet { if title != oldValue { setNeedsDisplay() } } }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: title, traits: .button)
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(20 + font.width(of: title) + 8, 44) }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let color = isHighlighted ? tintColor.withAlphaComponent(0.3) : tintColor
    let (x, y) = (bounds.minX + 4, bounds.midY)
    drawing.line([Point(x + 9, y - 9), Point(x, y), Point(x + 9, y + 9)], color, width: 2.5)
    drawing.text(title, in: bounds.inset(by: EdgeInsets(left: 20)), font: font, color)
  }
}
