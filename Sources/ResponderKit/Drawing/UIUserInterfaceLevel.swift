/// Whether something lies behind everything else, or in front of something, as sheets and popovers do. Where it is dark, backgrounds in front are brighter.
public enum UIUserInterfaceLevel: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// Behind everything else.
  case base
  /// In front of something else.
  case elevated
}
