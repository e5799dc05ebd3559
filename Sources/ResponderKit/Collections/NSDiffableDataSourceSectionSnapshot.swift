/// What a section shows at a time, as an outline: items that belong to others, which show them or not.
///
/// As with ``NSDiffableDataSourceSnapshot``, an item that is added again moves, and what refers to an item that is not there has no effect.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
  /// The items that belong to no other one.
  public private(set) var rootItems: [ItemIdentifierType] = []
  private var children: [ItemIdentifierType: [ItemIdentifierType]] = [:]
  private var parents: [ItemIdentifierType: ItemIdentifierType] = [:]
  private var known: Set<ItemIdentifierType> = []
  private var expanded: Set<ItemIdentifierType> = []

  /// Nothing.
  public init() {}

  // MARK: What is there

  /// All items, each followed by those that belong to it.
  public var items: [ItemIdentifierType] { list { _ in true } }
  /// The items that are shown: those that belong to items that are expanded.
  public var visibleItems: [ItemIdentifierType] { list { expanded.contains($0) } }

  private func list(_ opens: (ItemIdentifierType) -> Bool) -> [ItemIdentifierType] {
    var result: [ItemIdentifierType] = []
    var waiting = Array(rootItems.reversed())
    while let item = waiting.popLast() {
      result.append(item)
      if let inner = children[item], opens(item) { waiting += inner.reversed() }
    }
    return result
  }

  /// Whether an item is there.
  public func contains(_ item: ItemIdentifierType) -> Bool { known.contains(item) }
  /// The place of an item among all of them; nil for one that is not there.
  public func index(of item: ItemIdentifierType) -> Int? { contains(item) ? items.firstIndex(of: item) : nil }
  /// The item to which one belongs; nil for none.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? { parents[child] }
  /// How many items are around one.
  public func level(of item: ItemIdentifierType) -> Int {
    var (level, around) = (0, parents[item])
    while let next = around {
      level += 1
      around = parents[next]
    }
    return level
  }
  /// Whether what belongs to an item is shown.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool { expanded.contains(item) }
  /// Whether all items around one are expanded.
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    guard contains(item) else { return false }
    var around = parents[item]
    while let next = around {
      if !expanded.contains(next) { return false }
      around = parents[next]
    }
    return true
  }
  /// What belongs to an item; with the item itself, if that is wanted.
  public func snapshot(of parent: ItemIdentifierType, includingParent: Bool = false) -> Self {
    var result = Self()
    guard contains(parent) else { return result }
    if includingParent { result.append([parent]) }
    var waiting: [(ItemIdentifierType, ItemIdentifierType?)] =
      (children[parent] ?? []).map { ($0, includingParent ? parent : nil) }.reversed()
    while let (item, home) = waiting.popLast() {
      result.append([item], to: home)
      waiting += (children[item] ?? []).map { ($0, item) }.reversed()
    }
    result.expanded = expanded.filter { result.contains($0) }
    return result
  }

  // MARK: Changes

  /// Adds items at the end of what belongs to another one; nil: at the end of all.
  public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
    if let parent, !contains(parent) { return }
    let new = take(items, around: parent)
    if let parent { children[parent, default: []] += new } else { rootItems += new }
    adopt(new, parent)
  }

  /// Adds items before another one, at its level.
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    insert(items, beside: item, 0)
  }

  /// Adds items behind another one, at its level.
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    insert(items, beside: item, 1)
  }

  private mutating func insert(
    _ items: [ItemIdentifierType], beside item: ItemIdentifierType, _ distance: Int
  ) {
    guard contains(item) else { return }
    let parent = parents[item]
    let new = take(items.filter { $0 != item }, around: item)
    var siblings = parent.map { children[$0] ?? [] } ?? rootItems
    siblings.insert(contentsOf: new, at: (siblings.firstIndex(of: item) ?? 0) + distance)
    if let parent { children[parent] = siblings } else { rootItems = siblings }
    adopt(new, parent)
  }

  /// Removes items with all that belongs to them.
  public mutating func delete(_ items: [ItemIdentifierType]) { for item in items { remove(item) } }
  /// Removes all items.
  public mutating func deleteAll() { self = Self() }
  /// Shows what belongs to items.
  public mutating func expand(_ items: [ItemIdentifierType]) {
    expanded.formUnion(items.filter { contains($0) })
  }
  /// Hides what belongs to items.
  public mutating func collapse(_ items: [ItemIdentifierType]) { expanded.subtract(items) }

  /// Lets other items belong to one, in place of those that do.
  public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
    guard contains(parent) else { return }
    delete(children[parent] ?? [])
    for item in snapshot.items where item != parent {
      append([item], to: snapshot.parents[item] ?? parent)
    }
    expand(snapshot.expanded.filter { contains($0) })
  }

  private mutating func adopt(_ items: [ItemIdentifierType], _ parent: ItemIdentifierType?) {
    known.formUnion(items)
    for item in items { parents[item] = parent }
  }

  /// The items each once, taken from where they are. Those around `target` stay: nothing belongs to itself.
  private mutating func take(_ items: [ItemIdentifierType], around target: ItemIdentifierType?)
    -> [ItemIdentifierType]
  {
    var outer: Set<ItemIdentifierType> = []
    var around = target
    while let next = around {
      outer.insert(next)
      around = parents[next]
    }
    var seen = outer
    let new = items.filter { seen.insert($0).inserted }
    let again = Set(new.filter { known.contains($0) })
    guard !again.isEmpty else { return new }
    for item in again {
      if let parent = parents[item] {
        children[parent]?.removeAll { $0 == item }
      } else {
        rootItems.removeAll { $0 == item }
      }
    }
    return new
  }

  private mutating func remove(_ item: ItemIdentifierType) {
    guard contains(item) else { return }
    if let parent = parents[item] {
      children[parent]?.removeAll { $0 == item }
    } else {
      rootItems.removeAll { $0 == item }
    }
    var gone = [item]
    while let next = gone.popLast() {
      gone += children.removeValue(forKey: next) ?? []
      parents[next] = nil
      known.remove(next)
      expanded.remove(next)
    }
  }
}

extension NSDiffableDataSourceSectionSnapshot: Sendable where ItemIdentifierType: Sendable {}
