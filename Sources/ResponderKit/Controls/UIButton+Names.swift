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
    /// At the left edge, or where content begins.
    case left, leading
    /// At the right edge, or where content ends.
    case right, trailing
  }

  /// `left` or `right` where `contentHorizontalAlignment` depends on the direction.
  public final var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
    switch contentHorizontalAlignment {
    case .leading: isMirrored ? .right : .left
    case .trailing: isMirrored ? .left : .right
    default: contentHorizontalAlignment
    }
  }

  /// The placement on the screen: `leading` is left, `trailing` is right.
  final var imagePlacement: Configuration.ImagePlacement {
    let placement = configuration?.imagePlacement ?? .leading
    switch placement {
    case .leading where isMirrored: return .trailing
    case .trailing where isMirrored: return .leading
    default: return placement
    }
  }
}
