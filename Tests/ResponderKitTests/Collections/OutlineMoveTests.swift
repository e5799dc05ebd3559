import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Items of outlines that the user moves.
@Suite(.hangLimit) struct OutlineMoveTests {
  private typealias Outline = NSDiffableDataSourceSectionSnapshot<String>

  /// a with a1 and a2, a1 with a11; b with b1; c. All that has something is open.
  private static func outline(_ expanded: [String] = ["a", "a1", "b"]) -> Outline {
    var outline = Outline()
    outline.append(["a", "b", "c"])
    outline.append(["a1", "a2"], to: "a")
    outline.append(["a11"], to: "a1")
    outline.append(["b1"], to: "b")
    outline.expand(expanded)
    return outline
  }

  /// Each item with its level: `a 1a1 2a11`.
  private static func levels(_ outline: Outline) -> String {
    outline.items.map { item in
      let level = outline.level(of: item)
      return level == 0 ? item : "\(level)\(item)"
    }.joined(separator: " ")
  }

  /// The outline after an item has moved to a place among the visible ones: a a1 a11 a2 b b1 c, without itself.
  private static func moved(_ item: String, _ place: Int) -> String {
    outline().with(item, of: outline(), at: place).map(levels) ?? "no place"
  }

  @Test func anItemTakesWithItWhatBelongsToIt() {
    #expect(Self.moved("a", 6) == "b 1b1 c a 1a1 2a11 1a2")
    #expect(Self.moved("b", 0) == "b 1b1 a 1a1 2a11 1a2 c")
    #expect(Self.moved("a1", 5) == "a 1a2 b 1b1 1a1 2a11 c")
    // What it has when it is closed, too.
    let closed = Self.outline(["b"]).with("a", of: Self.outline(["b"]), at: 2)
    #expect(closed.map(Self.levels) == "b 1b1 a 1a1 2a11 1a2 c")
    #expect(closed?.visibleItems == ["b", "b1", "a", "c"])
  }

  @Test func betweenTwoOfAnItemItBelongsToThatOne() {
    #expect(Self.moved("c", 1) == "a 1c 1a1 2a11 1a2 b 1b1")
    #expect(Self.moved("c", 2) == "a 1a1 2c 2a11 1a2 b 1b1")
    #expect(Self.moved("c", 3) == "a 1a1 2a11 1c 1a2 b 1b1")
    #expect(Self.moved("b1", 0) == "b1 a 1a1 2a11 1a2 b c")
    #expect(Self.moved("b", 3) == "a 1a1 2a11 1b 2b1 1a2 c")
  }

  @Test func atTheEndOfSuchItemsItKeepsItsLevel() {
    // Behind a2, before b.
    #expect(Self.moved("c", 4) == "a 1a1 2a11 1a2 c b 1b1")
    #expect(Self.moved("a1", 3) == "a 1a2 1a1 2a11 b 1b1 c")
    #expect(Self.moved("b1", 4) == "a 1a1 2a11 1a2 1b1 b c")
    #expect(Self.moved("a11", 3) == "a 1a1 1a2 1a11 b 1b1 c")
    // Behind all.
    #expect(Self.moved("a2", 6) == "a 1a1 2a11 b 1b1 c a2")
    #expect(Self.moved("a2", 5) == "a 1a1 2a11 b 1b1 1a2 c")
  }

