/// Sections that are outlines.
extension UICollectionViewDiffableDataSource: OutlineSource {
  /// What is asked and called when a touch shows or hides what belongs to an item.
  public struct SectionSnapshotHandlers<Item> {
    /// Whether an item may show what belongs to it; nil: it may.
    public var shouldExpandItem: ((Item) -> Bool)?
    /// Called before it does.
    public var willExpandItem: ((Item) -> Void)?
    /// Whether an item may hide what belongs to it; nil: it may.
    public var shouldCollapseItem: ((Item) -> Bool)?
    /// Called before it does.
    public var willCollapseItem: ((Item) -> Void)?
    /// Says what belongs to an item that is about to show it, from what is known of that.
    public var snapshotForExpandingParent:
      (
        (Item, NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>) ->
          NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
      )?

    /// No handlers.
    public init() {}
  }

  /// What a section shows; without items around others, if it was not given as an outline.
  public final func snapshot(for section: SectionIdentifierType)
    -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
  {
    outlines[section] ?? Self.flat(snapshot(), section)
  }

  /// A section's items, none of which belongs to another.
  static func flat(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    _ section: SectionIdentifierType
  ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
    var flat = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>()
    flat.append(snapshot.itemIdentifiers(inSection: section))
    return flat
  }

  /// Shows an outline in a section, which comes at the end if it is not there.
  public final func apply(
    _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    var whole = self.snapshot()
    if whole.indexOfSection(section) == nil { whole.appendSections([section]) }
    let visible = snapshot.visibleItems
    let gone = Set(whole.itemIdentifiers(inSection: section)).subtracting(visible)
    whole.deleteItems(Array(gone))
    whole.appendItems(visible, toSection: section)
    outlines[section] = snapshot
    apply(whole, animatingDifferences: animatingDifferences, completion: completion)
  }

  func outline(at place: IndexPath) -> OutlinePlace? {
    guard !outlines.isEmpty, let section = sectionIdentifier(for: place.section),
      let outline = outlines[section], let item = itemIdentifier(for: place)
    else { return nil }
    return OutlinePlace(level: outline.level(of: item), isExpanded: outline.isExpanded(item))
  }

  func toggleOutline(at place: IndexPath) {
    guard let section = sectionIdentifier(for: place.section), var outline = outlines[section],
      let item = itemIdentifier(for: place)
    else { return }
    let handlers = sectionSnapshotHandlers
    if outline.isExpanded(item) {
      guard handlers.shouldCollapseItem?(item) ?? true else { return }
      handlers.willCollapseItem?(item)
      outline.collapse([item])
    } else {
      guard handlers.shouldExpandItem?(item) ?? true else { return }
      handlers.willExpandItem?(item)
      if let make = handlers.snapshotForExpandingParent {
        outline.replace(childrenOf: item, using: make(item, outline.snapshot(of: item)))
      }
      outline.expand([item])
    }
    apply(outline, to: section)
  }
}
