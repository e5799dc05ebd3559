extension UITraitOverrides {
  /// The system's traits that are set, as a collection that knows nothing else.
  var collection: UITraitCollection {
    var traits = UITraitCollection()
    func take<Trait: UITraitDefinition>(_ trait: Trait.Type) {
      if contains(trait) { trait.set(self[trait], in: &traits) }
    }
    take(UITraitHorizontalSizeClass.self)
    take(UITraitVerticalSizeClass.self)
    take(UITraitDisplayScale.self)
    take(UITraitUserInterfaceStyle.self)
    take(UITraitUserInterfaceLevel.self)
    take(UITraitLayoutDirection.self)
    take(UITraitPreferredContentSizeCategory.self)
    return traits
  }

  /// Sets the system's traits that a collection knows.
  mutating func set(_ traits: UITraitCollection) {
    if traits.horizontalSizeClass != .unspecified { horizontalSizeClass = traits.horizontalSizeClass }
    if traits.verticalSizeClass != .unspecified { verticalSizeClass = traits.verticalSizeClass }
    if traits.displayScale > 0 { displayScale = traits.displayScale }
    if traits.userInterfaceStyle != .unspecified { userInterfaceStyle = traits.userInterfaceStyle }
    if traits.userInterfaceLevel != .unspecified { userInterfaceLevel = traits.userInterfaceLevel }
    if traits.layoutDirection != .unspecified { layoutDirection = traits.layoutDirection }
    if traits.preferredContentSizeCategory != .unspecified {
      preferredContentSizeCategory = traits.preferredContentSizeCategory
    }
  }
}
