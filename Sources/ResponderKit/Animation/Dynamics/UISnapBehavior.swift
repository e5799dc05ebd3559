/// Draws an item to a place, where it comes to rest upright.
open class UISnapBehavior: UIDynamicBehavior {
  private let item: any UIDynamicItem
  private let target = DynamicBody()
  /// Where the item's middle goes.
  open var snapPoint: Point { didSet { if snapPoint != oldValue { changed() } } }
  /// From 0, much swinging, to 1, hardly any.
  open var damping = 0.5 { didSet { if damping != oldValue { changed() } } }

  /// Draws an item to a place.
  public init(item: any UIDynamicItem, snapTo point: Point) {
    self.item = item
    snapPoint = point
    super.init()
    content = DynamicItems([item])
  }

  override func join(_ world: DynamicWorld) {
    guard let body = world.body(of: item) else { return }
    target.place = snapPoint
    let joint = DynamicJoint(target, .zero, body, .zero, .point)
    joint.turn = 0
    joint.spring = (2.5, 0.3 + 0.7 * damping.clamped(to: 0...1))
    world.joints.append(joint)
  }
}
