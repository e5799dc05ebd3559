// Distances of the system: 8 points, as between views in the visual format.

private let systemSpacing = 8.0

extension NSLayoutXAxisAnchor {
  /// This one is a multiple of 8 points behind the other one.
  public func constraint(equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: Double)
    -> NSLayoutConstraint
  { relate(.equal, anchor, systemSpacing * multiplier) }
  /// This one is not less than a multiple of 8 points behind the other one.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: Double
  )
    -> NSLayoutConstraint
  { relate(.greaterThanOrEqual, anchor, systemSpacing * multiplier) }
  /// This one is not more than a multiple of 8 points behind the other one.
  public func constraint(lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: Double)
    -> NSLayoutConstraint
  { relate(.lessThanOrEqual, anchor, systemSpacing * multiplier) }
}

extension NSLayoutYAxisAnchor {
  /// This one is a multiple of 8 points below the other one.
  public func constraint(equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: Double)
    -> NSLayoutConstraint
  { relate(.equal, anchor, systemSpacing * multiplier) }
  /// This one is not less than a multiple of 8 points below the other one.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: Double
  )
    -> NSLayoutConstraint
  { relate(.greaterThanOrEqual, anchor, systemSpacing * multiplier) }
  /// This one is not more than a multiple of 8 points below the other one.
  public func constraint(lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: Double)
    -> NSLayoutConstraint
  { relate(.lessThanOrEqual, anchor, systemSpacing * multiplier) }
}
