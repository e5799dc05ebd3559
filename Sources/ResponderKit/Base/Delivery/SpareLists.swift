/// Lists that are used again, so that a finger that moves costs no memory. Who takes one while another is in use, since a
/// callout runs the loop, gets one of its own.
struct SpareLists<Element> {
  private var spare: [[Element]] = []
  private static var most: Int { 16 }

  /// An empty list.
  mutating func take() -> [Element] { spare.popLast() ?? [] }

  mutating func giveBack(_ list: inout [Element]) {
    guard spare.count < Self.most else { return }
    list.removeAll(keepingCapacity: true)
    spare.append(list)
    list = []
  }
}

/// Sets of touches that were given to somebody, to be given again while they fit: a touch that moves makes none.
struct TouchSets {
  private var known: [(members: [UITouch], set: Set<UITouch>)] = []
  /// How many are kept.
  private let most: Int

  init(most: Int) { self.most = most }

  mutating func set(of touch: UITouch) -> Set<UITouch> {
    for (members, set) in known where members.count == 1 && members[0] === touch { return set }
    return add([touch])
  }

  mutating func set(of touches: [UITouch]) -> Set<UITouch> {
    for (members, set) in known where members.count == touches.count {
      if zip(members, touches).allSatisfy({ $0 === $1 }) { return set }
    }
    // A list of its own: the other one is somebody's who goes on filling it.
    return add(touches.map { $0 })
  }

  private mutating func add(_ touches: [UITouch]) -> Set<UITouch> {
    if known.count >= most { known.removeFirst() }
    known.append((touches, Set(touches)))
    return known[known.count - 1].set
  }

  /// They keep their touches alive.
  mutating func removeAll() { known.removeAll(keepingCapacity: true) }
}
