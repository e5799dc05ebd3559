extension UIViewController {
  /// Sets the traits that a child has in place of those around it: the ones that the collection specifies. They replace those of an earlier call; nil
  /// removes them, and so does the child's removal. The child's own `traitOverrides` stay, and count more.
  public final func setOverrideTraitCollection(
    _ collection: UITraitCollection?, forChild childViewController: UIViewController
  ) {
    guard childViewController.parent === self else { return }
    childViewController.takeOverrides(ofParent: collection)
  }

  /// The traits that were set for a child; nil without any.
  public final func overrideTraitCollection(
    forChild childViewController: UIViewController
  ) -> UITraitCollection? {
    guard childViewController.parent === self else { return nil }
    return childViewController.parentOverrides?.collection
  }
}
