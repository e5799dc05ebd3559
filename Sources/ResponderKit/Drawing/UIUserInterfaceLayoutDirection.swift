/// The side at which content begins.
public enum UIUserInterfaceLayoutDirection: Int, Hashable, Sendable {
  /// At the left.
  case leftToRight
  /// At the right, as Arabic and Hebrew are read.
  case rightToLeft
}

/// The direction as a trait.
public enum UITraitEnvironmentLayoutDirection: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// Content begins at the left, or at the right.
  case leftToRight, rightToLeft
}
