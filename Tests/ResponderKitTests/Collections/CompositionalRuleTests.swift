import TestHarness
import Testing

@testable import ResponderKit

/// Rules of compositional layouts: last groups, badges, footers that stay, other widths and configurations.
@Suite(.hangLimit) struct CompositionalRuleTests {
  private static func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
    -> NSCollectionLayoutSize
  { CompositionalLayoutTests.size(width, height) }

  @Test func theLastGroupIsAsLongAsItsItems() {
    onStage { stage in
      let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .absolute(50)))
      let group = NSCollectionLayoutGroup.vertical(
        layoutSize: Self.size(.fractionalWidth(1), .estimated(100)), subitems: [item, item])
      let heights = [3, 4].map { count -> Double in
        let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
        return stage.collection(CollectionSource(count), layout).contentSize.height
      }
      #expect(heights == [150, 200])
    }
  }

  @Test func aBadgeIsHeldAPartOfItsWidthAndHeightAway() {
    onStage { stage in
      let anchor = NSCollectionLayoutAnchor(edges: [.top, .trailing], fractionalOffset: Point(0.5, -0.5))
      let kind = UICollectionView.elementKindSectionHeader
      let badge = NSCollectionLayoutSupplementaryItem(
        layoutSize: Self.size(.absolute(30), .absolute(10)), elementKind: kind, containerAnchor: anchor)
      let item = NSCollectionLayoutItem(
        layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(1)), supplementaryItems: [badge])
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(100)), subitems: [item])
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(2), layout)
      let second = collection.layoutAttributesForSupplementaryElement(ofKind: kind, at: IndexPath(1))
      #expect(second?.frame == Rect(300 - 15, 100 - 5, 30, 10))
    }
  }

  @Test func aFooterStaysAboveTheRoomBelow() throws {
    try onStage { stage in
      let kind = UICollectionView.elementKindSectionFooter
      let footer = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(30)), elementKind: kind, alignment: .bottom)
      footer.pinToVisibleBounds = true
      let section = CompositionalLayoutTests.thirds()
      section.boundarySupplementaryItems = [footer]
      let layout = UICollectionViewCompositionalLayout(section: section)
      let collection = stage.collection(CollectionSource(30), layout)
      let view = try #require(collection.supplementaryView(forElementKind: kind, at: IndexPath(0)))
      #expect(view.frame.minY == 370)
      collection.contentInset = EdgeInsets(top: 0, left: 0, bottom: 50, right: 0)
      stage.wait(1)
      #expect(view.frame.minY == 320)
    }
  }

  @Test func aQuestionAboutAPlaceIsNoScroll() {
    onStage { stage in
      let section = CompositionalLayoutTests.thirds()
      var calls = 0
      section.visibleItemsInvalidationHandler = { _, _, _ in calls += 1 }
      let layout = UICollectionViewCompositionalLayout(section: section)
      let collection = stage.collection(CollectionSource(30), layout)
      let before = calls
      #expect(before > 0 && collection.indexPathForItem(at: Point(150, 150)) == IndexPath(4))
      #expect(calls == before)
      collection.contentOffset = Point(0, 10)
      stage.wait(1)
      #expect(calls > before)
    }
  }

  /// Two cells that cover the same place.
  @Test func aPlaceBelongsToTheItemInFront() {
    onStage { stage in
      let size = Self.size(.fractionalWidth(1), .absolute(100))
      let group = NSCollectionLayoutGroup.custom(layoutSize: size) { _ in
        [
          NSCollectionLayoutGroupCustomItem(frame: Rect(0, 0, 100, 100), zIndex: 1),
          NSCollectionLayoutGroupCustomItem(frame: Rect(50, 0, 100, 100)),
        ]
      }
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(2), layout)
      let found = [25.0, 75, 125].map { collection.indexPathForItem(at: Point($0, 50)) }
      #expect(found == [IndexPath(0), IndexPath(0), IndexPath(1)])
    }
  }

  @Test func anotherConfigurationIsSeenInTheNextFrame() {
    onStage { stage in
      let layout = UICollectionViewCompositionalLayout(section: CompositionalLayoutTests.thirds())
      let collection = stage.collection(CollectionSource([["a"], ["b"]]), layout)
      #expect(collection.contentSize.height == 200)
      let wide = UICollectionViewCompositionalLayoutConfiguration()
      wide.interSectionSpacing = 30
      layout.configuration = wide
      stage.wait(1)
      #expect(collection.contentSize.height == 230)
    }
  }

  /// The narrower, the higher.
  private final class Flowing: UICollectionViewCell {
    override func preferredLayoutAttributesFitting(_ attributes: UICollectionViewLayoutAttributes)
      -> UICollectionViewLayoutAttributes
    {
      attributes.size.height = 12_000 / attributes.size.width
      return attributes
    }
  }

  private final class Rows: UICollectionViewDataSource {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
      -> UICollectionViewCell
    { collectionView.dequeueReusableCell(withReuseIdentifier: "flowing", for: item) }
  }

  private static var list: UICollectionViewCompositionalLayout {
    let size = Self.size(.fractionalWidth(1), .estimated(50))
    let item = NSCollectionLayoutItem(layoutSize: size)
    return UICollectionViewCompositionalLayout(
      section: NSCollectionLayoutSection(group: .vertical(layoutSize: size, subitems: [item])))
  }

  @Test func cellsAreMeasuredAgainInAnotherWidth() {
    onStage { stage in
      let source = Rows()
      let collection = OwningCollection(frame: Rect(0, 0, 300, 400), collectionViewLayout: Self.list)
      collection.source = source
      collection.register(Flowing.self, forCellWithReuseIdentifier: "flowing")
      collection.dataSource = source
      stage.show(collection)
      stage.wait(1)
      #expect(collection.contentSize.height == 120)
      collection.frame = Rect(0, 0, 150, 400)
      stage.wait(1)
      #expect(collection.contentSize.height == 240)
    }
  }

  @Test func placesOfTheProgramAreInsideTheGroupsInsetsAndTheGroupGrowsWithThem() {
    onStage { stage in
      let size = Self.size(.fractionalWidth(1), .estimated(20))
      let group = NSCollectionLayoutGroup.custom(layoutSize: size) { _ in
        [Rect(0, 0, 50, 50), Rect(60, 10, 30, 80)].map { NSCollectionLayoutGroupCustomItem(frame: $0) }
      }
      group.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 0, trailing: 0)
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(3), layout)
      let found = (0..<3).map { collection.layoutAttributesForItem(at: IndexPath($0))?.frame }
      #expect(found == [Rect(10, 5, 50, 50), Rect(70, 15, 30, 80), Rect(10, 100, 50, 50)])
    }
  }

  @Test func whatDoesNotFitIntoAnInnerGroupIsLeftForTheNextOne() {
    let small = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(0.5)))
    let large = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(0.7), .fractionalHeight(1)))
    let column = NSCollectionLayoutGroup.vertical(
      layoutSize: Self.size(.fractionalWidth(0.3), .fractionalHeight(1)), subitems: [small])
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(100)), subitems: [column, large])
    var solver = GroupSolver(available: 3, traits: UITraitCollection())
    let frames = solver.solve(group, in: Size(300, 300)).leaves.map(\.frame)
    #expect(frames == [Rect(0, 0, 90, 50), Rect(0, 50, 90, 50), Rect(90, 0, 210, 100)])
  }

  @Test func anItemThatIsMeasuredHasItsInsetsAround() {
    let item = NSCollectionLayoutItem(layoutSize: Self.size(.absolute(100), .estimated(10)))
    item.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 1, bottom: 7, trailing: 2)
    var solver = GroupSolver(available: 1, traits: UITraitCollection()) { _ in Size(50, 60) }
    let solved = solver.solve(item, in: Size(300, 300))
    #expect(solved.size == Size(100, 72) && solved.leaves.map(\.frame) == [Rect(1, 5, 97, 60)])
  }

  @Test func aHeaderThatDoesNotExtendItsSectionLiesOverTheItems() {
    onStage { stage in
      let kind = UICollectionView.elementKindSectionHeader
      let found = [true, false].map { extends -> [Double?] in
        let header = NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: Self.size(.fractionalWidth(1), .absolute(30)), elementKind: kind, alignment: .top)
        header.extendsBoundary = extends
        let section = CompositionalLayoutTests.thirds()
        section.boundarySupplementaryItems = [header]
        let layout = UICollectionViewCompositionalLayout(section: section)
        let collection = stage.collection(CollectionSource(3), layout)
        let band = collection.layoutAttributesForSupplementaryElement(ofKind: kind, at: IndexPath(0))
        let item = collection.layoutAttributesForItem(at: IndexPath(0))
        return [
          band?.frame.minY, item?.frame.minY, collection.contentSize.height - (item?.frame.height ?? 0),
        ]
      }
      #expect(found == [[0, 30, 30], [0, 0, 0]])
    }
  }
}
