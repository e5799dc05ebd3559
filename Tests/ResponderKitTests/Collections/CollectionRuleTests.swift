import ResponderKit
import TestHarness
import Testing

/// Rules of collections: tall items, cells that are exchanged, announcements, backgrounds, layouts.
@Suite(.hangLimit) struct CollectionRuleTests {
  @Test func anItemThatIsTallerThanTheCollectionIsScrolledToItsBeginning() {
    onStage { stage in
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = Size(300, 600)
      layout.minimumLineSpacing = 0
      let collection = stage.collection(CollectionSource(3), layout)
      collection.scrollToItem(at: IndexPath(1), at: [], animated: false)
      #expect(collection.contentOffset == Point(0, 600))
    }
  }

  /// Cells by an identifier, or without one.
  private final class Exchanging: UICollectionViewDataSource {
    var count = 2
    var dequeues = true
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
      -> UICollectionViewCell
    {
      dequeues
        ? collectionView.dequeueReusableCell(withReuseIdentifier: "plain", for: item)
        : UICollectionViewCell(frame: .zero)
    }
  }

  @Test func eachItemHasACellOfItsOwnAfterOneWasExchanged() {
    onStage { stage in
      let source = Exchanging()
      let collection = stage.show(OwningCollection(frame: Rect(0, 0, 300, 400)))
      collection.source = source
      collection.dataSource = source
      stage.wait(1)
      let first = collection.cellForItem(at: IndexPath(0))
      source.dequeues = false
      collection.reconfigureItems(at: [IndexPath(0)])
      stage.wait(1)
      #expect(first != nil && collection.cellForItem(at: IndexPath(0)) !== first)
      (source.count, source.dequeues) = (3, true)
      collection.reloadData()
      stage.wait(1)
      #expect(Set(collection.visibleCells.map(ObjectIdentifier.init)).count == 3)
      #expect(collection.visibleCells.allSatisfy { $0.superview === collection })
    }
  }

  @Test func aReconfiguredItemKeepsItsCellWithoutALayout() throws {
    try onStage { stage in
      let source = CollectionSource(3)
      let collection = stage.collection(source)
      let cell = try #require(collection.cellForItem(at: IndexPath(1)) as? CollectionSource.Cell)
      let asked = source.asked
      source.sections[0][1] = "changed"
      collection.reconfigureItems(at: [IndexPath(1)])
      #expect(collection.cellForItem(at: IndexPath(1)) === cell && cell.text == "changed")
      #expect(source.asked == asked + 1 && cell.reuses == 0)
    }
  }

