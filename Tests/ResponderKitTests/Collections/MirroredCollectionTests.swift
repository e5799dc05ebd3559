import TestHarness
import Testing

@testable import ResponderKit

/// Collections whose content begins at the right.
@Suite("Collections from right to left", .hangLimit) struct MirroredCollectionTests {
  private func show(_ stage: Stage, _ count: Int, _ layout: UICollectionViewLayout? = nil) -> UICollectionView
  {
    let collection = stage.collection(CollectionSource(count), layout)
    collection.semanticContentAttribute = .forceRightToLeft
    stage.wait(20)
    return collection
  }

  private func columns() -> UICollectionViewFlowLayout {
    let flow = UICollectionViewFlowLayout()
    flow.scrollDirection = .horizontal
    flow.itemSize = Size(100, 400)
    (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (0, 0)
    return flow
  }

  private func left(_ collection: UICollectionView, _ item: Int) -> Double? {
    collection.layoutAttributesForItem(at: IndexPath(item: item, section: 0))?.frame.minX
  }

  @Test(
    "Rows of a flow layout begin at the right, with its insets exchanged, and turn back with the direction")
  func rows() {
    onStage { stage in
      let flow = UICollectionViewFlowLayout()
      flow.itemSize = Size(100, 100)
      flow.sectionInset = EdgeInsets(top: 0, left: 10, bottom: 0, right: 40)
      let collection = show(stage, 5, flow)
      #expect(flow.flipsHorizontallyInOppositeLayoutDirection)
      #expect((0..<3).map { left(collection, $0) } == [190, 40, 190])
      let cell = collection.cellForItem(at: IndexPath(item: 1, section: 0))
      #expect(
        cell?.frame.minX == 40
          && collection.indexPathForItem(at: Point(50, 50)) == IndexPath(item: 1, section: 0))
      collection.semanticContentAttribute = .forceLeftToRight
      stage.wait(20)
      #expect((0..<2).map { left(collection, $0) } == [10, 160] && cell?.frame.minX == 160)
    }
  }

  @Test("Columns that are computed anew at each scroll do scroll, and begin at the inset")
  func scrollingAnew() {
    final class Carousel: UICollectionViewFlowLayout {
      override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool { true }
    }
    onStage { stage in
      let flow = Carousel()
      flow.scrollDirection = .horizontal
      flow.itemSize = Size(100, 400)
      let collection = show(stage, 10, flow)
      let start = collection.contentOffset.x
      #expect(start == collection.contentSize.width - collection.bounds.width)
      collection.contentOffset.x -= 150
      stage.wait(20)
      #expect(collection.contentOffset.x == start - 150)
      collection.contentOffset.x -= 50
      collection.reloadData()
      stage.wait(20)
      #expect(collection.contentOffset.x == start - 200)
      let inset = stage.collection(CollectionSource(10), columns())
      inset.contentInset.right = 30
      inset.semanticContentAttribute = .forceRightToLeft
      stage.wait(20)
      #expect(inset.contentOffset.x == inset.contentSize.width + 30 - inset.bounds.width)
    }
  }

  @Test("A program's own layout, whose frames are not exchanged, begins at the left")
  func ownLayouts() {
    final class Own: UICollectionViewLayout {
      override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
      override var collectionViewContentSize: Size { Size(2000, 100) }
    }
    onStage { stage in #expect(show(stage, 1, Own()).contentOffset.x == 0) }
  }

  @Test("A layout that does not flip, or was made for the other direction, stays as it is")
  func others() {
    final class Still: UICollectionViewFlowLayout {
      override var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
    }
    final class Hebrew: UICollectionViewFlowLayout {
      override var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .rightToLeft }
    }
    onStage { stage in
      for (layout, mirrored, plain) in [(Still(), 0.0, 0.0), (Hebrew(), 0, 250)] {
        let collection = show(stage, 5, layout)
        #expect(left(collection, 0) == mirrored)
        collection.semanticContentAttribute = .forceLeftToRight
        stage.wait(20)
        #expect(left(collection, 0) == plain)
      }
    }
  }

  @Test(
    "Columns begin at the right, where the collection is at first, and keep their place when items are added")
  func scrolling() {
    onStage { stage in
      let collection = show(stage, 10, columns())
      #expect(collection.contentOffset.x == 700 && left(collection, 0) == 900)
      #expect(collection.cellForItem(at: IndexPath(item: 2, section: 0))?.frame.minX == 700)
      collection.contentOffset.x = 500
      stage.wait(20)
      #expect(Set(collection.indexPathsForVisibleItems.map(\.item)) == [2, 3, 4])
      ((collection as? OwningCollection)?.source as? CollectionSource)?.sections[0] += ["x", "y"]
      collection.reloadData()
      stage.wait(20)
      #expect(collection.contentOffset.x == 700)
      #expect(Set(collection.indexPathsForVisibleItems.map(\.item)) == [2, 3, 4])
      collection.scrollToItem(at: IndexPath(item: 11, section: 0), at: .left, animated: false)
      #expect(collection.contentOffset.x == 0)
      // Fewer than there is room for are at the right, too.
      ((collection as? OwningCollection)?.source as? CollectionSource)?.sections[0] = ["a"]
      collection.reloadData()
      stage.wait(20)
      #expect(left(collection, 0) == 200 && collection.contentOffset.x == 0)
    }
  }

  @Test("Groups of a compositional layout begin at the right")
  func groups() {
    onStage { stage in
      let section = CompositionalLayoutTests.thirds()
      section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 30, bottom: 0, trailing: 0)
      let collection = show(stage, 5, UICollectionViewCompositionalLayout(section: section))
      #expect((0..<3).map { left(collection, $0) } == [180, 90, 0])
      #expect(Set(collection.visibleCells.map(\.frame.minX)) == [0, 90, 180])
    }
  }

  @Test("A section that scrolls across begins at the right, and a finger leads on to the right")
  func lanes() {
    onStage { stage in
      let size = CompositionalLayoutTests.size
      let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: size(.absolute(200), .absolute(120)), subitems: [item])
      let section = NSCollectionLayoutSection(group: group)
      section.orthogonalScrollingBehavior = .groupPaging
      section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 20, bottom: 0, trailing: 20)
      let collection = show(stage, 10, UICollectionViewCompositionalLayout(section: section))
      func seen(_ item: Int) -> Double? {
        collection.cellForItem(at: IndexPath(item: item, section: 0)).map {
          $0.convert($0.bounds, to: collection).minX
        }
      }
      #expect(seen(0) == 80 && seen(1) == -120)
      stage.down(100, 60, after: 300)
      for step in 1...10 { stage.move(100 + 12 * Double(step), 60) }
      stage.up(220, 60)
      stage.wait(3000)
      #expect(seen(1) == 80 && seen(0) == 280 && seen(2) == -120)
      collection.reloadData()
      stage.wait(20)
      #expect(seen(1) == 80)
    }
  }
}
