import TestHarness
import Testing

@testable import ResponderKit

/// Compositional layouts: groups, spaces, headers, badges, backgrounds.
@Suite(.hangLimit) struct CompositionalLayoutTests {
  static func size(_ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension)
    -> NSCollectionLayoutSize
  { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

  /// Of a third of the width.
  static func thirds(_ height: Double = 100) -> NSCollectionLayoutSection {
    let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)))
    return NSCollectionLayoutSection(
      group: .horizontal(layoutSize: size(.fractionalWidth(1), .absolute(height)), subitems: [item]))
  }

  private func frames(_ collection: UICollectionView) -> [Rect] { collection.visibleCells.map(\.frame) }

  @Test func aGroupIsFilledAndRepeated() {
    onStage { stage in
      let section = Self.thirds()
      section.interGroupSpacing = 10
      section.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 0, bottom: 7, trailing: 0)
      let layout = UICollectionViewCompositionalLayout(section: section)
      let collection = stage.collection(CollectionSource(7), layout)
      #expect(collection.contentSize == Size(300, 5 + 320 + 7))
      let expected = [
        Rect(0, 5, 100, 100), Rect(100, 5, 100, 100), Rect(200, 5, 100, 100), Rect(0, 115, 100, 100),
      ]
      #expect(Array(frames(collection).prefix(4)) == expected)
      #expect(frames(collection).last == Rect(0, 225, 100, 100))
    }
  }

  @Test func boxesThatWouldNotFitShareTheRoom() {
    onStage { stage in
      let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(1)))
      item.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(50)), repeatingSubitem: item, count: 2)
      group.interItemSpacing = .fixed(20)
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(3), layout)
      #expect(frames(collection) == [Rect(2, 1, 134, 46), Rect(162, 1, 134, 46), Rect(2, 51, 134, 46)])
    }
  }

  @Test func boxesThatShareTheRoomLeaveTheSpaceAtTheirEdges() {
    onStage { stage in
      let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(1)))
      item.edgeSpacing = NSCollectionLayoutEdgeSpacing(
        leading: .fixed(5), top: nil, trailing: .fixed(10), bottom: nil)
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(50)), repeatingSubitem: item, count: 2)
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(2), layout)
      #expect(frames(collection) == [Rect(5, 0, 135, 50), Rect(155, 0, 135, 50)])
    }
  }

  @Test func groupsAreInGroups() {
    onStage { stage in
      let large = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(0.7), .fractionalHeight(1)))
      let small = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(0.5)))
      let column = NSCollectionLayoutGroup.vertical(
        layoutSize: Self.size(.fractionalWidth(0.3), .fractionalHeight(1)), subitems: [small])
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(100)), subitems: [large, column])
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(5), layout)
      let expected = [
        Rect(0, 0, 210, 100), Rect(210, 0, 90, 50), Rect(210, 50, 90, 50), Rect(0, 100, 210, 100),
        Rect(210, 100, 90, 50),
      ]
      #expect(frames(collection) == expected)
    }
  }

  @Test func whatIsLeftIsSharedByFlexibleSpaces() {
    onStage { stage in
      let item = NSCollectionLayoutItem(layoutSize: Self.size(.absolute(40), .absolute(20)))
      item.edgeSpacing = NSCollectionLayoutEdgeSpacing(
        leading: nil, top: .flexible(0), trailing: nil, bottom: .flexible(0))
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(60)), repeatingSubitem: item, count: 3)
      group.interItemSpacing = .flexible(10)
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(3), layout)
      #expect(frames(collection) == [Rect(0, 20, 40, 20), Rect(130, 20, 40, 20), Rect(260, 20, 40, 20)])
    }
  }

  @Test func aClosureSaysWhereTheItemsOfAGroupAre() {
    onStage { stage in
      let group = NSCollectionLayoutGroup.custom(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(80))
      ) { environment in
        let width = environment.container.contentSize.width
        return [
          NSCollectionLayoutGroupCustomItem(frame: Rect(0, 0, 50, 50)),
          NSCollectionLayoutGroupCustomItem(frame: Rect(width - 30, 0, 30, 80), zIndex: 2),
        ]
      }
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(3), layout)
      #expect(frames(collection) == [Rect(0, 0, 50, 50), Rect(270, 0, 30, 80), Rect(0, 80, 50, 50)])
    }
  }

  /// A group that grows with its boxes repeats none of them. A custom group has no more boxes than there are items.
  @Test func aGroupHasNoBoxTooMany() {
    func count(_ group: NSCollectionLayoutGroup) -> Int {
      var solver = GroupSolver(available: 5, traits: UITraitCollection())
      return solver.solve(group, in: Size(300, 300)).leaves.count
    }
    let items = [40.0, 60].map {
      NSCollectionLayoutItem(layoutSize: Self.size(.absolute($0), .absolute(20)))
    }
    #expect(count(.horizontal(layoutSize: Self.size(.estimated(300), .absolute(20)), subitems: items)) == 2)
    #expect(count(.horizontal(layoutSize: Self.size(.absolute(300), .absolute(20)), subitems: items)) == 5)
    let many = NSCollectionLayoutGroup.custom(
      layoutSize: Self.size(.fractionalWidth(1), .absolute(80))
    ) { _ in (0..<9).map { NSCollectionLayoutGroupCustomItem(frame: Rect(Double($0), 0, 1, 1)) } }
    #expect(count(many) == 5)
  }

  private static let header = UICollectionView.elementKindSectionHeader

  @Test func aHeaderIsAboveTheInsetsAndStaysWhileItsSectionIsInSight() throws {
    try onStage { stage in
      let layout = UICollectionViewCompositionalLayout { index, environment in
        let section = Self.thirds(environment.container.effectiveContentSize.height / 4)
        section.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 30, bottom: 0, trailing: 0)
        let header = NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: Self.size(.fractionalWidth(1), .absolute(40)), elementKind: Self.header, alignment: .top
        )
        header.pinToVisibleBounds = true
        if index == 0 { section.boundarySupplementaryItems = [header] }
        return section
      }
      let names = (0..<9).map(String.init)
      let collection = stage.collection(CollectionSource([names, names]), layout)
      let header = try #require(
        collection.supplementaryView(forElementKind: Self.header, at: IndexPath(0)))
      #expect(header.frame == Rect(30, 0, 270, 40))
      #expect(collection.cellForItem(at: IndexPath(0))?.frame == Rect(30, 50, 90, 100))
      collection.contentOffset = Point(0, 200)
      stage.wait(1)
      #expect(header.frame.minY == 200)
      // The section ends at 350.
      collection.contentOffset = Point(0, 330)
      stage.wait(1)
      #expect(header.frame.minY == 310)
      #expect(collection.contentSize.height == 350 + 310)
    }
  }

  @Test func aBadgeIsHeldAtACornerOfItsCell() {
    onStage { stage in
      let anchor = NSCollectionLayoutAnchor(
        edges: [.top, .trailing], fractionalOffset: Point(0.5, -0.5))
      let badge = NSCollectionLayoutSupplementaryItem(
        layoutSize: Self.size(.absolute(20), .absolute(20)), elementKind: Self.header, containerAnchor: anchor
      )
      let item = NSCollectionLayoutItem(
        layoutSize: Self.size(.fractionalWidth(0.5), .fractionalHeight(1)), supplementaryItems: [badge])
      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: Self.size(.fractionalWidth(1), .absolute(100)), subitems: [item])
      let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
      let collection = stage.collection(CollectionSource(4), layout)
      let badges = collection.visibleSupplementaryViews(ofKind: Self.header)
      #expect(
        badges.map(\.frame.origin) == [Point(140, -10), Point(290, -10), Point(140, 90), Point(290, 90)])
      let wanted = collection.layoutAttributesForSupplementaryElement(ofKind: Self.header, at: IndexPath(3))
      #expect(wanted?.frame == Rect(290, 90, 20, 20))
    }
  }

  private final class Backdrop: UICollectionReusableView {}

  @Test func aBackgroundIsBehindItsSection() throws {
    try onStage { stage in
      let section = Self.thirds()
      let background = NSCollectionLayoutDecorationItem.background(elementKind: "backdrop")
      background.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 5, bottom: 5, trailing: 5)
      section.decorationItems = [background]
      let layout = UICollectionViewCompositionalLayout(section: section)
      layout.configuration.interSectionSpacing = 20
      layout.register(Backdrop.self, forDecorationViewOfKind: "backdrop")
      let collection = stage.collection(CollectionSource([["a"], ["b", "c"]]), layout)
      let found = collection.subviews.filter { $0 is Backdrop }
      #expect(Set(found.map(\.frame)) == [Rect(5, 5, 290, 90), Rect(5, 125, 290, 90)])
      let last = try #require(collection.subviews.lastIndex { $0 is Backdrop })
      let first = try #require(collection.subviews.firstIndex { $0 is CollectionSource.Cell })
      #expect(last < first)
    }
  }

  @Test func sectionsFollowEachOtherToTheSide() {
    onStage { stage in
      let item = NSCollectionLayoutItem(layoutSize: Self.size(.fractionalWidth(1), .fractionalHeight(0.5)))
      let section = NSCollectionLayoutSection(
        group: .vertical(layoutSize: Self.size(.absolute(80), .fractionalHeight(1)), subitems: [item]))
      section.interGroupSpacing = 5
      let layout = UICollectionViewCompositionalLayout(section: section)
      layout.configuration.scrollDirection = .horizontal
      let collection = stage.collection(CollectionSource([["a", "b", "c"], ["d"]]), layout)
      #expect(collection.contentSize == Size(165 + 80, 400))
      #expect(
        frames(collection) == [
          Rect(0, 0, 80, 200), Rect(0, 200, 80, 200), Rect(85, 0, 80, 200), Rect(165, 0, 80, 200),
        ])
    }
  }

  /// Counts the questions to a layout.
  private final class Counting: UICollectionViewCompositionalLayout {
    var prepared = 0
    override func prepare() {
      prepared += 1
      super.prepare()
    }
  }

  @Test func scrollingPlansNothingAnew() {
    onStage { stage in
      let layout = Counting(section: Self.thirds())
      let source = CollectionSource(10_000)
      let collection = stage.collection(source, layout)
      let before = layout.prepared
      for step in 1...20 {
        collection.contentOffset = Point(0, Double(step) * 1000)
        stage.wait(20)
      }
      #expect(layout.prepared == before)
      #expect(source.made <= 15)
      #expect(collection.texts.first == "600")
      collection.frame = Rect(0, 0, 150, 400)
      stage.wait(20)
      #expect(layout.prepared > before)
    }
  }
}
