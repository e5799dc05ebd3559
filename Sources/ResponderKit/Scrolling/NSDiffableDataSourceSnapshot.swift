/// What a table or a collection shows at a time: identifiers of sections, and of items in them. Each is there once.
///
/// UIKit ends the program for an identifier that is there twice, or is not there. Here an item that is added again moves to its new place, a section
/// that is added again stays, and what refers to an identifier that is not there has no effect.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  /// The sections, from first to last.
  public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
  private var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
  fileprivate struct Home {
    var section: SectionIdentifierType
    /// Where it was in its section when that was last numbered: not far from where it is.
    var hint: Int
  }
  private var homes: [ItemIdentifierType: Home] = [:]
  /// By how much changes may have moved the items of sections away from their hints.
  private var shifts: [SectionIdentifierType: Int] = [:]
  /// The items of a section of that many that may be farther away are numbered anew. So a change of one item costs about as much as the root of their
  /// number.
  private static func mostShift(_ count: Int) -> Int { max(Int(Double(count).squareRoot()), 16) }
  /// The most items that are looked for one by one, not by a pass over their sections.
  private static var few: Int { 8 }
  /// The items whose cells are to be exchanged when this is applied.
  public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
  /// The items whose cells are to be set up anew when this is applied: in a table they get other cells, too.
  public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
  /// The sections all of whose cells are to be exchanged when this is applied.
  public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

  /// Nothing.
  public init() {}

  // MARK: What is there

  /// The number of items in all sections.
  public var numberOfItems: Int { homes.count }
  /// The number of sections.
  public var numberOfSections: Int { sectionIdentifiers.count }
  /// The items of all sections, from first to last.
  public var itemIdentifiers: [ItemIdentifierType] { sectionIdentifiers.flatMap { items[$0] ?? [] } }

  /// The number of a section's items; 0 for a section that is not there.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
    items[identifier]?.count ?? 0
  }
  /// A section's items, from first to last; none for a section that is not there.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    items[identifier] ?? []
  }
  /// The section of an item; nil for one that is not there.
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    homes[identifier]?.section
  }
  /// The place of an item among those of all sections; nil for one that is not there.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
    guard let home = homes[identifier], var index = place(of: identifier, home) else { return nil }
    for section in sectionIdentifiers.prefix(while: { $0 != home.section }) {
      index += items[section]?.count ?? 0
    }
    return index
  }
  /// The place of a section; nil for one that is not there.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
    sectionIdentifiers.firstIndex(of: identifier)
  }

  // MARK: Items

  /// Adds items at the end of a section; without one, of the last section.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    guard let section = sectionIdentifier ?? sectionIdentifiers.last, items[section] != nil else { return }
    let new = take(identifiers)
    insert(new, into: section, at: items[section]?.count ?? 0)
  }

  /// Adds items before another one.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
  ) { insert(identifiers, beside: beforeIdentifier, 0) }

  /// Adds items behind another one.
  public mutating func insertItems(
    _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
  ) { insert(identifiers, beside: afterIdentifier, 1) }

  /// Removes items.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) { _ = take(identifiers) }

  /// Removes all items and sections.
  public mutating func deleteAllItems() { self = Self() }

  /// Moves an item before another one.
  public mutating func moveItem(
    _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
  ) { if homes[identifier] != nil { insert([identifier], beside: toIdentifier, 0) } }

  /// Moves an item behind another one.
  public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType)
  {
    if homes[identifier] != nil { insert([identifier], beside: toIdentifier, 1) }
  }

  /// Lets items get other cells.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    reloadedItemIdentifiers += identifiers.filter { homes[$0] != nil }
  }

  /// Lets the cells of items be set up anew: in a table they get other cells.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    reconfiguredItemIdentifiers += identifiers.filter { homes[$0] != nil }
  }

  private mutating func insert(
    _ identifiers: [ItemIdentifierType], beside other: ItemIdentifierType, _ distance: Int
  ) {
    guard homes[other] != nil else { return }
    let new = take(identifiers.filter { $0 != other })
    guard let (section, place) = find(other) else { return }
    insert(new, into: section, at: place + distance)
  }

  private mutating func insert(
    _ new: [ItemIdentifierType], into section: SectionIdentifierType, at place: Int
  ) {
    let isEnd = place == items[section]?.count
    items[section]?.insert(contentsOf: new, at: place)
    for (index, item) in new.enumerated() { homes[item] = Home(section: section, hint: place + index) }
    if !isEnd { shifted(section, by: new.count) }
  }

  /// Where an item is in its section, looked for from its hint outwards.
  private func place(of item: ItemIdentifierType, _ home: Home) -> Int? {
    guard let list = items[home.section], !list.isEmpty else { return nil }
    let start = min(home.hint, list.count - 1)
    if list[start] == item { return start }
    for distance in 1..<max(list.count, 1) {
      if start >= distance, list[start - distance] == item { return start - distance }
      if start + distance < list.count, list[start + distance] == item { return start + distance }
    }
    return nil
  }

  private func find(_ item: ItemIdentifierType) -> (section: SectionIdentifierType, place: Int)? {
    guard let home = homes[item], let place = place(of: item, home) else { return nil }
    return (home.section, place)
  }

  private mutating func shifted(_ section: SectionIdentifierType, by count: Int) {
    shifts[section, default: 0] += count
    let most = Self.mostShift(items[section]?.count ?? 0)
    if shifts[section, default: 0] > most { setHints(section) }
  }

  private mutating func setHints(_ section: SectionIdentifierType) {
    shifts[section] = nil
    for (place, item) in (items[section] ?? []).enumerated() { homes[item]?.hint = place }
  }

  /// Removes items from where they are; each of them once.
  private mutating func take(_ identifiers: [ItemIdentifierType]) -> [ItemIdentifierType] {
    var seen: Set<ItemIdentifierType> = []
    let wanted = identifiers.filter { seen.insert($0).inserted }
    guard wanted.count > Self.few else {
      for item in wanted {
        guard let (section, place) = find(item) else { continue }
        items[section]?.remove(at: place)
        homes[item] = nil
        if place != items[section]?.count { shifted(section, by: 1) }
      }
      return wanted
    }
    let old = Set(wanted.compactMap { homes.removeValue(forKey: $0)?.section })
    for section in old {
      items[section]?.removeAll { seen.contains($0) }
      setHints(section)
    }
    return wanted
  }

  // MARK: Sections

  /// Adds empty sections at the end.
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
    insert(identifiers, at: sectionIdentifiers.count)
  }

  /// Adds empty sections before another one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
  ) { if let place = indexOfSection(toIdentifier) { insert(identifiers, at: place) } }

  /// Adds empty sections behind another one.
  public mutating func insertSections(
    _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
  ) { if let place = indexOfSection(toIdentifier) { insert(identifiers, at: place + 1) } }

  private mutating func insert(_ identifiers: [SectionIdentifierType], at place: Int) {
    var new: [SectionIdentifierType] = []
    for section in identifiers where items[section] == nil {
      items[section] = []
      new.append(section)
    }
    sectionIdentifiers.insert(contentsOf: new, at: place)
  }

  /// Removes sections with their items.
  public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
    let gone = Set(identifiers)
    for section in gone {
      shifts[section] = nil
      for item in items.removeValue(forKey: section) ?? [] { homes[item] = nil }
    }
    sectionIdentifiers.removeAll { gone.contains($0) }
  }

  /// Moves a section with its items before another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
  ) { move(identifier, beside: toIdentifier, 0) }

  /// Moves a section with its items behind another one.
  public mutating func moveSection(
    _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
  ) { move(identifier, beside: toIdentifier, 1) }

  private mutating func move(
    _ section: SectionIdentifierType, beside other: SectionIdentifierType, _ distance: Int
  ) {
    guard section != other, items[section] != nil, items[other] != nil else { return }
    sectionIdentifiers.removeAll { $0 == section }
    if let place = indexOfSection(other) { sectionIdentifiers.insert(section, at: place + distance) }
  }

  /// Lets all items of sections get other cells.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    reloadedSectionIdentifiers += identifiers.filter { items[$0] != nil }
  }

  /// What is reloaded has been.
  mutating func forgetReloads() {
    (reloadedItemIdentifiers, reconfiguredItemIdentifiers, reloadedSectionIdentifiers) = ([], [], [])
  }
}

extension NSDiffableDataSourceSnapshot: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
extension NSDiffableDataSourceSnapshot.Home: Sendable where SectionIdentifierType: Sendable {}
