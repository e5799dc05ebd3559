import ResponderKit
import TestHarness
import Testing

/// Rows of lists: their accessories, colors and swipes.
@Suite(.hangLimit) struct ListRowTests {
  private typealias Cell = UICollectionViewListCell

  /// A collection of texts whose cells a closure sets up.
  private static func show(
    _ stage: Stage, _ texts: [String], _ configuration: UICollectionLayoutListConfiguration,
    _ setUp: @escaping (UICollectionViewListCell) -> Void = { _ in }
  ) -> (UICollectionView, UICollectionViewDiffableDataSource<Int, String>) {
    let layout = UICollectionViewCompositionalLayout.list(using: configuration)
    let collection = OwningCollection(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
    let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, _ in
      setUp(cell)
    }
    let header = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { _, _, _ in }
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
      $0.dequeueConfiguredReusableCell(using: cells, for: $1, item: $2)
    }
    source.supplementaryViewProvider = { view, _, place in
      view.dequeueConfiguredReusableSupplementary(using: header, for: place)
    }
    collection.source = source
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(texts)
    source.apply(snapshot, animatingDifferences: false)
    stage.show(collection)
    stage.wait(1)
    return (collection, source)
  }

  @Test func accessoriesAtTheRightStandInTheirOrder() throws {
    try onStage { stage in
      func view(_ width: Double) -> UIView { UIView(frame: Rect(0, 0, width, 10)) }
      let (left, right, third) = (view(10), view(20), view(30))
      let (collection, _) = Self.show(stage, ["a"], .init(appearance: .plain)) { cell in
        cell.accessories = [left, right].map {
          .customView(configuration: .init(customView: $0, placement: .trailing()))
        }
      }
      let cell = try #require(collection.visibleCells.first as? Cell)
      #expect(right.frame == Rect(300 - 16 - 20, 17, 20, 10) && left.frame.maxX == right.frame.minX - 8)
      #expect(cell.contentView.frame.maxX == left.frame.minX)
      cell.accessories = [.customView(configuration: .init(customView: third, placement: .leading()))]
      stage.wait(1)
      #expect(left.superview == nil && right.superview == nil && third.frame.minX == 16)
      #expect(cell.contentView.frame == Rect(46, 0, 254, 44))
    }
  }

  @Test func aSelectedRowIsGray() {
    onStage { stage in
      let (collection, _) = Self.show(stage, ["a", "b"], .init(appearance: .plain))
      let (first, second) = (collection.visibleCells[0], collection.visibleCells[1])
      collection.selectItem(at: IndexPath(0), animated: false, scrollPosition: [])
      stage.wait(1)
      #expect(first.backgroundColor == .systemGray4 && second.backgroundColor == .systemBackground)
      collection.deselectItem(at: IndexPath(0), animated: false)
      stage.wait(1)
      #expect(first.backgroundColor == .systemBackground)
      // A color of the program's own stays.
      first.backgroundColor = .yellow
      collection.selectItem(at: IndexPath(0), animated: false, scrollPosition: [])
      stage.wait(1)
      #expect(first.backgroundColor == .yellow)
    }
  }

  @Test func theHeaderOfAPlainListStays() throws {
    try onStage { stage in
      for (appearance, stays) in [
        (UICollectionLayoutListConfiguration.Appearance.plain, true), (.grouped, false),
      ] {
        var configuration = UICollectionLayoutListConfiguration(appearance: appearance)
        configuration.headerMode = .supplementary
        let (collection, _) = Self.show(stage, (0..<40).map(String.init), configuration)
        let kind = UICollectionView.elementKindSectionHeader
        let header = try #require(collection.supplementaryView(forElementKind: kind, at: IndexPath(0)))
        let top = header.frame.minY
        collection.contentOffset = Point(0, 10)
        stage.wait(1)
        #expect(header.frame.minY == (stays ? 10 : top))
        collection.removeFromSuperview()
      }
    }
  }

  /// Buttons that a swipe has revealed are there until one is done, the row goes, or another is swiped.
  @Test func aSwipedRowKeepsItsButtons() throws {
    try onStage { stage in
      var performed = 0
      var finish: ((Bool) -> Void)?
      var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
      configuration.trailingSwipeActionsConfigurationProvider = { _ in
        UISwipeActionsConfiguration(actions: [
          UIContextualAction(style: .normal, title: "Later") { _, _, done in
            performed += 1
            finish = done
          }
        ])
      }
      let (collection, source) = Self.show(stage, ["a", "b", "c"], configuration) {
        $0.accessories = [.delete(displayed: .always)]
      }
      func touchDelete(_ row: Int) {
        stage.tap(28, Double(row) * 44 + 22, after: 500)
        stage.wait(500)
      }
      func shift(_ text: String) -> Double? {
        source.indexPath(for: text).flatMap { collection.cellForItem(at: $0) }?.frame.minX
      }
      touchDelete(1)
      #expect(shift("b").map { $0 < 0 } == true && shift("a") == 0)
      // The row moves, and its buttons with it.
      var snapshot = source.snapshot()
      snapshot.deleteItems(["a"])
      source.apply(snapshot, animatingDifferences: false)
      stage.wait(1)
      #expect(shift("b").map { $0 < 0 } == true && shift("c") == 0)
      // An action that takes its time is performed once.
      stage.tap(290, 22, after: 500)
      stage.tap(290, 22, after: 500)
      #expect(performed == 1)
      finish?(true)
      stage.wait(500)
      #expect(shift("b") == 0)
      // The same button closes what it has opened, for who can reach it: the row's touches close it by themselves.
      stage.tap(28, 66, after: 500)
      stage.wait(500)
      #expect(shift("c").map { $0 < 0 } == true)
      let cell = try #require(source.indexPath(for: "c").flatMap { collection.cellForItem(at: $0) })
      let button = try #require(cell.subviews.lazy.compactMap { $0 as? UIControl }.first)
      button.sendActions(for: .touchUpInside)
      stage.wait(500)
      #expect(shift("c") == 0)
    }
  }

  @Test func buttonsGoWithTheCellThatIsExchanged() {
    onStage { stage in
      var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
      configuration.trailingSwipeActionsConfigurationProvider = { _ in
        UISwipeActionsConfiguration(actions: [
          UIContextualAction(style: .normal, title: "Later") { _, _, _ in }
        ])
      }
      let (collection, source) = Self.show(stage, ["a", "b"], configuration)
      func buttons() -> Int { collection.subviews.filter { $0.subviews.first is UIButton }.count }
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      #expect(buttons() == 1)
      var snapshot = source.snapshot()
      snapshot.reloadItems(["a"])
      source.apply(snapshot, animatingDifferences: false)
      stage.wait(400)
      #expect(buttons() == 0 && collection.visibleCells.map(\.frame.minX) == [0, 0])
    }
  }

  @Test func anAccessoryWithoutASizeHasTheOneThatItWants() {
    let cell = UICollectionViewListCell(frame: Rect(0, 0, 300, 44))
    let (label, fixed) = (UILabel("more"), UIView(frame: Rect(0, 0, 30, 10)))
    cell.accessories = [label, fixed].map {
      .customView(configuration: .init(customView: $0, placement: .trailing()))
    }
    cell.layoutIfNeeded()
    #expect(label.frame.size == label.sizeThatFits(.zero) && label.frame.width > 0)
    #expect(fixed.frame.size == Size(30, 10))
  }
}
