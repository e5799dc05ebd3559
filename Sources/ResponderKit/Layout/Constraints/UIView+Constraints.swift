/// Constraints of views, as programs make them.
extension UIView {
  /// Whether the view's frame is its own, as long as no stack places it: true by default. With true its frame counts as given for
  /// constraints to it; with false constraints and the size of its content decide.
  public final var translatesAutoresizingMaskIntoConstraints: Bool {
    get { layoutItemStorage?.translatesMask ?? true }
    set {
      guard newValue != translatesAutoresizingMaskIntoConstraints else { return }
      layoutItem.translatesMask = newValue
      takePart()
      constraintsChanged()
    }
  }

  /// The active constraints whose items are this view and views and guides in it, and which no subview holds.
  public final var constraints: [NSLayoutConstraint] { layoutItemStorage?.constraints ?? [] }

  /// Activates a constraint.
  public final func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
  /// Activates constraints.
  public final func addConstraints(_ constraints: [NSLayoutConstraint]) {
    NSLayoutConstraint.activate(constraints)
  }
  /// Deactivates a constraint, if the view holds it.
  public final func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder != nil, constraint.holder === layoutItemStorage { constraint.isActive = false }
  }
  /// Deactivates the view's constraints.
  public final func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  // MARK: The size of the content

  /// No length of its own, in `intrinsicContentSize`.
  public static let noIntrinsicMetric = -1.0

  /// The size of the content has changed: the coming layout asks for it.
  public final func invalidateIntrinsicContentSize() {
    if layoutFlags.contains(.takesPart) { constraintsChanged(.inside) }
  }

  /// How much the content resists being stretched.
  public final func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    UILayoutPriority(layoutItemStorage?.hugging[axis] ?? defaultHugging)
  }

  /// Sets how much the content resists being stretched: 250 by default, a switch 750.
  public final func setContentHuggingPriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    layoutItem.hugging[axis] = priority.rawValue
    invalidateIntrinsicContentSize()
  }

  /// How much the content resists being compressed.
  public final func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    layoutItemStorage.map { UILayoutPriority($0.resistance[axis]) } ?? .defaultHigh
  }

  /// Sets how much the content resists being compressed: 750 by default.
  public final func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    layoutItem.resistance[axis] = priority.rawValue
    invalidateIntrinsicContentSize()
  }

  // MARK: Changing constraints late

  /// Calls `updateConstraints` in the coming layout, before constraints are solved; subviews first.
  public final func setNeedsUpdateConstraints() {
    layoutItem.needsUpdate = true
    takePart()
    constraintsChanged(.inside)
  }

  /// Whether `updateConstraints` is going to be called.
  public final func needsUpdateConstraints() -> Bool { layoutItemStorage?.needsUpdate ?? false }

  /// Calls `updateConstraints` of the view and what is in it now, where it was asked for.
  public final func updateConstraintsIfNeeded() {
    Self.updateConstraints(of: constrainedTree())
  }

  /// - Parameter views: superviews first.
  static func updateConstraints(of views: [UIView]) {
    for view in views.reversed() where view.needsUpdateConstraints() {
      view.layoutItem.needsUpdate = false
      if let controller = view.controller {
        controller.updateViewConstraints()
      } else {
        view.updateConstraints()
      }
    }
  }
}
