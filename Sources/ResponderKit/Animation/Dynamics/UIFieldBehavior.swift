/// Moves items that are in a part of the plane: towards a place, around it, against their motion, or as a closure says.
///
/// Units are those of ``UIGravityBehavior`` and ``UIPushBehavior``: strength 1 accelerates by 1000 points/s²; for springs it is the push that an item of
/// 100 by 100 points gets. A field that becomes weaker with the distance has its strength 100 points from its place.
open class UIFieldBehavior: UIDynamicBehavior {
  /// What a closure of a program's own is given: the field; an item's place as seen from that of the field, its velocity, its mass and its charge; and
  /// the time of the step. It returns the force.
  public typealias Evaluation = (UIFieldBehavior, Point, CGVector, Double, Double, TimeInterval) -> CGVector

  enum FieldKind {
    case drag, vortex, radialGravity, linearGravity, velocity, noise, turbulence, spring, electric, magnetic
    case custom(Evaluation)
  }

  private let kind: FieldKind
  /// The middle of the region, in the coordinates of the animator's view.
  open var position = Point.zero { didSet { if position != oldValue { lookChanged() } } }
  /// Where the field is, around its position; everywhere by default.
  open var region = UIRegion.infinite { didSet { lookChanged() } }
  /// How strong it is; 1 by default. Negative strengths reverse the force; a drag field with one does nothing.
  open var strength = 1.0 { didSet { if strength != oldValue { lookChanged() } } }
  /// How fast it becomes weaker with the distance: by this power of it. 0, the default: it is as strong everywhere.
  open var falloff = 0.0 { didSet { if falloff != oldValue { lookChanged() } } }
  /// Minimum distance used for `falloff`, in points; at least 1.
  open var minimumRadius = 1.0 { didSet { if minimumRadius != oldValue { lookChanged() } } }
  /// Where a linear or a velocity field leads.
  open var direction = CGVector.zero { didSet { if direction != oldValue { lookChanged() } } }
  /// Smoothness of the noise, from 0 to 1.
  open var smoothness = 0.0 { didSet { if smoothness != oldValue { lookChanged() } } }
  /// How fast a noise changes; 0: not at all.
  open var animationSpeed = 0.0 { didSet { if animationSpeed != oldValue { lookChanged() } } }
  /// For how long noise has changed.
  private var time = 0.0

  /// Items that rest may move now. The world has its bodies already: it is not made anew.
  private func lookChanged() { dynamicAnimator?.wake() }

  private init(_ kind: FieldKind) {
    self.kind = kind
    super.init()
  }

  /// Slows items, in proportion to their speed.
  public class func dragField() -> UIFieldBehavior { UIFieldBehavior(.drag) }
  /// Moves items around its position, clockwise.
  public class func vortexField() -> UIFieldBehavior { UIFieldBehavior(.vortex) }
  /// Pulls items towards a position.
  public class func radialGravityField(position: Point) -> UIFieldBehavior {
    let field = UIFieldBehavior(.radialGravity)
    field.position = position
    return field
  }
  /// Pulls items in a direction.
  public class func linearGravityField(direction: CGVector) -> UIFieldBehavior {
    let field = UIFieldBehavior(.linearGravity)
    field.direction = direction
    return field
  }
  /// Gives items a velocity, 1 being 100 points a second.
  public class func velocityField(direction: CGVector) -> UIFieldBehavior {
    let field = UIFieldBehavior(.velocity)
    field.direction = direction
    return field
  }
  /// Pushes items at random. The same beginning has the same end.
  public class func noiseField(smoothness: Double, animationSpeed speed: Double) -> UIFieldBehavior {
    noise(.noise, smoothness, speed)
  }
  /// The same in proportion to their speed.
  public class func turbulenceField(smoothness: Double, animationSpeed speed: Double) -> UIFieldBehavior {
    noise(.turbulence, smoothness, speed)
  }
  private static func noise(_ kind: FieldKind, _ smoothness: Double, _ speed: Double) -> UIFieldBehavior {
    let field = UIFieldBehavior(kind)
    (field.smoothness, field.animationSpeed) = (smoothness, speed)
    return field
  }
  /// Pulls items towards its position as a spring, in proportion to their distance.
  public class func springField() -> UIFieldBehavior { UIFieldBehavior(.spring) }
  /// Pushes items away from its position, in proportion to their charge; those with a negative one are pulled.
  public class func electricField() -> UIFieldBehavior { UIFieldBehavior(.electric) }
  /// Pushes items to the side of their motion, in proportion to their charge and their speed.
  public class func magneticField() -> UIFieldBehavior { UIFieldBehavior(.magnetic) }
  /// Pushes items as a closure says; called in each step for each item in the region.
  public class func field(evaluationBlock block: @escaping Evaluation) -> UIFieldBehavior {
    UIFieldBehavior(.custom(block))
  }

