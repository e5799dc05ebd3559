extension UIScrollView {
  /// What is scrolled: constraints to its edges make `contentSize`. Constraints of subviews to the scroll view's own edges are about it,
  /// too.
  public final var contentLayoutGuide: UILayoutGuide { ownGuide(.content) }

  /// What is seen of it: what is constrained to this guide is not scrolled.
  public final var frameLayoutGuide: UILayoutGuide { ownGuide(.visible) }
}
