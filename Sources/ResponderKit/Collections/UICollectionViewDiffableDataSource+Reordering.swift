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
  /// The way from one to the other, with which a program's own array can follow: `array.applying(difference)`.
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

  /// Items with others below them stay where they are.
  final func canReorder(_ item: ItemIdentifierType) -> Bool {
    guard let section = snapshot().sectionIdentifier(containingItem: item) else { return false }
    if let outline = outlines[section], outline.rootItems.count != outline.items.count { return false }
    return reorderingHandlers.canReorderItem?(item) ?? false
  }

  /// What a movement changes; nil if there is no such item or place.
  final func transaction(from source: IndexPath, to target: IndexPath)
    -> NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>?
  {
    guard let item = itemIdentifier(for: source), let from = sectionIdentifier(for: source.section),
      let to = sectionIdentifier(for: target.section)
    else { return nil }
    let before = snapshot()
    var after = before
    after.deleteItems([item])
    let others = after.itemIdentifiers(inSection: to)
    guard target.item >= 0, target.item <= others.count else { return nil }
    if target.item == others.count {
      after.appendItems([item], toSection: to)
    } else {
      after.insertItems([item], beforeItem: others[target.item])
    }
    let sections = (from == to ? [from] : [from, to]).map { section in
      NSDiffableDataSourceSectionTransaction(
        sectionIdentifier: section, initialSnapshot: Self.flat(before, section),
        finalSnapshot: Self.flat(after, section),
        difference: after.itemIdentifiers(inSection: section).difference(
          from: before.itemIdentifiers(inSection: section)))
    }
    return NSDiffableDataSourceTransaction(
      initialSnapshot: before, finalSnapshot: after,
      difference: after.itemIdentifiers.difference(from: before.itemIdentifiers),
      sectionTransactions: sections)
  }
}
