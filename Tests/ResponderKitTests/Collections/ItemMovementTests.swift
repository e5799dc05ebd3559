import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Items that the user moves to other places.
@Suite(.hangLimit) struct ItemMovementTests {
  /// A collection's data that items can be moved in.
  private final class Movable: UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var sections: [[String]]
    var lines: [String] = []
    var fixed: String?
    /// Where the delegate lets items come.
    var choice: ((IndexPath) -> IndexPath)?

    init(_ sections: [[String]]) { self.sections = sections }

    func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      sections[section].count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
      -> UICollectionViewCell
    {
      let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: item)
      (cell as? CollectionSource.Cell)?.text = sections[item.section][item.item]
      return cell
    }
    func collectionView(
      _ collectionView: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt item: IndexPath
    ) -> Size { sections[item.section][item.item] == "wide" ? Size(200, 100) : Size(100, 100) }
    func collectionView(_ collectionView: UICollectionView, canMoveItemAt item: IndexPath) -> Bool {
      sections[item.section][item.item] != fixed
    }
    func collectionView(
      _ collectionView: UICollectionView, moveItemAt source: IndexPath, to target: IndexPath
    ) {
      lines.append("\(source)\(target)")
      sections[target.section].insert(sections[source.section].remove(at: source.item), at: target.item)
    }
    func collectionView(
      _ collectionView: UICollectionView, targetIndexPathForMoveFromItemAt original: IndexPath,
      toProposedIndexPath proposed: IndexPath
    ) -> IndexPath { choice?(proposed) ?? proposed }
  }

  private static func show(_ stage: Stage, _ source: Movable) -> UICollectionView {
    let flow = UICollectionViewFlowLayout()
    (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (0, 0)
    let collection = OwningCollection(frame: Rect(0, 0, 300, 400), collectionViewLayout: flow)
    collection.source = source
    collection.register(CollectionSource.Cell.self, forCellWithReuseIdentifier: "cell")
    (collection.dataSource, collection.delegate) = (source, source)
    stage.show(collection)
    stage.wait(1)
    return collection
  }

  private static let letters = ["a", "b", "c", "d", "e", "f"]

  @Test func othersMakeRoomForAnItemAndTheDataSourceMovesItOnce() throws {
    try onStage { stage in
      let source = Movable([Self.letters])
      let collection = Self.show(stage, source)
      collection.selectItem(at: IndexPath(1), animated: false, scrollPosition: [])
      let cell = try #require(collection.cellForItem(at: IndexPath(0)))
      let others = collection.visibleCells.map { ObjectIdentifier($0) }
      #expect(collection.beginInteractiveMovementForItem(at: IndexPath(0)))
      #expect(!collection.beginInteractiveMovementForItem(at: IndexPath(1)))
      #expect(cell.configurationState.isReordering)
      collection.updateInteractiveMovementTargetPosition(Point(150, 140))
      #expect(cell.center == Point(150, 140) && collection.subviews.last === cell)
      stage.wait(400)
      // Over the middle of the second line: the items before it have moved up by one.
      #expect(collection.texts == ["b", "c", "d", "e", "a", "f"] && cell.center == Point(150, 140))
      #expect(collection.visibleCells[0].center == Point(50, 50) && source.sections == [Self.letters])
      #expect(collection.indexPathsForSelectedItems == [IndexPath(0)])
      collection.endInteractiveMovement()
      #expect(source.lines == ["[0, 0][0, 4]"])
      stage.wait(400)
      #expect(collection.texts == ["b", "c", "d", "e", "a", "f"] && cell.center == Point(150, 150))
      #expect(!cell.configurationState.isReordering)
      #expect(Set(collection.visibleCells.map { ObjectIdentifier($0) }) == Set(others))
      collection.reloadData()
      stage.wait(1)
      #expect(collection.texts == ["b", "c", "d", "e", "a", "f"])
      // A moved cell is in front of the others.
      let last = try #require(collection.cellForItem(at: IndexPath(5)))
      collection.beginInteractiveMovementForItem(at: IndexPath(5))
      collection.updateInteractiveMovementTargetPosition(Point(150, 150))
      stage.wait(1)
      #expect(collection.subviews.filter { $0 is UICollectionViewCell }.last === last)
      // Back at its place it has not moved.
      collection.updateInteractiveMovementTargetPosition(Point(250, 150))
      collection.endInteractiveMovement()
      // Nothing is moved now.
      collection.endInteractiveMovement()
      collection.updateInteractiveMovementTargetPosition(Point(10, 10))
      #expect(source.lines.count == 1)
    }
  }

  @Test func aMovementThatIsCancelledLeavesEverythingInPlace() {
    onStage { stage in
      let source = Movable([["a", "b", "c"], ["d"]])
      let collection = Self.show(stage, source)
      collection.beginInteractiveMovementForItem(at: IndexPath(1))
      collection.updateInteractiveMovementTargetPosition(Point(50, 150))
      stage.wait(400)
      #expect(collection.numberOfItems(inSection: 0) == 2 && collection.texts == ["a", "c", "b", "d"])
      collection.cancelInteractiveMovement()
      stage.wait(400)
      #expect(collection.numberOfItems(inSection: 0) == 3 && collection.texts == ["a", "b", "c", "d"])
      #expect(collection.visibleCells.map(\.center.x) == [50, 150, 250, 50] && source.lines.isEmpty)
      // A change of the items cancels a movement, too.
      collection.beginInteractiveMovementForItem(at: IndexPath(0))
      collection.updateInteractiveMovementTargetPosition(Point(250, 50))
      source.sections[0].remove(at: 1)
      collection.deleteItems(at: [IndexPath(1)])
      stage.wait(400)
      #expect(collection.texts == ["a", "c", "d"] && source.lines.isEmpty)
      collection.beginInteractiveMovementForItem(at: IndexPath(0))
      collection.updateInteractiveMovementTargetPosition(Point(150, 50))
      collection.reloadData()
      collection.endInteractiveMovement()
      #expect(source.lines.isEmpty)
    }
  }

  @Test func anItemComesIntoAnotherSectionWithItsSize() {
    onStage { stage in
      let source = Movable([["a", "b"], ["c", "wide"]])
      let collection = Self.show(stage, source)
      collection.beginInteractiveMovementForItem(at: IndexPath(1, 1))
      collection.updateInteractiveMovementTargetPosition(Point(50, 50))
      stage.wait(400)
      #expect(collection.texts == ["wide", "a", "b", "c"])
      #expect(collection.visibleCells.map(\.frame.width) == [200, 100, 100, 100])
      collection.endInteractiveMovement()
      #expect(source.sections == [["wide", "a", "b"], ["c"]] && source.lines == ["[1, 1][0, 0]"])
      // To the end of another section.
      collection.beginInteractiveMovementForItem(at: IndexPath(0, 0))
      collection.updateInteractiveMovementTargetPosition(Point(50, 250))
      stage.wait(400)
      collection.updateInteractiveMovementTargetPosition(Point(250, 150))
      stage.wait(400)
      collection.endInteractiveMovement()
      #expect(source.sections == [["a", "b"], ["c", "wide"]])
    }
  }

  @Test func theDataSourceAndTheDelegateDecide() {
    onStage { stage in
      let source = Movable([Self.letters])
      source.fixed = "c"
      let collection = Self.show(stage, source)
      #expect(!collection.beginInteractiveMovementForItem(at: IndexPath(2)))
      #expect(!collection.beginInteractiveMovementForItem(at: IndexPath(6)))
      var proposals: [IndexPath] = []
      source.choice = { place in
        proposals.append(place)
        return place.item == 2 ? IndexPath(1) : place.item == 5 ? IndexPath(9) : place
      }
      collection.beginInteractiveMovementForItem(at: IndexPath(0))
      for x in [240.0, 250, 260] { collection.updateInteractiveMovementTargetPosition(Point(x, 50)) }
      stage.wait(400)
      #expect(proposals == [IndexPath(2)] && collection.texts == ["b", "a", "c", "d", "e", "f"])
      // A place that does not exist is none.
      collection.updateInteractiveMovementTargetPosition(Point(250, 150))
      collection.endInteractiveMovement()
      #expect(proposals == [IndexPath(2), IndexPath(5)] && source.lines == ["[0, 0][0, 1]"])
      // A data source without the method.
      let other = CollectionSource(3)
      let still = stage.collection(other)
      #expect(!still.beginInteractiveMovementForItem(at: IndexPath(0)))
    }
  }

  @Test func nearAnEdgeTheCollectionScrolls() throws {
    try onStage { stage in
      let source = Movable([(0..<60).map(String.init)])
      let collection = Self.show(stage, source)
      let cell = try #require(collection.cellForItem(at: IndexPath(0)))
      collection.beginInteractiveMovementForItem(at: IndexPath(0))
      collection.updateInteractiveMovementTargetPosition(Point(50, 390))
      stage.wait(1_000)
      let offset = collection.contentOffset.y
      #expect(offset > 200 && abs(cell.center.y - offset - 390) < 0.01 && cell.superview === collection)
      // What has come into sight is what comes behind the items that have made room.
      let texts = collection.texts
      #expect(Set(texts).count == texts.count && texts.contains("0") && !texts.contains("1"))
      // So is what comes back at the upper edge.
      collection.updateInteractiveMovementTargetPosition(Point(50, offset + 10))
      stage.wait(300)
      let back = collection.contentOffset.y
      let slots = collection.indexPathsForVisibleItems.map(\.item)
      let place = slots[try #require(collection.texts.firstIndex(of: "0"))]
      let expected = slots.map { $0 == place ? "0" : String($0 < place ? $0 + 1 : $0) }
      #expect(back < offset - 100 && back > 0 && collection.texts == expected)
      collection.updateInteractiveMovementTargetPosition(Point(50, back + 200))
      stage.wait(500)
      let sleeps = Counter()
      let observer = RunLoop.Observer(activities: .beforeWaiting) { _ in sleeps.add() }
      stage.application.loop.add(observer, to: .common)
      stage.wait(500)
      // Nothing beats now.
      #expect(collection.contentOffset.y == back && sleeps.value < 5)
      observer.invalidate()
      collection.endInteractiveMovement()
      stage.wait(400)
      #expect(source.sections[0].firstIndex(of: "0") == Int((back + 200) / 100) * 3)
      #expect(collection.visibleCells.allSatisfy { $0.frame.minY.truncatingRemainder(dividingBy: 100) == 0 })
    }
  }

  private final class Page: UICollectionViewController {
    var items = ItemMovementTests.letters
    var selected: [IndexPath] = []
    override func viewDidLoad() {
      super.viewDidLoad()
      collectionView.register(CollectionSource.Cell.self, forCellWithReuseIdentifier: "cell")
    }
    override func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      items.count
    }
    override func collectionView(_ view: UICollectionView, cellForItemAt item: IndexPath)
      -> UICollectionViewCell
    {
      let cell = view.dequeueReusableCell(withReuseIdentifier: "cell", for: item)
      (cell as? CollectionSource.Cell)?.text = items[item.item]
      return cell
    }
    override func collectionView(_ view: UICollectionView, canMoveItemAt item: IndexPath) -> Bool {
      items[item.item] != "f"
    }
    override func collectionView(_ view: UICollectionView, didSelectItemAt item: IndexPath) {
      selected.append(item)
    }
    override func collectionView(_ view: UICollectionView, moveItemAt source: IndexPath, to target: IndexPath)
    {
      items.insert(items.remove(at: source.item), at: target.item)
    }
  }

  private final class Still: UICollectionViewController {
    override func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
  }

  @Test func aLongPressMovesAnItemOfACollectionController() {
    onStage { stage in
      let flow = UICollectionViewFlowLayout()
      (flow.minimumLineSpacing, flow.minimumInteritemSpacing, flow.itemSize) = (0, 0, Size(100, 100))
      let page = Page(collectionViewLayout: flow)
      stage.show(page)
      stage.wait(1)
      stage.down(30, 30)
      stage.wait(700)
      stage.move(130, 30)
      stage.move(140, 40)
      stage.wait(400)
      // The item stays where the finger has taken hold of it.
      #expect(page.collectionView.cellForItem(at: IndexPath(1))?.center == Point(160, 60))
      stage.up(140, 40)
      stage.wait(400)
      #expect(page.items == ["b", "a", "c", "d", "e", "f"] && page.selected == [])
      // A press of an item that stays selects it, however long it is.
      stage.down(340, 150)
      stage.wait(700)
      stage.up(340, 150)
      #expect(page.selected == [IndexPath(5)])
      page.installsStandardGestureForInteractiveMovement = false
      stage.down(30, 30)
      stage.wait(700)
      stage.move(130, 30)
      stage.up(130, 30)
      #expect(page.items == ["b", "a", "c", "d", "e", "f"])
      // A controller without the method moves nothing.
      let still = Still(collectionViewLayout: UICollectionViewFlowLayout())
      stage.show(still)
      stage.wait(1)
      #expect(!still.collectionView.beginInteractiveMovementForItem(at: IndexPath(0)))
    }
  }

  @Test func aFingerMovesARowOfAListByItsHandle() {
    onStage { stage in
      let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
      let collection = OwningCollection(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
      let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, text in
        cell.accessories = [.reorder()]
        cell.accessibilityLabel = text
      }
      let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
        $0.dequeueConfiguredReusableCell(using: cells, for: $1, item: $2)
      }
      var (lines, mine): ([String], [String]) = ([], Self.letters)
      source.reorderingHandlers.canReorderItem = { $0 != "f" }
      source.reorderingHandlers.willReorder = { lines.append("will \($0.finalSnapshot.itemIdentifiers[0])") }
      source.reorderingHandlers.didReorder = { change in
        lines.append("did \(change.sectionTransactions.map(\.sectionIdentifier))")
        mine = mine.applying(change.difference) ?? []
      }
      collection.source = source
      var snapshot = NSDiffableDataSourceSectionSnapshot<String>()
      snapshot.append(Self.letters)
      source.apply(snapshot, to: 7, animatingDifferences: false)
      stage.show(collection)
      stage.wait(1)
      func drag(_ from: Double, _ to: Double) {
        stage.down(272, from)
        for step in 1...4 { stage.move(250, from + (to - from) * Double(step) / 4) }
        stage.up(250, to)
        stage.wait(400)
      }
      drag(22, 110)
      #expect(mine == Self.letters)
      collection.isEditing = true
      stage.wait(1)
      drag(22, 110)
      let expected = ["b", "c", "a", "d", "e", "f"]
      #expect(mine == expected && lines == ["will b", "did [7]"])
      #expect(source.snapshot().itemIdentifiers == expected && source.snapshot(for: 7).items == expected)
      #expect(collection.visibleCells.map(\.accessibilityLabel) == expected)
      #expect(collection.visibleCells.map(\.frame.minX) == [Double](repeating: 0, count: 6))
      // An item that can not be moved stays.
      let rows = collection.visibleCells
      stage.down(272, 22)
      stage.move(252, 40)
      stage.move(230, 44)
      stage.wait(1)
      // A row stays in its column.
      #expect(rows[0].frame.minX == 0 && rows[0].frame.minY == 22)
      stage.cancel()
      stage.wait(400)
      #expect(rows[0].frame.minY == 0 && mine == expected)
      drag(242, 22)
      #expect(mine == expected)
    }
  }
}
