import RunLoopCore

/// Moves items as bodies move: they fall, collide, swing and come to rest, frame by frame. While all of them rest there are no frames.
///
/// Of an item it changes center and transform. A change of the program's own counts after `updateItem(usingCurrentState:)`.
open class UIDynamicAnimator: NSObject {
  /// In whose coordinates the items move; nil for those of a collection's layout.
  public final private(set) var referenceView: UIView?
  /// Notified of rest.
  public final weak var delegate: (any UIDynamicAnimatorDelegate)?
  /// What was added, in this order.
  public final private(set) var behaviors: [UIDynamicBehavior] = []
  /// For how long items have moved, in seconds.
  public final private(set) var elapsedTime: TimeInterval = 0
  /// Whether items move.
  public final private(set) var isRunning = false
  /// Called when items have other places.
  final var onChange: (() -> Void)?

  let world = DynamicWorld()
  private var link: DisplayLink?
  private var last: RunLoop.Instant?
  private var isStale = false
  /// How long bodies have to be slow until they rest.
  private static let patience = 0.4

  /// Moves items in the coordinates of a view, whose subviews they are.
  public init(referenceView view: UIView) {
    referenceView = view
    super.init()
  }

  /// Moves items that are no views.
  public override init() { super.init() }

  deinit { link?.invalidate() }

  // MARK: Behaviors

  /// Lets a behavior take effect. Without effect for one that it has.
  open func addBehavior(_ behavior: UIDynamicBehavior) {
    guard !behaviors.contains(where: { $0 === behavior }) else { return }
    behaviors.append(behavior)
    behavior.move(to: self)
    rebuild()
  }

  /// Ends a behavior's effect. Items that no other one moves stay where they are.
  open func removeBehavior(_ behavior: UIDynamicBehavior) {
    guard let index = behaviors.firstIndex(where: { $0 === behavior }) else { return }
    behaviors.remove(at: index)
    release(behavior)
    rebuild()
  }

  /// Ends the effect of a behavior that was removed, and of its parts, unless others have them, too.
  final func release(_ behavior: UIDynamicBehavior) {
    // A behavior without parts that is no part itself shares nothing.
    let isAlone = behavior.childBehaviors.isEmpty && behavior.owners == 0
    let all = isAlone ? behaviors.filter { $0 === behavior } : behaviors.whole
    behavior.move(to: nil, except: Set(all.map(ObjectIdentifier.init)))
  }

  /// Ends the effect of all.
  open func removeAllBehaviors() {
    let all = behaviors
    behaviors = []
    // A call of `willMove(to:)` may have added others, or one of these again.
    for behavior in all { if behaviors.isEmpty { behavior.move(to: nil) } else { release(behavior) } }
    for behavior in behaviors { behavior.move(to: self) }
    rebuild()
  }

  /// The items whose frames meet a rectangle.
  open func items(in rect: Rect) -> [any UIDynamicItem] {
    items.filter { item in
      let size = item.bounds.size
      let box = Rect(-size.width / 2, -size.height / 2, size.width, size.height).applying(item.transform)
      return box.offsetBy(dx: item.center.x, dy: item.center.y).intersects(rect)
    }
  }

  /// Takes an item's center, bounds and transform anew, which the program has changed.
  open func updateItem(usingCurrentState item: any UIDynamicItem) {
    body(of: item)?.update()
    wake()
  }

  final var items: [any UIDynamicItem] {
    DynamicItems(behaviors.whole.flatMap(\.content.list)).list
  }

  final func body(of item: any UIDynamicItem) -> DynamicBody? {
    refresh()
    return world.body(of: item)
  }

  // MARK: Frames

  /// Behaviors or their items are other ones.
  final func rebuild() {
    isStale = true
    wake()
  }

  private func refresh() {
    guard isStale else { return }
    isStale = false
    let all = behaviors.whole
    world.keep(all.flatMap(\.content.list))
    (world.joints, world.groups, world.forces) = ([], [], [])
    for body in world.list { body.look = DynamicItemLook() }
    for behavior in all { behavior.join(world) }
  }

  final func wake() {
    world.wake()
    guard !isRunning, !behaviors.isEmpty, let loop = UIApplication.current?.loop else { return }
    let link = DisplayLink { [weak self] link in self?.tick(link) }
    guard (try? link.add(to: loop, mode: .common)) != nil else { return }
    isRunning = true
    self.link = link
    last = link.timestamp
    delegate?.dynamicAnimatorWillResume(self)
  }

  private func tick(_ link: DisplayLink) {
    refresh()
    let time = last.map { Double($0.duration(to: link.timestamp).wholeNanoseconds) / 1e9 } ?? 0
    last = link.timestamp
    elapsedTime += world.advance(time)
    for body in world.list { body.show() }
    onChange?()
    for behavior in behaviors.whole {
      behavior.report()
      behavior.action?()
    }
    if !isStale, world.list.isEmpty || world.stillness >= Self.patience { pause() }
  }

  private func pause() {
    link?.invalidate()
    link = nil
    isRunning = false
    world.pause()
    delegate?.dynamicAnimatorDidPause(self)
  }
}
