/// A table's data source that shows snapshots: what differs between two of them comes, goes and moves.
open class UITableViewDiffableDataSource<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable>:
  UITableViewDataSource
{
  /// Makes the cell of an item: from `dequeueReusableCell`.
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?

  /// How rows come and go.
  open var defaultRowAnimation = UITableView.RowAnimation.automatic
  private weak var tableView: UITableView?
  private let provider: CellProvider
  private var state = SnapshotState<SectionIdentifierType, ItemIdentifierType>()

  /// Becomes the data source of a table, which does not hold it.
  public init(tableView: UITableView, cellProvider: @escaping CellProvider) {
    self.tableView = tableView
    provider = cellProvider
    tableView.dataSource = self
  }

  // MARK: Snapshots

  /// What is shown.
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
    state.snapshot
  }

  /// Shows a snapshot: rows and sections that are in both keep their cells. The completion is called when that has been shown.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    let new = SnapshotState(snapshot)
    guard let tableView, tableView.dataSource === self else {
      state = new
      completion?()
      return
    }
    var changes = state.changes(to: snapshot, new)
    changes.isAnimated = animatingDifferences && defaultRowAnimation != .none
    if let completion { changes.completions = [{ _ in completion() }] }
    tableView.show(changes) { state = new }
  }

  /// Shows a snapshot with all cells anew, and without an animation.
  open func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    completion: (() -> Void)? = nil
  ) {
    state = SnapshotState(snapshot)
    if tableView?.dataSource === self { tableView?.reloadData() }
    completion?()
  }

  // MARK: Places

  /// The item of a row; nil for one that does not exist.
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? { state.item(indexPath) }
  /// The row of an item; nil for one that is not shown.
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
  open func numberOfSections(in tableView: UITableView) -> Int { state.sections.count }
  /// The snapshot's number of items in a section.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    state.count(section)
  }
  /// The cell that the provider makes; an empty one if it makes none.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    state.item(indexPath).flatMap { provider(tableView, indexPath, $0) }
      ?? UITableViewCell(reuseIdentifier: nil)
  }
  /// Nil unless overridden.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  /// Nil unless overridden.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  /// False unless overridden.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
  /// False unless overridden.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
  /// Does nothing unless overridden.
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}
  /// Does nothing unless overridden.
  open func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {}
}
