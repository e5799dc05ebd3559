// Places in space.

extension CALayer {
  /// Applied to all that is in it, around its anchor, after the transforms of each: with `m34`, the perspective that its sublayers share. Hits of subviews follow it.
  public final var sublayerTransform: CATransform3D {
    get { state.sublayers }
    set {
      change(.sublayerTransform, newValue != state.sublayers) { state.sublayers = newValue }
      owner?.spaceChanged()
    }
  }

  /// How far it is in front of its superlayer: with a perspective it is larger. Of the layers in the same one, those that are nearer to the eye, by this and by their transforms, are
  /// drawn in front of the others; 0 by default. Touches go by the order of subviews all the same.
  public final var zPosition: Double {
    get { state.depth }
    set {
      guard newValue.isFinite else { return }
      change(nil, newValue != state.depth) { state.depth = newValue }
      owner?.spaceChanged()
    }
  }

  /// Whether it is also drawn, mirrored, when it is turned away from the eye; true by default. It is hit all the same.
  public final var isDoubleSided: Bool {
    get { drawsBack }
    set { change(nil, newValue != drawsBack) { drawsBack = newValue } }
  }

  final var hasSpace: Bool { state.sublayers != CATransform3D() }

  /// How near to the eye its anchor is.
  final func depth(around: CATransform3D?) -> Double {
    if let owner { return owner.depth(around: around) }
    if around == nil, presented == nil, state.spatial.isFlat { return state.depth }
    return (presented ?? state).depth(around: around)
  }
}

extension UIView {
  final func depth(around: CATransform3D?) -> Double {
    if around == nil, presentationStorage == nil, geometry.space == nil {
      return layerStorage?.state.depth ?? 0
    }
    return presentation.depth(around: around)
  }
}

extension LayerState {
  /// The anchor, in its own coordinates.
  private var pivot: Point {
    Point(bounds.origin.x + bounds.size.width * anchor.x, bounds.origin.y + bounds.size.height * anchor.y)
  }

  /// What it does to all that is in it; nil: nothing.
  var around: CATransform3D? { sublayers == CATransform3D() ? nil : sublayers.around(pivot) }

  /// From its coordinates to those of its superlayer and of space.
  func toSuperlayer(around: CATransform3D?) -> CATransform3D {
    spatial.placed(pivot, at: position, depth, around: around)
  }

  func depth(around: CATransform3D?) -> Double {
    let place = toSuperlayer(around: around).applied(to: SIMD4(pivot.x, pivot.y, 0, 1))
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
