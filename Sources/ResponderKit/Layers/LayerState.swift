/// The values of a layer that can be animated: the model's, or those shown during an animation.
struct LayerState: Hashable {
  var bounds = Rect.zero
  /// Where the anchor is in the superlayer's coordinates; of a view, its center.
  var position = Point.zero
  /// The anchor, in parts of the bounds.
  var anchor = Point(0.5, 0.5)
  /// The transform's part in the plane. Setting it replaces the whole.
  var transform = AffineTransform.identity { didSet { if !isFlat { space = nil } } }
  /// The transform, if it leaves the plane.
  @Rare private var space: CATransform3D? = nil
  /// How far it is in front of its superlayer.
  var depth = 0.0
  /// Applied to its sublayers around the anchor, after their own transforms.
  @Rare var sublayers = CATransform3D()
  var opacity = 1.0
  var look = LayerLook()
  var shape = ShapeLook()
  /// The copies of a replicator.
  @Rare var replica: ReplicaLook? = nil

  /// Applied around the anchor.
  var spatial: CATransform3D {
    get { space ?? CATransform3D(transform) }
    set {
      transform = newValue.flat
      if !newValue.isFlat { space = newValue }
    }
  }

  /// Whether the transform stays in the plane.
  var isFlat: Bool { _space.isUsual }
  /// Whether it has a transform for its sublayers.
  var movesSublayers: Bool { !_sublayers.isUsual }

  /// The anchor, in its own coordinates.
  var pivot: Point { bounds.point(at: anchor) }

  /// The frame in the superlayer's coordinates.
  var frame: Rect {
    let box = Rect(
      -bounds.size.width * anchor.x, -bounds.size.height * anchor.y, bounds.size.width, bounds.size.height)
    let seen = isFlat ? box.applying(transform) : PlaneMap(spatial)(box)
    return seen.offsetBy(dx: position.x, dy: position.y)
  }

  /// The way from the layer's coordinates to its superlayer's.
  var toSuperlayer: AffineTransform {
    AffineTransform(translationX: -pivot.x, y: -pivot.y).concatenating(transform)
      .concatenating(AffineTransform(translationX: position.x, y: position.y))
  }

  /// Sets size and position so that the frame is this one; the size as that of a view.
  mutating func set(frame: Rect) {
    if frame.size != self.frame.size { bounds.size = transform.sizeBefore(frame.size) ?? bounds.size }
    let now = self.frame
    position = Point(position.x + frame.origin.x - now.origin.x, position.y + frame.origin.y - now.origin.y)
  }

  /// Goes a part of the way from one state to another, along some fields: what changes between the two.
  mutating func move(
    from start: LayerState, to end: LayerState, _ part: Double, along fields: [LayerField]
  ) {
    for field in fields { field.move(&self, start, end, part) }
    // A spring goes beyond the end.
    opacity = min(max(opacity, 0), 1)
  }
}

/// One value of a layer's state, as something that moves by itself.
struct LayerField: Sendable {
  /// Whether two states differ in it.
  let differs: @Sendable (LayerState, LayerState) -> Bool
  /// Sets it to another state's.
  let copy: @Sendable (inout LayerState, LayerState) -> Void
  /// Sets it to what is a part of the way between two states.
  let move: @Sendable (inout LayerState, LayerState, LayerState, Double) -> Void

  /// Whether animations of it add up; false for values that a later animation replaces.
  let addsUp: Bool
  /// Whether animations from one state to another one add up in it: not over infinite and undefined distances.
  let hasWay: @Sendable (LayerState, LayerState) -> Bool
  /// Adds a part of the way between two states to it. No effect on values that a later animation replaces.
  let shift: @Sendable (inout LayerState, LayerState, LayerState, Double) -> Void

  /// One of its own for each field.
  private(set) var bit: UInt64 = 0

  /// A number whose animations add up.
  private init(adding path: WritableKeyPath<LayerState, Double> & Sendable) {
    self.init(path, addsUp: true) { from, to in
      let way = to[keyPath: path] - from[keyPath: path]
      return way.isFinite && way != 0
    } shift: { state, from, to, part in
      let way = to[keyPath: path] - from[keyPath: path]
      if way.isFinite { state[keyPath: path] += way * part }
    }
  }

  private init<Value: Interpolable & Equatable>(
    _ path: WritableKeyPath<LayerState, Value> & Sendable, addsUp: Bool = false,
    hasWay: @escaping @Sendable (LayerState, LayerState) -> Bool = { _, _ in false },
    shift: @escaping @Sendable (inout LayerState, LayerState, LayerState, Double) -> Void = { _, _, _, _ in }
  ) {
    (self.addsUp, self.hasWay, self.shift) = (addsUp, hasWay, shift)
    differs = { $0[keyPath: path] != $1[keyPath: path] }
    copy = { state, other in state[keyPath: path] = other[keyPath: path] }
    move = { state, from, to, part in
      state[keyPath: path] = Value.mix(from[keyPath: path], to[keyPath: path], part)
    }
  }

  /// Fields as bits.
  static func bits(_ fields: [LayerField]) -> UInt64 { fields.reduce(0) { $0 | $1.bit } }

  /// The fields in which two states differ.
  static func between(_ first: LayerState, _ second: LayerState) -> [LayerField] {
    all.filter { $0.differs(first, second) }
  }

  static let all: [LayerField] = fields.enumerated().map { index, field in
    var field = field
    field.bit = 1 << UInt64(index)
    return field
  }

  private static let fields: [LayerField] = [
    .init(adding: \.bounds.origin.x), .init(adding: \.bounds.origin.y), .init(adding: \.bounds.size.width),
    .init(adding: \.bounds.size.height), .init(adding: \.position.x), .init(adding: \.position.y),
    .init(\.anchor),
    .init(\.spatial), .init(\.depth), .init(\.sublayers), .init(\.opacity), .init(\.look.background),
    .init(\.look.cornerRadius),
    .init(\.look.borderWidth), .init(\.look.borderColor), .init(\.look.gradient), .init(\.look.shadowColor),
    .init(\.look.shadowOpacity), .init(\.look.shadowRadius), .init(\.look.shadowOffset),
    .init(\.shape.path), .init(\.shape.fill), .init(\.shape.stroke), .init(\.shape.lineWidth),
    .init(\.shape.start), .init(\.shape.end), .init(\.shape.dashPhase),
    .init(\.shape.fontSize), .init(\.shape.textColor), .init(\.shape.contentsRect.origin),
    .init(\.shape.contentsRect.size), .init(\.look.backdrop), .init(\.replica),
  ]
}
