import ResponderKit
import TestHarness
import Testing

/// Scrolling to items whose lengths are only estimated.
@Suite(.hangLimit) struct ItemScrollTests {
  private final class Cell: UICollectionViewCell {
    var height = 0.0
    override func preferredLayoutAttributesFitting(_ attributes: UICollectionViewLayoutAttributes)
      -> UICollectionViewLayoutAttributes
    {
      attributes.frame.size.height = height
      return attributes
    }
  }

  private final class Listener: UICollectionViewDelegate {
    var offsetAtEnd: Double?
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
      offsetAtEnd = scrollView.contentOffset.y
    }
  }

  private static func layout(_ isFlow: Bool) -> UICollectionViewLayout {
    guard !isFlow else {
      let flow = UICollectionViewFlowLayout()
      flow.estimatedItemSize = Size(300, 44)
      (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (0, 0)
      return flow
    }
    let size = CompositionalLayoutTests.size(.fractionalWidth(1), .estimated(44))
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size, subitems: [NSCollectionLayoutItem(layoutSize: size)])
    return UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
  }

  private func show(_ stage: Stage, _ heights: [Double], isFlow: Bool = false) -> OwningCollection {
    let collection = OwningCollection(
      frame: Rect(0, 0, 300, 400), collectionViewLayout: Self.layout(isFlow))
    let source = Lengths(heights, to: "cell") { ($0 as? Cell)?.height = $1 }
    collection.source = source
    collection.register(Cell.self, forCellWithReuseIdentifier: "cell")
    collection.dataSource = source
    stage.show(collection)
    stage.wait(20)
    return collection
  }

  private func frame(_ item: Int, _ collection: UICollectionView) -> Rect {
    let frame = collection.layoutAttributesForItem(at: IndexPath(item)).map(\.frame) ?? .zero
    return frame.offsetBy(dx: 0, dy: -collection.bounds.minY)
  }
  private static let tall = (0..<100).map { 60 + 20 * Double($0 % 5) }

  @Test(arguments: [tall, tall.map { $0 / 5 }], [false, true])
  func anItemsEndIsAtTheLowerEdge(_ heights: [Double], isFlow: Bool) {
    onStage { stage in
      let collection = show(stage, heights, isFlow: isFlow)
      for number in [99, 50, 98] {
        collection.scrollToItem(at: IndexPath(number), at: .bottom, animated: false)
        #expect(abs(frame(number, collection).maxY - 400) < 0.01)
        stage.wait(40)
        #expect(abs(frame(number, collection).maxY - 400) < 0.01)
        #expect(frame(number, collection).height == heights[number])
      }
      collection.scrollToItem(at: IndexPath(20), at: .centeredVertically, animated: false)
      stage.wait(40)
      #expect(abs(frame(20, collection).midY - 200) < 0.01)
    }
  }

  @Test func anAnimationEndsWhereTheItemIs() {
    onStage { stage in
      let collection = show(stage, Self.tall)
      let listener = Listener()
      collection.delegate = listener
      collection.scrollToItem(at: IndexPath(40), at: .bottom, animated: true)
      #expect(collection.contentOffset.y == 0)
      stage.wait(1000)
      #expect(abs(frame(40, collection).maxY - 400) < 0.01)
      #expect(listener.offsetAtEnd == collection.contentOffset.y)
    }
  }

  @Test(arguments: [false, true]) func betweenChangesNoCellIsAskedFor(isFlow: Bool) {
    onStage { stage in
      let collection = show(stage, Self.tall, isFlow: isFlow)
      let source = collection.source as? Lengths
      collection.performBatchUpdates {
        // The data source would be asked for items that it no longer has.
        source?.lengths.removeLast(50)
        collection.deleteItems(at: (50..<100).map { IndexPath($0) })
        collection.scrollToItem(at: IndexPath(90), at: .bottom, animated: false)
      }
      stage.wait(1000)
      #expect(collection.numberOfItems(inSection: 0) == 50)
      #expect(collection.contentOffset.y <= collection.contentSize.height - 400 + 0.01)
    }
  }

  /// Its items move with the content's offset.
  private final class Trailing: UICollectionViewLayout {
    override var collectionViewContentSize: Size { Size(300, 9000) }
    override func layoutAttributesForItem(at item: IndexPath) -> UICollectionViewLayoutAttributes? {
      let attributes = UICollectionViewLayoutAttributes(forCellWith: item)
      attributes.frame = Rect(
        0, 500 * Double(item.item) + (collectionView?.contentOffset.y ?? 0) / 2, 300, 50)
      return attributes
    }
    override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
      (0..<10).compactMap { layoutAttributesForItem(at: IndexPath($0)) }.filter { $0.frame.intersects(rect) }
    }
  }

  @Test func placesWithoutEstimatesAreNotFollowed() {
    onStage { stage in
      let collection = show(stage, [Double](repeating: 50, count: 10))
      collection.setCollectionViewLayout(Trailing(), animated: false)
      stage.wait(20)
      collection.scrollToItem(at: IndexPath(4), at: .top, animated: true)
      stage.wait(1000)
      #expect(collection.contentOffset.y == 2000)
    }
  }

  /// It answers with all its items whatever it is asked for.
  private final class Everything: UICollectionViewFlowLayout {
    override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
      super.layoutAttributesForElements(in: Rect(0, 0, 300, 1e6))
    }
  }

  @Test func itemsOutOfSightAreNotMeasuredOn() {
    onStage { stage in
      let collection = show(stage, Self.tall)
      let layout = Everything()
      layout.estimatedItemSize = Size(300, 44)
      (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
      collection.setCollectionViewLayout(layout, animated: false)
      stage.wait(20)
      collection.layouts = 0
      collection.scrollToItem(at: IndexPath(50), at: .bottom, animated: false)
      #expect(collection.layouts == 1)
      #expect(abs(frame(50, collection).maxY - 400) < 0.01)
    }
  }

  @Test func absurdLengthsEnd() {
    onStage { stage in
      for height in [0, .infinity, .nan, -5] {
        let collection = show(stage, [Double](repeating: height, count: 200))
        collection.scrollToItem(at: IndexPath(199), at: .bottom, animated: false)
        collection.scrollToItem(at: IndexPath(20), at: .centeredVertically, animated: true)
        stage.wait(600)
        #expect(collection.contentOffset.y.isFinite)
        collection.removeFromSuperview()
      }
    }
  }
}
