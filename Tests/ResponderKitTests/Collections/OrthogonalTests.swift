import ResponderKit
import TestHarness
import Testing

/// Sections that scroll to the side in a collection that scrolls up and down.
@Suite(.hangLimit) struct OrthogonalTests {
  private func layout(_ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior, width: Double = 200)
    -> UICollectionViewCompositionalLayout
  {
    let item = NSCollectionLayoutItem(
      layoutSize: CompositionalLayoutTests.size(.fractionalWidth(1), .fractionalHeight(1)))
    return UICollectionViewCompositionalLayout { index, _ in
      guard index == 0 else { return CompositionalLayoutTests.thirds() }
      let section = NSCollectionLayoutSection(
        group: .horizontal(
          layoutSize: CompositionalLayoutTests.size(.absolute(width), .absolute(120)), subitems: [item]))
      section.orthogonalScrollingBehavior = behavior
      section.interGroupSpacing = 10
      section.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 20, bottom: 10, trailing: 20)
      return section
    }
  }

  private func show(
    _ stage: Stage, _ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior, width: Double = 200
  ) -> UICollectionView {
    let names = (0..<100).map(String.init)
    return stage.collection(CollectionSource([names, names]), layout(behavior, width: width))
  }

  /// Where cells of the first section are seen in the collection, from left to right.
  private func places(_ collection: UICollectionView) -> [Double] {
    let cells = collection.visibleCells.filter { collection.indexPath(for: $0)?.section == 0 }
    return cells.map { $0.convert($0.bounds, to: collection).minX }
  }

  private func drag(_ stage: Stage, by way: Double, slowly: Bool = false) {
    stage.down(200, 60, after: 300)
    for step in 1...10 { stage.move(200 + way * Double(step) / 10, 60) }
    // A finger that stands still throws nothing.
    if slowly { for _ in 0..<20 { stage.move(200 + way, 60, after: 20) } }
    stage.up(200 + way, 60)
    stage.wait(3000)
  }

  /// The first points of a drag only begin it.
  private static let slop = 10.0

  @Test func aFingerScrollsTheSectionAlone() throws {
    try onStage { stage in
      let collection = show(stage, .continuous)
      #expect(collection.contentSize.height == 140 + 3400)
      #expect(places(collection) == [20, 230])
      #expect(collection.cellForItem(at: IndexPath(0, 1))?.frame == Rect(0, 140, 100, 100))
      drag(stage, by: -100, slowly: true)
      #expect(places(collection).first == -80 + Self.slop && collection.contentOffset == .zero)
      // The layout answers for the collection's content.
      let attributes = try #require(collection.layoutAttributesForItem(at: IndexPath(0)))
      #expect(attributes.frame == Rect(-70, 10, 200, 120))
      #expect(collection.indexPathForItem(at: Point(150, 50)) == IndexPath(1))
      // Along the other way the collection scrolls.
      stage.down(150, 100, after: 500)
      for step in 1...5 { stage.move(150, 100 - Double(step) * 10) }
      stage.up(150, 50, after: 300)
      stage.wait(1000)
      #expect(collection.contentOffset == Point(0, 40))
    }
  }

  @Test func cellsAreMadeWhenTheyComeIntoSight() {
    onStage { stage in
      let collection = show(stage, .continuous)
      let before = collection.visibleCells.count
      for _ in 0..<10 { drag(stage, by: -150) }
      let first = collection.indexPathsForVisibleItems.first
      #expect((first?.item ?? 0) > 5 && first?.section == 0)
      #expect(collection.visibleCells.count <= before + 1)
      let source = collection.dataSource as? CollectionSource
      #expect((source?.made ?? 99) < 20)
    }
  }

  @Test func aTapSelectsInALaneThatIsScrolled() {
    onStage { stage in
      let collection = show(stage, .continuous)
      drag(stage, by: -100, slowly: true)
      stage.tap(150, 60, after: 500)
      stage.wait(300)
      #expect(collection.indexPathsForSelectedItems == [IndexPath(1)])
    }
  }

  @Test func itRestsWhereAGroupBegins() {
    onStage { stage in
      let collection = show(stage, .groupPaging)
      drag(stage, by: -30)
      #expect(places(collection) == [20, 230].map { $0 - 210 } + [230])
      drag(stage, by: -60, slowly: true)
      #expect(places(collection)[1] == 20)
      drag(stage, by: 100)
      #expect(places(collection).first == 20)
    }
  }

  @Test func aGroupRestsInTheMiddle() {
    onStage { stage in
      let collection = show(stage, .groupPagingCentered)
      #expect(places(collection) == [50, 260])
      drag(stage, by: -60)
      #expect(places(collection)[1] == 50)
    }
  }

  @Test func pagesAreAsWideAsTheCollection() {
    onStage { stage in
      let collection = show(stage, .paging)
      drag(stage, by: -60)
      #expect(places(collection) == [-70, 140])
    }
  }

  @Test func aSectionThatComesBackIsWhereItWas() {
    onStage { stage in
      let collection = show(stage, .continuous)
      drag(stage, by: -100, slowly: true)
      collection.contentOffset = Point(0, 1000)
      stage.wait(20)
      #expect(collection.indexPathsForVisibleItems.allSatisfy { $0.section == 1 })
      #expect(!collection.subviews.contains { $0 is UIScrollView })
      collection.contentOffset = .zero
      stage.wait(20)
      #expect(places(collection).first == -80 + Self.slop)
    }
  }

  @Test func aClosureChangesWhatIsInSightAsItScrolls() {
    onStage { stage in
      let layout = UICollectionViewCompositionalLayout { _, _ in
        let item = NSCollectionLayoutItem(
          layoutSize: CompositionalLayoutTests.size(.fractionalWidth(1), .fractionalHeight(1)))
        let section = NSCollectionLayoutSection(
          group: .horizontal(
            layoutSize: CompositionalLayoutTests.size(.absolute(100), .absolute(100)), subitems: [item]))
        section.orthogonalScrollingBehavior = .continuous
        section.visibleItemsInvalidationHandler = { items, offset, environment in
          for item in items {
            let distance = item.frame.midX - offset.x - environment.container.contentSize.width / 2
            item.alpha = 1 - abs(distance) / 300
          }
        }
        return section
      }
      let collection = stage.collection(CollectionSource(20), layout)
      let alphas = { collection.visibleCells.map { ($0.alpha * 100).rounded() } }
      #expect(alphas() == [67, 100, 67])
      drag(stage, by: -50, slowly: true)
      #expect(alphas() == [53, 87, 80, 47])
    }
  }
}
