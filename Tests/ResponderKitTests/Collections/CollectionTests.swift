import ResponderKit
import TestHarness
import Testing

/// Collection views: which cells there are, where they are, and selection through touches.
@Suite(.hangLimit) struct CollectionTests {
  @Test func onlyVisibleItemsHaveCellsAndTheyAreUsedAgain() {
    onStage { stage in
      let source = CollectionSource(10_000)
      let collection = stage.collection(source)
      #expect(collection.contentSize == Size(300, 333_400))
      #expect(collection.texts == (0..<12).map(String.init) && source.asked == 12)
      collection.contentOffset = Point(0, 100_050)
      stage.wait(1)
      #expect(collection.indexPathsForVisibleItems == (3000...3014).map { IndexPath($0) })
      #expect(collection.texts.first == "3000" && source.asked == 27 && source.made <= 15)
      #expect(collection.subviews.count <= 16)
      let cell = collection.visibleCells[1]
      #expect(
        cell.frame == Rect(100, 100_000, 100, 100) && collection.indexPath(for: cell) == IndexPath(3001))
    }
  }

  @Test func scrollingAsksForWhatComesIntoSightOnly() {
    onStage { stage in
      let source = CollectionSource(10_000)
      let collection = stage.collection(source)
      let before = source.asked
      for step in 1...100 {
        collection.contentOffset = Point(0, Double(step) * 10)
        stage.wait(1)
      }
      // Ten lines came into sight.
      #expect(source.asked - before == 30)
    }
  }

  @Test func aCellIsMadeInTheSizeOfItsItem() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(3))
      let cell = collection.cellForItem(at: IndexPath(2)) as? CollectionSource.Cell
      #expect(cell?.firstSize == Size(100, 100) && cell?.contentView.frame == Rect(0, 0, 100, 100))
      #expect(cell?.reuseIdentifier == "cell" && collection.cellForItem(at: IndexPath(3)) == nil)
    }
  }

  @Test func itemsAreFoundByTheirPlaces() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(8))
      #expect(collection.indexPathForItem(at: Point(150, 250)) == IndexPath(7))
      #expect(collection.indexPathForItem(at: Point(250, 250)) == nil)
      #expect(collection.layoutAttributesForItem(at: IndexPath(4))?.frame == Rect(100, 100, 100, 100))
      #expect(collection.layoutAttributesForItem(at: IndexPath(8)) == nil)
      #expect(collection.numberOfItems(inSection: 0) == 8 && collection.numberOfItems(inSection: 1) == 0)
    }
  }

  @Test func aTapSelectsAnItemInPlaceOfAnother() {
    onStage { stage in
      let source = CollectionSource(8)
      let collection = stage.collection(source)
      stage.tap(150, 50)
      #expect(source.lines == ["press 1", "select 1", "release 1"])
      source.lines = []
      source.refuses = IndexPath(2)
      stage.tap(250, 50, after: 500)
      stage.tap(50, 150, after: 500)
      #expect(
        source.lines == ["press 2", "release 2", "press 3", "deselect 1", "select 3", "release 3"])
      #expect(collection.indexPathsForSelectedItems == [IndexPath(3)])
      #expect(collection.cellForItem(at: IndexPath(1))?.isSelected == false)
      #expect(collection.cellForItem(at: IndexPath(3))?.isSelected == true)
      // No item is there.
      stage.tap(250, 350, after: 500)
      #expect(collection.indexPathsForSelectedItems == [IndexPath(3)])
      collection.deselectItem(at: IndexPath(3), animated: false)
      #expect(collection.indexPathsForSelectedItems == [] && source.lines.last == "release 3")
    }
  }

  @Test func severalItemsAreSelectedAndATapDeselects() {
    onStage { stage in
      let source = CollectionSource(8)
      let collection = stage.collection(source)
      collection.allowsMultipleSelection = true
      stage.tap(50, 50)
      stage.tap(150, 50, after: 500)
      collection.selectItem(at: IndexPath(7), animated: false, scrollPosition: [])
      stage.tap(50, 50, after: 500)
      #expect(collection.indexPathsForSelectedItems == [IndexPath(1), IndexPath(7)])
      #expect(source.lines.filter { $0.contains("select") } == ["select 0", "select 1", "deselect 0"])
      collection.selectItem(at: nil, animated: false, scrollPosition: [])
      #expect(collection.indexPathsForSelectedItems == [])
    }
  }

  @Test func aDragSelectsNothing() {
    onStage { stage in
      let source = CollectionSource(80)
      let collection = stage.collection(source)
      stage.down(50, 350)
      stage.wait(200)
      #expect(collection.cellForItem(at: IndexPath(9))?.isHighlighted == true)
      for step in 1...5 { stage.move(50, 350 - Double(step) * 10) }
      #expect(collection.cellForItem(at: IndexPath(9))?.isHighlighted == false)
      stage.up(50, 300)
      #expect(source.lines == ["press 9", "release 9"] && collection.contentOffset.y > 0)
    }
  }

  @Test func aCellShowsItsStateBehindItsContents() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(3))
      guard let cell = collection.cellForItem(at: IndexPath(0)) else {
        Issue.record("no cell")
        return
      }
      let (back, chosen) = (UIView(), UIView())
      cell.backgroundView = back
      cell.selectedBackgroundView = chosen
      #expect(
        cell.subviews.map(ObjectIdentifier.init)
          == [back, chosen, cell.contentView].map(ObjectIdentifier.init))
      #expect(chosen.isHidden && chosen.frame == cell.bounds)
      stage.tap(50, 50)
      #expect(!chosen.isHidden)
      cell.selectedBackgroundView = nil
      #expect(chosen.superview == nil && cell.subviews.count == 2)
    }
  }

  @Test func anItemIsScrolledToItsPlace() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(300))
      let item = IndexPath(30)
      collection.scrollToItem(at: item, at: .top, animated: false)
      #expect(collection.contentOffset == Point(0, 1000))
      collection.scrollToItem(at: item, at: .centeredVertically, animated: false)
      #expect(collection.contentOffset == Point(0, 850))
      collection.scrollToItem(at: item, at: .bottom, animated: false)
      #expect(collection.contentOffset == Point(0, 700))
      // In sight already: nothing moves; below it, the shortest way.
      collection.scrollToItem(at: item, at: [], animated: false)
      #expect(collection.contentOffset == Point(0, 700))
      collection.scrollToItem(at: IndexPath(33), at: [], animated: false)
      #expect(collection.contentOffset == Point(0, 800))
      collection.scrollToItem(at: IndexPath(299), at: .top, animated: true)
      stage.wait(2000)
      #expect(collection.contentOffset == Point(0, 9600))
      collection.scrollToItem(at: IndexPath(300), at: .top, animated: false)
      #expect(collection.contentOffset == Point(0, 9600))
    }
  }

  @Test func reloadedCellsAreMadeInTheNextLayout() {
    onStage { stage in
      let source = CollectionSource(8)
      let collection = stage.collection(source)
      collection.selectItem(at: IndexPath(1), animated: false, scrollPosition: [])
      source.sections = [["a", "b"], ["c"]]
      collection.reloadData()
      #expect(collection.visibleCells.isEmpty && collection.numberOfSections == 2)
      stage.wait(1)
      #expect(collection.texts == ["a", "b", "c"] && collection.indexPathsForSelectedItems == [])
      #expect(collection.cellForItem(at: IndexPath(0, 1))?.frame.minY == 100)
    }
  }

  @Test func registrationsSetUpCells() {
    final class Source: UICollectionViewDataSource {
      let registration = UICollectionView.CellRegistration<CollectionSource.Cell, Int> { cell, path, number in
        cell.text = "\(path.item): \(number)"
      }
      func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        2
      }
      func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
        -> UICollectionViewCell
      {
        collectionView.dequeueConfiguredReusableCell(using: registration, for: item, item: item.item * 7)
      }
    }
    onStage { stage in
      let source = Source()
      let collection = stage.collection(CollectionSource(0))
      collection.dataSource = source
      stage.wait(1)
      withExtendedLifetime(source) { #expect(collection.texts == ["0: 0", "1: 7"]) }
    }
  }

  @Test func readersKnowACellByItsWords() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(2))
      guard let cell = collection.cellForItem(at: IndexPath(0)) else {
        Issue.record("no cell")
        return
      }
      cell.contentView.addSubview(UILabel("Ada"))
      let box = UIView()
      box.addSubview(UILabel("Lovelace"))
      cell.contentView.addSubview(box)
      #expect(cell.isAccessibilityElement && cell.accessibilityLabel == "Ada, Lovelace")
      #expect(cell.accessibilityTraits == .button)
      cell.isSelected = true
      #expect(cell.accessibilityTraits == [.button, .selected])
    }
  }
}
