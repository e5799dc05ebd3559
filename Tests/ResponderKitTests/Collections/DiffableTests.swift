import ResponderKit
import TestHarness
import Testing

/// Snapshots, and tables and collections that show them.
@Suite(.hangLimit) struct DiffableTests {
  private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
    var snapshot = Snapshot()
    for (section, items) in sections {
      snapshot.appendSections([section])
      snapshot.appendItems(items)
    }
    return snapshot
  }

  private func table(_ stage: Stage) -> (UITableView, UITableViewDiffableDataSource<String, Int>) {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { table, place, item in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: place)
      cell.textLabel?.text = "\(item)"
      return cell
    }
    stage.show(table)
    stage.wait(20)
    return (table, source)
  }

  @Test func aSnapshotIsChangedByIdentifiers() {
    var all = snapshot([("a", [1, 2, 3]), ("b", [4])])
    all.insertItems([5, 6], beforeItem: 2)
    all.insertItems([7], afterItem: 4)
    all.moveItem(1, afterItem: 4)
    all.deleteItems([3])
    #expect(all.itemIdentifiers(inSection: "a") == [5, 6, 2] && all.itemIdentifiers == [5, 6, 2, 4, 1, 7])
    #expect(all.indexOfItem(4) == 3 && all.sectionIdentifier(containingItem: 1) == "b")
    all.insertSections(["c"], beforeSection: "b")
    all.moveSection("a", afterSection: "b")
    #expect(all.sectionIdentifiers == ["c", "b", "a"] && all.itemIdentifiers == [4, 1, 7, 5, 6, 2])
    all.deleteSections(["b"])
    #expect(all.numberOfItems == 3 && all.numberOfSections == 2 && all.indexOfItem(4) == nil)
    all.deleteAllItems()
    #expect(all.itemIdentifiers.isEmpty && all.sectionIdentifiers.isEmpty)
  }

  @Test func anIdentifierThatIsThereAlreadyMoves() {
    var all = Snapshot()
    // Without a section there is no place.
    all.appendItems([1])
    #expect(all.numberOfItems == 0)
    all.appendSections(["a", "b", "a"])
    all.appendItems([1, 2, 2, 1], toSection: "a")
    all.appendItems([2, 3], toSection: "b")
    all.insertItems([3, 1], afterItem: 1)
    #expect(all.sectionIdentifiers == ["a", "b"] && all.itemIdentifiers(inSection: "a") == [1, 3])
    #expect(all.itemIdentifiers(inSection: "b") == [2] && all.numberOfItems == 3)
    // What is not there changes nothing.
    all.moveItem(9, beforeItem: 1)
    all.moveItem(9, afterItem: 1)
    all.moveItem(1, beforeItem: 9)
    all.insertItems([8], beforeItem: 9)
    all.appendItems([8], toSection: "none")
    all.moveSection("a", beforeSection: "none")
    all.reloadItems([9])
    #expect(all.itemIdentifiers == [1, 3, 2] && all.reloadedItemIdentifiers.isEmpty)
  }

  @Test func aTableKeepsTheCellsOfRowsThatStay() throws {
    try onStage { stage in
      let (table, source) = table(stage)
      source.apply(snapshot([("a", [1, 2, 3]), ("b", [4, 5])]), animatingDifferences: false)
      stage.wait(20)
      #expect(table.texts == ["1", "2", "3", "4", "5"] && table.dataSource === source)
      let four = try #require(source.indexPath(for: 4).flatMap { table.cellForRow(at: $0) })
      let one = try #require(table.cellForRow(at: IndexPath(row: 0)))
      table.selectRow(at: IndexPath(row: 1), animated: false)
      var ends = 0
      source.apply(snapshot([("b", [5, 4, 6]), ("c", [1]), ("a", [2])])) { ends += 1 }
      stage.wait(100)
      #expect(ends == 0)
      stage.wait(400)
      #expect(ends == 1 && table.texts == ["5", "4", "6", "1", "2"])
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 0)) === four)
      #expect(table.cellForRow(at: IndexPath(row: 0, section: 1)) === one)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 2))
      #expect(source.itemIdentifier(for: IndexPath(row: 2, section: 0)) == 6)
      #expect(source.sectionIdentifier(for: 2) == "a" && source.index(for: "c") == 1)
      #expect(source.itemIdentifier(for: IndexPath(row: 3, section: 0)) == nil)
    }
  }

  @Test func reloadedItemsGetOtherCells() {
    onStage { stage in
      let (table, source) = table(stage)
      var all = snapshot([("a", [1, 2, 3])])
      source.apply(all)
      stage.wait(500)
      let cells = table.visibleCells
      all.reloadItems([2])
      all.moveItem(1, afterItem: 3)
      source.apply(all)
      stage.wait(500)
      #expect(table.texts == ["2", "3", "1"] && table.visibleCells[2] === cells[0])
      #expect(table.visibleCells[1] === cells[2] && table.visibleCells[0] !== cells[1])
      #expect(source.snapshot().reloadedItemIdentifiers.isEmpty)
    }
  }

  @Test func theItemsOfAReloadedSectionGetOtherCells() {
    onStage { stage in
      let (table, source) = table(stage)
      var all = snapshot([("a", [1, 2]), ("b", [3])])
      source.apply(all)
      stage.wait(500)
      let cells = table.visibleCells
      all.reloadSections(["a"])
      source.apply(all)
      stage.wait(500)
      let now = table.visibleCells
      #expect(now[0] !== cells[0] && now[1] !== cells[1] && now[2] === cells[2])
    }
  }

  @Test func anyTwoSnapshotsLeadFromOneToTheOther() {
    onStage { stage in
      let (table, source) = table(stage)
      var seed: UInt64 = 7
      func random(_ limit: Int) -> Int {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33) % limit
      }
      for step in 0..<60 {
        var all = source.snapshot()
        for _ in 0...random(6) {
          let (item, other) = (random(12), random(12))
          let (section, next) = ("\(random(4))", "\(random(4))")
          switch random(8) {
          case 0: all.appendSections([section])
          case 1: all.deleteSections([section])
          case 2: all.moveSection(section, beforeSection: next)
          case 3, 4: all.appendItems([item, other], toSection: section)
          case 5: all.deleteItems([item])
          case 6: all.moveItem(item, beforeItem: other)
          default: all.reloadItems([item])
          }
        }
        let last = table.visibleCells.last
        let kept = last.flatMap { table.indexPath(for: $0) }.flatMap { source.itemIdentifier(for: $0) }
        let stays = kept.map { all.indexOfItem($0) != nil && !all.reloadedItemIdentifiers.contains($0) }
        source.apply(all, animatingDifferences: step.isMultiple(of: 2))
        stage.wait(step.isMultiple(of: 3) ? 100 : 500)
        #expect(table.texts == all.itemIdentifiers.map(String.init), "step \(step)")
        // It was no reload: what stays keeps its cell.
        if let kept, stays == true, let place = source.indexPath(for: kept) {
          #expect(table.cellForRow(at: place) === last, "step \(step)")
        }
      }
    }
  }

  @Test func aCollectionShowsSnapshots() throws {
    try onStage { stage in
      let collection = stage.show(UICollectionView(frame: Rect(0, 0, 300, 400)))
      var texts: [String] { collection.visibleCells.compactMap { $0.accessibilityLabel } }
      let registration = UICollectionView.CellRegistration<UICollectionViewCell, Int> { cell, _, item in
        cell.accessibilityLabel = "\(item)"
      }
      let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: collection) {
        $0.dequeueConfiguredReusableCell(using: registration, for: $1, item: $2)
      }
      source.apply(snapshot([("a", [1, 2, 3])]), animatingDifferences: false)
      stage.wait(20)
      #expect(texts == ["1", "2", "3"])
      let three = try #require(collection.cellForItem(at: IndexPath(2)))
      var ends = 0
      source.apply(snapshot([("a", [3, 4]), ("b", [1])])) { ends += 1 }
      stage.wait(500)
      #expect(texts == ["3", "4", "1"] && ends == 1 && collection.cellForItem(at: IndexPath(0)) === three)
      source.apply(snapshot([("b", [1])]), animatingDifferences: false) { ends += 1 }
      #expect(ends == 2 && collection.numberOfSections == 1)
      source.applySnapshotUsingReloadData(Snapshot())
      stage.wait(20)
      #expect(texts == [] && source.snapshot().numberOfItems == 0)
    }
  }

  @Test func aSnapshotWithinUpdatesOfATableIsShownAndEndsOnce() {
    onStage { stage in
      let (table, source) = table(stage)
      source.apply(snapshot([("a", [1, 2])]), animatingDifferences: false)
      stage.wait(20)
      var ends = 0
      table.performBatchUpdates { source.apply(snapshot([("a", [2, 3, 4])])) { ends += 1 } }
      stage.wait(500)
      #expect(ends == 1 && table.texts == ["2", "3", "4"])
      source.apply(snapshot([("a", [4])])) { ends += 1 }
      stage.wait(500)
      #expect(ends == 2 && table.texts == ["4"])
    }
  }

  @Test func aSnapshotWithinUpdatesOfACollectionIsShownAndEndsOnce() {
    onStage { stage in
      let collection = stage.show(UICollectionView(frame: Rect(0, 0, 300, 400)))
      collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      var asked: [Int] = []
      let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: collection) {
        asked.append($2)
        return $0.dequeueReusableCell(withReuseIdentifier: "cell", for: $1)
      }
      source.apply(snapshot([("a", [1, 2])]), animatingDifferences: false)
      stage.wait(20)
      var ends = 0
      collection.performBatchUpdates { source.apply(snapshot([("a", [2, 3, 4])])) { ends += 1 } }
      stage.wait(500)
      #expect(ends == 1 && collection.visibleCells.count == 3)
      // The updates have ended: a later change is shown.
      asked = []
      collection.reloadItems(at: [IndexPath(0)])
      stage.wait(500)
      #expect(asked == [2])
      source.apply(snapshot([("a", [4])])) { ends += 1 }
      stage.wait(500)
      #expect(ends == 2 && collection.visibleCells.count == 1)
    }
  }

  @Test func aSourceThatATableNoLongerHasOnlyKeepsItsSnapshot() {
    onStage { stage in
      let (table, source) = table(stage)
      source.apply(snapshot([("a", [1])]))
      table.dataSource = nil
      var ends = 0
      source.apply(snapshot([("a", [1, 2])])) { ends += 1 }
      stage.wait(500)
      #expect(ends == 1 && source.snapshot().numberOfItems == 2 && table.visibleCells.isEmpty)
    }
  }

  @Test func aSourceThatACollectionNoLongerHasOnlyKeepsItsSnapshot() {
    onStage { stage in
      let collection = UICollectionView(
        frame: Rect(0, 0, 300, 400), collectionViewLayout: UICollectionViewFlowLayout())
      stage.show(collection)
      let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: collection) {
        view, place, _ in view.dequeueReusableCell(withReuseIdentifier: "cell", for: place)
      }
      collection.dataSource = nil
      var ends = 0
      source.apply(snapshot([("a", [1, 2])])) { ends += 1 }
      stage.wait(500)
      #expect(ends == 1 && source.snapshot().numberOfItems == 2 && collection.visibleCells.isEmpty)
    }
  }

  @Test func anItemOfACollectionIsReconfiguredInItsCell() throws {
    try onStage { stage in
      let collection = UICollectionView(
        frame: Rect(0, 0, 300, 400), collectionViewLayout: UICollectionViewFlowLayout())
      collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      var asked: [Int] = []
      let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: collection) {
        asked.append($2)
        return $0.dequeueReusableCell(withReuseIdentifier: "cell", for: $1)
      }
      stage.show(collection)
      source.apply(snapshot([("a", [1, 2, 3])]), animatingDifferences: false)
      stage.wait(20)
      let place = IndexPath(item: 1, section: 0)
      let cell = try #require(collection.cellForItem(at: place))
      asked = []
      var next = source.snapshot()
      next.reconfigureItems([2])
      source.apply(next, animatingDifferences: false)
      stage.wait(20)
      #expect(asked == [2] && collection.cellForItem(at: place) === cell)
    }
  }
}
