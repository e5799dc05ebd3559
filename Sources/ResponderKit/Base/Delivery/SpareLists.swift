/// Lists that are used again, so that a finger that moves costs no memory. A list that is taken while another is in use, since
/// a callout runs the loop, is a new one.
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

/// Sets by their members: the same members get the same set again, so that a moved touch allocates none.
struct SpareSets<Member: AnyObject & Hashable> {
  private var known: [(members: [Member], set: Set<Member>)] = []
  /// How many are kept.
  private let most: Int

  init(most: Int) { self.most = most }

  mutating func set(of member: Member) -> Set<Member> {
    for (members, set) in known where members.count == 1 && members[0] === member { return set }
    return add([member])
  }

  mutating func set(of wanted: [Member]) -> Set<Member> {
    for (members, set) in known where members.count == wanted.count {
      if zip(members, wanted).allSatisfy({ $0 === $1 }) { return set }
    }
    // A list of its own: the other one is in use by an outer caller.
    return add(wanted.map { $0 })
  }

  private mutating func add(_ members: [Member]) -> Set<Member> {
    if known.count >= most { known.removeFirst() }
    known.append((members, Set(members)))
    return known[known.count - 1].set
  }

  /// They keep their members alive.
  mutating func removeAll() { known.removeAll(keepingCapacity: true) }
}
