extension UICollectionView: ElementHost {
  /// Whether cells are asked again what they need when their content changes.
  public enum SelfSizingInvalidation: Int, Hashable, Sendable {
    /// Only when they come into sight.
    case disabled
    /// When they get another `contentConfiguration`.
    case enabled
    /// As `enabled`: constraints that change by themselves are not noticed.
    case enabledIncludingConstraints
  }

  /// Whether cells are asked again what they need when their content changes. They are by default.
  public final var selfSizingInvalidation: SelfSizingInvalidation {
    get { elements.selfSizing }
    set { elements.selfSizing = newValue }
  }

  func elementMayHaveChanged() {
    if selfSizingInvalidation != .disabled { setNeedsLayout() }
  }

  /// In another size category all items are measured anew in the coming layout.
  final func measureAnewInOtherCategory() {
    let category = traitCollection.preferredContentSizeCategory
    guard category != elements.category else { return }
    elements.category = category
    for view in Array(shown.values) as [UICollectionReusableView] + Array(beside.values) {
      view.needsMeasure = true
    }
    collectionViewLayout.forgetMeasures()
    collectionViewLayout.invalidateLayout()
  }

  // MARK: Editing

  /// Whether the collection is edited: some accessories of its rows are shown then.
  public final var isEditing: Bool {
    get { elements.isEditing }
    set {
      guard newValue != elements.isEditing else { return }
      let wasSeveral = selectsSeveral
      elements.isEditing = newValue
      if wasSeveral != selectsSeveral { for item in selected { deselectItem(at: item, animated: false) } }
      for cell in shown.values {
        cell.needsMeasure = true
        cell.setNeedsUpdateConfiguration()
      }
      setNeedsLayout()
    }
  }

  var isEditingElements: Bool { isEditing }

  // MARK: Outlines

  func toggleOutline(of view: UIView?) {
    guard let cell = view as? UICollectionViewCell, let item = indexPath(for: cell) else { return }
    (dataSource as? any OutlineSource)?.toggleOutline(at: item)
  }

  // MARK: Moving

  func isMoving(_ view: UIView) -> Bool { elements.move.map { shown[$0.to] === view } ?? false }

  func move(_ view: UIView?, by handle: UIPanGestureRecognizer) {
    guard let cell = view as? UICollectionViewCell else { return }
    // The way until the gesture began counts, too.
    move(
      indexPath(for: cell), by: handle, from: handle.location(in: self) - handle.way, alongLine: cell.center.x
    )
  }
}
