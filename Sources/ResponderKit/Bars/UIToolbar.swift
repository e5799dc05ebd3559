/// A row of buttons, mostly at the bottom of a navigation controller, where it shows the `toolbarItems` of the shown controller.
open class UIToolbar: UIView {
  override class var standardHitTestClass: UIView.Type { UIToolbar.self }

  /// Above the safe area's lower edge.
  static let height = 44.0

  /// The buttons, the first one where content begins. Flexible rooms share what the others leave.
  open var items: [UIBarButtonItem]? {
    didSet {
      for item in oldValue ?? [] { item.leave(self) }
      for item in items ?? [] { item.belong(to: self) { [weak self] in self?.itemsChanged() } }
      itemsChanged()
    }
  }
  /// The color behind it, where there is no appearance; nil: nearly white.
  open var barTintColor: UIColor? { didSet { setNeedsDisplay() } }
  /// Dark or bright, where there is no appearance.
  open var barStyle = UIBarStyle.default { didSet { setNeedsDisplay() } }
  /// Without effect.
  open var isTranslucent = true
  /// How it looks. A copy is kept; reading it before it is set gives the default look, which has no effect until it is set.
  open var standardAppearance: UIToolbarAppearance {
    get { appearance ?? UIToolbarAppearance() }
    set { appearance = newValue.copied() }
  }
  final var appearance: UIToolbarAppearance? {
    didSet {
      setNeedsDisplay()
      itemsChanged()
    }
  }
  private var shown: [(view: UIView, item: UIBarButtonItem)] = []

  /// Sets the buttons. `animated` has no effect.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

  open override func sizeThatFits(_ size: Size) -> Size { Size(size.width, Self.height) }
  open override var intrinsicContentSize: Size { Size(UIView.noIntrinsicMetric, Self.height) }

  private func itemsChanged() {
    // A view that is in another bar by now stays there.
    for (view, _) in shown where view.superview === self { view.removeFromSuperview() }
    shown = (items ?? []).filter { !$0.isHidden }.map { item in
      let looks = item.style == .done ? appearance?.doneButtonAppearance : appearance?.buttonAppearance
      return (item.makeView(looks), item)
    }
    for (view, _) in shown { addSubview(view) }
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let row = Rect(bounds.minX + 8, bounds.minY, max(bounds.width - 16, 0), Self.height)
    // One that is in another bar by now has its place there.
    let shown = shown.filter { $0.view.superview === self }
    let widths = shown.map { view, item in
      item.isFlexible ? 0 : item.shownWidth ?? view.sizeThatFits(.zero).width
    }
    let flexible = shown.count { $0.item.isFlexible }
    let rest = max(row.width - widths.reduce(0, +), 0) / Double(max(flexible, 1))
    var x = row.minX
    for ((view, item), width) in zip(shown, widths) {
      let width = item.isFlexible ? rest : width
      let height = item.customView == nil ? row.height : view.bounds.height
      view.frame = mirrored(Rect(x, row.midY - height / 2, width, height))
      x += width
    }
  }

  open override func draw(_ rect: Rect) {
    if let appearance { return appearance.draw(in: bounds, lineAtTop: true) }
    let color = barTintColor ?? backgroundColor ?? barStyle.color ?? .bar
    Drawing.current?.bar(bounds, color, lineAtTop: true)
  }
}

private final class ToolbarItems {
  let items: [UIBarButtonItem]
  init(_ items: [UIBarButtonItem]) { self.items = items }
}

extension UIViewController {
  /// The buttons of the navigation controller's toolbar while this controller is shown.
  public final var toolbarItems: [UIBarButtonItem]? {
    get { (barItems["toolbar"] as? ToolbarItems)?.items }
    set {
      barItems["toolbar"] = newValue.map(ToolbarItems.init)
      guard let navigationController, navigationController.topViewController === self else { return }
      navigationController.toolbar.items = newValue
    }
  }

  /// Sets `toolbarItems`. `animated` has no effect.
  public final func setToolbarItems(_ items: [UIBarButtonItem]?, animated: Bool) { toolbarItems = items }

  /// The scroll view that a navigation bar above follows: by default the controller's view, or the first view in it.
  final var topContent: UIScrollView? {
    if let chosen = barItems["content"] as? UIScrollView { return chosen }
    return loadedView as? UIScrollView ?? loadedView?.subviews.first as? UIScrollView
  }

  /// Names the scroll view that a navigation bar above follows.
  public final func setContentScrollView(_ scrollView: UIScrollView?) {
    let views = [topContent, scrollView, loadedView]
    barItems["content"] = scrollView
    for view in views { view?.safeAreaMayChange() }
    navigationController?.loadedView?.setNeedsLayout()
  }
}
