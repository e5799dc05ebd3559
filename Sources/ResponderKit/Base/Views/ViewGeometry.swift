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
    /// Its transform is not the identity, or it is in space.
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
  /// Where the anchor is in the superview's coordinates: the middle of the bounds, unless the program has moved that.
  private(set) var center = Point.zero
  /// Around the center.
  private(set) var transform = AffineTransform.identity
  /// From the superview's coordinates to the view's, when there is a transform in the plane. In space, also without a transform of its own under a `sublayerTransform`, `space` has it.
  private var toLocal = AffineTransform.identity
  /// The point of the bounds that lies at the center, in parts of them.
  private(set) var anchor = Point(0.5, 0.5)
  /// Its place in space; nil for a view in its superview's plane.
  private(set) var space: SpacePlace?

  /// From the superview's coordinates to the view's. Meaningless for a singular view, which is not hit.
  @inline(__always)
  func local(_ point: Point) -> Point {
    if flags.contains(.transformed) {
      if let space { return space.toLocal(point) }
      return point.applying(toLocal)
    }
    return Point(point.x + shift.x, point.y + shift.y)
  }

  /// From the view's coordinates to the superview's.
  func outer(_ point: Point) -> Point {
    guard flags.contains(.transformed) else { return point - shift }
    if let space { return space.toOuter(point) }
    return center + (point - pivot).applying(transform)
  }

  /// The corners of what is seen of an area, from the superview's coordinates to the view's.
  func local(_ corners: [Point]) -> [Point] { space?.toLocal.outline(of: corners) ?? corners.map(local) }

  /// The same, from the view's coordinates to the superview's.
  func outer(_ corners: [Point]) -> [Point] { space?.toOuter.outline(of: corners) ?? corners.map(outer) }

  /// The anchor, in the view's own coordinates.
  var pivot: Point { bounds.point(at: anchor) }

  /// Whether it has no transform of its own, neither in the plane nor in space.
  var isPlain: Bool { transform.isIdentity && space?.isSpatial != true }

  mutating func set(
    bounds: Rect? = nil, center: Point? = nil, transform: AffineTransform? = nil, anchor: Point? = nil
  ) {
    if let bounds { self.bounds = bounds }
    if let center { self.center = center }
    if let anchor { self.anchor = anchor }
    if let transform {
      self.transform = transform
      if let space { return set(CATransform3D(transform), around: space.around, depth: space.depth) }
    }
    update()
  }

  /// The transform, with its part outside of the plane.
  var spatial: CATransform3D { space?.transform ?? CATransform3D(transform) }

  /// Sets the transform in space.
  mutating func set(spatial: CATransform3D) {
    set(spatial, around: space?.around, depth: space?.depth ?? 0)
  }

  /// Sets the `sublayerTransform` around it, and its distance in front of its superview.
  mutating func set(around: CATransform3D?, depth: Double) { set(spatial, around: around, depth: depth) }

  private mutating func set(_ spatial: CATransform3D, around: CATransform3D?, depth: Double) {
    transform = spatial.flat
    update(in: around != nil || !spatial.isFlat ? (spatial, around, depth) : nil)
  }

  /// The box around the transformed bounds, in the superview's coordinates.
  var frame: Rect {
    if !flags.contains(.transformed) {
      return Rect(origin: bounds.origin - shift, size: bounds.size)
    }
    return boxAroundAnchor.offsetBy(dx: center.x, dy: center.y)
  }

  /// The box around the transformed bounds, as seen from the anchor.
  private var boxAroundAnchor: Rect {
    let size = bounds.size
    let box = Rect(-size.width * anchor.x, -size.height * anchor.y, size.width, size.height)
    return space?.isSpatial == true ? PlaneMap(spatial)(box) : box.applying(transform)
  }

  /// The frame without the transform. Setting it leaves the transform as it is.
  var plainFrame: Rect {
    get {
      let size = bounds.size
      return Rect(
        center.x - size.width * anchor.x, center.y - size.height * anchor.y, size.width, size.height)
    }
    set {
      set(
        bounds: Rect(origin: bounds.origin, size: newValue.size),
        center: newValue.point(at: anchor))
    }
  }

  /// Sets center and size so that the frame is this one. Under a transform another size becomes that of the box around the frame in the
  /// view's own coordinates: a turn by 45 degrees has a larger frame.
  mutating func set(frame: Rect) {
    if flags.contains(.transformed) {
      if frame.size != self.frame.size { bounds.size = transform.sizeBefore(frame.size) ?? bounds.size }
      set(center: frame.center - boxAroundAnchor.center)
    } else {
      plainFrame = frame
      // The frame's own origin, without the rounding of the center.
      if !flags.contains(.singular) { shift = bounds.origin - frame.origin }
    }
  }

  private mutating func update() { update(in: space.map { ($0.transform, $0.around, $0.depth) }) }

  /// - Parameter place: the transforms and the depth of a view in space.
  private mutating func update(
    in place: (transform: CATransform3D, around: CATransform3D?, depth: Double)?
  ) {
    flags.remove([.transformed, .singular])
    shift = pivot - center
    space = nil
    if let place {
      let placed = SpacePlace(
        transform: place.transform, around: place.around, depth: place.depth, pivot: pivot, center: center)
      space = placed
      flags.insert(.transformed)
      if !placed.hasWayBack || !shift.isFinite || !bounds.isFinite { flags.insert(.singular) }
      return
    }
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
      .concatenating(AffineTransform(translationX: pivot.x, y: pivot.y))
  }
}
