// Preferences of the user, as the program sets them.
extension UIApplication {
  /// The direction of the interface: from left to right unless the program, which knows its language, sets another one. A change updates the
  /// traits of the views in shown windows, and lays them out again.
  public final var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    get { isMirrored ? .rightToLeft : .leftToRight }
    set {
      guard newValue != userInterfaceLayoutDirection else { return }
      UISemanticContentAttribute.isUsed = true
      isMirrored = newValue == .rightToLeft
      for window in windows { window.setNeedsLayout() }
    }
  }

  /// The size category of texts that follow the user's choice: `large` unless the program sets another one. A change updates the traits of the
  /// views in shown windows, and posts `UIContentSizeCategory.didChangeNotification`.
  public final var preferredContentSizeCategory: UIContentSizeCategory {
    get { contentSize }
    set {
      guard newValue != contentSize else { return }
      contentSize = newValue
      UIContentSizeCategory.isUsed = true
      for window in windows { window.setNeedsLayout() }
      notices.post(
        name: UIContentSizeCategory.didChangeNotification, object: self,
        userInfo: [UIContentSizeCategory.newValueUserInfoKey: newValue])
    }
  }
}
