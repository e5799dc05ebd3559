extension UIView {
  /// That of its window; in no window, that of the screen. The style can be its own, the level is that of the presentation it is in.
  public final var traitCollection: UITraitCollection {
    var traits = home?.windowTraits ?? UIScreen.main.traits
    traits.userInterfaceStyle = interfaceStyle
    traits.userInterfaceLevel = interfaceLevel
    if UIColor.hasTint { traits.tint = tintColor }
    return traits
  }
}

extension UIViewController {
  /// That of its view's window; in no window, that of the screen. Asking does not load the view.
  public final var traitCollection: UITraitCollection {
    if let loadedView { return loadedView.traitCollection }
    var traits = UIScreen.main.traits
    if styleOverride != .unspecified { traits.userInterfaceStyle = styleOverride }
    return traits
  }
}

extension UIScreen {
  fileprivate var traits: UITraitCollection { UITraitCollection(size: bounds.size, displayScale: scale) }
}

extension UIWindow {
  final var windowTraits: UITraitCollection {
    UITraitCollection(size: bounds.size, displayScale: screen.scale)
  }

  /// Calls `traitCollectionDidChange` of all views and controllers, superviews first, if the window's size has changed so
  /// much; before they are laid out.
  final func updateTraits() {
    let (old, new) = (notifiedTraits, windowTraits)
    guard old != new else { return }
    notifiedTraits = new
    for view in tree() where view.home === self {
      let now = view.traitCollection
      var before = now
      (before.horizontalSizeClass, before.verticalSizeClass) = (
        old.horizontalSizeClass, old.verticalSizeClass
      )
      before.displayScale = old.displayScale
      view.withTraits { view.traitsChanged(before, now) }
    }
  }
}
