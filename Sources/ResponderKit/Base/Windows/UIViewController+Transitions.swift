/// Other traits, since the window gets another size.
extension UIViewController {
  /// Calls `willTransition(to:with:)` if its traits would be others in a window of that size.
  final func windowWillResize(to size: Size, _ coordinator: any UIViewControllerTransitionCoordinator) {
    announce(UITraitCollection(size: size, displayScale: traitCollection.displayScale), coordinator)
  }

  /// Calls the children, and the presented controller, whose traits will be others.
  final func passOn(_ traits: UITraitCollection, _ coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children { child.announce(traits, coordinator) }
    presented?.announce(traits, coordinator)
  }

  /// - Parameter around: the size classes around it; what else its traits are stays.
  private func announce(
    _ around: UITraitCollection, _ coordinator: any UIViewControllerTransitionCoordinator
  ) {
    let old = traitCollection
    var new = old
    (new.horizontalSizeClass, new.verticalSizeClass) = (
      around.horizontalSizeClass, around.verticalSizeClass
    )
    if let loadedView {
      loadedView.applyOverrides(to: &new)
    } else {
      parentOverrides?.overrides.apply(to: &new)
      overrideStorage?.apply(to: &new)
    }
    if new != old { willTransition(to: new, with: coordinator) }
  }
}
