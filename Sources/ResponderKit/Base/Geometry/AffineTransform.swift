import LinuxSystem

/// A map of the plane that keeps lines straight: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct AffineTransform: Hashable, Sendable {
  /// The factor of x in x'.
  public var a: Double
  /// The factor of x in y'.
  public var b: Double
  /// The factor of y in x'.
  public var c: Double
  /// The factor of y in y'.
  public var d: Double
  /// The shift along x, in points.
  public var tx: Double
  /// The shift along y, in points.
  public var ty: Double

  /// The map with these six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that leaves each point where it is.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A shift, in points.
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling around the origin. A negative factor mirrors; with 0 there is no inverse.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Clockwise on a screen, whose y grows downwards.
  public init(rotationAngle radians: Double) {
    let (sine, cosine) = (sin(radians), cos(radians))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether it is exactly the identity.
  public var isIdentity: Bool { self == .identity }

  /// The factor by which areas grow; negative when the map mirrors, 0 when there is no inverse.
  public var determinant: Double { a * d - b * c }

  /// The way back, or nil when there is none: the map makes a line or a point of the plane, or is no map at all.
  public var inverse: AffineTransform? {
    let determinant = determinant
    guard determinant.isFinite, determinant != 0 else { return nil }
    let inverse = AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    return inverse.isFinite ? inverse : nil
  }

  /// The size that maps to a box of this size; exact for maps that keep rectangles upright. Nil for a singular map.
  func sizeBefore(_ size: Size) -> Size? {
    guard !isIdentity, let inverse else { return isIdentity ? size : nil }
    return Size(
      abs(inverse.a) * size.width + abs(inverse.c) * size.height,
      abs(inverse.b) * size.width + abs(inverse.d) * size.height)
  }

  var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// First this one, then the other.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
      d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }

  /// First a move, then this one.
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// First a scaling, then this one.
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// First a rotation, clockwise on a screen, then this one.
  public func rotated(by radians: Double) -> AffineTransform {
    AffineTransform(rotationAngle: radians).concatenating(self)
  }
}
