/// What a diffable data source shows, and where each item is.
struct SnapshotState<Section: Hashable, Item: Hashable> {
  private(set) var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()
  private(set) var sections: [[Item]] = []
  private(set) var places: [Item: IndexPath] = [:]

  init() {}

  init(_ snapshot: NSDiffableDataSourceSnapshot<Section, Item>) {
    self.snapshot = snapshot
    self.snapshot.forgetReloads()
    sections = snapshot.sectionIdentifiers.map { snapshot.itemIdentifiers(inSection: $0) }
    places.reserveCapacity(snapshot.numberOfItems)
    for (section, items) in sections.enumerated() {
      for (row, item) in items.enumerated() { places[item] = IndexPath(row: row, section: section) }
    }
  }

  func item(_ place: IndexPath) -> Item? {
    guard sections.indices.contains(place.section), sections[place.section].indices.contains(place.row) else {
      return nil
    }
    return sections[place.section][place.row]
  }

  func count(_ section: Int) -> Int { sections.indices.contains(section) ? sections[section].count : 0 }

  /// What has to be done to come from this to a snapshot.
  ///
  /// - Parameter reloadsReconfigured: whether items that are to be set up anew get other cells.
  func changes(
    to snapshot: NSDiffableDataSourceSnapshot<Section, Item>, _ new: Self, reloadsReconfigured: Bool = true
  ) -> TableChanges {
    var changes = TableChanges()
    let (old, coming) = (self.snapshot.sectionIdentifiers, snapshot.sectionIdentifiers)
    var sectionPlaces: [Section: Int] = [:]
    for (place, section) in coming.enumerated() { sectionPlaces[section] = place }
    let oldSections = Set(old)
    changes.deletedSections = Set(old.indices.filter { sectionPlaces[old[$0]] == nil })
    changes.insertedSections = Set(coming.indices.filter { !oldSections.contains(coming[$0]) })
    let moved = Self.outOfOrder(
      old.enumerated().compactMap { index, id in sectionPlaces[id].map { (index, $0) } })
    changes.movedSections = Dictionary(uniqueKeysWithValues: moved)
    for (index, items) in sections.enumerated() {
      let place = sectionPlaces[old[index]]
      var stay: [(Int, Int)] = []
      for (row, item) in items.enumerated() {
        let here = IndexPath(row: row, section: index)
        if let there = new.places[item] {
          if there.section == place { stay.append((row, there.row)) } else { changes.movedRows[here] = there }
        } else if place != nil {
          changes.deletedRows.insert(here)
        }
      }
      guard let place else { continue }
      for (from, to) in Self.outOfOrder(stay) {
        changes.movedRows[IndexPath(row: from, section: index)] = IndexPath(row: to, section: place)
      }
    }
    for (item, place) in new.places
    where places[item] == nil && !changes.insertedSections.contains(place.section) {
      changes.insertedRows.insert(place)
    }
    var reloaded = snapshot.reloadedItemIdentifiers
    if reloadsReconfigured { reloaded += snapshot.reconfiguredItemIdentifiers }
    for section in snapshot.reloadedSectionIdentifiers {
      reloaded += snapshot.itemIdentifiers(inSection: section)
    }
    changes.reloadedRows = Set(reloaded.compactMap { places[$0] })
    return changes
  }

  /// The fewest pairs that have to move so that the others are in their new order, too.
  ///
  /// - Parameter pairs: old and new places, in the order of the old ones.
  static func outOfOrder(_ pairs: [(old: Int, new: Int)]) -> [(Int, Int)] {
    // The longest rising sequence of new places stays: `ends` are the last pairs of the best ones of each length.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    guard ends.count < pairs.count else { return [] }
    var stays = [Bool](repeating: false, count: pairs.count)
    var index = ends.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = before[index]
    }
    return pairs.indices.filter { !stays[$0] }.map { (pairs[$0].old, pairs[$0].new) }
  }
}
