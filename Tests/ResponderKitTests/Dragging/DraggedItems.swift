import TestSupport

@testable import ResponderKit

/// A collection whose items are dragged, and which takes items.
final class DraggedItems: UICollectionViewDataSource, UICollectionViewDragDelegate,
  UICollectionViewDropDelegate
{
  let log: Log
  let collection: UICollectionView
  var items: [String]
  var operation = UIDropOperation.move
  var intent = UICollectionViewDropProposal.Intent.insertAtDestinationIndexPath
  /// The numbers of items that the collection had at drops.
  var counted: [Int] = []

  init(_ stage: Stage, _ items: [String], top: Double = 0, takesDrops: Bool = true) {
    (log, self.items) = (stage.log, items)
    let flow = UICollectionViewFlowLayout()
    (flow.minimumLineSpacing, flow.minimumInteritemSpacing, flow.itemSize) = (0, 0, Size(100, 100))
    collection = UICollectionView(frame: Rect(0, top, 300, 400), collectionViewLayout: flow)
    collection.register(CollectionSource.Cell.self, forCellWithReuseIdentifier: "cell")
    (collection.dataSource, collection.dragDelegate) = (self, self)
    if takesDrops { collection.dropDelegate = self }
    stage.show(collection)
    stage.wait(20)
  }

  /// The texts of the cells that are seen, with the places of their middles.
  var seen: [String] {
    collection.visibleCells.filter { $0.alpha > 0 }.map {
      "\(($0 as? CollectionSource.Cell)?.text ?? "") \(Int($0.center.x)) \(Int($0.center.y))"
    }
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    items.count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: item)
    (cell as? CollectionSource.Cell)?.text = items[item.item]
    return cell
  }

  func collectionView(_ collectionView: UICollectionView, moveItemAt old: IndexPath, to new: IndexPath) {
    log("moved")
  }

  func collectionView(
    _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    let item = UIDragItem(itemProvider: NSItemProvider(object: items[indexPath.item]))
    item.localObject = items[indexPath.item]
    return [item]
  }
  func collectionView(
    _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
    withDestinationIndexPath destinationIndexPath: IndexPath?
  ) -> UICollectionViewDropProposal { UICollectionViewDropProposal(operation: operation, intent: intent) }
  func collectionView(
    _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator
  ) {
    counted.append(collectionView.numberOfItems(inSection: 0))
    let target = coordinator.destinationIndexPath
    log("perform \(target.map { "\($0)" } ?? "-")")
    for item in coordinator.items {
      guard let text = item.dragItem.localObject as? String else { continue }
      let place = target ?? IndexPath(item: items.count, section: 0)
      collectionView.performBatchUpdates { [self] in
        if let source = item.sourceIndexPath {
          items.remove(at: source.item)
          collectionView.deleteItems(at: [source])
        }
        items.insert(text, at: place.item)
        collectionView.insertItems(at: [place])
      }
      coordinator.drop(item.dragItem, toItemAt: place)
    }
  }
}
