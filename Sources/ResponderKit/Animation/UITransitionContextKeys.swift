/// Which of the two controllers of a transition.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The controller whose view was shown.
  public static let from = UITransitionContextViewControllerKey(rawValue: "from")
  /// The controller whose view comes.
  public static let to = UITransitionContextViewControllerKey(rawValue: "to")
}

/// Which of the two views of a transition.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The view that was shown.
  public static let from = UITransitionContextViewKey(rawValue: "from")
  /// The view that comes.
  public static let to = UITransitionContextViewKey(rawValue: "to")
}
