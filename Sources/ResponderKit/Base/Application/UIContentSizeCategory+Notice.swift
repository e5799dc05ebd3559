extension UIContentSizeCategory {
  /// Posted when the program has chosen another category, with that under `newValueUserInfoKey`.
  public static let didChangeNotification = Notice.Name("UIContentSizeCategoryDidChangeNotification")
  /// The key of the new category in the notice of a change.
  public static let newValueUserInfoKey = "UIContentSizeCategoryNewValueKey"
}