  /// Two sections with headers of 20 and 60 points. Each request dequeues both; no class is registered.
  private final class Bands: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var heights: [[Double]] = []
    func numberOfSections(in collectionView: UICollectionView) -> Int { 2 }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
      -> UICollectionViewCell
    { collectionView.dequeueReusableCell(withReuseIdentifier: "plain", for: item) }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at place: IndexPath
    ) -> UICollectionReusableView {
      let both = (0..<2).map { section in
        collectionView.dequeueReusableSupplementaryView(
          ofKind: kind, withReuseIdentifier: "band", for: IndexPath(0, section))
      }
      heights.append(both.map(\.frame.height))
      return both[place.section]
    }
    func collectionView(
      _ collectionView: UICollectionView, layout: UICollectionViewLayout,
      referenceSizeForHeaderInSection section: Int
    ) -> Size { Size(300, section == 0 ? 20 : 60) }
  }

  @Test func aHeaderHasTheSizeOfThePlaceThatItIsMadeFor() {
    onStage { stage in
      let source = Bands()
      let collection = stage.show(OwningCollection(frame: Rect(0, 0, 300, 400)))
      collection.source = source
      (collection.dataSource, collection.delegate) = (source, source)
      stage.wait(1)
      #expect(source.heights == [[20, 60], [20, 60]])
    }
  }

  private final class Ahead: UICollectionViewDataSourcePrefetching {
    var lines: [String] = []
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt items: [IndexPath]) {
      lines.append("coming \(items.map(\.item).min() ?? -1)")
    }
    func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt items: [IndexPath]) {
      lines.append("cancelled \(items.map(\.item).min() ?? -1)")
    }
  }

  @Test func whatWasAnnouncedAboveIsStillComingWhenTheContentRests() {
    onStage { stage in
      let collection = stage.collection(CollectionSource(300))
      let ahead = Ahead()
      collection.contentOffset = Point(0, 2000)
      collection.prefetchDataSource = ahead
      stage.wait(1)
      ahead.lines = []
      collection.contentOffset = Point(0, 1990)
      stage.wait(1)
      // From 1590 to 1990 there are the lines 15 to 19, the last of which is in sight; below, 24 to 27 were announced.
      #expect(ahead.lines == ["coming 45", "cancelled 72"])
      collection.setNeedsLayout()
      stage.wait(1)
      #expect(ahead.lines.count == 2)
    }
  }

  @Test func aBackgroundGoesWithItsConfiguration() throws {
    try onStage { stage in
      let collection = stage.collection(CollectionSource(1))
      let cell = try #require(collection.cellForItem(at: IndexPath(0)))
      var background = UIBackgroundConfiguration.clear()
      background.backgroundColor = .red
      background.strokeWidth = 2
      cell.backgroundConfiguration = background
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == .red)
      // A border without a color is none.
      #expect(stage.window.snapshot().color(x: 50, y: 0) == .red)
      cell.backgroundConfiguration = nil
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 50) != .red)
    }
  }

  @Test func aControllerKnowsTheLayoutThatItsCollectionHasNow() {
    onStage { stage in
      let (first, second) = (UICollectionViewFlowLayout(), UICollectionViewFlowLayout())
      let controller = UICollectionViewController(collectionViewLayout: first)
      #expect(controller.collectionViewLayout === first)
      stage.show(controller)
      controller.collectionView.setCollectionViewLayout(second, animated: false)
      #expect(controller.collectionViewLayout === second)
    }
  }

  private final class Texts: UICollectionViewDataSource {
    let cells = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, _ in
      cell.accessories = [.disclosureIndicator(), .checkmark(displayed: .whenNotEditing)]
    }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 2 }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
      -> UICollectionViewCell
    { collectionView.dequeueConfiguredReusableCell(using: cells, for: item, item: item.item) }
  }

  @Test func aTouchOfASignThatDoesNothingSelectsTheRow() throws {
    try onStage { stage in
      let source = Texts()
      let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
      let collection = OwningCollection(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
      collection.source = source
      collection.dataSource = source
      stage.show(collection)
      stage.wait(1)
      let cell = try #require(collection.cellForItem(at: IndexPath(1)))
      let signs = cell.subviews.filter { $0 is UIControl }
      for sign in signs {
        let place = sign.convert(sign.bounds, to: nil).center
        stage.tap(place.x, place.y, after: 500)
        #expect(collection.indexPathsForSelectedItems == [IndexPath(1)])
        collection.deselectItem(at: IndexPath(1), animated: false)
      }
      #expect(signs.count == 2)
    }
  }

  @Test func aSectionThatShowsSomethingElseIsNoOutline() {
    onStage { stage in
      let collection = stage.show(UICollectionView(frame: Rect(0, 0, 300, 400)))
      let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) { _, _, _ in
        UICollectionViewCell(frame: .zero)
      }
      var outline = NSDiffableDataSourceSectionSnapshot<String>()
      outline.append(["a", "b"])
      outline.append(["a1"], to: "a")
      source.apply(outline, to: 0, animatingDifferences: false)
      #expect(source.snapshot(for: 0).items == ["a", "a1", "b"])
      var snapshot = source.snapshot()
      snapshot.deleteItems(["b"])
      source.apply(snapshot, animatingDifferences: false)
      #expect(source.snapshot(for: 0).items == ["a"])
    }
  }
}
