/// Whether a bar is bright or dark.
public enum UIBarStyle: Int, Hashable, Sendable {
  /// The style of its window.
  case `default`
  /// Dark, with bright titles.
  case black
  /// An older name of `black`.
  public static let blackOpaque = UIBarStyle.black

  /// The color behind a bar without one of its own; nil: the standard one.
  var color: UIColor? { self == .black ? .black : nil }
}
