import LinuxSystem

/// A transform of space as what it does one after the other: scale and shear, turn, shift, perspective.
struct SpaceParts {
  /// Along x, y and z.
  var scale: SIMD3<Double>
  /// Of y along x, of z along x, of z along y.
  var shear: SIMD3<Double>
  var turn: Turn
  var shift: SIMD3<Double>
  /// What x, y, z and 1 add to the weight.
  var perspective: SIMD4<Double>

  /// Nil for a transform that has no way back.
  init?(_ map: CATransform3D) {
    guard map.w.w.isFinite, map.w.w != 0 else { return nil }
    var plain = map
    let whole = map.w.w
    (plain.x, plain.y, plain.z, plain.w) = (map.x / whole, map.y / whole, map.z / whole, map.w / whole)
    let weights = SIMD4(plain.x.w, plain.y.w, plain.z.w, 1)
    (plain.x.w, plain.y.w, plain.z.w) = (0, 0, 0)
    guard let inverse = plain.inverse else { return nil }
    // The weights are those of the place, not of the point.
    func sum(_ row: SIMD4<Double>) -> Double { (row * weights).sum() }
    perspective = SIMD4(sum(inverse.x), sum(inverse.y), sum(inverse.z), sum(inverse.w))
    shift = SIMD3(plain.w.x, plain.w.y, plain.w.z)
    var (x, y, z) = (SIMD3(plain.x), SIMD3(plain.y), SIMD3(plain.z))
    scale = [x.length, 0, 0]
    x /= scale.x
    shear = [x.dot(y), 0, 0]
    y -= shear.x * x
    scale.y = y.length
    y /= scale.y
    shear.x /= scale.y
    (shear.y, shear.z) = (x.dot(z), y.dot(z))
    z -= shear.y * x + shear.z * y
    scale.z = z.length
    z /= scale.z
    shear.y /= scale.z
    shear.z /= scale.z
    if x.dot(y.cross(z)) < 0 {
      scale = -scale
      (x, y, z) = (-x, -y, -z)
    }
    turn = Turn(x, y, z)
    guard (scale * 0) == .zero, (shear * 0) == .zero, (perspective * 0) == .zero else { return nil }
  }

  var transform: CATransform3D {
    let (x, y, z) = turn.axes
    let rows = [
      scale.x * x, scale.y * (y + shear.x * x), scale.z * (z + shear.y * x + shear.z * y), shift,
    ]
    func row(_ index: Int) -> SIMD4<Double> { SIMD4(rows[index], index == 3 ? 1 : 0) }
    return CATransform3D(row(0), row(1), row(2), row(3))
      .concatenating(
        CATransform3D(
          [1, 0, 0, perspective.x], [0, 1, 0, perspective.y], [0, 0, 1, perspective.z],
          [0, 0, 0, perspective.w]))
  }

  /// Where the axes are turned to, each of them one long.
  struct Turn {
    var axes: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>)

    init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { axes = (x, y, z) }

    /// Around x, then y, then z.
    init(angles: SIMD3<Double>) {
      let map = CATransform3DMakeRotation(angles.x, 1, 0, 0)
        .concatenating(CATransform3DMakeRotation(angles.y, 0, 1, 0))
        .concatenating(CATransform3DMakeRotation(angles.z, 0, 0, 1))
      self.init(SIMD3(map.x), SIMD3(map.y), SIMD3(map.z))
    }

    /// The angles around x, y and z, one after the other. Of the two ways to say the same, the one with the lesser turns around x and z.
    var angles: SIMD3<Double> {
      let (x, y, z) = axes
      let aroundY = asin(min(max(-x.z, -1), 1))
      guard hypot(x.x, x.y) > 1e-9 else { return [atan2(-z.y, y.y), aroundY, 0] }
      let first = SIMD3(atan2(y.z, z.z), aroundY, atan2(x.y, x.x))
      func back(_ angle: Double) -> Double { angle > 0 ? angle - .pi : angle + .pi }
      let other = SIMD3(back(first.x), (aroundY < 0 ? -Double.pi : .pi) - aroundY, back(first.z))
      return abs(other.x) + abs(other.z) < abs(first.x) + abs(first.z) - 1e-6 ? other : first
    }

