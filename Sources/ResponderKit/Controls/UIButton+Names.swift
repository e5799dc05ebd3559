extension UIButton {
  /// UIKit's kinds of buttons.
  public enum ButtonType: Hashable, Sendable {
    /// A button of the program's own look, with a white title and pictures as they are; and the system's, with both in the tint color.
    case custom, system
    /// As `system`, with a symbol, and as large as that; the one that closes is gray.
    case detailDisclosure, infoLight, infoDark, contactAdd, close, roundedRect

    /// The symbol that a button of the kind shows.
    var sign: UIImage? {
      switch self {
      case .custom, .system, .roundedRect: nil
      case .detailDisclosure, .infoLight, .infoDark: UIImage(systemName: "info.circle")
      case .contactAdd: UIImage(systemName: "plus.circle")
      case .close: UIImage(systemName: "xmark.circle.fill", withConfiguration: Self.closingLook)
      }
    }

    private static let closingLook = UIImage.SymbolConfiguration(pointSize: 25)
      .applying(.init(paletteColors: [.secondaryLabel, .tertiarySystemFill]))

    /// What a reader says of the symbol.
    var signLabel: String? {
      switch self {
      case .custom, .system, .roundedRect: nil
      case .detailDisclosure, .infoLight, .infoDark: "More Info"
      case .contactAdd: "Add"
      case .close: "Close"
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

  /// Where title and image are from top to bottom.
  public enum ContentVerticalAlignment: Hashable, Sendable {
    /// In the middle; `fill` is in the middle, too.
    case center, fill
    /// At the upper or the lower edge.
    case top, bottom
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
