extension UIViewController {
  /// Replaces the child's `traitOverrides` by the traits that the collection specifies; nil removes them.
  public final func setOverrideTraitCollection(
    _ collection: UITraitCollection?, forChild childViewController: UIViewController
  ) {
    guard childViewController.parent === self else { return }
    var overrides = UITraitOverrides()
    if let collection { overrides.set(collection) }
    childViewController.traitOverrides = overrides
  }

  /// The traits that a child has in place of those around it; nil without any.
  public final func overrideTraitCollection(
    forChild childViewController: UIViewController
  ) -> UITraitCollection? {
    guard childViewController.parent === self, !childViewController.traitOverrides.isEmpty else { return nil }
    return childViewController.traitOverrides.collection
  }
}
