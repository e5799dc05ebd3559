/// A collection's data source that shows snapshots: what differs between two of them comes, goes and moves.
open class UICollectionViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  UICollectionViewDataSource
{
  /// Makes the cell of an item: from `dequeueReusableCell` or `dequeueConfiguredReusableCell`.
  public typealias CellProvider = (
    _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UICollectionViewCell?
  /// Makes a view beside the cells.
  public typealias SupplementaryViewProvider = (
    _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
  ) -> UICollectionReusableView?

  /// Makes views beside the cells; nil, the default: they are empty.
  open var supplementaryViewProvider: SupplementaryViewProvider?
  /// What is asked and called when a touch shows or hides what belongs to an item of an outline.
  open var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()
  /// What is asked and called when the user moves an item.
  open var reorderingHandlers = ReorderingHandlers()
  /// The sections that are outlines; see UICollectionViewDiffableDataSource+Outlines.swift.
  final var outlines: [SectionIdentifierType: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>] = [:]
  private weak var collectionView: UICollectionView?
  private let provider: CellProvider
  private var state = SnapshotState<SectionIdentifierType, ItemIdentifierType>()

  /// Becomes the data source of a collection, which does not hold it.
  public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
    self.collectionView = collectionView
    provider = cellProvider
    collectionView.dataSource = self
  }

  // MARK: Snapshots

  /// What is shown.
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
    state.snapshot
  }

  /// Shows a snapshot: items and sections that are in both keep their cells. The completion is called when that has been shown.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    let new = SnapshotState(snapshot)
    keepOutlines(snapshot)
    guard let collectionView, collectionView.dataSource === self else {
      state = new
      completion?()
      return
    }
    var changes = state.changes(to: snapshot, new, reloadsReconfigured: false)
    if let completion { changes.completions = [{ _ in completion() }] }
    if animatingDifferences {
      collectionView.show(changes) { state = new }
    } else {
      UIView.performWithoutAnimation { collectionView.show(changes) { state = new } }
    }
    let places = snapshot.reconfiguredItemIdentifiers.compactMap { state.places[$0] }
    if !places.isEmpty { collectionView.reconfigureItems(at: places) }
  }

  /// A section that shows something else than its outline is no longer one.
  private func keepOutlines(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) {
    guard !outlines.isEmpty else { return }
    outlines = outlines.filter { $0.value.visibleItems == snapshot.itemIdentifiers(inSection: $0.key) }
  }

  /// Shows a snapshot with all cells anew, and without an animation.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    state = SnapshotState(snapshot)
    keepOutlines(snapshot)
    if collectionView?.dataSource === self { collectionView?.reloadData() }
    completion?()
  }

  // MARK: Places

  /// The item at a place; nil for one that does not exist.
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { state.item(indexPath) }
  /// The place of an item; nil for one that is not shown.
  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? { state.places[itemIdentifier] }
  /// The section at a place; nil for one that does not exist.
  open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
    let all = state.snapshot.sectionIdentifiers
    return all.indices.contains(index) ? all[index] : nil
  }
  /// The place of a section; nil for one that is not shown.
  open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
    state.snapshot.indexOfSection(sectionIdentifier)
  }

  // MARK: The data source

  /// The snapshot's number of sections.
  open func numberOfSections(in collectionView: UICollectionView) -> Int { state.sections.count }
  /// The snapshot's number of items in a section.
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    state.count(section)
  }
  /// The cell that the provider makes; an empty one if it makes none.
  open func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    state.item(indexPath).flatMap { provider(collectionView, indexPath, $0) }
      ?? UICollectionViewCell(frame: .zero)
  }
  /// The view that `supplementaryViewProvider` makes; an empty one if it makes none.
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    supplementaryViewProvider?(collectionView, kind, indexPath) ?? UICollectionReusableView(frame: .zero)
  }
  /// Whether `reorderingHandlers` say so.
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    itemIdentifier(for: indexPath).flatMap { reorderingHandlers.canReorderItem?($0) } ?? false
  }
  /// Moves the item in the snapshot, with what belongs to it, and calls `reorderingHandlers` if that changes anything.
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {
    guard let transaction = transaction(from: sourceIndexPath, to: destinationIndexPath) else { return }
    let hasChanged = transaction.sectionTransactions.contains { !$0.difference.isEmpty }
    if hasChanged { reorderingHandlers.willReorder?(transaction) }
    let new = SnapshotState(transaction.finalSnapshot)
    state = SnapshotState(shown(state.snapshot, moving: sourceIndexPath, to: destinationIndexPath))
    for section in transaction.sectionTransactions
    where outlines[section.sectionIdentifier] != nil || section.finalSnapshot.isNested {
      outlines[section.sectionIdentifier] = section.finalSnapshot
    }
    if state.sections == new.sections {
      state = new
    } else {
      // The collection has moved the item alone.
      collectionView.show(state.changes(to: transaction.finalSnapshot, new, reloadsReconfigured: false)) {
        state = new
      }
    }
    if hasChanged { reorderingHandlers.didReorder?(transaction) }
  }
}
