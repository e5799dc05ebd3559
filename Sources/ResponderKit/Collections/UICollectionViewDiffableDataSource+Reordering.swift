/// What has changed in one section.
public struct NSDiffableDataSourceSectionTransaction<
  SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
> {
  /// The section.
  public let sectionIdentifier: SectionIdentifierType
  /// What it showed before.
  public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// What it shows now.
  public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  /// The way from one to the other, with which a program's own array can follow: `array.applying(difference)`. Of an outline, the way of all
  /// items, whether they are shown or not.
  public let difference: CollectionDifference<ItemIdentifierType>
}

/// What the user has changed in a collection.
public struct NSDiffableDataSourceTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  /// What was shown before.
  public let initialSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// What is shown now.
  public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  /// The way from one to the other, of the items of all sections.
  public let difference: CollectionDifference<ItemIdentifierType>
  /// The sections in which something has changed.
  public let sectionTransactions:
    [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]
}

extension UICollectionViewDiffableDataSource {
  /// What is asked and called when the user moves an item.
  public struct ReorderingHandlers {
    /// Whether an item can be moved; nil, the default: none can.
    public var canReorderItem: ((ItemIdentifierType) -> Bool)?
    /// Called before the data source's snapshot changes.
    public var willReorder:
      ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?
    /// Called when it has changed: the place for changing the program's own data.
    public var didReorder:
      ((NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>) -> Void)?

    /// No handlers.
    public init() {}
  }

  /// What a movement changes; nil if there is no such item or place. The item takes with it what belongs to it.
  final func transaction(from source: IndexPath, to target: IndexPath)
    -> NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>?
  {
    guard let item = itemIdentifier(for: source), let from = sectionIdentifier(for: source.section),
      let to = sectionIdentifier(for: target.section)
    else { return nil }
    let (old, oldTarget) = (snapshot(for: from), snapshot(for: to))
    var (new, newTarget) = (old, oldTarget)
    guard newTarget.place(item, of: old, at: target.item) else { return nil }
    if from == to { new = newTarget } else { new.delete([item]) }
    let before = snapshot()
    var after = before
    let sections = from == to ? [(from, old, new)] : [(from, old, new), (to, oldTarget, newTarget)]
    for (section, _, _) in sections { after.deleteItems(after.itemIdentifiers(inSection: section)) }
    for (section, _, new) in sections { after.appendItems(new.visibleItems, toSection: section) }
    return NSDiffableDataSourceTransaction(
      initialSnapshot: before, finalSnapshot: after,
      difference: after.itemIdentifiers.difference(from: before.itemIdentifiers),
      sectionTransactions: sections.map { section, old, new in
        NSDiffableDataSourceSectionTransaction(
          sectionIdentifier: section, initialSnapshot: old, finalSnapshot: new,
          difference: new.items.difference(from: old.items))
      })
  }

  /// What a collection shows that has moved one item only.
  final func shown(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    moving source: IndexPath, to target: IndexPath
  ) -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
    var shown = snapshot
    guard let item = itemIdentifier(for: source), let section = sectionIdentifier(for: target.section) else {
      return shown
    }
    shown.deleteItems([item])
    let others = shown.itemIdentifiers(inSection: section)
    if others.indices.contains(target.item) {
      shown.insertItems([item], beforeItem: others[target.item])
    } else {
      shown.appendItems([item], toSection: section)
    }
    return shown
  }
}
