extension UIView {
  /// The traits that the view and what is in it have in place of those around it. A change calls `traitCollectionDidChange` of all views and
  /// controllers whose traits it changes, superviews first, and draws them in the coming frame.
  public final var traitOverrides: UITraitOverrides {
    get { rareStorage?.overrides ?? UITraitOverrides() }
    set {
      guard !newValue.isEmpty || !traitOverrides.isEmpty else { return }
      changeTraits(newValue) { overrideStorage = newValue }
    }
  }

  /// The traits of what is around with the overrides that count here.
  final func applyOverrides(to traits: inout UITraitCollection) {
    guard mayHaveOverrides else { return }
    var found: [UITraitOverrides] = []
    var next = traitSource
    while let view = next {
      if let own = view.rareStorage?.overrides, !own.isEmpty { found.append(own) }
      if let own = view.controller?.overrideStorage, !own.isEmpty { found.append(own) }
      if let chosen = view.controller?.parentOverrides { found.append(chosen.overrides) }
      next = view.parent?.traitSource
    }
    for overrides in found.reversed() { overrides.apply(to: &traits) }
  }

  /// Whether the view, or one around it, may have overrides: others are not looked for.
  final var mayHaveOverrides: Bool { UITraitOverrides.isUsed && home?.hasOverrides != false }

  /// Whether the view or its controller has overrides.
  final var overridesTraits: Bool {
    if rareStorage?.overrides.isEmpty == false { return true }
    guard let controller else { return false }
    return controller.overrideStorage?.isEmpty == false || controller.parentOverrides != nil
  }

  /// Notifies of what is different after a change of overrides.
  fileprivate final func changeTraits(_ overrides: UITraitOverrides, _ change: () -> Void) {
    UITraitOverrides.isUsed = true
    home?.hasOverrides = true
    if overrides.contains(UITraitUserInterfaceStyle.self) {
      UIUserInterfaceStyle.isUsed = true
      home?.hasStyles = true
    }
    overrides.noteContentSize()
    let hasDirection = overrides.noteDirection() || traitOverrides.contains(UITraitLayoutDirection.self)
    guard let home else {
      change()
      if hasDirection { for view in tree() { view.directionChanged() } }
      if UIContentSizeCategory.isUsed { for view in tree() { view.contentSizeMayHaveChanged() } }
      return
    }
    let before = tree().map { ($0, $0.traitCollection) }
    change()
    home.traitSources.forget()
    for (view, old) in before where view.home === home {
      let new = view.traitCollection
      guard new != old else { continue }
      if view.drawingStorage != nil { view.setNeedsDisplay() }
      view.setNeedsLayout()
      if old.layoutDirection != new.layoutDirection { view.directionChanged() }
      view.withTraits { view.traitsChanged(old, new) }
    }
    looksChanged()
  }
}

extension UIViewController {
  /// The traits that its view and what is in it have in place of those around it. Those of the view itself count more.
  public final var traitOverrides: UITraitOverrides {
    get { overrideStorage ?? UITraitOverrides() }
    set {
      guard !newValue.isEmpty || !traitOverrides.isEmpty else { return }
      changeTraits(newValue) { overrideStorage = newValue }
    }
  }

  /// Replaces what the parent has set.
  final func takeOverrides(ofParent collection: UITraitCollection?) {
    guard collection != nil || parentOverrides != nil else { return }
    let chosen = collection.map(ParentOverrides.init)
    changeTraits(chosen?.overrides ?? UITraitOverrides()) { parentOverrides = chosen }
  }

  private final func changeTraits(_ overrides: UITraitOverrides, _ change: () -> Void) {
    if let loadedView { return loadedView.changeTraits(overrides, change) }
    UITraitOverrides.isUsed = true
    if overrides.contains(UITraitUserInterfaceStyle.self) { UIUserInterfaceStyle.isUsed = true }
    _ = overrides.noteDirection()
    overrides.noteContentSize()
    change()
  }
}

/// What the parent of a controller has set for it: the controller's own overrides count more.
final class ParentOverrides {
  let collection: UITraitCollection
  let overrides: UITraitOverrides

  init(_ collection: UITraitCollection) {
    var chosen = UITraitOverrides()
    chosen.set(collection)
    (self.collection, overrides) = (collection, chosen)
  }
}

extension UITraitOverrides {
  /// Whether a direction is set; from then on directions are looked up.
  fileprivate func noteDirection() -> Bool {
    guard contains(UITraitLayoutDirection.self) else { return false }
    (Self.hasDirections, UISemanticContentAttribute.isUsed) = (true, true)
    return true
  }
}

extension UITraitOverrides {
  /// Whether a size category is set or limited; from then on letters look for theirs.
  fileprivate func noteContentSize() {
    guard contains(UITraitPreferredContentSizeCategory.self) || !contentSizeLimits.isEmpty else { return }
    UIContentSizeCategory.isUsed = true
  }
}

/// What has traits and is called when they change.
public protocol UITraitEnvironment: AnyObject {
  /// What it is to adapt to.
  var traitCollection: UITraitCollection { get }
  /// Called when its traits have changed.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension UIView: UITraitEnvironment {}
extension UIViewController: UITraitEnvironment {}
