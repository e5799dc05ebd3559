import TestHarness
import Testing

@testable import ResponderKit

/// Where lanes are scrolled to, how tall they are, and where a closure may move what is in them.
@Suite(.hangLimit) struct LanePlaceTests {
  /// Items of 100 points in a row that scrolls.
  private static func lane(_ height: NSCollectionLayoutDimension) -> NSCollectionLayoutSection {
    let item = NSCollectionLayoutItem(
      layoutSize: CompositionalLayoutTests.size(.fractionalWidth(1), height))
    let size = CompositionalLayoutTests.size(.absolute(100), height)
    let section = NSCollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
    section.orthogonalScrollingBehavior = .continuous
    return section
  }

  private static func scroller(_ collection: UICollectionView) -> UIScrollView? {
    collection.subviews.lazy.compactMap { $0 as? UIScrollView }.first
  }

  @Test func aReloadLeavesALaneWhereItIsAsFarAsThereAreItems() throws {
    try onStage { stage in
      let source = CollectionSource(10)
      let layout = UICollectionViewCompositionalLayout(section: Self.lane(.absolute(60)))
      let collection = stage.collection(source, layout)
      try #require(Self.scroller(collection)).contentOffset = Point(650, 0)
      stage.wait(1)
      #expect(collection.texts == ["6", "7", "8", "9"])
      collection.reloadData()
      stage.wait(1)
      #expect(Self.scroller(collection)?.contentOffset == Point(650, 0))
      #expect(collection.texts == ["6", "7", "8", "9"])
      source.sections = [["a", "b", "c", "d"]]
      collection.reloadData()
      stage.wait(1)
      #expect(Self.scroller(collection)?.contentOffset == Point(100, 0))
      #expect(collection.texts == ["b", "c", "d"])
    }
  }

  @Test func aClosureMovesAnItemInItsLane() throws {
    try onStage { stage in
      let section = Self.lane(.absolute(60))
      section.contentInsets = NSDirectionalEdgeInsets(top: 40, leading: 0, bottom: 0, trailing: 0)
      section.visibleItemsInvalidationHandler = { items, _, _ in
        for item in items { item.center = Point(item.center.x, item.center.y + 7) }
      }
      let layout = UICollectionViewCompositionalLayout(section: section)
      let collection = stage.collection(CollectionSource(3), layout)
      let cell = try #require(collection.cellForItem(at: IndexPath(1)))
      #expect(cell.convert(cell.bounds, to: collection) == Rect(100, 47, 100, 60))
    }
  }

  @Test func aClosureTurnsAnItemInSpace() throws {
    try onStage { stage in
      let turn = CATransform3DMakeRotation(1, 0, 1, 0)
      let section = Self.lane(.absolute(60))
      section.visibleItemsInvalidationHandler = { items, _, _ in
        for item in items { item.transform3D = turn }
      }
      let layout = UICollectionViewCompositionalLayout(section: section)
      let collection = stage.collection(CollectionSource(3), layout)
      let cell = try #require(collection.cellForItem(at: IndexPath(1)))
      #expect(cell.transform3D == turn)
    }
  }

  /// As high as the data source says.
  private final class Tall: UICollectionViewCell {
    var height = 0.0
    override func preferredLayoutAttributesFitting(_ attributes: UICollectionViewLayoutAttributes)
      -> UICollectionViewLayoutAttributes
    {
      attributes.size.height = height
      return attributes
    }
  }

  @Test func aLaneIsAsTallAsItsTallestCellIsNow() {
    onStage { stage in
      let source = Lengths([80, 30, 20], to: "tall") { ($0 as? Tall)?.height = $1 }
      let layout = UICollectionViewCompositionalLayout(section: Self.lane(.estimated(50)))
      let collection = OwningCollection(frame: Rect(0, 0, 300, 400), collectionViewLayout: layout)
      collection.source = source
      collection.register(Tall.self, forCellWithReuseIdentifier: "tall")
      collection.dataSource = source
      stage.show(collection)
      stage.wait(1)
      #expect(collection.contentSize.height == 80)
      source.lengths[0] = 10
      collection.reconfigureItems(at: [IndexPath(0)])
      stage.wait(1)
      #expect(collection.contentSize.height == 30)
    }
  }
}
