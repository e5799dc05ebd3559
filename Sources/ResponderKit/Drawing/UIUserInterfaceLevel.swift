/// Whether content is at the base of its window or presented in front of other content, as in sheets and popovers. Where it is dark,
/// backgrounds in front are brighter.
public enum UIUserInterfaceLevel: Int, Hashable, Sendable {
  /// Not known.
  case unspecified = -1
  /// At the base of its window.
  case base
  /// In front of other content.
  case elevated
}
