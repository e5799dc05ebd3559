import ResponderKit
import TestHarness
import Testing

/// Lists by configurations, accessories, registrations, outlines, prefetching.
@Suite(.hangLimit) struct ListTests {
  private typealias Cell = UICollectionViewListCell

  /// A list of texts.
  private final class Texts: UICollectionViewDataSource, UICollectionViewDataSourcePrefetching {
    var texts: [String]
    var accessories: [UICellAccessory] = []
    var log: [String] = []
    init(_ texts: [String]) { self.texts = texts }

    let registration = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, text in
      var content = cell.defaultContentConfiguration()
      content.text = text
      cell.contentConfiguration = content
    }
    let header = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { header, _, _ in
      var content = header.defaultContentConfiguration()
      content.text = "Header"
      header.contentConfiguration = content
    }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
      texts.count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt item: IndexPath)
      -> UICollectionViewCell
    {
      let cell = collectionView.dequeueConfiguredReusableCell(
        using: registration, for: item, item: texts[item.item])
      cell.accessories = accessories
      return cell
    }
    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at place: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueConfiguredReusableSupplementary(using: header, for: place)
    }
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
      log.append("prefetch \(indexPaths.first?.item ?? -1) to \(indexPaths.last?.item ?? -1)")
    }
    func collectionView(
      _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) { log.append("cancel \(indexPaths.count)") }
  }

  private func show(_ stage: Stage, _ source: Texts, _ configuration: UICollectionLayoutListConfiguration)
    -> UICollectionView
  {
    let collection = OwningCollection(
      frame: Rect(0, 0, 300, 440),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(
        using: configuration))
    collection.source = source
    collection.dataSource = source
    stage.show(collection)
    stage.wait(1)
    return collection
  }

  @Test func rowsOfAGroupAreInsetAndRoundAtItsEnds() throws {
    try onStage { stage in
      var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
      configuration.headerMode = .supplementary
      let collection = show(stage, Texts(["a", "b", "c"]), configuration)
      let cells = collection.visibleCells
      #expect(cells.map(\.frame.minX) == [16, 16, 16] && cells.map(\.frame.height) == [44, 44, 44])
      let top: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
      let bottom: CACornerMask = [.layerMinXMaxYCorner, .layerMaxXMaxYCorner]
      #expect(cells.map(\.layer.cornerRadius) == [10, 0, 10])
      #expect(cells[0].layer.maskedCorners == top && cells[2].layer.maskedCorners == bottom)
      #expect(cells[0].backgroundColor == .secondarySystemGroupedBackground)
      let header = try #require(
        collection.supplementaryView(
          forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(0)))
      #expect(header.frame.maxY == cells[0].frame.minY && header.backgroundColor == nil)
      // The gray ground is beside the rows, and below them, too.
      let picture = stage.window.snapshot()
      let gray = UIColor.systemGroupedBackground.resolvedColor(with: collection.traitCollection)
      #expect(picture.color(x: 5, y: 60) == picture.color(x: 150, y: 420))
      #expect(abs(picture.color(x: 5, y: 60).blue - gray.blue) < 0.02)
      // Between rows there is a line that begins below their text.
      let y = Int(cells[0].frame.maxY) - 1
      #expect(picture.color(x: 40, y: y) != .white && picture.color(x: 25, y: y) == .white)
      #expect(picture.color(x: 40, y: Int(cells[2].frame.maxY) - 1) == .white)
    }
  }

  @Test func theFirstRowIsAHeaderIfThatIsWanted() {
    onStage { stage in
      var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
      configuration.headerMode = .firstItemInSection
      let collection = show(stage, Texts(["a", "b", "c"]), configuration)
      #expect(collection.visibleCells[0].backgroundColor == nil)
      #expect(collection.visibleCells[1].layer.maskedCorners == [.layerMinXMinYCorner, .layerMaxXMinYCorner])
    }
  }

  @Test func accessoriesAreBesideTheContents() throws {
    try onStage { stage in
      let source = Texts(["a"])
      source.accessories = [.delete(), .label(text: "5", displayed: .whenNotEditing), .disclosureIndicator()]
      let collection = show(stage, source, .init(appearance: .plain))
      let cell = try #require(collection.visibleCells.first as? Cell)
      #expect(cell.contentView.frame.minX == 0 && cell.contentView.frame.maxX < 300 - 24 - 8)
      let width = cell.contentView.frame.width
      collection.isEditing = true
      stage.wait(1)
      #expect(cell.contentView.frame.minX == 40)
      #expect(cell.contentView.frame.maxX == 300 - 24 && cell.contentView.frame.width != width)
      cell.indentationLevel = 2
      stage.wait(1)
      #expect(cell.contentView.frame.minX == 60)
    }
  }

  @Test func twoRegistrationsOfAClassHaveTheirOwnCells() {
    onStage { stage in
      let one = UICollectionView.CellRegistration<Cell, Int> { _, _, _ in }
      let two = UICollectionView.CellRegistration<Cell, Int> { _, _, _ in }
      let collection = UICollectionView(frame: Rect(0, 0, 100, 100))
      stage.show(collection)
      let cells = [one, two, one].map {
        collection.dequeueConfiguredReusableCell(using: $0, for: IndexPath(0), item: 1).reuseIdentifier
      }
      #expect(cells[0] == cells[2] && cells[0] != cells[1])
    }
  }

  @Test func anItemIsSetUpAnewInTheSameCell() throws {
    try onStage { stage in
      let source = Texts(["a", "b"])
      let collection = show(stage, source, .init(appearance: .plain))
      let cell = try #require(collection.cellForItem(at: IndexPath(1)))
      source.texts[1] = "changed"
      collection.reconfigureItems(at: [IndexPath(1)])
      stage.wait(1)
      #expect(collection.cellForItem(at: IndexPath(1)) === cell)
      #expect((cell.contentConfiguration as? UIListContentConfiguration)?.text == "changed")
    }
  }

  @Test func theNextScreenIsAnnounced() {
    onStage { stage in
      let source = Texts((0..<100).map(String.init))
      let collection = show(stage, source, .init(appearance: .plain))
      collection.prefetchDataSource = source
      stage.wait(1)
      #expect(source.log == ["prefetch 10 to 19"])
      collection.contentOffset = Point(0, 44)
      stage.wait(1)
      #expect(source.log.last == "prefetch 20 to 20")
      collection.contentOffset = Point(0, 20 * 44)
      stage.wait(1)
      collection.contentOffset = Point(0, 19 * 44)
      stage.wait(1)
      #expect(source.log.contains("prefetch 9 to 18"))
      // Nothing is above the first item: what is below it comes next.
      collection.contentOffset = Point(0, 0)
      stage.wait(1)
      #expect(source.log.last == "prefetch 19 to 19")
    }
  }

  @Test func anOutlineShowsWhatBelongsToExpandedItems() {
    var outline = NSDiffableDataSourceSectionSnapshot<String>()
    outline.append(["a", "b"])
    outline.append(["a1", "a2"], to: "a")
    outline.append(["a11"], to: "a1")
    #expect(outline.items == ["a", "a1", "a11", "a2", "b"] && outline.visibleItems == ["a", "b"])
    outline.expand(["a1"])
    #expect(outline.visibleItems == ["a", "b"] && !outline.isVisible("a11"))
    outline.expand(["a"])
    #expect(outline.visibleItems == ["a", "a1", "a11", "a2", "b"])
    #expect(outline.level(of: "a11") == 2 && outline.parent(of: "a11") == "a1")
    outline.insert(["a0"], before: "a1")
    outline.insert(["c"], after: "a")
    #expect(outline.items == ["a", "a0", "a1", "a11", "a2", "c", "b"])
    // Nothing belongs to itself.
    outline.append(["a"], to: "a11")
    #expect(outline.items.count == 7 && outline.rootItems == ["a", "c", "b"])
    #expect(outline.snapshot(of: "a").items == ["a0", "a1", "a11", "a2"])
    outline.delete(["a1"])
    outline.collapse(["a"])
    #expect(outline.items == ["a", "a0", "a2", "c", "b"] && outline.visibleItems == ["a", "c", "b"])
  }

  @Test func whatBelongsToAnItemComesAndGoesByATouch() throws {
    try onStage { stage in
      var configuration = UICollectionLayoutListConfiguration(appearance: .sidebar)
      configuration.headerMode = .firstItemInSection
      let layout = UICollectionViewCompositionalLayout.list(using: configuration)
      let collection = UICollectionView(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
      let registration = UICollectionView.CellRegistration<Cell, String> { cell, _, _ in
        cell.accessories = [.outlineDisclosure(options: .init(style: .header))]
      }
      let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
        $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
      }
      var outline = NSDiffableDataSourceSectionSnapshot<String>()
      outline.append(["a"])
      outline.append(["a1", "a2"], to: "a")
      var log: [String] = []
      source.sectionSnapshotHandlers.willExpandItem = { log.append("expand \($0)") }
      source.sectionSnapshotHandlers.shouldCollapseItem = { $0 != "a" || log.count > 1 }
      source.apply(outline, to: 0, animatingDifferences: false)
      stage.show(collection)
      stage.wait(1)
      #expect(source.snapshot().itemIdentifiers == ["a"])
      let middle = try #require(collection.visibleCells.first).frame.midY
      stage.tap(100, middle)
      stage.wait(1000)
      #expect(source.snapshot().itemIdentifiers == ["a", "a1", "a2"] && log == ["expand a"])
      #expect(source.snapshot(for: 0).isExpanded("a"))
      stage.tap(100, middle, after: 500)
      stage.wait(1000)
      #expect(source.snapshot().numberOfItems == 3)
      log.append("")
      stage.tap(100, middle, after: 500)
      stage.wait(1000)
      #expect(source.snapshot().itemIdentifiers == ["a"])
    }
  }
}
