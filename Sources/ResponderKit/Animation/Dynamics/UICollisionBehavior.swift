/// Lets items collide with each other and with boundaries.
open class UICollisionBehavior: UIDynamicBehavior {
  /// What items collide with.
  public typealias Mode = UICollisionBehaviorMode

  private struct NamedBoundary {
    let identifier: any NSCopying
    let path: UIBezierPath
    /// Different from those of all other boundaries of the behavior.
    let number: Int
  }

  private var boundaries: [NamedBoundary] = []
  private var group: DynamicWorld.CollisionGroup?
  /// The identifiers of boundaries by number, removed ones included: contacts with them end later.
  private var names: [Int: any NSCopying] = [:]
  /// The number of the reference view's edges; those of others are greater.
  private static let edges = 1
  private var lastNumber = UICollisionBehavior.edges
  /// What items collide with; everything unless set.
  open var collisionMode = Mode.everything { didSet { if collisionMode != oldValue { changed() } } }
  /// Notified of contacts.
  public final weak var collisionDelegate: (any UICollisionBehaviorDelegate)?
  /// Whether the edges of the animator's reference view are a boundary.
  open var translatesReferenceBoundsIntoBoundary = false {
    didSet {
      insets = .zero
      changed()
    }
  }
  private var insets = EdgeInsets.zero
  /// The size of the reference view, for which there are boundaries.
  private var room: Rect?

  /// Lets these items collide.
  public init(items: [any UIDynamicItem]) {
    super.init()
    content = DynamicItems(items)
  }

  /// Without items.
  public convenience override init() { self.init(items: []) }

  /// What collides.
  public final var items: [any UIDynamicItem] { content.list }

  /// Lets one more item collide.
  open func addItem(_ item: any UIDynamicItem) { add(item) }

  /// Removes an item: it no longer collides.
  open func removeItem(_ item: any UIDynamicItem) { remove(item) }

  // MARK: Boundaries

  /// Makes the edges of the reference view a boundary, moved inwards.
  open func setTranslatesReferenceBoundsIntoBoundary(with insets: EdgeInsets) {
    translatesReferenceBoundsIntoBoundary = true
    self.insets = insets
    changed()
  }

  /// Adds a boundary along a path, in place of one of this name.
  open func addBoundary(withIdentifier identifier: any NSCopying, for bezierPath: UIBezierPath) {
    boundaries.removeAll { Self.isSame($0.identifier, identifier) }
    // A boundary in place of one of the same name keeps its contacts.
    var number = names.first { Self.isSame($0.value, identifier) }?.key
    if number == nil {
      lastNumber += 1
      (number, names[lastNumber]) = (lastNumber, identifier)
    }
    boundaries.append(
      NamedBoundary(
        identifier: identifier, path: UIBezierPath(cgPath: bezierPath), number: number ?? lastNumber))
    changed()
  }

  /// Adds a straight boundary, in place of one of this name.
  open func addBoundary(withIdentifier identifier: any NSCopying, from p1: Point, to p2: Point) {
    let path = UIBezierPath()
    path.move(to: p1)
    path.addLine(to: p2)
    addBoundary(withIdentifier: identifier, for: path)
  }

  /// The path of a boundary; nil if there is none of this name.
  open func boundary(withIdentifier identifier: any NSCopying) -> UIBezierPath? {
    boundaries.first { Self.isSame($0.identifier, identifier) }.map { UIBezierPath(cgPath: $0.path) }
  }

  /// The names of the boundaries, in the order in which they were added; nil if there are none.
  open var boundaryIdentifiers: [any NSCopying]? {
    boundaries.isEmpty ? nil : boundaries.map(\.identifier)
  }

  /// Removes a boundary.
  open func removeBoundary(withIdentifier identifier: any NSCopying) {
    boundaries.removeAll { Self.isSame($0.identifier, identifier) }
    changed()
  }

  /// Removes all boundaries but the reference view's edges.
  open func removeAllBoundaries() {
    boundaries = []
    changed()
  }

  private static func isSame(_ one: any NSCopying, _ other: any NSCopying) -> Bool {
    guard let one = one as? AnyHashable, let other = other as? AnyHashable else {
      return one as AnyObject === other as AnyObject
    }
    return one == other
  }

  // MARK: In an animator

  override func moved() { (group, room) = (nil, nil) }

  override func join(_ world: DynamicWorld) {
    let group = group ?? DynamicWorld.CollisionGroup()
    self.group = group
    group.bodies = content.list.compactMap(world.body(of:))
    group.meetsItems = collisionMode.contains(.items)
    group.pieces = []
    world.groups.append(group)
    guard collisionMode.contains(.boundaries) else { return }
    room = translatesReferenceBoundsIntoBoundary ? dynamicAnimator?.referenceView?.bounds : nil
    if let room { add(UIBezierPath(rect: room.inset(by: insets)), Self.edges, to: group) }
    for boundary in boundaries { add(boundary.path, boundary.number, to: group) }
  }

  private func add(_ path: UIBezierPath, _ number: Int, to group: DynamicWorld.CollisionGroup) {
    for part in path.parts {
      for (start, end) in zip(part.points, part.points.dropFirst()) {
        group.pieces.append((start, end, number))
      }
      if part.isClosed, let first = part.points.first, let last = part.points.last, first != last {
        group.pieces.append((last, first, number))
      }
    }
  }

  override func report() {
    // The reference view may have another size.
    if translatesReferenceBoundsIntoBoundary, let view = dynamicAnimator?.referenceView, view.bounds != room {
      changed()
    }
    guard let group else { return }
    let (began, ended) = (group.began, group.ended)
    (group.began, group.ended) = ([], [])
    guard let collisionDelegate else { return }
    for meeting in began { notify(collisionDelegate, meeting, true) }
    for meeting in ended { notify(collisionDelegate, meeting, false) }
  }

  private func notify(
    _ delegate: any UICollisionBehaviorDelegate, _ meeting: DynamicWorld.BodyMeeting, _ isBeginning: Bool
  ) {
    guard let item = meeting.second.item else { return }
    if let other = meeting.first.item {
      if isBeginning {
        delegate.collisionBehavior(self, beganContactFor: other, with: item, at: meeting.place)
      } else {
        delegate.collisionBehavior(self, endedContactFor: other, with: item)
      }
      return
    }
    let name = names[meeting.key.piece]
    if isBeginning {
      delegate.collisionBehavior(self, beganContactFor: item, withBoundaryIdentifier: name, at: meeting.place)
    } else {
      delegate.collisionBehavior(self, endedContactFor: item, withBoundaryIdentifier: name)
    }
  }
}

/// What items collide with.
public struct UICollisionBehaviorMode: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Other items of the behavior.
  public static let items = Self(rawValue: 1)
  /// Its boundaries.
  public static let boundaries = Self(rawValue: 2)
  /// Both.
  public static let everything = Self(rawValue: .max)
}