  @Test func anItemThatComesBackStays() {
    let before = Self.levels(Self.outline())
    for (item, place) in [("a", 0), ("a1", 1), ("a11", 2), ("a2", 3), ("b", 4), ("b1", 5), ("c", 6)] {
      #expect(Self.moved(item, place) == before)
    }
    // It is not moved in among its own descendants.
    for place in 0...3 { #expect(Self.moved("a", place) == before) }
    #expect(Self.moved("a1", 2) == before)
    for place in [-1, 7] { #expect(Self.moved("a", place) == "no place") }
  }

  @Test func aLeafThatIsOpenTakesNothing() {
    let outline = Self.outline(["a", "a1", "a2", "b"])
    #expect(outline.with("a11", of: outline, at: 3).map(Self.levels) == "a 1a1 1a2 1a11 b 1b1 c")
  }

  @Test func anotherOutlineTakesAllThatBelongsToAnItem() {
    let first = Outline().with("a", of: Self.outline(), at: 0)
    #expect(first.map(Self.levels) == "a 1a1 2a11 1a2" && first?.visibleItems == ["a", "a1", "a11", "a2"])
    let second = first?.with("b", of: Self.outline(["a"]), at: 1)
    #expect(second.map(Self.levels) == "a 1b 2b1 1a1 2a11 1a2" && second?.isExpanded("b") == false)
  }

  // MARK: In a collection

  private static func show(_ stage: Stage, _ expanded: [String] = ["a", "a1", "b"]) -> (
    collection: UICollectionView, source: UICollectionViewDiffableDataSource<Int, String>
  ) {
    let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
    let collection = OwningCollection(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
    let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, text in
      cell.accessibilityLabel = text
    }
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
      $0.dequeueConfiguredReusableCell(using: cells, for: $1, item: $2)
    }
    source.reorderingHandlers.canReorderItem = { _ in true }
    collection.source = source
    source.apply(outline(expanded), to: 0, animatingDifferences: false)
    stage.show(collection)
    stage.wait(1)
    return (collection, source)
  }

  /// Moves the item at a place so that its middle comes to a height.
  private static func move(_ collection: UICollectionView, _ item: IndexPath, to y: Double, _ stage: Stage) {
    #expect(collection.beginInteractiveMovementForItem(at: item))
    collection.updateInteractiveMovementTargetPosition(Point(150, y))
    stage.wait(400)
    collection.endInteractiveMovement()
    stage.wait(400)
  }

  private static func rows(_ collection: UICollectionView) -> [String] {
    collection.visibleCells.map { cell in
      let level = (cell as? UICollectionViewListCell)?.indentationLevel ?? -1
      return "\(level)\(cell.accessibilityLabel ?? "") \(Int(cell.frame.minY / 44))"
    }
  }

  @Test func aMovedItemBringsItsOwnAndTheTransactionSaysSo() throws {
    try onStage { stage in
      let (collection, source) = Self.show(stage)
      var transactions: [NSDiffableDataSourceTransaction<Int, String>] = []
      source.reorderingHandlers.willReorder = { [log = stage.log] in
        log("will \($0.finalSnapshot.itemIdentifiers[0])")
      }
      source.reorderingHandlers.didReorder = { transactions.append($0) }
      let cells = Set(collection.visibleCells.map(ObjectIdentifier.init))
      collection.selectItem(at: IndexPath(3), animated: false, scrollPosition: [])
      // a goes behind c.
      Self.move(collection, IndexPath(0), to: 6.5 * 44, stage)
      #expect(Self.rows(collection) == ["0b 0", "1b1 1", "0c 2", "0a 3", "1a1 4", "2a11 5", "1a2 6"])
      #expect(Set(collection.visibleCells.map(ObjectIdentifier.init)) == cells)
      #expect(collection.indexPathsForSelectedItems == [IndexPath(6)])
      #expect(Self.levels(source.snapshot(for: 0)) == "b 1b1 c a 1a1 2a11 1a2")
      let change = try #require(transactions.first?.sectionTransactions.first)
      #expect(Self.levels(change.initialSnapshot) == "a 1a1 2a11 1a2 b 1b1 c")
      #expect(Self.levels(change.finalSnapshot) == "b 1b1 c a 1a1 2a11 1a2")
      #expect(change.initialSnapshot.items.applying(change.difference) == change.finalSnapshot.items)
      #expect(transactions.count == 1 && stage.log.take() == ["will b"])
    }
  }

  @Test func theWayOfAnOutlineIsThatOfItsHiddenItemsToo() throws {
    try onStage { stage in
      let (collection, source) = Self.show(stage, ["b"])
      var transaction: NSDiffableDataSourceTransaction<Int, String>?
      source.reorderingHandlers.didReorder = { transaction = $0 }
      // a, which is closed, goes behind c.
      Self.move(collection, IndexPath(0), to: 3.5 * 44, stage)
      #expect(Self.rows(collection) == ["0b 0", "1b1 1", "0c 2", "0a 3"])
      let change = try #require(transaction?.sectionTransactions.first)
      #expect(change.finalSnapshot.items == ["b", "b1", "c", "a", "a1", "a11", "a2"])
      #expect(change.initialSnapshot.items.applying(change.difference) == change.finalSnapshot.items)
    }
  }

  @Test func anItemThatIsDroppedAmongOthersIsOneOfThem() {
    onStage { stage in
      let (collection, source) = Self.show(stage)
      // c comes between a1 with a11 and a2.
      Self.move(collection, IndexPath(6), to: 3.5 * 44, stage)
      #expect(
        Self.rows(collection) == ["0a 0", "1a1 1", "2a11 2", "1c 3", "1a2 4", "0b 5", "1b1 6"])
      #expect(source.snapshot(for: 0).parent(of: "c") == "a")
    }
  }

  @Test func anItemBetweenItsOwnComesBackWithoutANotification() {
    onStage { stage in
      let (collection, source) = Self.show(stage)
      source.reorderingHandlers.didReorder = { [log = stage.log] _ in log("did") }
      let before = Self.rows(collection)
      Self.move(collection, IndexPath(0), to: 2.5 * 44, stage)
      #expect(Self.rows(collection) == before && stage.log.lines == [])
      #expect(source.snapshot().itemIdentifiers == ["a", "a1", "a11", "a2", "b", "b1", "c"])
    }
  }

  @Test func anItemTakesItsOwnToAnotherSection() {
    onStage { stage in
      let (collection, source) = Self.show(stage)
      var snapshot = source.snapshot()
      snapshot.appendSections([1])
      snapshot.appendItems(["x", "y"])
      source.apply(snapshot, animatingDifferences: false)
      stage.wait(1)
      var sections: [Int] = []
      source.reorderingHandlers.didReorder = { sections = $0.sectionTransactions.map(\.sectionIdentifier) }
      // b comes to the place of x.
      Self.move(collection, IndexPath(4), to: 7.5 * 44, stage)
      #expect(source.snapshot().itemIdentifiers(inSection: 0) == ["a", "a1", "a11", "a2", "c"])
      #expect(Self.levels(source.snapshot(for: 1)) == "b 1b1 x y" && sections == [0, 1])
      #expect(
        Self.rows(collection) == [
          "0a 0", "1a1 1", "2a11 2", "1a2 3", "0c 4", "0b 5", "1b1 6", "0x 7", "0y 8",
        ])
    }
  }
}

extension NSDiffableDataSourceSectionSnapshot {
  /// The same outline with an item at a place; nil if there is no such place.
  fileprivate func with(_ item: ItemIdentifierType, of outline: Self, at place: Int) -> Self? {
    var copy = self
    return copy.place(item, of: outline, at: place) ? copy : nil
  }
}
