import LinuxSystem

/// An item as it moves.
final class DynamicBody {
  /// Nil for what never moves.
  let item: (any UIDynamicItem)?
  var place = Point.zero
  var angle = 0.0
  /// In points and in radians a second.
  var velocity = Point.zero
  var spin = 0.0
  /// The item's transform without its turn.
  private var upright = AffineTransform.identity
  private(set) var shape = DynamicShape.circle(radius: 0)
  private(set) var mass = 1.0
  private(set) var inverseMass = 0.0
  private(set) var inverseInertia = 0.0
  /// What is set for it.
  var look = DynamicItemLook() { didSet { if look != oldValue { weigh() } } }
  /// What the item was given last.
  private var shown = (place: Point.zero, angle: 0.0)

  /// A body that never moves.
  init() { item = nil }

  init(_ item: any UIDynamicItem) {
    self.item = item
    update()
  }

  /// Takes the item's place and size anew.
  func update() {
    guard let item else { return }
    place = item.center
    let transform = item.transform
    angle = atan2(transform.b, transform.a)
    shown = (place, angle)
    upright = transform.concatenating(AffineTransform(rotationAngle: -angle))
    measure(item)
  }

  private func measure(_ item: any UIDynamicItem) {
    let size = item.bounds.size
    let room = Size(max(size.width, 1), max(size.height, 1))
    switch item.collisionBoundsType {
    case .rectangle: shape = .box(room)
    case .ellipse: shape = .ellipse(room)
    case .path: shape = .hull(item.collisionBoundingPath.parts.flatMap(\.points)) ?? .box(room)
    }
    weigh()
  }

  private func weigh() {
    let (area, inertia) = shape.measures
    mass = max(look.density ?? 1, 1e-6) * max(area, 1) / 10_000
    inverseMass = item == nil || look.isAnchored == true ? 0 : 1 / mass
    inverseInertia = inverseMass == 0 || look.allowsRotation == false ? 0 : 1 / (mass * max(inertia, 1e-6))
    if inverseMass == 0 { velocity = .zero }
    if inverseInertia == 0 { spin = 0 }
  }

  // MARK: Motion

  func velocity(at way: Point) -> Point { velocity + way.perpendicular.scaled(spin) }

  /// Changes its motion by a push at a way from its middle.
  func push(_ impulse: Point, at way: Point) {
    velocity = velocity + impulse.scaled(inverseMass)
    spin += way.cross(impulse) * inverseInertia
  }

  func turned(_ way: Point) -> Point {
    let (cosine, sine) = (cos(angle), sin(angle))
    return Point(way.x * cosine - way.y * sine, way.x * sine + way.y * cosine)
  }

  func slow(_ step: Double) {
    velocity = velocity.scaled(1 / (1 + step * max(look.resistance ?? DynamicItemLook.usualResistance, 0)))
    spin /= 1 + step * max(look.angularResistance ?? DynamicItemLook.usualResistance, 0)
  }

  func move(_ step: Double) {
    guard velocity.isFinite, spin.isFinite else {
      (velocity, spin) = (.zero, 0)
      return
    }
    place = place + velocity.scaled(step)
    angle += spin * step
  }

  var isSlow: Bool { velocity.length < 4 && abs(spin) < 0.05 }
  var placedShape: PlacedShape { shape.placed(at: place, angle: angle) }

  /// Gives the item its place.
  func show() {
    guard let item, place.isFinite, angle.isFinite else { return }
    if place != shown.place { item.center = place }
    if angle != shown.angle {
      item.transform = upright.concatenating(AffineTransform(rotationAngle: angle))
    }
    shown = (place, angle)
  }
}

/// What a program sets of an item; nil: as usual.
struct DynamicItemLook: Equatable {
  static let usualElasticity = 0.2
  static let usualFriction = 0.2
  static let usualResistance = 0.1

  var elasticity: Double?
  var friction: Double?
  var density: Double?
  var resistance: Double?
  var angularResistance: Double?
  var allowsRotation: Bool?
  var isAnchored: Bool?
  var charge: Double?

  /// This one, with the values that another one sets.
  func merging(_ other: Self) -> Self {
    Self(
      elasticity: other.elasticity ?? elasticity, friction: other.friction ?? friction,
      density: other.density ?? density, resistance: other.resistance ?? resistance,
      angularResistance: other.angularResistance ?? angularResistance,
      allowsRotation: other.allowsRotation ?? allowsRotation, isAnchored: other.isAnchored ?? isAnchored,
      charge: other.charge ?? charge)
  }
}
