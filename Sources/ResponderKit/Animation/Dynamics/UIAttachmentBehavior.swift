/// Holds an item at a place or at another item: with a rod, a spring, a rope or a pin.
open class UIAttachmentBehavior: UIDynamicBehavior {
  /// What an item is held at.
  public enum AttachmentType: Int, Hashable, Sendable {
    /// Another item.
    case items
    /// A place.
    case anchor
  }

  private enum AttachmentKind { case rod, rope, pin, fixed }

  /// What the item is held at.
  public final let attachedBehaviorType: AttachmentType
  /// The items: one, or two.
  public final let items: [any UIDynamicItem]
  private let ways: [Point]
  private let kind: AttachmentKind
  private let anchor = DynamicBody()
  /// Of a fixed attachment: the turn of the second item against the first.
  private var turn: Double?
  /// The place; of two items without effect.
  open var anchorPoint: Point {
    get { anchor.place }
    set {
      anchor.place = newValue
      changed()
    }
  }
  /// How far apart the two ends are.
  open var length: Double { didSet { if length != oldValue { changed() } } }
  /// Swings a second of a spring; 0: a rod.
  open var frequency = 0.0 { didSet { if frequency != oldValue { changed() } } }
  /// How soon a spring's swings end; 1: there are none.
  open var damping = 0.0 { didSet { if damping != oldValue { changed() } } }

  private init(_ items: [any UIDynamicItem], _ ways: [Point], _ kind: AttachmentKind, anchor place: Point?) {
    attachedBehaviorType = place == nil ? .items : .anchor
    (self.items, self.ways, self.kind) = (items, ways, kind)
    let ends = zip(items, ways).map { item, way in
      let body = DynamicBody(item)
      return body.place + body.turned(way)
    }
    length = (place ?? ends[ends.count - 1]).distance(to: ends[0])
    super.init()
    content = DynamicItems(items)
    anchor.place = place ?? .zero
  }

  /// Holds an item's middle at a place, as far apart as they are now.
  public convenience init(item: any UIDynamicItem, attachedToAnchor point: Point) {
    self.init([item], [.zero], .rod, anchor: point)
  }

  /// Holds a point of an item, counted from its middle, at a place.
  public convenience init(
    item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: Point
  ) {
    self.init([item], [Point(offset.horizontal, offset.vertical)], .rod, anchor: point)
  }

  /// Holds the middles of two items as far apart as they are now.
  public convenience init(item item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem) {
    self.init([item1, item2], [.zero, .zero], .rod, anchor: nil)
  }

  /// Holds points of two items, counted from their middles, as far apart as they are now.
  public convenience init(
    item item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset, attachedTo item2: any UIDynamicItem,
    offsetFromCenter offset2: UIOffset
  ) {
    self.init(
      [item1, item2],
      [Point(offset1.horizontal, offset1.vertical), Point(offset2.horizontal, offset2.vertical)], .rod,
      anchor: nil)
  }

  /// Holds points of two items no farther apart than they are now.
  open class func limitAttachment(
    with item1: any UIDynamicItem, offsetFromCenter offset1: UIOffset, attachedTo item2: any UIDynamicItem,
    offsetFromCenter offset2: UIOffset
  ) -> UIAttachmentBehavior {
    UIAttachmentBehavior(
      [item1, item2],
      [Point(offset1.horizontal, offset1.vertical), Point(offset2.horizontal, offset2.vertical)], .rope,
      anchor: nil)
  }

  /// Lets two items turn around a place that both keep.
  open class func pinAttachment(
    with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem, attachmentAnchor point: Point
  ) -> UIAttachmentBehavior { joined(item1, item2, point, .pin) }

  /// Lets two items move as one.
  open class func fixedAttachment(
    with item1: any UIDynamicItem, attachedTo item2: any UIDynamicItem, attachmentAnchor point: Point
  ) -> UIAttachmentBehavior { joined(item1, item2, point, .fixed) }

  private static func joined(
    _ first: any UIDynamicItem, _ second: any UIDynamicItem, _ point: Point, _ kind: AttachmentKind
  ) -> UIAttachmentBehavior {
    let bodies = [DynamicBody(first), DynamicBody(second)]
    let ways = bodies.map { body in
      let way = point - body.place
      let (x, y) = (body.turned(Point(1, 0)), body.turned(Point(0, 1)))
      return Point(way.dot(x), way.dot(y))
    }
    let behavior = UIAttachmentBehavior([first, second], ways, kind, anchor: nil)
    if kind == .fixed { behavior.turn = bodies[1].angle - bodies[0].angle }
    return behavior
  }

  override func join(_ world: DynamicWorld) {
    let bodies = items.compactMap(world.body(of:))
    guard bodies.count == items.count else { return }
    // A rod of no length has no direction.
    let isPoint = kind == .pin || kind == .fixed || kind == .rod && length < 0.5
    let hold = isPoint ? DynamicJoint.JointHold.point : .distance(max(length, 0), isRope: kind == .rope)
    let joint =
      bodies.count == 1
      ? DynamicJoint(anchor, .zero, bodies[0], ways[0], hold)
      : DynamicJoint(bodies[0], ways[0], bodies[1], ways[1], hold)
    joint.turn = turn
    if frequency > 0 { joint.spring = (frequency, damping) }
    world.joints.append(joint)
  }
}
