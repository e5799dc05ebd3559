extension UIButton {
  /// UIKit's kinds of buttons.
  public enum ButtonType: Hashable, Sendable {
    /// Shows pictures as they are, or, as the system's, in the tint color; otherwise they look alike.
    case custom, system
    /// As `system`, with a symbol.
    case detailDisclosure, infoLight, infoDark, contactAdd, close, roundedRect

    var sign: String? {
      switch self {
      case .custom, .system, .roundedRect: nil
      case .detailDisclosure, .infoLight, .infoDark: "info.circle"
      case .contactAdd: "plus.circle"
      case .close: "xmark.circle.fill"
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
