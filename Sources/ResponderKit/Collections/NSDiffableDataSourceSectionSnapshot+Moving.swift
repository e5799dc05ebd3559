extension NSDiffableDataSourceSectionSnapshot {
  /// Takes an item of another outline, or of this one, with what belongs to it, to a place among the visible items. These are counted without the
  /// item, but with what belongs to it, as a collection shows them while the item is moved. False if there is no such place.
  ///
  /// Between two items that belong to the same one it belongs to that, too. Where several outer items are possible, its level changes as little
  /// as it can.
  mutating func place(_ item: ItemIdentifierType, of outline: Self, at place: Int) -> Bool {
    let others = visibleItems.filter { $0 != item }
    guard others.startIndex...others.endIndex ~= place else { return false }
    // An item is not moved in among its own descendants.
    let inner = outline.snapshot(of: item)
    let ahead = others[..<place].last { !inner.contains($0) }
    let behind = others[place...].first { !inner.contains($0) }
    let isNew = !contains(item)
    if let ahead {
      let deepest = level(of: ahead) + (showsInner(ahead) ? 1 : 0)
      let level = min(max(outline.level(of: item), behind.map { self.level(of: $0) } ?? 0), deepest)
      put(item, behind: ahead, level, before: behind)
    } else if let behind {
      insert([item], before: behind)
    } else {
      append([item])
    }
    guard isNew else { return true }
    replace(childrenOf: item, using: inner)
    if outline.isExpanded(item) { expand([item]) }
    return true
  }

  /// Whether items belong to others.
  var isNested: Bool { rootItems.count != items.count }

  private func showsInner(_ item: ItemIdentifierType) -> Bool {
    isExpanded(item) && !snapshot(of: item).rootItems.isEmpty
  }

  private mutating func put(
    _ item: ItemIdentifierType, behind ahead: ItemIdentifierType, _ level: Int,
    before behind: ItemIdentifierType?
  ) {
    if level > self.level(of: ahead) {
      // It becomes the first child of the item ahead.
      if let behind, parent(of: behind) == ahead {
        insert([item], before: behind)
      } else {
        append([item], to: ahead)
      }
      return
    }
    var sibling = ahead
    while self.level(of: sibling) > level, let around = parent(of: sibling) { sibling = around }
    insert([item], after: sibling)
  }
}
