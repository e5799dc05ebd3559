extension UIView {
  /// That of its window; in no window, that of the screen; with the overrides of the view, its controller and those around it.
  public final var traitCollection: UITraitCollection {
    var traits = home?.windowTraits ?? UIScreen.main.traits
    traits.userInterfaceStyle = interfaceStyle
    traits.userInterfaceLevel = interfaceLevel
    if UIColor.hasTint { traits.tint = tintColor }
    applyOverrides(to: &traits)
    return traits
  }
}

extension UIViewController {
  /// That of its view's window; in no window, that of the screen. Asking does not load the view.
  public final var traitCollection: UITraitCollection {
    if let loadedView { return loadedView.traitCollection }
    var traits = UIScreen.main.traits
    parentOverrides?.overrides.apply(to: &traits)
    overrideStorage?.apply(to: &traits)
    if ownStyle != .unspecified { traits.userInterfaceStyle = ownStyle }
    return traits
  }
}

extension UIScreen {
  /// The traits of views in no window.
  final var traits: UITraitCollection {
    UITraitCollection(
      size: bounds.size, displayScale: scale, isMirrored: UIWindow.isMirroredOnThread,
      contentSize: UIFont.programsCategory)
  }
}

extension UIWindow {
  final var windowTraits: UITraitCollection {
    UITraitCollection(
      size: bounds.size, displayScale: screen.scale, isMirrored: host?.isMirrored == true,
      contentSize: host?.contentSize ?? .large)
  }

  /// Calls `traitCollectionDidChange` of all views and controllers, superviews first, if the window's size has changed so
  /// much; before they are laid out.
  final func updateTraits() {
    let (old, new) = (notifiedTraits, windowTraits)
    guard old != new else { return }
    notifiedTraits = new
    // Colors may depend on them.
    rendererStorage?.isStale = true
    for view in tree() where view.home === self {
      let now = view.traitCollection
      var before = now
      (before.horizontalSizeClass, before.verticalSizeClass) = (
        old.horizontalSizeClass, old.verticalSizeClass
      )
      (before.displayScale, before.layoutDirection) = (old.displayScale, old.layoutDirection)
      before.preferredContentSizeCategory = old.preferredContentSizeCategory
      view.applyOverrides(to: &before)
      guard before != now else { continue }
      if before.layoutDirection != now.layoutDirection { view.directionChanged() }
      view.withTraits { view.traitsChanged(before, now) }
    }
  }
}
