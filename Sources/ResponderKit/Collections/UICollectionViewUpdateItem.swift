/// A change of a collection's items or sections, as its layout is notified of it.
open class UICollectionViewUpdateItem: NSObject {
  /// What is done with an item or a section.
  public enum Action: Int, Hashable, Sendable {
    /// It is added, removed, shown anew in its place, or moved.
    case insert, delete, reload, move
    /// Nothing.
    case none
  }

  /// Where it was; nil for one that is added. That of a section has the item `NSNotFound`, which is `Int.max`.
  public final let indexPathBeforeUpdate: IndexPath?
  /// Where it is afterwards; nil for one that is removed.
  public final let indexPathAfterUpdate: IndexPath?
  /// What is done.
  public final let updateAction: Action

  init(_ action: Action, from before: IndexPath?, to after: IndexPath?) {
    updateAction = action
    indexPathBeforeUpdate = before
    indexPathAfterUpdate = after
    super.init()
  }
}

extension TableChanges {
  /// Each change by itself: what is removed, shown anew, moved and added, in the order of places.
  ///
  /// - Parameter places: where what stays is afterwards.
  func updateItems(_ places: TablePlaces) -> [UICollectionViewUpdateItem] {
    func whole(_ section: Int) -> IndexPath { IndexPath(item: .max, section: section) }
    var items: [UICollectionViewUpdateItem] = []
    items += deletedSections.sorted().map { .init(.delete, from: whole($0), to: nil) }
    items += deletedRows.sorted().map { .init(.delete, from: $0, to: nil) }
    let sections = sectionPlaces(places.counts.count)
    items += reloadedSections.sorted().map {
      .init(.reload, from: whole($0), to: sections[$0].map(whole))
    }
    items += reloadedRows.sorted().map { .init(.reload, from: $0, to: places[$0]) }
    items += movedSections.sorted { $0.key < $1.key }.map {
      .init(.move, from: whole($0.key), to: whole($0.value))
    }
    items += movedRows.sorted { $0.key < $1.key }.map { .init(.move, from: $0.key, to: $0.value) }
    items += insertedSections.sorted().map { .init(.insert, from: nil, to: whole($0)) }
    items += insertedRows.sorted().map { .init(.insert, from: nil, to: $0) }
    return items
  }
}
