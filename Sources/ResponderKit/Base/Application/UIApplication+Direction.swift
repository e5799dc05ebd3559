// What the reader of its interface prefers, as far as the program knows.
extension UIApplication {
  /// The direction in which its interface is read: from left to right, unless the program, which knows its language, sets another one. Views that are
  /// shown are notified by their traits, and arranged anew.
  public final var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    get { isMirrored ? .rightToLeft : .leftToRight }
    set {
      guard newValue != userInterfaceLayoutDirection else { return }
      UISemanticContentAttribute.isUsed = true
      isMirrored = newValue == .rightToLeft
      for window in windows { window.setNeedsLayout() }
    }
  }

  /// How large the letters of texts are that follow the reader's choice: `large`, as usual, unless the program sets another category. Views that are
  /// shown are notified by their traits.
  public final var preferredContentSizeCategory: UIContentSizeCategory {
    get { contentSize }
    set {
      guard newValue != contentSize else { return }
      contentSize = newValue
      for window in windows { window.setNeedsLayout() }
    }
  }
}
