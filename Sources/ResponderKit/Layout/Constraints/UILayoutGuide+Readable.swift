extension UIView {
  /// The part of `layoutMarginsGuide` in which lines are read with ease: in its middle, and at most 672 points wide.
  public final var readableContentGuide: UILayoutGuide {
    _ = layoutMarginsGuide
    return ownGuide(.readable)
  }
}

extension UILayoutGuide {
  /// UIKit's width at its standard size of letters.
  static let readableWidth = 672.0

  /// The width of a view that constraints place is known only with all others.
  final var readableRules: [LayoutRule] {
    guard let margins = owner?.layoutItem.ownGuides[.margins]?.layoutItem else { return [] }
    return [
      .between(layoutItem, .centerX, margins, .centerX), .between(layoutItem, .top, margins, .top),
      .between(layoutItem, .height, margins, .height),
      .alone(layoutItem, .width, Self.readableWidth, relation: .lessThanOrEqual),
      .between(layoutItem, .width, margins, .width, relation: .lessThanOrEqual),
      .between(layoutItem, .width, margins, .width, priority: 999),
    ]
  }
}
