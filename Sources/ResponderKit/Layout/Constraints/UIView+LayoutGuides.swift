/// Rectangles of a view that constraints can be made to.
extension UIView {
  /// The bounds without `safeAreaInsets`.
  public final var safeAreaLayoutGuide: UILayoutGuide { ownGuide(.safeArea) }

  /// The bounds without `layoutMargins`; without the safe area's insets, too, as long as `insetsLayoutMarginsFromSafeArea`.
  public final var layoutMarginsGuide: UILayoutGuide { ownGuide(.margins) }

  /// The guides that were added.
  public final var layoutGuides: [UILayoutGuide] { layoutItemStorage?.guides ?? [] }

  /// Adds a guide, which constraints to it place; it leaves the view that it was in.
  public final func addLayoutGuide(_ guide: UILayoutGuide) {
    guard guide.kind == .free, guide.owner !== self else { return }
    guide.owner?.layoutItem.remove(guide)
    guide.owner = self
    layoutItem.guides.append(guide)
    takePart()
  }

  /// Removes a guide that was added, with its constraints.
  public final func removeLayoutGuide(_ guide: UILayoutGuide) {
    guard guide.owner === self else { return }
    layoutItem.remove(guide)
  }

  /// Free space inside of the edges: 8 points, in a controller's root view 16 at the sides and none above and below. The safe area is
  /// not counted.
  public final var layoutMargins: EdgeInsets {
    get {
      guard let item = layoutItemStorage, let margins = item.margins else {
        return controller == nil ? EdgeInsets(8) : EdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
      }
      return item.marginsFollowDirection && isMirrored ? margins.mirrored : margins
    }
    set { setMargins(newValue, followDirection: false) }
  }

  private final func setMargins(_ margins: EdgeInsets, followDirection: Bool) {
    let (old, new) = (layoutMargins, followDirection && isMirrored ? margins.mirrored : margins)
    // The defaults, too: once set, they stay when others become the default.
    guard
      layoutItemStorage?.margins == nil || new != old
        || followDirection != (layoutItemStorage?.marginsFollowDirection ?? false)
    else { return }
    (layoutItem.margins, layoutItem.marginsFollowDirection) = (margins, followDirection)
    guard new != old else { return }
    setNeedsLayout()
    if layoutFlags.contains(.takesPart) { constraintsChanged(.inside) }
    layoutMarginsDidChange()
  }

  /// `layoutMargins` by their leading and trailing sides. Margins that are set here follow the view's direction when it changes.
  public final var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let margins = isMirrored ? layoutMargins.mirrored : layoutMargins
      return NSDirectionalEdgeInsets(
        top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
    }
    set {
      setMargins(newValue.edges(isMirrored: false), followDirection: true)
    }
  }

  /// Whether `layoutMarginsGuide` is inside of the safe area: true by default.
  public final var insetsLayoutMarginsFromSafeArea: Bool {
    get { layoutItemStorage?.marginsIncludeSafeArea ?? true }
    set {
      layoutItem.marginsIncludeSafeArea = newValue
      if layoutFlags.contains(.takesPart) { constraintsChanged() }
    }
  }

  final func ownGuide(_ kind: UILayoutGuide.Kind) -> UILayoutGuide {
    let item = layoutItem
    if let guide = item.ownGuides[kind] { return guide }
    let guide = UILayoutGuide(kind, self)
    item.ownGuides[kind] = guide
    return guide
  }

  final func guideInsets(_ kind: UILayoutGuide.Kind) -> EdgeInsets {
    switch kind {
    case .safeArea: safeAreaInsets
    case .margins, .readable: layoutMargins + (insetsLayoutMarginsFromSafeArea ? safeAreaInsets : .zero)
    case .visible, .content, .free, .keyboard: .zero
    }
  }
}

extension UILayoutGuide {
  /// The view that it is in.
  public final var owningView: UIView? { owner as? UIView }
}

extension LayoutItem {
  /// Removes a guide and the constraints to it.
  fileprivate func remove(_ guide: UILayoutGuide) {
    var next = subject
    while let current = next {
      for constraint in current.layoutItem.constraints
      where constraint.first === guide.layoutItem || constraint.second === guide.layoutItem {
        constraint.isActive = false
      }
      next = current.layoutParent
    }
    guides.removeAll { $0 === guide }
    guide.owner = nil
  }
}
