import Synchronization

/// The size category of texts that follow the user's choice.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not known.
  public static let unspecified = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
  /// From the smallest letters to larger ones.
  public static let extraSmall = Self(rawValue: "UICTContentSizeCategoryXS")
  /// Smaller than usual.
  public static let small = Self(rawValue: "UICTContentSizeCategoryS")
  /// A little smaller than usual.
  public static let medium = Self(rawValue: "UICTContentSizeCategoryM")
  /// As usual.
  public static let large = Self(rawValue: "UICTContentSizeCategoryL")
  /// A little larger than usual.
  public static let extraLarge = Self(rawValue: "UICTContentSizeCategoryXL")
  /// Larger than usual.
  public static let extraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXL")
  /// The largest letters below the accessibility sizes.
  public static let extraExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryXXXL")
  /// The smallest of the accessibility sizes.
  public static let accessibilityMedium = Self(rawValue: "UICTContentSizeCategoryAccessibilityM")
  /// Larger.
  public static let accessibilityLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityL")
  /// Still larger.
  public static let accessibilityExtraLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityXL")
  /// More than twice as large as usual.
  public static let accessibilityExtraExtraLarge = Self(rawValue: "UICTContentSizeCategoryAccessibilityXXL")
  /// The largest letters.
  public static let accessibilityExtraExtraExtraLarge = Self(
    rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

  /// From the smallest letters to the largest.
  private static let all = [
    extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge, accessibilityMedium,
    accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge,
    accessibilityExtraExtraExtraLarge,
  ]

  /// Its index, from the smallest letters on; that of `large` for other categories.
  var index: Int { Self.all.firstIndex(of: self) ?? 3 }

  /// Whether it is one of the accessibility sizes.
  public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

  /// Whether any size category was set, overridden or limited; until then fonts are not adjusted.
  static var isUsed: Bool {
    get { used.load(ordering: .relaxed) }
    set { used.store(newValue, ordering: .relaxed) }
  }
  private static let used = Atomic(false)

  /// Categories that are none of these, `unspecified` among them, are below all others.
  public static func < (left: Self, right: Self) -> Bool {
    (all.firstIndex(of: left) ?? -1) < (all.firstIndex(of: right) ?? -1)
  }
}

extension UIFont.TextStyle {
  /// The size of letters in points.
  func pointSize(_ category: UIContentSizeCategory) -> Double {
    let sizes: [Double] =
      switch self {
      case .largeTitle: [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60]
      case .title1: [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58]
      case .title2: [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56]
      case .title3: [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55]
      case .headline, .body: [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53]
      case .callout: [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51]
      case .subheadline: [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49]
      case .footnote: [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44]
      case .caption1: [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43]
      case .caption2: [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40]
      }
    return sizes[category.index]
  }
}
