/// The bar above a navigation controller's contents: the way back, a title, buttons.
open class UINavigationBar: UIView {
  override class var standardHitTestClass: UIView.Type { UINavigationBar.self }

  /// Below the safe area's upper edge.
  static let height = 44.0
  /// The height of a large title below the row of buttons.
  static let largeTitleHeight = 52.0
  /// The height of a search's bar below the title.
  static let searchHeight = 52.0
  /// The color behind it, where there is no appearance; nil: nearly white.
  open var barTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// The title's font and color, where there is no appearance.
  open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { setNeedsLayout() } }
  /// The large title's font and color, where there is no appearance.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? { didSet { setNeedsLayout() } }
  /// Whether titles are large, unless an item wants another one. They become small as the content below scrolls.
  open var prefersLargeTitles = false { didSet { if prefersLargeTitles != oldValue { onModeChange?() } } }
  /// How the bar looks. Reading it before it is set gives the default look, which has no effect until it is set.
  open var standardAppearance: UINavigationBarAppearance {
    get { appearances.standard ?? UINavigationBarAppearance() }
    set { appearances.standard = newValue.copied() }
  }
  /// How it looks while the content's beginning is in sight; nil: as at other times.
  open var scrollEdgeAppearance: UINavigationBarAppearance? {
    get { appearances.scrollEdge }
    set { appearances.scrollEdge = newValue?.copied() }
  }
  /// How it looks where there is little height; nil: as elsewhere.
  open var compactAppearance: UINavigationBarAppearance? {
    get { appearances.compact }
    set { appearances.compact = newValue?.copied() }
  }
  final var appearances = BarAppearances() { didSet { itemChanged() } }
  /// Dark or bright, where there is no appearance.
  open var barStyle = UIBarStyle.default { didSet { if barStyle != oldValue { styleChanged() } } }
  /// Without effect.
  open var isTranslucent = true
  /// The pictures in place of the background and the line.
  final var pictures = BarPictures() { didSet { setNeedsDisplay() } }
  /// A picture in place of the line below the bar, where there is one for its background; one without pixels shows none.
  open var shadowImage: UIImage? {
    get { pictures.line }
    set { pictures.line = newValue }
  }
  /// Shows a picture in place of the background, where there is no appearance; without pixels it leaves the place clear.
  open func setBackgroundImage(_ image: UIImage?, for metrics: UIBarMetrics) {
    if metrics == .default { pictures.background = image }
  }
  /// The picture in place of the background.
  open func backgroundImage(for metrics: UIBarMetrics) -> UIImage? {
    metrics == .default ? pictures.background : nil
  }
  /// The item of the controller that is shown.
  public final private(set) var topItem: UINavigationItem?
  /// In place of the arrow that leads back, where the appearance has none; nil: the arrow.
  open var backIndicatorImage: UIImage? { didSet { if topItem != nil { itemChanged() } } }
  /// Without effect: moves of pages do not cut the picture.
  open var backIndicatorTransitionMaskImage: UIImage?
  /// The item that the button at the left leads back to; nil: none.
  public final private(set) var backItem: UINavigationItem?
  /// Called when that is pressed.
  final var onBack: (() -> Void)?
  /// Called when a title may have become large or small.
  final var onModeChange: (() -> Void)?
  /// The height of what is seen of a large title, and more while the content is pulled down; 0: the title is small.
  final var extent = 0.0 { didSet { if extent != oldValue { setNeedsLayout() } } }
  /// Whether the beginning of the content below is in sight.
  final var isAtEdge = true {
    didSet {
      guard isAtEdge != oldValue else { return }
      if (topItem?.appearances.scrollEdge ?? appearances.scrollEdge) != nil { itemChanged() }
    }
  }
  /// The views of the shown item's buttons, and its own title view. They stay until the item changes: a finger may be on one.
  private var buttons: [(view: UIView, isLeft: Bool, width: Double?, isOwn: Bool)] = []
  private var titleView: UIView?
  /// The bar of the shown item's search.
  private weak var searchBar: UISearchBar?
  /// The appearance that is drawn.
  private var drawn: UINavigationBarAppearance?
  private let titleLabel = UILabel()
  /// The large title, cut off where the row of buttons is.
  private let largeTitle = UILabel()
  private let largeTitleRoom = UIView()
  private let backButton = BackButton()
  /// The line above the title.
  private var promptLabel: UILabel?

  override func setUpParts() {
    super.setUpParts()
    titleLabel.textAlignment = .center
    addSubview(titleLabel)
    largeTitleRoom.clipsToBounds = true
    largeTitleRoom.isUserInteractionEnabled = false
    largeTitleRoom.addSubview(largeTitle)
    addSubview(largeTitleRoom)
    backButton.addAction(UIAction { [weak self] _ in self?.onBack?() }, for: .touchUpInside)
    addSubview(backButton)
  }

  final func show(_ item: UINavigationItem?, backTo back: UINavigationItem?) {
    topItem?.onChange = nil
    backItem?.onChange = nil
    (topItem, backItem) = (item, back)
    item?.onChange = { [weak self] in self?.itemChanged() }
    back?.onChange = { [weak self] in self?.setNeedsLayout() }
    itemChanged()
  }

  /// How it looks now; nil: by its own properties.
  private var appearance: UINavigationBarAppearance? {
    let own = topItem?.appearances ?? BarAppearances()
    if isAtEdge, let edge = own.scrollEdge ?? appearances.scrollEdge { return edge }
    if traitCollection.verticalSizeClass == .compact, let compact = own.compact ?? appearances.compact {
      return compact
    }
    return own.standard ?? appearances.standard
  }

  /// Makes the views of the item that is shown.
  private func itemChanged() {
    onModeChange?()
    let looks = appearance
    if looks !== drawn {
      drawn = looks
      setNeedsDisplay()
    }
    // A view that is in another bar by now stays there.
    for button in buttons where button.view.superview === self { button.view.removeFromSuperview() }
    if titleView?.superview === self { titleView?.removeFromSuperview() }
    let left = (topItem?.leftBarButtonItems ?? []).map { ($0, true) }
    let right = (topItem?.rightBarButtonItems ?? []).map { ($0, false) }
    buttons = (left + right).filter { !$0.0.isHidden }.map { item, isLeft in
      let looks = item.style == .done ? looks?.doneButtonAppearance : looks?.buttonAppearance
      return (item.makeView(looks), isLeft, item.shownWidth, item.customView != nil)
    }
    backButton.picture = looks?.backIndicatorImage ?? backIndicatorImage
    let general = UIBarButtonItem.general
    backButton.color =
      looks?.backButtonAppearance.normal.color ?? looks?.buttonAppearance.normal.color
      ?? general?.texts[.normal]?.color(.foregroundColor)
    if let tint = general?.tintColor { backButton.tintColor = tint }
    titleView = topItem?.titleView
    for button in buttons { addSubview(button.view) }
    if let titleView { addSubview(titleView) }
    show(topItem?.searchController?.searchBar)
    setNeedsLayout()
  }

  /// A bar that stays is left alone: it may be edited.
  private func show(_ search: UISearchBar?) {
    guard search !== searchBar || search?.superview !== self else { return }
    if searchBar?.superview === self { searchBar?.removeFromSuperview() }
    searchBar?.onHeightChange = nil
    searchBar = search
    guard let search else { return }
    search.onHeightChange = { [weak self] in
      self?.onModeChange?()
      self?.setNeedsLayout()
    }
    addSubview(search)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let below = searchBar.map { Self.searchHeight + $0.scopeHeight } ?? 0
    let lower = bounds.maxY - below
    searchBar?.frame = Rect(bounds.minX, lower, bounds.width, below)
    let row = Rect(bounds.minX, lower - extent - Self.height, bounds.width, Self.height)
    layOutPrompt(above: row)
    var (left, right) = (row.minX + 8, row.maxX - 8)
    backButton.isHidden = backItem == nil || topItem?.hidesBackButtonNow != false
    if !backButton.isHidden {
      backButton.title = backItem?.shownBackTitle ?? ""
      let width = min(backButton.sizeThatFits(.zero).width, row.width / 3)
      backButton.frame = mirrored(Rect(left, row.minY, width, row.height))
      backButton.isAtRight = isMirrored
      left += width
    }
    // What is in another bar by now has its place there.
    for (view, isLeft, width, isOwn) in buttons where view.superview === self {
      let size = Size(width ?? view.sizeThatFits(.zero).width, isOwn ? view.bounds.height : row.height)
      view.frame = mirrored(
        Rect(isLeft ? left : right - size.width, row.midY - size.height / 2, size.width, size.height))
      if isLeft { left += size.width } else { right -= size.width }
    }
    let room = max(left - row.minX, row.maxX - right)
    var middle = row.insetBy(dx: room, dy: 0)
    if middle.width < 60 { middle = Rect(left, row.minY, max(right - left, 0), row.height) }
    let titleView = titleView?.superview === self ? titleView : nil
    titleLabel.isHidden = titleView != nil
    if let titleView {
      let size = topItem?.sizeOfTitle(in: Size(middle.width, row.height)) ?? .zero
      titleView.frame = Rect(row.midX - size.width / 2, row.midY - size.height / 2, size.width, size.height)
    } else {
      let attributes = appearance?.titleTextAttributes ?? titleTextAttributes
      titleLabel.show(topItem?.title, attributes, UIFont(size: 17, weight: .semibold), titleColor)
      titleLabel.frame = mirrored(middle)
      // It comes when nearly nothing is seen of the large one.
      titleLabel.alpha = extent > 8 ? 0 : 1
    }
    largeTitleRoom.isHidden = extent <= 0
    guard extent > 0 else { return }
    largeTitleRoom.frame = Rect(row.minX, row.maxY, row.width, extent)
    let attributes = appearance?.largeTitleTextAttributes ?? largeTitleTextAttributes
    largeTitle.show(topItem?.title, attributes, UIFont(size: 34, weight: .bold), titleColor)
    largeTitle.textAlignment = isMirrored ? .right : .left
    let margin = max(layoutMargins.left, 16)
    largeTitle.frame = Rect(margin, extent - Self.largeTitleHeight, row.width - 2 * margin, 46)
  }

  /// The color of titles without attributes.
  private var titleColor: UIColor { barStyle == .black && appearance == nil ? .white : .label }

  private func styleChanged() {
    setNeedsDisplay()
    setNeedsLayout()
  }

  private func layOutPrompt(above row: Rect) {
    guard let prompt = topItem?.prompt else {
      promptLabel?.removeFromSuperview()
      return promptLabel = nil
    }
    let label = promptLabel ?? UILabel()
    promptLabel = label
    if label.superview == nil { addSubview(label) }
    label.show(prompt, nil, UIFont(size: 13), titleColor)
    label.textAlignment = .center
    let height = topItem?.promptHeight ?? 0
    label.frame = Rect(row.minX, row.minY - height, row.width, height).insetBy(dx: 16, dy: 0)
  }

  open override func draw(_ rect: Rect) {
    if let appearance { return appearance.draw(in: bounds, lineAtTop: false) }
    let color = barTintColor ?? backgroundColor ?? barStyle.color
    if pictures.draw(in: bounds, over: color, lineAtTop: false) { return }
    Drawing.current?.bar(bounds, color ?? .bar, lineAtTop: false)
  }
}