  /// What the field moves.
  public final var items: [any UIDynamicItem] { content.list }
  /// Moves one more item.
  open func addItem(_ item: any UIDynamicItem) { add(item) }
  /// Removes an item: the field no longer moves it.
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }

  override func join(_ world: DynamicWorld) {
    let bodies = content.list.compactMap(world.body(of:))
    world.forces.append { [weak self, weak world] step in
      guard let self else { return }
      time += animationSpeed.isFinite ? step * min(max(animationSpeed, 0), 1000) : 0
      var isChanging = false
      for body in bodies where body.inverseMass > 0 {
        let way = body.place - position
        guard way.isFinite, region.contains(way) else { continue }
        isChanging = true
        act(on: body, way, step)
      }
      // Noise that changes may move what rests in the next moment; turbulence does not.
      if isChanging, animationSpeed > 0, case .noise = kind { world?.wake() }
    }
  }

  private func act(on body: DynamicBody, _ way: Point, _ step: Double) {
    let change: Point
    switch kind {
    case .drag: change = body.velocity.scaled(-min(max(power(way), 0), 1 / step))
    case .vortex: change = way.unit.perpendicular.scaled(1000 * power(way))
    case .radialGravity: change = way.unit.scaled(-1000 * power(way))
    case .linearGravity: change = Point(direction.dx, direction.dy).scaled(1000 * power(way))
    case .velocity:
      let velocity = Point(direction.dx, direction.dy).scaled(100 * power(way))
      if velocity.isFinite { body.velocity = velocity.scaled(min(1, Self.fastest / max(velocity.length, 1))) }
      return
    case .noise: change = noise(at: way).scaled(1000 * power(way))
    case .turbulence: change = noise(at: way).scaled(body.velocity.length * power(way))
    case .spring: change = way.scaled(-power(way) * body.inverseMass)
    case .electric: change = way.unit.scaled(1000 * power(way) * charge(body) * body.inverseMass)
    case .magnetic:
      // The motion is turned, so that it becomes no faster.
      let angle = power(way) * charge(body) * body.inverseMass * step
      if angle.isFinite { body.velocity = body.velocity.turned(by: angle) }
      return
    case .custom(let evaluate):
      let velocity = CGVector(dx: body.velocity.x, dy: body.velocity.y)
      let force = evaluate(self, way, velocity, body.mass, charge(body), step)
      change = Point(force.dx, force.dy).scaled(100 * strength * body.inverseMass)
    }
    let velocity = body.velocity + change.scaled(step)
    // A field gives no item a speed at which places are lost.
    guard velocity.isFinite else { return }
    let speed = velocity.length
    body.velocity =
      speed > Self.fastest ? velocity.scaled(max(Self.fastest, body.velocity.length) / speed) : velocity
  }

  /// In points a second.
  private static let fastest = 100_000.0

  private func charge(_ body: DynamicBody) -> Double { body.look.charge ?? 0 }

  /// The strength at a distance.
  private func power(_ way: Point) -> Double {
    guard falloff != 0 else { return strength }
    let distance = max(way.length, max(minimumRadius, 1))
    return strength * pow(100 / distance, falloff)
  }

  private func noise(at way: Point) -> Point {
    let size = 20 + 180 * (smoothness.isFinite ? min(max(smoothness, 0), 1) : 0)
    return DynamicNoise.vector(way.scaled(1 / size), time)
  }
}
