/// The bar below a tab bar controller's contents: a button for each controller.
open class UITabBar: UIView {
  override class var standardHitTestClass: UIView.Type { UITabBar.self }

  /// Above the safe area's lower edge.
  static let height = 49.0
  /// The color behind it, where there is no appearance; nil: nearly white.
  open var barTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// Dark or bright, where there is no appearance.
  open var barStyle = UIBarStyle.default { didSet { setNeedsDisplay() } }
  /// How it looks. A copy is kept; reading it before it is set gives the default look, which has no effect until it is set.
  open var standardAppearance: UITabBarAppearance {
    get { appearance ?? UITabBarAppearance() }
    set { appearance = newValue.copied() }
  }
  /// Without effect: `standardAppearance` counts also while the content's end is in sight.
  open var scrollEdgeAppearance: UITabBarAppearance?
  final var appearance: UITabBarAppearance? {
    didSet {
      setNeedsDisplay()
      itemsChanged()
    }
  }
  /// The pictures in place of the background and the line.
  final var pictures = BarPictures() { didSet { setNeedsDisplay() } }
  /// A picture in place of the background, where there is no appearance; without pixels it leaves the place clear.
  open var backgroundImage: UIImage? {
    get { pictures.background }
    set { pictures.background = newValue }
  }
  /// A picture in place of the line above the bar, where there is one for its background; one without pixels shows none.
  open var shadowImage: UIImage? {
    get { pictures.line }
    set { pictures.line = newValue }
  }
  /// Without effect: a bar's color says what is seen through it.
  open var isTranslucent = true
  /// The color of the items that are not selected.
  open var unselectedItemTintColor: UIColor? { didSet { itemsChanged() } }
  /// The items, the first one where content begins. Set by the controller.
  public final internal(set) var items: [UITabBarItem]? { didSet { itemsChanged() } }
  /// The index of the one that is selected.
  final var selectedIndex = 0 { didSet { itemsChanged() } }
  /// Called with an item's index when it is pressed.
  final var onSelect: ((Int) -> Void)?
  private var buttons: [TabButton] = []

  /// The selected item; nil without items.
  public final var selectedItem: UITabBarItem? {
    items.flatMap { $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil }
  }

  private func itemsChanged() {
    let items = items ?? []
    while buttons.count > items.count { buttons.removeLast().removeFromSuperview() }
    while buttons.count < items.count {
      let (button, index) = (TabButton(frame: .zero), buttons.count)
      button.addAction(UIAction { [weak self] _ in self?.onSelect?(index) }, for: .touchUpInside)
      buttons.append(button)
      addSubview(button)
    }
    for (index, item) in items.enumerated() {
      item.onChange = { [weak button = buttons[index]] in button?.itemChanged() }
      buttons[index].item = item
      buttons[index].color = unselectedItemTintColor ?? .systemGray
      buttons[index].looks = appearance?.stackedLayoutAppearance
      buttons[index].isSelected = index == selectedIndex
      buttons[index].itemChanged()
    }
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width / Double(max(buttons.count, 1))
    for (index, button) in buttons.enumerated() {
      button.frame = mirrored(Rect(bounds.minX + Double(index) * width, bounds.minY, width, Self.height))
    }
  }

  open override func draw(_ rect: Rect) {
    if let appearance { return appearance.draw(in: bounds, lineAtTop: true) }
    let color = barTintColor ?? backgroundColor ?? barStyle.color
    if pictures.draw(in: bounds, over: color, lineAtTop: true) { return }
    Drawing.current?.bar(bounds, color ?? .bar, lineAtTop: true)
  }
}

/// An item of a tab bar.
private final class TabButton: UIControl {
  override class var standardHitTestClass: UIView.Type { TabButton.self }
  var item: UITabBarItem?
  var color = UIColor.systemGray
  var looks: UITabBarItemAppearance?

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: item?.accessibilityLabel ?? item?.title, traits: .button)
  }

  func itemChanged() {
    let isUsed = item?.isEnabled ?? true
    if isUsed != isEnabled { (isEnabled, alpha) = (isUsed, isUsed ? 1 : 0.4) }
    if accessibilityIdentifier != item?.accessibilityIdentifier {
      accessibilityIdentifier = item?.accessibilityIdentifier
    }
    setNeedsDisplay()
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current, let item else { return }
    let looks = isSelected ? looks?.selected : looks?.normal
    let tint: UIColor = isSelected ? tintColor : self.color
    let words = item.texts.shown(in: isSelected ? .selected : .normal)
    let color = words.color(.foregroundColor) ?? looks?.color ?? tint
    if let image = (isSelected ? item.selectedImage ?? item.image : item.image)?.preferring(
      .init(scale: .large))
    {
      let place = image.place(around: Point(bounds.midX, 18), longest: 28, grows: false)
      drawing.image(image, in: place.moved(by: item.imageInsets), tint: looks?.iconColor ?? tint)
    }
    // Without a picture the title stands in the middle.
    let place = item.image == nil ? bounds : Rect(bounds.minX, bounds.maxY - 17, bounds.width, 14)
    let line = place.moved(by: item.titlePositionAdjustment.finite)
    let font =
      words[.font] as? UIFont ?? looks?.font ?? UIFont(size: item.image == nil ? 15 : 10, weight: .medium)
    drawing.text(item.title ?? "", in: line.insetBy(dx: 2, dy: 0), font: font, color, alignment: .center)
    guard let badge = item.badgeValue else { return }
    let letters = (looks?.badgeTextAttributes ?? [:])
      .merging(item.badges.shown(in: isSelected ? .selected : .normal)) { $1 }
    let small = letters[.font] as? UIFont ?? UIFont(size: 11)
    let width = max(small.width(of: badge) + 8, 16)
    let mark = Rect(bounds.midX + 8, bounds.minY + 3, width, 16)
    drawing.fill(mark, item.badgeColor ?? looks?.badgeBackgroundColor ?? .systemRed, cornerRadius: 8)
    drawing.text(
      badge, in: mark, font: small, letters.color(.foregroundColor) ?? .white, alignment: .center)
  }
}
