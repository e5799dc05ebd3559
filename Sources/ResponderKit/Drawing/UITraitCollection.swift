/// Whether there is much room along a side, or little.
public enum UIUserInterfaceSizeClass: Int, Hashable, Sendable {
  /// Not known.
  case unspecified
  /// Little: a phone's width, or the height of one that lies on its side.
  case compact
  /// Much.
  case regular
}

/// What an interface adapts to: the room that its window gives it, and the screen's pixels. A value, where UIKit has an object.
public struct UITraitCollection: Hashable, Sendable {
  /// From this width on, in points, there is much room: a phone held upright has less.
  static let regularWidth = 600.0
  /// From this height on, in points, there is much room: a phone that lies on its side has less.
  static let regularHeight = 480.0

  /// Of the width: `regular` from 600 points on.
  public var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
  /// Of the height: `regular` from 480 points on.
  public var verticalSizeClass = UIUserInterfaceSizeClass.unspecified
  /// Pixels per point; 0 if not known.
  public var displayScale = 0.0

  /// Bright or dark.
  public var userInterfaceStyle = UIUserInterfaceStyle.unspecified
  /// At the base of the window, or in front of other content.
  public var userInterfaceLevel = UIUserInterfaceLevel.unspecified
  /// The direction in which the interface is read.
  public var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified
  /// The size category of texts that follow the user's choice.
  public var preferredContentSizeCategory = UIContentSizeCategory.unspecified
  /// What `UIColor.tintColor` is in the place; known once a program has used that color.
  var tint: UIColor?
  /// The program's own; see `UITraitDefinition`.
  var ownTraits = TraitValues()

  /// Nothing is known.
  public init() {}

  /// Nothing is known but the style.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

  /// Nothing is known but the size class of the width.
  public init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.horizontalSizeClass = horizontalSizeClass
  }

  /// Nothing is known but the size class of the height.
  public init(verticalSizeClass: UIUserInterfaceSizeClass) { self.verticalSizeClass = verticalSizeClass }

  /// Nothing is known but the pixels per point.
  public init(displayScale: Double) { self.displayScale = displayScale }

  /// Nothing is known but the level.
  public init(userInterfaceLevel: UIUserInterfaceLevel) { self.userInterfaceLevel = userInterfaceLevel }

  /// Nothing is known but the direction.
  public init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.layoutDirection = layoutDirection }

  /// Nothing is known but the size of letters.
  public init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }

  /// Whether system colors can differ in two places.
  public func hasDifferentColorAppearance(comparedTo other: UITraitCollection?) -> Bool {
    (userInterfaceStyle == .dark) != (other?.userInterfaceStyle == .dark)
      || (userInterfaceLevel == .elevated) != (other?.userInterfaceLevel == .elevated)
      || ownTraits.hasOtherColors(than: other?.ownTraits ?? TraitValues())
  }

  init(
    size: Size, displayScale: Double, isMirrored: Bool = false,
    contentSize: UIContentSizeCategory = .unspecified
  ) {
    horizontalSizeClass = size.width >= Self.regularWidth ? .regular : .compact
    verticalSizeClass = size.height >= Self.regularHeight ? .regular : .compact
    self.displayScale = displayScale
    userInterfaceStyle = .light
    userInterfaceLevel = .base
    layoutDirection = isMirrored ? .rightToLeft : .leftToRight
    preferredContentSizeCategory = contentSize
  }
}
