import LinuxSystem

/// A map of space, four by four numbers, for layers' `transform` and `sublayerTransform`. The eye is far away unless `m34` is set: then it is `-1 / m34` points in front
/// of the plane.
public struct CATransform3D: Hashable, Sendable {
  // Rows of the matrix, which is applied to points as rows: what the axes and the origin become.
  var x: SIMD4<Double>
  var y: SIMD4<Double>
  var z: SIMD4<Double>
  var w: SIMD4<Double>

  init(_ x: SIMD4<Double>, _ y: SIMD4<Double>, _ z: SIMD4<Double>, _ w: SIMD4<Double>) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// The map that leaves each point where it is.
  public init() { self.init([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]) }

  /// A map by its sixteen numbers, row by row.
  public init(
    m11: Double, m12: Double, m13: Double, m14: Double, m21: Double, m22: Double, m23: Double, m24: Double,
    m31: Double, m32: Double, m33: Double, m34: Double, m41: Double, m42: Double, m43: Double, m44: Double
  ) {
    self.init([m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44])
  }

  init(_ map: AffineTransform) {
    self.init([map.a, map.b, 0, 0], [map.c, map.d, 0, 0], [0, 0, 1, 0], [map.tx, map.ty, 0, 1])
  }

  func concatenating(_ next: CATransform3D) -> CATransform3D {
    CATransform3D(next.applied(to: x), next.applied(to: y), next.applied(to: z), next.applied(to: w))
  }

  /// What a point, or a direction, whose last number is 0, becomes.
  func applied(to point: SIMD4<Double>) -> SIMD4<Double> {
    var sum = point.x * x
    sum += point.y * y
    sum += point.z * z
    sum += point.w * w
    return sum
  }

  /// Its part in the plane.
  var flat: AffineTransform { AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: w.x, ty: w.y) }
  /// Whether it has no other part.
  var isFlat: Bool { self == CATransform3D(flat) }

  /// The same map around another point of the plane than the origin.
  func around(_ point: Point) -> CATransform3D { placed(point, at: point, 0, around: nil) }

  /// From a layer's coordinates to those of its superlayer and of space: the transform around the anchor, followed by the superlayer's `sublayerTransform`.
  func placed(_ pivot: Point, at center: Point, _ depth: Double, around: CATransform3D?) -> CATransform3D {
    let own = CATransform3DMakeTranslation(-pivot.x, -pivot.y, 0).concatenating(self)
      .concatenating(CATransform3DMakeTranslation(center.x, center.y, depth))
    return around.map { own.concatenating($0) } ?? own
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The map that leaves each point where it is.
public let CATransform3DIdentity = CATransform3D()

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A shift, in points.
public func CATransform3DMakeTranslation(_ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
  CATransform3D([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [x, y, z, 1])
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A scaling around the origin.
public func CATransform3DMakeScale(_ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
  CATransform3D([x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1])
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A rotation around an axis, in radians; around (0, 0, 1) it is clockwise on a screen.
public func CATransform3DMakeRotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double) -> CATransform3D
{
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0, length.isFinite else { return CATransform3D() }
  let (x, y, z) = (x / length, y / length, z / length)
  let (sine, cosine) = (sin(angle), cos(angle))
  let rest = 1 - cosine
  return CATransform3D(
    [rest * x * x + cosine, rest * x * y + sine * z, rest * x * z - sine * y, 0],
    [rest * x * y - sine * z, rest * y * y + cosine, rest * y * z + sine * x, 0],
    [rest * x * z + sine * y, rest * y * z - sine * x, rest * z * z + cosine, 0],
    [0, 0, 0, 1])
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// First a shift, then the transform.
public func CATransform3DTranslate(_ transform: CATransform3D, _ x: Double, _ y: Double, _ z: Double)
  -> CATransform3D
{ CATransform3DMakeTranslation(x, y, z).concatenating(transform) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// First a scaling, then the transform.
public func CATransform3DScale(_ transform: CATransform3D, _ x: Double, _ y: Double, _ z: Double)
  -> CATransform3D
{ CATransform3DMakeScale(x, y, z).concatenating(transform) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// First a rotation, then the transform.
public func CATransform3DRotate(
  _ transform: CATransform3D, _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> CATransform3D { CATransform3DMakeRotation(angle, x, y, z).concatenating(transform) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// First one transform, then the other.
public func CATransform3DConcat(_ first: CATransform3D, _ second: CATransform3D) -> CATransform3D {
  first.concatenating(second)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A transform of the plane as one of space.
public func CATransform3DMakeAffineTransform(_ map: AffineTransform) -> CATransform3D { CATransform3D(map) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// What is seen of a transform from far away.
public func CATransform3DGetAffineTransform(_ transform: CATransform3D) -> AffineTransform { transform.flat }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether a transform is one of the plane alone.
public func CATransform3DIsAffine(_ transform: CATransform3D) -> Bool { transform.isFlat }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether a transform leaves each point where it is.
public func CATransform3DIsIdentity(_ transform: CATransform3D) -> Bool { transform == CATransform3D() }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether two transforms have the same numbers.
public func CATransform3DEqualToTransform(_ one: CATransform3D, _ other: CATransform3D) -> Bool {
  one == other
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The inverse; the transform itself where there is none.
public func CATransform3DInvert(_ transform: CATransform3D) -> CATransform3D {
  transform.inverse ?? transform
}
