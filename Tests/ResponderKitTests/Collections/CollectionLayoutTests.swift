import ResponderKit
import TestHarness
import Testing

/// Layouts of collections: flow layouts with headers and along both axes, and a program's own.
@Suite(.hangLimit) struct CollectionLayoutTests {
  private func flow() -> UICollectionViewFlowLayout {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = Size(100, 100)
    layout.minimumLineSpacing = 0
    layout.minimumInteritemSpacing = 0
    return layout
  }

  private static let header = UICollectionView.elementKindSectionHeader

  @Test func headersAndFootersAreAroundTheItems() {
    onStage { stage in
      let layout = flow()
      layout.headerReferenceSize = Size(0, 30)
      layout.footerReferenceSize = Size(0, 20)
      layout.sectionInset = EdgeInsets(top: 5, left: 0, bottom: 5, right: 0)
      let collection = stage.collection(CollectionSource([["a", "b"], [], ["c"]]), layout)
      let headers = collection.visibleSupplementaryViews(ofKind: Self.header)
      #expect(headers.map(\.frame) == [0, 160, 220].map { Rect(0, $0, 300, 30) })
      let footers = collection.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionFooter)
      #expect(footers.map(\.frame.minY) == [140, 200, 360])
      #expect(collection.contentSize == Size(300, 380))
      #expect(collection.cellForItem(at: IndexPath(0, 2))?.frame == Rect(0, 255, 100, 100))
    }
  }

  @Test func aHeaderStaysAtTheEdgeUntilItsSectionEnds() {
    onStage { stage in
      let layout = flow()
      layout.headerReferenceSize = Size(0, 30)
      layout.sectionHeadersPinToVisibleBounds = true
      let names = (0..<9).map(String.init)
      let collection = stage.collection(CollectionSource([names, names, names]), layout)
      func tops() -> [Double] {
        collection.visibleSupplementaryViews(ofKind: Self.header).map(\.frame.minY)
      }
      #expect(tops() == [0, 330])
      collection.contentOffset = Point(0, 150)
      stage.wait(1)
      #expect(tops() == [150, 330])
      #expect(
        collection.subviews.last
          === collection.supplementaryView(forElementKind: Self.header, at: IndexPath(0)))
      collection.contentOffset = Point(0, 320)
      stage.wait(1)
      #expect(tops() == [300, 330, 660])
    }
  }

  @Test func columnsFollowEachOtherToTheSide() {
    onStage { stage in
      let layout = flow()
      layout.scrollDirection = .horizontal
      layout.itemSize = Size(50, 100)
      layout.headerReferenceSize = Size(20, 0)
      let collection = stage.collection(CollectionSource(10), layout)
      #expect(collection.contentSize == Size(20 + 3 * 50, 400))
      // Four in a column, one below the other.
      #expect(collection.cellForItem(at: IndexPath(3))?.frame == Rect(20, 300, 50, 100))
      #expect(collection.cellForItem(at: IndexPath(4))?.frame == Rect(70, 0, 50, 100))
      let header = collection.supplementaryView(forElementKind: Self.header, at: IndexPath(0))
      #expect(header?.frame == Rect(0, 0, 20, 400))
    }
  }

  @Test func columnsHaveTheRoomOfTheirSidesAround() {
    onStage { stage in
      let layout = flow()
      layout.scrollDirection = .horizontal
      layout.sectionInset = EdgeInsets(top: 10, left: 20, bottom: 40, right: 30)
      let collection = stage.collection(CollectionSource(4), layout)
      // Of 350 points three items take 300.
      #expect(
        collection.visibleCells.map(\.frame.origin) == [
          Point(20, 10), Point(20, 135), Point(20, 260), Point(120, 10),
        ])
      #expect(collection.contentSize == Size(20 + 200 + 30, 400))
    }
  }

  @Test func anotherBreadthMakesOtherLines() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(8))
      #expect(collection.contentSize.height == 300)
      collection.frame = Rect(0, 0, 200, 400)
      stage.wait(1)
      #expect(collection.contentSize == Size(200, 400))
      #expect(collection.cellForItem(at: IndexPath(2))?.frame.origin == Point(0, 100))
      collection.contentInset = EdgeInsets(top: 0, left: 50, bottom: 0, right: 50)
      stage.wait(1)
      #expect(collection.contentSize == Size(100, 800))
    }
  }

  @Test func aChangeOfTheLayoutPlacesTheItemsAnew() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(8))
      let layout = collection.collectionViewLayout as? UICollectionViewFlowLayout
      layout?.itemSize = Size(150, 50)
      stage.wait(1)
      #expect(collection.cellForItem(at: IndexPath(3))?.frame == Rect(150, 50, 150, 50))
      var ends: [Bool] = []
      collection.setCollectionViewLayout(Stairs(), animated: true) { ends.append($0) }
      let cell = collection.cellForItem(at: IndexPath(3))
      #expect(cell?.frame == Rect(30, 120, 60, 40) && cell?.presentationFrame != cell?.frame)
      stage.wait(1000)
      #expect(cell?.presentationFrame == cell?.frame && layout?.collectionView == nil)
      #expect(ends == [true])
      collection.setCollectionViewLayout(Stairs(), animated: false) { ends.append($0) }
      #expect(ends == [true, true])
    }
  }

  /// Each item lower and farther to the right than the one before.
  private final class Stairs: UICollectionViewLayout {
    var prepared = 0
    private var frames: [UICollectionViewLayoutAttributes] = []
    override func prepare() {
      super.prepare()
      prepared += 1
      frames = (0..<(collectionView?.numberOfItems(inSection: 0) ?? 0)).map { item in
        let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item))
        attributes.frame = Rect(Double(item) * 10, Double(item) * 40, 60, 40)
        attributes.alpha = item == 1 ? 0.5 : 1
        attributes.zIndex = item == 0 ? 1 : 0
        return attributes
      }
    }
    override var collectionViewContentSize: Size { Size(600, Double(frames.count) * 40) }
    override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
      frames
    }
    override func layoutAttributesForItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
      frames.indices.contains(path.item) ? frames[path.item] : nil
    }
    override func targetContentOffset(
      forProposedContentOffset offset: Point, withScrollingVelocity velocity: Point
    ) -> Point { Point(offset.x, (offset.y / 40).rounded() * 40) }
  }

  @Test func aProgramsOwnLayoutPlacesCells() {
    onStage { stage in
      let layout = Stairs()
      let source = CollectionSource(50)
      let collection = stage.collection(source, layout)
      #expect(layout.prepared == 1 && collection.contentSize == Size(600, 2000))
      // It answers with all items; cells are made of those in sight only.
      #expect(source.asked == 10 && collection.visibleCells.count == 10)
      let cells = collection.visibleCells
      #expect(cells[2].frame == Rect(20, 80, 60, 40) && abs(cells[1].alpha - 0.5) < 1e-6)
      #expect(collection.subviews.last === cells[0])
      collection.contentOffset = Point(0, 100)
      stage.wait(1)
      #expect(layout.prepared == 1)
      layout.invalidateLayout()
      stage.wait(1)
      #expect(layout.prepared == 2)
    }
  }

  @Test func aLayoutChoosesWhereADragEnds() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(100), Stairs())
      ScrollTests.flick(stage, from: 300, by: -25)
      stage.wait(3000)
      let offset = collection.contentOffset.y
      #expect(offset > 0 && offset.truncatingRemainder(dividingBy: 40) == 0)
    }
  }

  /// Notes how fast the content is when it is asked where that comes to rest.
  private final class Asked: UICollectionViewFlowLayout {
    var velocity = Point.zero
    override func targetContentOffset(
      forProposedContentOffset offset: Point, withScrollingVelocity velocity: Point
    ) -> Point {
      self.velocity = velocity
      return offset
    }
  }

  @Test func aLayoutGetsTheSpeedOfADragInPointsAMillisecond() {
    onStage { stage in
      let layout = Asked()
      let collection = stage.collection(CollectionSource(1000), layout)
      ScrollTests.flick(stage, from: 300, by: -25)
      // In each 11 ms 25 points.
      #expect(layout.velocity.x == 0 && abs(layout.velocity.y - 25.0 / 11) < 0.1)
      #expect(collection.contentOffset.y > 0)
    }
  }

  @Test func eachChangeOfAFlowLayoutIsSeenInTheNextFrame() {
    onStage { stage in
      let layout = flow()
      let collection = stage.collection(CollectionSource(8), layout)
      var sizes: [Size] = []
      let changes: [(UICollectionViewFlowLayout) -> Void] = [
        { $0.minimumLineSpacing = 10 },
        { $0.sectionInset = EdgeInsets(top: 5, left: 0, bottom: 5, right: 0) },
        { $0.headerReferenceSize = Size(0, 30) }, { $0.footerReferenceSize = Size(0, 20) },
        { $0.minimumInteritemSpacing = 30 }, { $0.scrollDirection = .horizontal },
      ]
      for change in changes {
        change(layout)
        stage.wait(1)
        sizes.append(collection.contentSize)
      }
      // Three lines of three, then four of two, then three columns of three.
      #expect(sizes == [320, 330, 360, 380, 490].map { Size(300, $0) } + [Size(320, 400)])
    }
  }

  @Test func aFlowLayoutNamesWhatIsInARectangle() {
    onStage { stage in
      let layout = flow()
      layout.headerReferenceSize = Size(0, 30)
      layout.footerReferenceSize = Size(0, 20)
      _ = stage.collection(CollectionSource([["a", "b"], ["c"]]), layout)
      func names(_ top: Double, _ bottom: Double) -> [String] {
        (layout.layoutAttributesForElements(in: Rect(0, top, 300, bottom - top)) ?? []).map {
          "\($0.representedElementKind?.suffix(6) ?? "item") \($0.indexPath.section)"
        }.sorted()
      }
      #expect(names(40, 120) == ["item 0", "item 0"])
      #expect(names(10, 20) == ["Header 0"])
      #expect(names(140, 160) == ["Footer 0", "Header 1"])
      #expect(names(120, 300) == ["Footer 0", "Footer 1", "Header 1", "item 0", "item 0", "item 1"])
    }
  }

  @Test func attributesAreCopiedWhole() {
    final class Own: UICollectionViewLayoutAttributes {}
    let attributes = Own(forSupplementaryViewOfKind: "kind", with: IndexPath(3, 4))
    attributes.frame = Rect(10, 20, 30, 40)
    attributes.transform = AffineTransform(scaleX: 2, y: 2)
    attributes.alpha = 0.3
    attributes.zIndex = 5
    attributes.isHidden = true
    guard let copy = attributes.copy() as? Own else {
      Issue.record("the copy is of another class")
      return
    }
    #expect(copy !== attributes && copy.frame == Rect(10, 20, 30, 40) && copy.center == Point(25, 40))
    #expect(copy.indexPath == IndexPath(3, 4) && copy.representedElementKind == "kind")
    #expect(copy.transform == attributes.transform && copy.alpha == 0.3 && copy.zIndex == 5 && copy.isHidden)
    #expect(copy.representedElementCategory == .supplementaryView)
  }

  @Test func itemsBeginBelowTheSafeArea() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 0, right: 0))
      let controller = UICollectionViewController(collectionViewLayout: flow())
      let source = CollectionSource(2)
      stage.show(controller)
      controller.collectionView.register(CollectionSource.Cell.self, forCellWithReuseIdentifier: "cell")
      controller.collectionView.dataSource = source
      controller.collectionView.alwaysBounceVertical = false
      stage.wait(20)
      // Also where there is nothing to scroll, as in UIKit.
      #expect(controller.collectionView.contentOffset == Point(0, -40))
      #expect(controller.collectionView.texts == ["0", "1"] && source.asked == 2)
    }
  }
}
