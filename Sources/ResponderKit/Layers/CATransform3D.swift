import LinuxSystem

/// A map of space, four by four numbers, for layers' `transform`. A layer shows the part of it in the plane: `m34`, which makes a perspective, has no effect.
public struct CATransform3D: Hashable, Sendable {
  /// Rows of the matrix, which is applied to points as rows.
  var rows: [SIMD4<Double>]

  init(_ rows: [SIMD4<Double>]) { self.rows = rows }

  /// The map that leaves each point where it is.
  public init() { self.init([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]) }

  /// What a perspective is made with; without effect here.
  public var m34: Double {
    get { rows[2][3] }
    set { rows[2][3] = newValue }
  }

  func concatenating(_ next: CATransform3D) -> CATransform3D {
    CATransform3D(
      rows.map { row in
        var sum = row[0] * next.rows[0]
        for column in 1..<4 { sum += row[column] * next.rows[column] }
        return sum
      })
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The map that leaves each point where it is.
public let CATransform3DIdentity = CATransform3D()

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A shift, in points.
public func CATransform3DMakeTranslation(_ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
  CATransform3D([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [x, y, z, 1]])
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A scaling around the origin.
public func CATransform3DMakeScale(_ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
  CATransform3D([[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]])
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
  return CATransform3D([
    [rest * x * x + cosine, rest * x * y + sine * z, rest * x * z - sine * y, 0],
    [rest * x * y - sine * z, rest * y * y + cosine, rest * y * z + sine * x, 0],
    [rest * x * z + sine * y, rest * y * z - sine * x, rest * z * z + cosine, 0],
    [0, 0, 0, 1],
  ])
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
public func CATransform3DMakeAffineTransform(_ map: AffineTransform) -> CATransform3D {
  CATransform3D([[map.a, map.b, 0, 0], [map.c, map.d, 0, 0], [0, 0, 1, 0], [map.tx, map.ty, 0, 1]])
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// What is seen of a transform from far away.
public func CATransform3DGetAffineTransform(_ transform: CATransform3D) -> AffineTransform {
  let rows = transform.rows
  return AffineTransform(
    a: rows[0][0], b: rows[0][1], c: rows[1][0], d: rows[1][1], tx: rows[3][0], ty: rows[3][1])
}
