extension UITraitOverrides {
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
