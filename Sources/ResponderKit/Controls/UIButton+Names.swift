extension UIButton {
  /// UIKit's kinds of buttons.
  public enum ButtonType: Hashable, Sendable {
    /// Without a look of its own, or with that of the system; here they look alike.
    case custom, system
    /// As `system`, with a sign for its title.
    case detailDisclosure, infoLight, infoDark, contactAdd, close, roundedRect

    var sign: String? {
      switch self {
      case .custom, .system, .roundedRect: nil
      case .detailDisclosure, .infoLight, .infoDark: "i"
      case .contactAdd: "+"
      case .close: "x"
      }
    }
  }

  /// Where title and image are from left to right.
  public enum ContentHorizontalAlignment: Hashable, Sendable {
    /// In the middle; `fill` is in the middle, too.
    case center, fill
    /// At the left edge; `leading` is there, too.
    case left, leading
    /// At the right edge; `trailing` is there, too.
    case right, trailing
  }
}
