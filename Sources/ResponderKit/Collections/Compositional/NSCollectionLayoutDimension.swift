/// A width or a height in a compositional layout.
open class NSCollectionLayoutDimension: NSObject {
  enum Kind: Hashable {
    case width, height, absolute, estimated
  }

  let kind: Kind
  /// The fraction, or the length in points.
  public final let dimension: Double

  private init(_ kind: Kind, _ value: Double) {
    self.kind = kind
    dimension = value.isFinite ? max(value, 0) : 0
  }

  /// A part of the width of what is around.
  public static func fractionalWidth(_ fractionalWidth: Double) -> NSCollectionLayoutDimension {
    .init(.width, fractionalWidth)
  }
  /// A part of the height of what is around.
  public static func fractionalHeight(_ fractionalHeight: Double) -> NSCollectionLayoutDimension {
    .init(.height, fractionalHeight)
  }
  /// Points.
  public static func absolute(_ absoluteDimension: Double) -> NSCollectionLayoutDimension {
    .init(.absolute, absoluteDimension)
  }
  /// Points until the view is there and has said what it needs.
  public static func estimated(_ estimatedDimension: Double) -> NSCollectionLayoutDimension {
    .init(.estimated, estimatedDimension)
  }

  /// Whether it is a part of the width of what is around.
  public final var isFractionalWidth: Bool { kind == .width }
  /// Whether it is a part of the height of what is around.
  public final var isFractionalHeight: Bool { kind == .height }
  /// Whether it is a number of points.
  public final var isAbsolute: Bool { kind == .absolute }
  /// Whether the view says what it needs.
  public final var isEstimated: Bool { kind == .estimated }

  final func length(in container: Size) -> Double {
    switch kind {
    case .width: dimension * container.width
    case .height: dimension * container.height
    case .absolute, .estimated: dimension
    }
  }
}
