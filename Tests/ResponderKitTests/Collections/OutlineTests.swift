import TestHarness
import Testing

@testable import ResponderKit

/// What a section shows as an outline.
@Suite(.hangLimit) struct OutlineTests {
  /// a with a1 and a2, a1 with a11; b.
  private static func outline() -> NSDiffableDataSourceSectionSnapshot<String> {
    var outline = NSDiffableDataSourceSectionSnapshot<String>()
    outline.append(["a", "b"])
    outline.append(["a1", "a2"], to: "a")
    outline.append(["a11"], to: "a1")
    return outline
  }

  @Test func whatRefersToAnItemThatIsNotThereHasNoEffect() {
    var outline = Self.outline()
    outline.append(["x"], to: "none")
    outline.insert(["x"], before: "none")
    outline.replace(childrenOf: "none", using: Self.outline())
    outline.expand(["later"])
    #expect(outline.items == ["a", "a1", "a11", "a2", "b"] && !outline.contains("x"))
    outline.append(["later"])
    outline.append(["inner"], to: "later")
    #expect(!outline.isExpanded("later") && outline.visibleItems == ["a", "b", "later"])
    #expect(outline.index(of: "none") == nil && !outline.isVisible("none") && outline.index(of: "a2") == 3)
  }

  @Test func anItemThatIsAddedAgainMovesWithWhatBelongsToIt() {
    var outline = Self.outline()
    outline.append(["a1"], to: "b")
    #expect(outline.items == ["a", "a2", "b", "a1", "a11"] && outline.parent(of: "a1") == "b")
    outline.insert(["b", "a2"], before: "a")
    #expect(outline.items == ["b", "a1", "a11", "a2", "a"] && outline.rootItems == ["b", "a2", "a"])
    // Beside itself it stays.
    outline.insert(["a"], after: "a")
    #expect(outline.rootItems == ["b", "a2", "a"])
  }

  @Test func whatIsDeletedIsForgottenWithWhatBelongsToIt() {
    var outline = Self.outline()
    outline.expand(["a", "a1"])
    outline.delete(["a"])
    #expect(outline.items == ["b"] && !outline.contains("a1") && !outline.contains("a11"))
    #expect(outline.parent(of: "a11") == nil)
    outline.append(["a"])
    outline.append(["a11"], to: "a")
    #expect(!outline.isExpanded("a") && outline.visibleItems == ["b", "a"])
  }

  @Test func aPartKeepsWhatIsOpen() {
    var outline = Self.outline()
    outline.expand(["a", "a1"])
    let part = outline.snapshot(of: "a")
    #expect(part.rootItems == ["a1", "a2"] && part.isExpanded("a1") && !part.isExpanded("a"))
    #expect(part.visibleItems == ["a1", "a11", "a2"])
    let whole = outline.snapshot(of: "a", includingParent: true)
    #expect(whole.visibleItems == ["a", "a1", "a11", "a2"] && whole.level(of: "a11") == 2)
  }

  @Test func whatBelongsToAnItemIsReplaced() {
    var outline = Self.outline()
    var new = NSDiffableDataSourceSectionSnapshot<String>()
    new.append(["n1", "n2"])
    new.append(["n11"], to: "n1")
    new.expand(["n1"])
    outline.expand(["a"])
    outline.replace(childrenOf: "a", using: new)
    #expect(outline.items == ["a", "n1", "n11", "n2", "b"] && outline.visibleItems == outline.items)
    #expect(!outline.contains("a1") && outline.parent(of: "n2") == "a")
  }

  /// A touch of an arrow asks and notifies the delegate, and then shows or hides.
  @Test func aTouchAsksAndNotifies() throws {
    try onStage { stage in
      let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .sidebar))
      let collection = UICollectionView(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
      let registration = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, _ in
        cell.accessories = [.outlineDisclosure(options: .init(style: .cell))]
      }
      let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
        $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
      }
      var log: [String] = []
      source.sectionSnapshotHandlers.shouldExpandItem = {
        log.append("may open \($0)"); return log.count > 1
      }
      source.sectionSnapshotHandlers.willExpandItem = { log.append("opens \($0)") }
      source.sectionSnapshotHandlers.willCollapseItem = { log.append("closes \($0)") }
      source.apply(Self.outline(), to: 0, animatingDifferences: false)
      stage.show(collection)
      stage.wait(1)
      let cell = try #require(collection.visibleCells.first as? UICollectionViewListCell)
      func touch() {
        stage.tap(cell.frame.maxX - 26, cell.frame.midY, after: 500)
        stage.wait(1000)
      }
      // The rest of the row is not the arrow.
      stage.tap(100, cell.frame.midY)
      stage.wait(500)
      #expect(log == [])
      touch()
      #expect(log == ["may open a"] && source.snapshot().numberOfItems == 2)
      touch()
      #expect(log.suffix(2) == ["may open a", "opens a"])
      #expect(source.snapshot().itemIdentifiers == ["a", "a1", "a2", "b"])
      let inner = try #require(collection.cellForItem(at: IndexPath(1)) as? UICollectionViewListCell)
      #expect(inner.indentationLevel == 1 && cell.indentationLevel == 0)
      #expect(cell.configurationState.isExpanded && !inner.configurationState.isExpanded)
      touch()
      #expect(log.last == "closes a" && source.snapshot().itemIdentifiers == ["a", "b"])
    }
  }

  /// A cell knows its place in the outline when it is set up.
  @Test func theRegistrationsClosureFindsTheLevel() {
    onStage { stage in
      let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
      let collection = UICollectionView(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
      var levels: [String: Int] = [:]
      let registration = UICollectionView.CellRegistration<UICollectionViewListCell, String> {
        levels[$2] = $0.indentationLevel
      }
      let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
        $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
      }
      var outline = Self.outline()
      outline.expand(["a", "a1"])
      source.apply(outline, to: 0, animatingDifferences: false)
      stage.show(collection)
      stage.wait(1)
      #expect(levels == ["a": 0, "a1": 1, "a11": 2, "a2": 1, "b": 0])
    }
  }
}