    /// As a rotation around one axis by twice the arc cosine of w: a quaternion.
    fileprivate var quaternion: SIMD4<Double> {
      let (x, y, z) = axes
      var result = SIMD4(
        max(1 + x.x - y.y - z.z, 0).squareRoot(), max(1 - x.x + y.y - z.z, 0).squareRoot(),
        max(1 - x.x - y.y + z.z, 0).squareRoot(), max(1 + x.x + y.y + z.z, 0).squareRoot())
      result /= 2
      // The largest number gives the signs of the others: near a half turn w is almost 0.
      if result.w >= 0.25 {
        if y.z < z.y { result.x = -result.x }
        if z.x < x.z { result.y = -result.y }
        if x.y < y.x { result.z = -result.z }
      } else if result.x >= max(result.y, result.z) {
        if x.y + y.x < 0 { result.y = -result.y }
        if x.z + z.x < 0 { result.z = -result.z }
        if y.z < z.y { result.w = -result.w }
      } else if result.y >= result.z {
        if x.y + y.x < 0 { result.x = -result.x }
        if y.z + z.y < 0 { result.z = -result.z }
        if z.x < x.z { result.w = -result.w }
      } else {
        if x.z + z.x < 0 { result.x = -result.x }
        if y.z + z.y < 0 { result.y = -result.y }
        if x.y < y.x { result.w = -result.w }
      }
      return result
    }

    fileprivate init(quaternion: SIMD4<Double>) {
      let length = (quaternion * quaternion).sum().squareRoot()
      let angle = 2 * atan2(SIMD3(quaternion).length, quaternion.w)
      let map =
        length > 0
        ? CATransform3DMakeRotation(angle, quaternion.x, quaternion.y, quaternion.z) : CATransform3D()
      self.init(SIMD3(map.x), SIMD3(map.y), SIMD3(map.z))
    }

    /// A part of the shorter way to another turn.
    static func mix(_ from: Turn, _ to: Turn, _ part: Double) -> Turn {
      let old = from.quaternion
      var new = to.quaternion
      var cosine = (old * new).sum()
      if cosine < 0 { (new, cosine) = (-new, -cosine) }
      guard cosine < 1 - 1e-12 else { return part < 0.5 ? from : to }
      let angle = acos(min(cosine, 1))
      let (start, end) = (sin((1 - part) * angle), sin(part * angle))
      return Turn(quaternion: (start * old + end * new) / sin(angle))
    }
  }
}

extension CATransform3D: Interpolable, Fading {
  /// In the plane as there; in space scale, shear, turn, shift and perspective each by themselves, the turn around the shorter way. A transform that mirrors and one that does not, and
  /// one that has no way back, pass into each other number by number.
  static func mix(_ from: CATransform3D, _ to: CATransform3D, _ part: Double) -> CATransform3D {
    if from.isFlat, to.isFlat { return CATransform3D(AffineTransform.mix(from.flat, to.flat, part)) }
    guard var old = SpaceParts(from), let new = SpaceParts(to), (old.scale.x < 0) == (new.scale.x < 0) else {
      func mixed(_ from: SIMD4<Double>, _ to: SIMD4<Double>) -> SIMD4<Double> { from + (to - from) * part }
      return CATransform3D(
        mixed(from.x, to.x), mixed(from.y, to.y), mixed(from.z, to.z), mixed(from.w, to.w))
    }
    old.scale += (new.scale - old.scale) * part
    old.shear += (new.shear - old.shear) * part
    old.shift += (new.shift - old.shift) * part
    old.perspective += (new.perspective - old.perspective) * part
    old.turn = .mix(old.turn, new.turn, part)
    return old.transform
  }

  var faded: CATransform3D { CATransform3D() }
}

extension SIMD3<Double> {
  fileprivate init(_ row: SIMD4<Double>) { self.init(row.x, row.y, row.z) }
  fileprivate func dot(_ other: Self) -> Double { (self * other).sum() }
  fileprivate var length: Double { dot(self).squareRoot() }
  fileprivate func cross(_ other: Self) -> Self {
    [y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x]
  }
}
