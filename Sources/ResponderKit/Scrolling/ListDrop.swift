/// A drop on a table or a collection, and where its items go.
final class ListDrop {
  /// Where an item goes that was dropped.
  enum Landing {
    case at(IndexPath), into(IndexPath, Rect), on(UIDragPreviewTarget)
  }

  let session: any UIDropSession
  let proposal: UIDropProposal
  let destination: IndexPath?
  let items: [ListDropItem]
  /// The landings, with what the program animates along with the pictures.
  private var landings: [ObjectIdentifier: (landing: Landing, animator: DragAnimator)] = [:]

  /// - Parameter source: the place that the items come from, if it is in this list.
  init(
    _ session: any UIDropSession, _ proposal: UIDropProposal, _ destination: IndexPath?,
    from source: IndexPath?
  ) {
    (self.session, self.proposal, self.destination) = (session, proposal, destination)
    items = session.items.map { ListDropItem($0, source) }
  }

  @discardableResult
  func land(_ item: UIDragItem, _ landing: Landing) -> any UIDragAnimating {
    let animator = DragAnimator()
    landings[ObjectIdentifier(item)] = (landing, animator)
    return animator
  }

  func landing(of item: UIDragItem) -> Landing? { landings[ObjectIdentifier(item)]?.landing }
  func animator(of item: UIDragItem) -> DragAnimator? { landings[ObjectIdentifier(item)]?.animator }
}

/// An item that was dropped on a table or a collection.
final class ListDropItem {
  let dragItem: UIDragItem
  let sourceIndexPath: IndexPath?
  var previewSize: Size { dragItem.previewSize }

  init(_ item: UIDragItem, _ source: IndexPath?) { (dragItem, sourceIndexPath) = (item, source) }
}

/// The room between two rows of a table for something that is dragged over it.
struct RowGap {
  var place: IndexPath
  var height: Double

  /// How far a row is moved.
  func shift(_ row: IndexPath) -> Double {
    row.section > place.section || row.section == place.section && row.row >= place.row ? height : 0
  }

  /// How far what is above or below a section is moved.
  func shift(of band: TableBands.BandKey) -> Double {
    band.section > place.section || band.section == place.section && band.kind == .footer ? height : 0
  }
}
