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
  /// This one is a multiple of the system's distance below the other one: 8 points, or of baselines that of two lines.
  public func constraint(equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: Double)
    -> NSLayoutConstraint
  { relate(.equal, anchor, spacing(below: anchor) * multiplier) }
  /// This one is not less than a multiple of the system's distance below the other one: 8 points, or of baselines that of two lines.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: Double
  )
    -> NSLayoutConstraint
  { relate(.greaterThanOrEqual, anchor, spacing(below: anchor) * multiplier) }
  /// This one is not more than a multiple of the system's distance below the other one: 8 points, or of baselines that of two lines.
  public func constraint(lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: Double)
    -> NSLayoutConstraint
  { relate(.lessThanOrEqual, anchor, spacing(below: anchor) * multiplier) }

  /// Between two baselines the distance of lines that follow each other, in the fonts that their views have now; otherwise 8 points.
  private func spacing(below anchor: NSLayoutYAxisAnchor) -> Double {
    let baselines = [NSLayoutConstraint.Attribute.firstBaseline, .lastBaseline]
    guard baselines.contains(attribute), baselines.contains(anchor.attribute),
      let upper = anchor.subject.layoutFont, let lower = subject.layoutFont
    else { return systemSpacing }
    return upper.lineHeight - upper.ascender + lower.ascender
  }
}
