/// The place of what is shown for entering text, or else the lower edge of the safe area: what is above the guide's top stays in sight.
public final class UIKeyboardLayoutGuide: UILayoutGuide {
  /// Without the keyboard: whether the guide's top is the end of the safe area, or else the view's lower edge. True by default.
  public var usesBottomSafeArea = true {
    didSet { if usesBottomSafeArea != oldValue { constraintsChanged() } }
  }
  /// Without effect: the keyboard is always at the window's lower edge.
  public var followsUndockedKeyboard = false
  private var view: UIView? { owningView }

  init(of view: UIView) { super.init(.keyboard, view) }

  /// How much of the view is covered.
  private var height: Double {
    guard let view else { return 0 }
    let least = usesBottomSafeArea ? view.safeAreaInsets.bottom : 0
    guard let window = view.home, window.inputViewFrame.height > 0 else { return least }
    let box = view.convert(view.bounds, to: window)
    return max(least, min(box.maxY - window.inputViewFrame.minY, box.height))
  }

  public override var layoutFrame: Rect {
    guard let bounds = view?.bounds else { return .zero }
    return Rect(bounds.minX, bounds.maxY - height, bounds.width, height)
  }

  override var ownRules: [LayoutRule] {
    guard let owner = owner?.layoutItem else { return [] }
    return [
      .between(layoutItem, .left, owner, .left), .between(layoutItem, .right, owner, .right),
      .between(layoutItem, .bottom, owner, .bottom), .alone(layoutItem, .height, height),
    ]
  }
}

extension UIView {
  /// Where the keyboard is, for constraints.
  public final var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    let item = layoutItem
    if let guide = item.ownGuides[.keyboard] as? UIKeyboardLayoutGuide { return guide }
    let guide = UIKeyboardLayoutGuide(of: self)
    item.ownGuides[.keyboard] = guide
    home?.keyboardGuides.add(item)
    return guide
  }

  /// The keyboard was shown, hidden or resized: views with a guide are laid out again.
  final func keyboardMoved() {
    for view in tree() where view.layoutItemStorage?.ownGuides[.keyboard] != nil { view.constraintsChanged() }
  }
}
