extension UIView {
  /// Whether the view arranges its content from right to left: leading and trailing edges in constraints that it holds, the views of a stack,
  /// the parts of a control, a bar or a row. It counts for the view itself, not for its subviews, which have their own.
  public final var semanticContentAttribute: UISemanticContentAttribute {
    get { semanticsStorage }
    set {
      guard newValue != semanticContentAttribute else { return }
      UISemanticContentAttribute.isUsed = true
      semanticsStorage = newValue
      directionChanged()
    }
  }

  /// The direction in which the view arranges its content, by its attribute and the traits of its place.
  public final var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    isMirrored ? .rightToLeft : .leftToRight
  }

  /// The direction of views with an attribute in the calling thread's application.
  public static func userInterfaceLayoutDirection(for attribute: UISemanticContentAttribute)
    -> UIUserInterfaceLayoutDirection
  {
    userInterfaceLayoutDirection(
      for: attribute, relativeTo: UIWindow.isMirroredOnThread ? .rightToLeft : .leftToRight)
  }

  /// The direction of views with an attribute, in an interface of a given direction.
  public static func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute, relativeTo direction: UIUserInterfaceLayoutDirection
  ) -> UIUserInterfaceLayoutDirection {
    attribute.isMirrored(in: direction == .rightToLeft) ? .rightToLeft : .leftToRight
  }

  /// Whether content begins at the right.
  final var isMirrored: Bool { UISemanticContentAttribute.isUsed && mirrors }

  private final var mirrors: Bool {
    semanticContentAttribute.isMirrored(in: directionSource?.mirrors ?? isReadFromRight)
  }

  /// Whether the traits of its place are from right to left.
  private final var isReadFromRight: Bool {
    if UITraitOverrides.hasDirections, mayHaveOverrides {
      var next = traitSource
      while let view = next {
        let own = view.ownDirection
        if own != .unspecified { return own == .rightToLeft }
        next = view.parent?.traitSource
      }
    }
    return home?.host?.isMirrored ?? UIWindow.isMirroredOnThread
  }

  /// The direction that the view or its controller overrides.
  private final var ownDirection: UITraitEnvironmentLayoutDirection {
    let own = rareStorage?.overrides.layoutDirection ?? .unspecified
    guard own == .unspecified, let controller else { return own }
    let next = controller.overrideStorage?.layoutDirection ?? .unspecified
    return next == .unspecified ? controller.parentOverrides?.overrides.layoutDirection ?? .unspecified : next
  }

  /// Lays out and draws the view again, and its parts that take its direction.
  final func directionChanged() {
    setNeedsLayout()
    setNeedsDisplay()
    if layoutFlags.contains(.takesPart) { constraintsChanged() }
    directionDidChange()
    for child in children where child.directionSource === self { child.directionChanged() }
  }

  /// Whether its place is from right to left, and whether the view itself is.
  final var directionOfPlace: (tree: Bool, own: Bool) {
    guard UISemanticContentAttribute.isUsed else { return (false, false) }
    let tree = isReadFromRight
    return (tree, semanticContentAttribute.isMirrored(in: directionSource?.mirrors ?? tree))
  }

  /// Lays out what has another direction after a move into or out of a view.
  final func directionMayHaveChanged(since old: (tree: Bool, own: Bool)) {
    let new = directionOfPlace
    if new.tree != old.tree {
      for view in tree() { view.directionChanged() }
    } else if new.own != old.own {
      directionChanged()
    }
  }

  /// A part of the bounds, at the other side if content begins at the right.
  final func mirrored(_ rect: Rect) -> Rect { isMirrored ? rect.mirrored(in: bounds) : rect }

  /// A point of the bounds, at the other side if content begins at the right.
  final func mirrored(_ point: Point) -> Point {
    isMirrored ? Point(bounds.minX + bounds.maxX - point.x, point.y) : point
  }
}
