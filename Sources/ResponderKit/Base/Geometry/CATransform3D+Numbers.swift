// The sixteen numbers of a transform by their names: row, then column.

extension CATransform3D {
  /// The factor of x in x'.
  public var m11: Double {
    get { x.x }
    set { x.x = newValue }
  }
  /// The factor of x in y'.
  public var m12: Double {
    get { x.y }
    set { x.y = newValue }
  }
  /// The factor of x in z'.
  public var m13: Double {
    get { x.z }
    set { x.z = newValue }
  }
  /// How much the divisor grows with x.
  public var m14: Double {
    get { x.w }
    set { x.w = newValue }
  }
  /// The factor of y in x'.
  public var m21: Double {
    get { y.x }
    set { y.x = newValue }
  }
  /// The factor of y in y'.
  public var m22: Double {
    get { y.y }
    set { y.y = newValue }
  }
  /// The factor of y in z'.
  public var m23: Double {
    get { y.z }
    set { y.z = newValue }
  }
  /// How much the divisor grows with y.
  public var m24: Double {
    get { y.w }
    set { y.w = newValue }
  }
  /// The factor of z in x'.
  public var m31: Double {
    get { z.x }
    set { z.x = newValue }
  }
  /// The factor of z in y'.
  public var m32: Double {
    get { z.y }
    set { z.y = newValue }
  }
  /// The factor of z in z'.
  public var m33: Double {
    get { z.z }
    set { z.z = newValue }
  }
  /// A perspective: with -1 / 500 the eye is 500 points in front of the plane.
  public var m34: Double {
    get { z.w }
    set { z.w = newValue }
  }
  /// The shift along x, in points.
  public var m41: Double {
    get { w.x }
    set { w.x = newValue }
  }
  /// The shift along y, in points.
  public var m42: Double {
    get { w.y }
    set { w.y = newValue }
  }
  /// The shift towards the eye, in points.
  public var m43: Double {
    get { w.z }
    set { w.z = newValue }
  }
  /// What all is divided by; 1 by default.
  public var m44: Double {
    get { w.w }
    set { w.w = newValue }
  }

  /// The way back; nil where there is none.
  var inverse: CATransform3D? {
    // Gauss and Jordan, with the largest number of a column as the pivot.
    var left = [x, y, z, w]
    var right: [SIMD4<Double>] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    for column in 0..<4 {
      let best = (column..<4).max { abs(left[$0][column]) < abs(left[$1][column]) } ?? column
      let pivot = left[best][column]
      guard pivot.isFinite, pivot != 0 else { return nil }
      left.swapAt(column, best)
      right.swapAt(column, best)
      left[column] /= pivot
      right[column] /= pivot
      for row in 0..<4 where row != column {
        let factor = left[row][column]
        left[row] -= factor * left[column]
        right[row] -= factor * right[column]
      }
    }
    let result = CATransform3D(right[0], right[1], right[2], right[3])
    return right.allSatisfy { ($0 * 0) == .zero } ? result : nil
  }
}
