/// Pushes items: for as long as it is active, or once.
open class UIPushBehavior: UIDynamicBehavior {
  /// For how long it pushes.
  public typealias Mode = UIPushBehaviorMode

  /// For how long it pushes.
  public final let mode: Mode
  private var ways: [ObjectIdentifier: UIOffset] = [:]
  /// Whether it has still to push, if it pushes once.
  private var isLoaded = true
  /// Where to and how strongly: 1 gives an item of 100 by 100 points 100 points a second, once or in each second.
  open var pushDirection = CGVector.zero { didSet { if pushDirection != oldValue { changed() } } }
  /// Whether it pushes. One that pushes once is active until it has.
  open var active = true {
    didSet {
      if active { isLoaded = true }
      changed()
    }
  }

  /// Pushes these items, once it has a direction.
  public init(items: [any UIDynamicItem], mode: Mode) {
    self.mode = mode
    super.init()
    content = DynamicItems(items)
  }

  /// What is pushed.
  public final var items: [any UIDynamicItem] { content.list }

  /// Pushes one more item.
  open func addItem(_ item: any UIDynamicItem) { add(item) }

  /// Removes an item: it is no longer pushed.
  open func removeItem(_ item: any UIDynamicItem) {
    ways[ObjectIdentifier(item)] = nil
    remove(item)
  }

  /// Where an item is pushed, from its middle and in its own coordinates; zero unless set.
  open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset {
    ways[ObjectIdentifier(item)] ?? .zero
  }

  /// Pushes an item beside its middle, so that it turns.
  open func setTargetOffsetFromCenter(_ offset: UIOffset, for item: any UIDynamicItem) {
    ways[ObjectIdentifier(item)] = offset
    changed()
  }

  /// The direction as an angle, in radians: clockwise from the right.
  open var angle: Double {
    get { pushDirection.angle }
    set { setAngle(newValue, magnitude: magnitude) }
  }

  /// The strength.
  open var magnitude: Double {
    get { pushDirection.length }
    set { setAngle(angle, magnitude: newValue) }
  }

  /// Sets direction and strength.
  open func setAngle(_ angle: Double, magnitude: Double) {
    pushDirection = CGVector(angle: angle, length: magnitude)
  }

  override func join(_ world: DynamicWorld) {
    let bodies = content.list.compactMap { item in
      world.body(of: item).map { ($0, targetOffsetFromCenter(for: item)) }
    }
    world.forces.append { [weak self] step in
      guard let self, active, mode == .continuous || isLoaded, pushDirection != .zero else { return }
      isLoaded = false
      let time = mode == .continuous ? step : 1
      let push = Point(pushDirection.dx * 100 * time, pushDirection.dy * 100 * time)
      for (body, offset) in bodies {
        body.push(push, at: body.turned(Point(offset.horizontal, offset.vertical)))
      }
    }
  }

  override func report() {
    // Not a change that would keep the animator going.
    if mode == .instantaneous, active, !isLoaded { active = false }
  }
}

/// For how long a behavior pushes.
public enum UIPushBehaviorMode: Int, Hashable, Sendable {
  /// As long as it is active.
  case continuous
  /// Once each time that it becomes active.
  case instantaneous
}
