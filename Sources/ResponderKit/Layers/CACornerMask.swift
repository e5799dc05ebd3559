/// Corners of a layer.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The upper left one.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// The upper right one.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The lower left one.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// The lower right one.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

  static let all = CACornerMask(rawValue: 15)

  /// Both upper ones, or none.
  static func top(_ isRound: Bool) -> CACornerMask {
    isRound ? [.layerMinXMinYCorner, .layerMaxXMinYCorner] : []
  }
  /// Both lower ones, or none.
  static func bottom(_ isRound: Bool) -> CACornerMask {
    isRound ? [.layerMinXMaxYCorner, .layerMaxXMaxYCorner] : []
  }
}

extension CALayer {
  /// Makes these corners round, as those of a group of rows are.
  func round(_ corners: CACornerMask) {
    maskedCorners = corners.isEmpty ? .all : corners
    cornerRadius = corners.isEmpty ? 0 : 10
  }
}

/// The shape of round corners. Without effect here.
public enum CALayerCornerCurve: Hashable, Sendable {
  /// A quarter of a circle, or a curve that begins more softly.
  case circular, continuous
}
