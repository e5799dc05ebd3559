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
}
