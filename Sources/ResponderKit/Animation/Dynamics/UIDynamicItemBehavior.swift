/// How items are as bodies: how heavy, how rough, how springy. Of several that set something of an item the one that was added last counts.
open class UIDynamicItemBehavior: UIDynamicBehavior {
  private var look = DynamicItemLook() { didSet { if look != oldValue { changed() } } }
  /// What is added once it is in an animator.
  private var pending: [(item: any UIDynamicItem, velocity: Point, spin: Double)] = []

  /// A behavior of these items.
  public init(items: [any UIDynamicItem]) {
    super.init()
    content = DynamicItems(items)
  }

  /// Without items.
  public convenience override init() { self.init(items: []) }

  /// The items to which it applies.
  public final var items: [any UIDynamicItem] { content.list }

  /// Adds an item.
  open func addItem(_ item: any UIDynamicItem) { add(item) }

  /// Removes an item.
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }

  /// How much of its speed an item has after a collision, from 0 to 1.
  open var elasticity: Double {
    get { look.elasticity ?? 0 }
    set { look.elasticity = newValue }
  }
  /// How much an item is slowed along what it touches; 0: not at all.
  open var friction: Double {
    get { look.friction ?? 0 }
    set { look.friction = newValue }
  }
  /// The mass: with 1, an item of 100 by 100 points has the mass 1.
  open var density: Double {
    get { look.density ?? 1 }
    set { look.density = newValue }
  }
  /// How fast an item loses its speed: the part of it in a second, about.
  open var resistance: Double {
    get { look.resistance ?? 0 }
    set { look.resistance = newValue }
  }
  /// How fast an item loses its turning.
  open var angularResistance: Double {
    get { look.angularResistance ?? 0 }
    set { look.angularResistance = newValue }
  }
  /// Whether an item turns; true unless set.
  open var allowsRotation: Bool {
    get { look.allowsRotation ?? true }
    set { look.allowsRotation = newValue }
  }
  /// Whether an item stays in its place, and others meet it.
  open var isAnchored: Bool {
    get { look.isAnchored ?? false }
    set { look.isAnchored = newValue }
  }

  /// The electric charge, which fields push; 0 unless set.
  open var charge: Double {
    get { look.charge ?? 0 }
    set { look.charge = newValue }
  }

  /// Adds to an item's speed, in points a second; at the latest when it is in an animator.
  open func addLinearVelocity(_ velocity: Point, for item: any UIDynamicItem) {
    add((item, velocity, 0))
  }

  /// Adds to an item's turning, in radians a second.
  open func addAngularVelocity(_ velocity: Double, for item: any UIDynamicItem) {
    add((item, .zero, velocity))
  }

  private func add(_ motion: (item: any UIDynamicItem, velocity: Point, spin: Double)) {
    guard content.contains(motion.item) else { return }
    pending.append(motion)
    changed()
  }

  /// An item's speed, in points a second.
  open func linearVelocity(for item: any UIDynamicItem) -> Point {
    dynamicAnimator?.body(of: item)?.velocity ?? .zero
  }

  /// An item's turning, in radians a second.
  open func angularVelocity(for item: any UIDynamicItem) -> Double {
    dynamicAnimator?.body(of: item)?.spin ?? 0
  }

  override func join(_ world: DynamicWorld) {
    for body in content.list.compactMap(world.body(of:)) { body.look = body.look.merging(look) }
    for motion in pending {
      guard let body = world.body(of: motion.item) else { continue }
      if body.inverseMass > 0 { body.velocity = body.velocity + motion.velocity }
      if body.inverseInertia > 0 { body.spin += motion.spin }
    }
    pending = []
  }
}
