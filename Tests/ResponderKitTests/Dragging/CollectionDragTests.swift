import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Items that are dragged in their collection and to other views, and what is dropped on collections.
@Suite(.hangLimit) struct CollectionDragTests {
  @Test func aDropDelegateMovesAnItemByItself() {
    onStage { stage in
      let source = DraggedItems(stage, ["a", "b", "c", "d"])
      stage.lift(50, 50)
      #expect(source.collection.hasActiveDrag)
      stage.move(150, 60)
      stage.wait(400)
      // The others make room, and the item itself is only seen at the finger.
      #expect(source.seen == ["b 50 50", "c 250 50", "d 50 150"])
      stage.up(150, 60)
      #expect(stage.log.lines == ["perform [0, 1]"])
      stage.wait(400)
      #expect(source.items == ["b", "a", "c", "d"])
      #expect(source.seen == ["b 50 50", "a 150 50", "c 250 50", "d 50 150"] && stage.flight() == nil)
      // One that is not dropped goes back.
      stage.lift(50, 50)
      stage.move(250, 50)
      stage.wait(400)
      #expect(source.seen == ["a 50 50", "c 150 50", "d 50 150"])
      stage.cancel()
      stage.wait(400)
      #expect(source.seen == ["b 50 50", "a 150 50", "c 250 50", "d 50 150"])
      #expect(!source.collection.hasActiveDrag)
    }
  }

  @Test func itemsMakeRoomForOneFromAnotherCollection() {
    onStage { stage in
      let lower = DraggedItems(stage, ["1", "2"], top: 420)
      let upper = DraggedItems(stage, ["a", "b", "c", "d"])
      upper.operation = .copy
      stage.lift(50, 470)
      stage.move(150, 60)
      stage.wait(400)
      #expect(upper.seen == ["a 50 50", "b 250 50", "c 50 150", "d 150 150"])
      #expect(upper.collection.numberOfItems(inSection: 0) == 5)
      stage.move(50, 150)
      stage.wait(400)
      #expect(upper.seen == ["a 50 50", "b 150 50", "c 250 50", "d 150 150"])
      stage.up(50, 150)
      #expect(stage.log.lines == ["perform [0, 3]"])
      stage.wait(400)
      #expect(upper.items == ["a", "b", "c", "1", "d"] && lower.items == ["1", "2"])
      #expect(upper.seen == ["a 50 50", "b 150 50", "c 250 50", "1 50 150", "d 150 150"])
      // Where no item is, it is added at the end, and nothing makes room.
      stage.lift(50, 470)
      stage.move(50, 60)
      stage.wait(400)
      #expect(upper.seen.first == "a 150 50")
      stage.move(250, 350)
      stage.wait(400)
      #expect(upper.seen.first == "a 50 50" && upper.collection.numberOfItems(inSection: 0) == 5)
      stage.up(250, 350)
      stage.wait(400)
      #expect(upper.items.last == "1" && stage.log.lines.last == "perform -")
    }
  }

  @Test func anOutsideItemThatIsNotDroppedLeavesNoRoom() {
    onStage { stage in
      let lower = DraggedItems(stage, ["1", "2"], top: 420)
      let upper = DraggedItems(stage, ["a", "b"])
      for ending in 0..<3 {
        stage.lift(50, 470)
        stage.move(50, 60)
        stage.wait(400)
        #expect(upper.seen == ["a 150 50", "b 250 50"])
        switch ending {
        case 0: stage.cancel()
        case 1:
          // A change of the items closes the room, and the next move opens it.
          upper.items.append("c")
          upper.collection.insertItems(at: [IndexPath(2)])
          stage.wait(400)
          #expect(upper.seen == ["a 50 50", "b 150 50", "c 250 50"])
          upper.items.removeLast()
          upper.collection.reloadData()
          stage.cancel()
        default:
          stage.move(350, 600)
          stage.up(350, 600)
        }
        stage.wait(400)
        #expect(upper.seen == ["a 50 50", "b 150 50"], "\(ending)")
      }
      #expect(lower.seen == ["1 50 50", "2 150 50"] && upper.items == ["a", "b"])
    }
  }

