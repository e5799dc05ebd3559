/// The bar of an edit menu: a button for each entry, on several pages where they have no room beside each other.
final class EditMenu: UIView {
  override class var standardHitTestClass: UIView.Type { EditMenu.self }

  struct Entry {
    var title: String
    var image: UIImage?
    var isDestructive = false
    var isEnabled = true
    var action: () -> Void
  }

  private static let arrowWidth = 36.0
  private let buttons: [UIButton]
  private var resizedFor: Size?
  private let arrows: [UIButton]
  /// The first buttons of the pages.
  private var starts = [0]
  private(set) var page = 0
  /// The width that it may have.
  private var room = Double.infinity
  /// Called when its size is not what its page needs.
  var onResize: (() -> Void)?
  /// Called when another page is shown.
  var onPageChange: (() -> Void)?

  init(_ items: [Entry]) {
    buttons = items.map { item in
      let button = UIButton(primaryAction: UIAction { _ in item.action() })
      button.setTitle(item.title, for: .normal)
      if item.title.isEmpty { button.setImage(item.image, for: .normal) }
      button.font = UIFont(size: 15)
      button.titleColor = .white
      button.tintColor = .white
      button.isEnabled = item.isEnabled
      if item.isDestructive { button.setTitleColor(.systemRed, for: .normal) }
      return button
    }
    arrows = ["chevron.left", "chevron.right"].map { name in
      let button = UIButton()
      button.setImage(UIImage(systemName: name), for: .normal)
      button.tintColor = .white
      return button
    }
    super.init(frame: .zero)
    label = "edit menu"
    // Another size says that the window has another one.
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    backgroundColor = ControlLooks.editMenu
    layer.cornerRadius = 8
    for (arrow, step) in zip(arrows, [-1, 1]) {
      arrow.accessibilityLabel = step < 0 ? "Back" : "More"
      arrow.addAction(UIAction { [weak self] _ in self?.turn(step) }, for: .touchUpInside)
    }
    showPage()
  }

  /// Divides the entries among pages that are no wider than this.
  func fit(_ width: Double) {
    room = max(width, 0)
    starts = [0]
    page = 0
    defer { showPage() }
    guard widths(0..<buttons.count) > room else { return }
    var start = 0
    for index in buttons.indices where index > start {
      guard widths(start..<index + 1) + 2 * Self.arrowWidth > room else { continue }
      starts.append(index)
      start = index
    }
  }

  private func width(_ button: UIButton) -> Double { min(button.sizeThatFits(.zero).width, room) }
  private func widths(_ range: Range<Int>) -> Double { buttons[range].reduce(0) { $0 + width($1) } }

  private func turn(_ step: Int) {
    guard starts.indices.contains(page + step) else { return }
    show(page: page + step)
    onPageChange?()
  }

  /// Shows a page, or the last one if there are fewer.
  func show(page wanted: Int) {
    page = min(max(wanted, 0), starts.count - 1)
    showPage()
  }

  private func showPage() {
    for button in subviews { button.removeFromSuperview() }
    let end = page + 1 < starts.count ? starts[page + 1] : buttons.count
    if page > 0 { addSubview(arrows[0]) }
    for button in buttons[starts[page]..<end] { addSubview(button) }
    if page + 1 < starts.count { addSubview(arrows[1]) }
    setNeedsLayout()
  }

  private func shownWidth(_ view: UIView) -> Double {
    arrows.contains { $0 === view } ? Self.arrowWidth : (view as? UIButton).map(width) ?? 0
  }

  override func sizeThatFits(_ size: Size) -> Size {
    Size(
      subviews.reduce(0) { $0 + shownWidth($1) }, buttons.map { $0.sizeThatFits(.zero).height }.max() ?? 0)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let needed = sizeThatFits(.zero)
    if bounds.size != needed, needed != resizedFor {
      // Once for each size: a place in the window may be smaller.
      resizedFor = needed
      onResize?()
      resizedFor = nil
    }
    var x = 0.0
    for view in subviews {
      let width = shownWidth(view)
      view.frame = Rect(x, 0, width, bounds.height)
      x += width
    }
  }
}
