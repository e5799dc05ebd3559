extension UILayoutPriority {
  /// A priority that much higher.
  public static func + (priority: UILayoutPriority, more: Float) -> UILayoutPriority {
    UILayoutPriority(rawValue: priority.rawValue + more)
  }

  /// A priority that much lower.
  public static func - (priority: UILayoutPriority, less: Float) -> UILayoutPriority {
    UILayoutPriority(rawValue: priority.rawValue - less)
  }
}
