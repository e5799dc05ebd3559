extension UICalendarView {
  /// What is shown below the number of a day.
  public final class Decoration {
    /// How large a decoration is.
    public enum DecorationSize: Int, Hashable, Sendable {
      /// From small to large.
      case small, medium, large
      /// The height in points.
      var points: Double {
        switch self {
        case .small: 6
        case .medium: 9
        case .large: 12
        }
      }
    }

    enum Kind {
      case dot
      case image(UIImage)
      case view(() -> UIView)
    }

    let kind: Kind
    let color: UIColor
    let size: DecorationSize

    private init(_ kind: Kind, _ color: UIColor?, _ size: DecorationSize) {
      (self.kind, self.color, self.size) = (kind, color ?? .systemGray, size)
    }

    /// A dot; gray where no color is given.
    public static func `default`(color: UIColor? = nil, size: DecorationSize = .medium) -> Decoration {
      Decoration(.dot, color, size)
    }

    /// A picture in a color; without one a dot.
    public static func image(_ image: UIImage?, color: UIColor? = nil, size: DecorationSize = .medium)
      -> Decoration
    { Decoration(image.map { .image($0) } ?? .dot, color, size) }

    /// A view of the program's own, in the size that fits.
    public static func customView(_ provider: @escaping () -> UIView) -> Decoration {
      Decoration(.view(provider), nil, .medium)
    }
  }
}