  @Test func anItemIntoWhichSomethingWouldComeIsHighlighted() {
    onStage { stage in
      let source = DraggedItems(stage, ["a", "b"])
      source.intent = .insertIntoDestinationIndexPath
      stage.lift(50, 50)
      stage.move(150, 50)
      #expect(source.collection.cellForItem(at: IndexPath(1))?.isHighlighted == true)
      stage.move(250, 350)
      #expect(source.collection.cellForItem(at: IndexPath(1))?.isHighlighted == false)
      stage.cancel()
    }
  }

  private final class Source: UICollectionViewDragDelegate {
    func collectionView(
      _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession,
      at indexPath: IndexPath
    ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider())] }
  }

  @Test func reorderingHandlersAreCalledForADragWithoutADropDelegate() {
    onStage { stage in
      let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
      let collection = UICollectionView(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
      let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, text in
        cell.accessibilityLabel = text
      }
      let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
        $0.dequeueConfiguredReusableCell(using: cells, for: $1, item: $2)
      }
      source.reorderingHandlers.canReorderItem = { $0 != "c" }
      var shown: [String] = []
      source.reorderingHandlers.didReorder = { shown = $0.finalSnapshot.itemIdentifiers }
      var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
      snapshot.appendSections([0])
      snapshot.appendItems(["a", "b", "c"])
      source.apply(snapshot, animatingDifferences: false)
      let drags = Source()
      collection.dragDelegate = drags
      stage.show(collection)
      stage.wait(20)
      stage.lift(100, 20)
      stage.move(100, 70)
      stage.up(100, 70)
      stage.wait(400)
      #expect(shown == ["b", "a", "c"] && source.snapshot().itemIdentifiers == shown)
      #expect(collection.visibleCells.map(\.accessibilityLabel) == ["b", "a", "c"])
      // One that can not be moved goes back.
      stage.lift(100, 110)
      stage.move(100, 20)
      stage.up(100, 20)
      stage.wait(400)
      #expect(source.snapshot().itemIdentifiers == ["b", "a", "c"] && stage.flight() == nil)
    }
  }

  @Test func theDraggedItemsCellStaysWhileTheCollectionScrolls() {
    onStage { stage in
      let source = DraggedItems(stage, (0..<90).map(String.init))
      stage.lift(50, 50)
      stage.move(50, 390)
      stage.wait(2_000)
      #expect(source.collection.contentOffset.y > 500 && stage.flight() != nil)
      stage.move(50, 200)
      stage.up(50, 200)
      stage.wait(400)
      let place = Int((source.collection.contentOffset.y + 200) / 100) * 3
      #expect(source.items[place] == "0" && source.items.count == 90)
    }
  }

  @Test func aDropDelegateCountsItemsWithoutTheRoom() {
    onStage { stage in
      let lower = DraggedItems(stage, ["1", "2"], top: 420)
      let upper = DraggedItems(stage, ["a", "b", "c", "d"])
      upper.operation = .copy
      stage.lift(50, 470)
      stage.move(150, 60)
      stage.wait(400)
      stage.up(150, 60)
      stage.wait(400)
      #expect(upper.counted == [4] && upper.items == ["a", "1", "b", "c", "d"])
      #expect(lower.items == ["1", "2"])
    }
  }

  @Test func theItemUnderTheFingerIsHighlightedWhenTheRoomCloses() {
    onStage { stage in
      let source = DraggedItems(stage, ["a", "b", "c"])
      stage.lift(50, 50)
      stage.move(150, 50)
      stage.wait(400)
      #expect(source.seen.first == "b 50 50")
      source.intent = .insertIntoDestinationIndexPath
      stage.move(50, 50)
      let cell = source.collection.cellForItem(at: IndexPath(1)) as? CollectionSource.Cell
      #expect(cell?.text == "b" && cell?.isHighlighted == true)
      stage.cancel()
      stage.wait(400)
      #expect(cell?.isHighlighted == false)
    }
  }
}