/// The appearances of a navigation bar, or of an item in place of its bar's.
struct BarAppearances {
  var standard: UINavigationBarAppearance?
  var scrollEdge: UINavigationBarAppearance?
  var compact: UINavigationBarAppearance?
}

extension UILabel {
  /// Shows a title with the attributes of a bar.
  fileprivate func show(
    _ title: String?, _ attributes: [NSAttributedString.Key: Any]?, _ font: UIFont, _ color: UIColor
  ) {
    self.font = attributes?[.font] as? UIFont ?? font
    textColor = attributes?[.foregroundColor] as? UIColor ?? color
    text = title
  }
}

/// The back button of a navigation bar: an arrow, and the title of the page below.
private final class BackButton: UIControl {
  override class var standardHitTestClass: UIView.Type { BackButton.self }
  private let font = UIFont(size: 17)
  var title = "" { didSet { if title != oldValue { setNeedsDisplay() } } }
  /// The title's color in place of the tint color. The arrow keeps the tint color.
  var color: UIColor? { didSet { if color != oldValue { setNeedsDisplay() } } }

  /// Shown in place of the arrow.
  var picture: UIImage? { didSet { if picture !== oldValue { setNeedsDisplay() } } }
  /// Whether it points to the right.
  var isAtRight = false { didSet { if isAtRight != oldValue { setNeedsDisplay() } } }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: title, traits: .button)
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(20 + font.width(of: title) + 8, 44) }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    func shown(_ color: UIColor) -> UIColor { isHighlighted ? color.withAlphaComponent(0.3) : color }
    let (place, room) = (Point(bounds.minX + 8.5, bounds.midY), bounds.inset(by: EdgeInsets(left: 20)))
    let middle = isAtRight ? Point(bounds.minX + bounds.maxX - place.x, place.y) : place
    if let picture {
      let box = picture.place(around: middle, longest: 20, grows: false)
      drawing.image(picture.shown(isMirrored: isAtRight), in: box, tint: shown(tintColor))
    } else {
      drawing.sign(
        isAtRight ? "chevron.right" : "chevron.left", at: middle, size: 23, weight: .medium, shown(tintColor))
    }
    drawing.text(
      title, in: isAtRight ? room.mirrored(in: bounds) : room, font: font, shown(color ?? tintColor),
      alignment: isAtRight ? .right : .natural)
  }
}
