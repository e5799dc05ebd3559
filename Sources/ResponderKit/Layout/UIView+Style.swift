extension UIView {
  /// Makes the view and what is in it bright or dark; `unspecified`, the default: as what is around. A change of what that comes to
  /// calls `traitCollectionDidChange` of all views and controllers whose style it is, superviews first, and draws them in the coming
  /// frame.
  public final var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { rareStorage?.style ?? .unspecified }
    set { if newValue != overrideUserInterfaceStyle { changeStyle { styleStorage = newValue } } }
  }

  /// The view's style in effect: its own one, its controller's, or that of the nearest view around it that has one.
  final var interfaceStyle: UIUserInterfaceStyle {
    guard UIUserInterfaceStyle.isUsed, home?.hasStyles != false else { return .light }
    var next = traitSource
    while let view = next {
      let own = view.ownStyle
      if own != .unspecified { return own }
      next = view.parent?.traitSource
    }
    return .light
  }

  /// Whether the view is in something that is presented in front of its window's controllers.
  final var interfaceLevel: UIUserInterfaceLevel {
    let hasOverrides = mayHaveOverrides
    guard hasOverrides || home?.hasElevation == true else { return .base }
    var next = traitSource
    while let view = next {
      if view.isElevated { return .elevated }
      let own = hasOverrides ? view.ownLevel : .unspecified
      if own != .unspecified { return own }
      next = view.parent?.traitSource
    }
    return .base
  }

  /// The style that was chosen for the view or its controller.
  final var ownStyle: UIUserInterfaceStyle {
    if overrideUserInterfaceStyle != .unspecified { return overrideUserInterfaceStyle }
    let own = rareStorage?.overrides.userInterfaceStyle ?? .unspecified
    return own == .unspecified ? controller?.ownStyle ?? .unspecified : own
  }

  /// The level that the view or its controller overrides.
  private final var ownLevel: UIUserInterfaceLevel {
    let own = rareStorage?.overrides.userInterfaceLevel ?? .unspecified
    return own == .unspecified ? controller?.ownLevel ?? .unspecified : own
  }

  /// Looks as another view does that it belongs to, though it is not in that one but in its window.
  final func takeStyle(of view: UIView, in window: UIWindow) {
    guard UIUserInterfaceStyle.isUsed else { return }
    let style = view.interfaceStyle
    overrideUserInterfaceStyle = style == window.interfaceStyle ? .unspecified : style
  }

  /// Changes who has which style.
  fileprivate final func changeStyle(_ change: () -> Void) {
    UIUserInterfaceStyle.isUsed = true
    home?.hasStyles = true
    let old = interfaceStyle
    change()
    home?.traitSources.forget()
    guard let home, interfaceStyle != old else { return }
    for view in treeOfStyle() where view.home === home {
      var before = view.traitCollection
      before.userInterfaceStyle = old
      if view.drawingStorage != nil { view.setNeedsDisplay() }
      // Layers have colors of one place: they are set in layout.
      view.setNeedsLayout()
      view.withTraits { view.traitsChanged(before, view.traitCollection) }
    }
    looksChanged()
  }

  /// The view and those in it that have its style, superviews first.
  private final func treeOfStyle() -> [UIView] {
    var views: [UIView] = [self]
    var index = 0
    while index < views.count {
      views.append(contentsOf: views[index].children.lazy.filter { $0.ownStyle == .unspecified })
      index += 1
    }
    return views
  }

  /// Notifies the view and its controller.
  final func traitsChanged(_ old: UITraitCollection, _ new: UITraitCollection) {
    if old.preferredContentSizeCategory != new.preferredContentSizeCategory { contentSizeMayHaveChanged() }
    lookMayHaveChanged()
    traitCollectionDidChange(old)
    for change in traitChanges.affected(old, new) { traitChanges.call(change, old) }
    guard let controller else { return }
    controller.traitCollectionDidChange(old)
    for change in controller.traitChanges.affected(old, new) { controller.traitChanges.call(change, old) }
  }

  /// Calls `body` with the view's traits as `UITraitCollection.current`.
  final func withTraits(_ body: () -> Void) {
    guard let recorder = layerRecorder else { return body() }
    let outer = recorder.traits
    recorder.traits = traitCollection
    body()
    recorder.traits = outer
  }
}

extension UIViewController {
  /// The style that was chosen for the controller.
  final var ownStyle: UIUserInterfaceStyle {
    if styleOverride != .unspecified { return styleOverride }
    let own = overrideStorage?.userInterfaceStyle ?? .unspecified
    return own == .unspecified ? parentOverrides?.overrides.userInterfaceStyle ?? .unspecified : own
  }

  /// The level that the controller or its parent overrides.
  fileprivate final var ownLevel: UIUserInterfaceLevel {
    let own = overrideStorage?.userInterfaceLevel ?? .unspecified
    return own == .unspecified ? parentOverrides?.overrides.userInterfaceLevel ?? .unspecified : own
  }

  /// Makes its view and what is in it bright or dark, if the view has no style of its own; `unspecified` by default.
  public final var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { styleOverride }
    set {
      guard newValue != styleOverride else { return }
      UIUserInterfaceStyle.isUsed = true
      if let loadedView {
        loadedView.changeStyle { styleOverride = newValue }
      } else {
        styleOverride = newValue
      }
    }
  }
}
