/// A value between two others: a slider's.
package struct AccessibleRange: Hashable, Sendable {
  package enum Kind: Sendable { case slider, steps, progress }

  package var kind: Kind
  package var value: Double
  package var least: Double
  package var most: Double
  /// The smallest change that makes sense; 0 for any.
  package var step: Double

  package init(_ kind: Kind, _ value: Double, _ range: (Double, Double), step: Double = 0) {
    (self.kind, self.value, self.step) = (kind, value, step)
    (least, most) = range
  }
}

/// An element whose value is a number.
package protocol AccessibleRangeSource: AnyObject {
  var accessibleRange: AccessibleRange { get }
  /// Takes a value as from a user; false when it can not be set.
  func takeAccessibleValue(_ value: Double) -> Bool
}
