/// An attribute of a view or a layout guide, which makes constraints to others of its kind. They are inactive at first.
open class NSLayoutAnchor<AnchorType: AnyObject> {
  /// Keeps what it belongs to.
  let subject: any LayoutSubject
  let attribute: NSLayoutConstraint.Attribute

  init(_ subject: any LayoutSubject, _ attribute: NSLayoutConstraint.Attribute) {
    self.subject = subject
    self.attribute = attribute
  }

  final func relate(
    _ relation: NSLayoutConstraint.Relation, _ other: NSLayoutAnchor<AnchorType>?, _ constant: Double,
    multiplier: Double = 1
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      subject.layoutItem, attribute, relation, other?.subject.layoutItem, other?.attribute ?? .notAnAttribute,
      multiplier: multiplier, constant: constant)
  }

  /// This one is the other one, and so many points more.
  public final func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>, constant: Double = 0
  ) -> NSLayoutConstraint { relate(.equal, anchor, constant) }

  /// This one is not less than the other one and so many points.
  public final func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: Double = 0
  ) -> NSLayoutConstraint { relate(.greaterThanOrEqual, anchor, constant) }

  /// This one is not greater than the other one and so many points.
  public final func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: Double = 0
  ) -> NSLayoutConstraint { relate(.lessThanOrEqual, anchor, constant) }
}

/// A place from left to right.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

/// A place from top to bottom.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

/// A width or a height.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  /// The length is so many points.
  public func constraint(equalToConstant constant: Double) -> NSLayoutConstraint {
    relate(.equal, nil, constant)
  }
  /// The length is not less than so many points.
  public func constraint(greaterThanOrEqualToConstant constant: Double) -> NSLayoutConstraint {
    relate(.greaterThanOrEqual, nil, constant)
  }
  /// The length is not greater than so many points.
  public func constraint(lessThanOrEqualToConstant constant: Double) -> NSLayoutConstraint {
    relate(.lessThanOrEqual, nil, constant)
  }
  /// The length is a multiple of another one, and so many points more.
  public func constraint(
    equalTo anchor: NSLayoutDimension, multiplier: Double, constant: Double = 0
  ) -> NSLayoutConstraint { relate(.equal, anchor, constant, multiplier: multiplier) }
  /// The length is not less than a multiple of another one and so many points.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier: Double, constant: Double = 0
  ) -> NSLayoutConstraint { relate(.greaterThanOrEqual, anchor, constant, multiplier: multiplier) }
  /// The length is not greater than a multiple of another one and so many points.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier: Double, constant: Double = 0
  ) -> NSLayoutConstraint { relate(.lessThanOrEqual, anchor, constant, multiplier: multiplier) }
}
