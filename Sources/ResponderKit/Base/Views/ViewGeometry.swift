/// Where a view is in its superview, in one piece, so that hit testing reads one thing per view.
struct ViewGeometry {
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let hidden = Flags(rawValue: 1)
    static let notInteractive = Flags(rawValue: 2)
    /// Its alpha is below 0.01.
    static let transparent = Flags(rawValue: 4)
    /// Its transform has no way back, or its place is no number.
    static let singular = Flags(rawValue: 8)
    /// It is being animated by an animation that does not allow interaction.
    static let animated = Flags(rawValue: 16)
    /// Its transform is not the identity.
    static let transformed = Flags(rawValue: 32)
    /// Neither `hitTest` nor `point(inside:)` of its class is overridden, as far as is known.
    static let standard = Flags(rawValue: 64)
    /// It has hit-test insets.
    static let insets = Flags(rawValue: 128)

    /// With any of these a view and what is in it is not hit.
    static let notHit: Flags = [.hidden, .notInteractive, .transparent, .animated]
  }

  var bounds = Rect.zero
  /// The offset from a superview's point to the view's, without a transform.
  private(set) var shift = Point.zero
  var flags: Flags = []
  /// The middle of the bounds, in the superview's coordinates.
  private(set) var center = Point.zero
  /// Around the center.
  private(set) var transform = AffineTransform.identity
  /// From the superview's coordinates to the view's, when there is a transform.
  private var toLocal = AffineTransform.identity

  /// From the superview's coordinates to the view's. Meaningless for a singular view, which is not hit.
  @inline(__always)
  func local(_ point: Point) -> Point {
    if flags.contains(.transformed) { return point.applying(toLocal) }
    return Point(point.x + shift.x, point.y + shift.y)
  }

  /// From the view's coordinates to the superview's.
  func outer(_ point: Point) -> Point {
    guard flags.contains(.transformed) else { return point - shift }
    return center + (point - middle).applying(transform)
  }

  private var middle: Point {
    Point(bounds.origin.x + bounds.size.width / 2, bounds.origin.y + bounds.size.height / 2)
  }

  mutating func set(bounds: Rect? = nil, center: Point? = nil, transform: AffineTransform? = nil) {
    if let bounds { self.bounds = bounds }
    if let center { self.center = center }
    if let transform { self.transform = transform }
    update()
  }

  /// The box around the transformed bounds, in the superview's coordinates.
  var frame: Rect {
    if !flags.contains(.transformed) {
      return Rect(origin: bounds.origin - shift, size: bounds.size)
    }
    let half = Rect(
      -bounds.size.width / 2, -bounds.size.height / 2, bounds.size.width, bounds.size.height)
    return half.applying(transform).offsetBy(dx: center.x, dy: center.y)
  }

  /// Sets center and size so that the frame is this one. Under a transform only the center is made to fit.
  mutating func set(frame: Rect) {
    if flags.contains(.transformed) {
      set(center: frame.center)
    } else {
      set(bounds: Rect(origin: bounds.origin, size: frame.size), center: frame.center)
      // The frame's own origin, without the rounding of the center.
      if !flags.contains(.singular) { shift = bounds.origin - frame.origin }
    }
  }

  private mutating func update() {
    flags.remove([.transformed, .singular])
    shift = middle - center
    guard !transform.isIdentity else {
      if !shift.isFinite || !bounds.isFinite { flags.insert(.singular) }
      return
    }
    flags.insert(.transformed)
    guard let inverse = transform.inverse, shift.isFinite, bounds.isFinite else {
      flags.insert(.singular)
      toLocal = .identity
      return
    }
    toLocal = AffineTransform(translationX: -center.x, y: -center.y).concatenating(inverse)
      .concatenating(AffineTransform(translationX: middle.x, y: middle.y))
  }
}
