/// Announces size class changes before a window is resized.
extension UIViewController {
  /// Calls `willTransition(to:with:)` of the controller, and of those presented above it, if their traits would be others in a window of that size.
  final func windowWillResize(to size: Size, _ coordinator: any UIViewControllerTransitionCoordinator) {
    let window = UITraitCollection(size: size, displayScale: traitCollection.displayScale)
    // Callees may present others meanwhile.
    var (chain, next) = ([self], presented)
    while let controller = next {
      chain.append(controller)
      next = controller.presented
    }
    for controller in chain { controller.announce(window, coordinator) }
  }

  /// Calls the children whose traits will be others.
  final func passOn(_ traits: UITraitCollection, _ coordinator: any UIViewControllerTransitionCoordinator) {
    for child in children { child.announce(traits, coordinator) }
  }

  /// - Parameter around: the size classes around it; what else its traits are stays.
  private func announce(
    _ around: UITraitCollection, _ coordinator: any UIViewControllerTransitionCoordinator
  ) {
    let new = traits(in: around)
    if new != presentTraits { willTransition(to: new, with: coordinator) }
  }

  /// Its traits before the change. Without a window they are those that it has in the controller around it: the screen has changed already.
  private var presentTraits: UITraitCollection {
    guard loadedView?.window == nil, let parent else { return traitCollection }
    return traits(in: parent.presentTraits)
  }

  private func traits(in around: UITraitCollection) -> UITraitCollection {
    var traits = traitCollection
    (traits.horizontalSizeClass, traits.verticalSizeClass) = (
      around.horizontalSizeClass, around.verticalSizeClass
    )
    if let loadedView {
      loadedView.applyOverrides(to: &traits)
    } else {
      parentOverrides?.overrides.apply(to: &traits)
      overrideStorage?.apply(to: &traits)
    }
    return traits
  }
}
