/// Lets items fall.
open class UIGravityBehavior: UIDynamicBehavior {
  /// Where to and how strongly: 1 are 1000 points a second in each second.
  open var gravityDirection = CGVector(dx: 0, dy: 1) {
    didSet { if gravityDirection != oldValue { changed() } }
  }

  /// Lets these items fall downwards.
  public init(items: [any UIDynamicItem]) {
    super.init()
    content = DynamicItems(items)
  }

  /// Without items.
  public convenience override init() { self.init(items: []) }

  /// What falls.
  public final var items: [any UIDynamicItem] { content.list }

  /// Lets one more item fall.
  open func addItem(_ item: any UIDynamicItem) { add(item) }

  /// Removes an item: it no longer falls.
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }

  /// The direction as an angle, in radians: clockwise from the right.
  open var angle: Double {
    get { gravityDirection.angle }
    set { setAngle(newValue, magnitude: magnitude) }
  }

  /// The strength; 1 are 1000 points a second in each second.
  open var magnitude: Double {
    get { gravityDirection.length }
    set { setAngle(angle, magnitude: newValue) }
  }

  /// Sets direction and strength.
  open func setAngle(_ angle: Double, magnitude: Double) {
    gravityDirection = CGVector(angle: angle, length: magnitude)
  }

  override func join(_ world: DynamicWorld) {
    let bodies = content.list.compactMap(world.body(of:))
    let pull = Point(gravityDirection.dx * 1000, gravityDirection.dy * 1000)
    world.forces.append { step in
      for body in bodies where body.inverseMass > 0 { body.velocity = body.velocity + pull.scaled(step) }
    }
  }
}
