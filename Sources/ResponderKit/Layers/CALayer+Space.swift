// Places in space.

extension CALayer {
  /// Applied to all that is in it, around its anchor, after the transforms of each: with `m34`, the perspective that its sublayers share. Hits of subviews follow it.
  public final var sublayerTransform: CATransform3D {
    get { state.sublayers }
    set {
      guard newValue != state.sublayers else { return }
      change(.sublayerTransform) { state.sublayers = newValue }
      owner?.placeSubviewsInSpace()
    }
  }

  /// How far it is in front of its superlayer: with a perspective it is larger. Of the layers in the same one, those that are nearer to the eye, by this and by their transforms, are
  /// drawn in front of the others; 0 by default. Touches go by the order of subviews all the same. Can be animated.
  public final var zPosition: Double {
    get { state.depth }
    set {
      guard newValue.isFinite, newValue != state.depth else { return }
      change(.zPosition) { state.depth = newValue }
      owner?.placeInSpace()
    }
  }

  /// Whether it is also drawn, mirrored, when it is turned away from the eye; true by default. It is hit all the same.
  public final var isDoubleSided: Bool {
    get { drawsBack }
    set { change(nil, newValue != drawsBack) { drawsBack = newValue } }
  }

  final var hasSpace: Bool { state.movesSublayers }

  /// How near to the eye it is, by which the sublayers of a layer are ordered.
  ///
  /// - Parameters:
  ///   - around: the superlayer's `sublayerTransform`, around its anchor.
  ///   - middle: the superlayer's anchor.
  final func depth(around: CATransform3D?, _ middle: Point) -> Double {
    if let owner { return owner.depth(around: around, middle) }
    if let presented { return presented.depth(around: around, middle) }
    return state.depth(around: around, middle)
  }
}

extension UIView {
  final func depth(around: CATransform3D?, _ middle: Point) -> Double {
    if let shown = presentationStorage?.state { return shown.depth(around: around, middle) }
    let depth = layerStorage?.state.depth ?? 0
    let own = geometry.space.flatMap { $0.isSpatial ? $0.transform : nil }
    if around == nil, own == nil { return depth }
    return LayerState.depth(own, at: geometry.center, depth, around: around, middle)
  }
}

extension LayerState {
  /// Whether neither it nor its sublayers leave its superlayer's plane.
  var isInPlane: Bool { isFlat && !movesSublayers }

  /// The `sublayerTransform`, around the anchor; nil for the identity.
  var around: CATransform3D? { movesSublayers ? sublayers.around(pivot) : nil }

  /// From its coordinates to those of its superlayer and of space.
  func toSuperlayer(around: CATransform3D?) -> CATransform3D {
    spatial.placed(pivot, at: position, depth, around: around)
  }

  func depth(around: CATransform3D?, _ middle: Point) -> Double {
    if isFlat, around == nil { return depth }
    return Self.depth(isFlat ? nil : spatial, at: position, depth, around: around, middle)
  }

  /// - Parameters:
  ///   - spatial: a transform that leaves the plane. Nil for layers in one plane, which keep their order when that is tilted: their place is the superlayer's anchor.
  ///   - position: the anchor, in the superlayer's coordinates.
  static func depth(
    _ spatial: CATransform3D?, at position: Point, _ depth: Double, around: CATransform3D?, _ middle: Point
  ) -> Double {
    var place = SIMD4(middle.x, middle.y, depth, 1)
    if let own = spatial?.w {
      place = SIMD4(own.x + own.w * position.x, own.y + own.w * position.y, own.z + own.w * depth, own.w)
    }
    place = around?.applied(to: place) ?? place
    return place.z.isFinite ? place.z : 0
  }
}

extension LayerKey {
  /// The part of a transform that it names.
  func turn(in map: CATransform3D) -> Double {
    if map.isFlat {
      let parts = TransformParts(map.flat)
      switch self {
      case .scale, .scaleXY, .scaleX: return parts.scale.width
      case .scaleY: return parts.scale.height
      case .scaleZ: return 1
      case .rotation, .rotationZ: return parts.angle
      default: return 0
      }
    }
    guard let parts = SpaceParts(map) else { return 0 }
    switch self {
    case .scale, .scaleXY, .scaleX: return parts.scale.x
    case .scaleY: return parts.scale.y
    case .scaleZ: return parts.scale.z
    case .rotationX: return parts.turn.angles.x
    case .rotationY: return parts.turn.angles.y
    case .rotation, .rotationZ: return parts.turn.angles.z
    default: return 0
    }
  }

  /// Sets that part.
  func turn(_ map: inout CATransform3D, _ number: Double) {
    let isInPlane = self != .rotationX && self != .rotationY && self != .scaleZ
    if map.isFlat, isInPlane {
      var parts = TransformParts(map.flat)
      switch self {
      case .scale, .scaleXY: parts.scale = Size(number, number)
      case .scaleX: parts.scale.width = number
      case .scaleY: parts.scale.height = number
      default: parts.angle = number
      }
      map = CATransform3D(parts.transform)
      return
    }
    guard var parts = SpaceParts(map) else { return }
    var angles = parts.turn.angles
    switch self {
    case .scale, .scaleXY: parts.scale = SIMD3(repeating: number)
    case .scaleX: parts.scale.x = number
    case .scaleY: parts.scale.y = number
    case .scaleZ: parts.scale.z = number
    case .rotationX: angles.x = number
    case .rotationY: angles.y = number
    default: angles.z = number
    }
    parts.turn = SpaceParts.Turn(angles: angles)
    map = parts.transform
  }
}
