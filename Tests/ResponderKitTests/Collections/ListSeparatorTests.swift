import ResponderKit
import TestHarness
import Testing

/// Lines and backgrounds of a list's rows.
@Suite(.hangLimit) struct ListSeparatorTests {
  private func show(
    _ stage: Stage, _ configuration: UICollectionLayoutListConfiguration,
    _ setUp: @escaping (UICollectionViewListCell, IndexPath) -> Void = { _, _ in }
  ) -> UICollectionView {
    let layout = UICollectionViewCompositionalLayout.list(using: configuration)
    let collection = OwningCollection(frame: Rect(0, 0, 300, 440), collectionViewLayout: layout)
    let cells = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, path, _ in
      setUp(cell, path)
    }
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: collection) {
      $0.dequeueConfiguredReusableCell(using: cells, for: $1, item: $2)
    }
    collection.source = source
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(["a", "b", "c"])
    source.apply(snapshot, animatingDifferences: false)
    stage.show(collection)
    stage.wait(20)
    return collection
  }

  /// How bright the line is below a row, at a place of its width.
  private func line(_ stage: Stage, _ view: UICollectionView, _ row: Int, _ x: Double) -> Double {
    let cell = view.cellForItem(at: IndexPath(item: row, section: 0))
    return stage.brightness(Rect(x, (cell?.frame.maxY ?? 0) - 1, 4, 1))
  }

  @Test func theProgramChoosesTheLineOfEachRow() {
    onStage { stage in
      var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
      configuration.separatorConfiguration.color = .black
      configuration.itemSeparatorHandler = { path, proposed in
        var separator = proposed
        if path.item == 0 { separator.bottomSeparatorVisibility = .hidden }
        if path.item == 1 {
          separator.bottomSeparatorInsets = NSDirectionalEdgeInsets(
            top: 0, leading: 100, bottom: 0, trailing: 50)
        }
        return separator
      }
      let list = show(stage, configuration)
      #expect(line(stage, list, 0, 150) == 1)
      #expect(line(stage, list, 1, 150) < 0.8)
      #expect(line(stage, list, 1, 60) == 1 && line(stage, list, 1, 260) == 1)
      #expect(line(stage, list, 2, 260) < 0.8 && line(stage, list, 2, 60) < 0.8)
    }
  }

  @Test func aBackgroundDoesNotCoverTheLine() {
    onStage { stage in
      var configuration = UICollectionLayoutListConfiguration(appearance: .plain)
      configuration.separatorConfiguration.color = .black
      let list = show(stage, configuration) { cell, _ in
        var background = UIBackgroundConfiguration.listPlainCell()
        background.backgroundColor = .white
        cell.backgroundConfiguration = background
      }
      #expect(line(stage, list, 0, 150) < 0.8)
    }
  }

  @Test func aBackgroundHasTheRoundCornersOfItsGroup() throws {
    try onStage { stage in
      let list = show(stage, .init(appearance: .insetGrouped)) { cell, _ in
        var background = UIBackgroundConfiguration.listGroupedCell()
        background.backgroundColor = .black
        cell.backgroundConfiguration = background
      }
      let cells = try (0..<3).map {
        try #require(list.cellForItem(at: IndexPath(item: $0, section: 0)))
      }
      func corner(_ cell: UIView, _ y: Double) -> Double {
        stage.brightness(Rect(cell.frame.minX, y, 2, 2))
      }
      #expect(corner(cells[0], cells[0].frame.minY) > 0.8 && corner(cells[0], cells[0].frame.maxY - 4) < 0.1)
      #expect(corner(cells[1], cells[1].frame.minY) < 0.1)
      #expect(corner(cells[2], cells[2].frame.maxY - 2) > 0.8)
    }
  }

  @Test func accessoriesHaveTheirOptions() throws {
    try onStage { stage in
      let list = show(stage, .init(appearance: .plain)) { cell, path in
        cell.accessories = [
          .disclosureIndicator(options: .init(isHidden: path.item == 1, tintColor: .systemRed)),
          .reorder(displayed: .whenEditing, options: .init(showsVerticalSeparator: false)),
        ]
      }
      let widths = try (0..<2).map { item in
        let path = IndexPath(item: item, section: 0)
        return try #require(list.cellForItem(at: path)).contentView.frame.width
      }
      #expect(widths[0] < 290 && widths[1] == 300)
    }
  }

  @Test func aChosenRowsBackgroundIsGray() {
    var state = UICellConfigurationState(traitCollection: UITraitCollection(userInterfaceStyle: .light))
    let plain = UIBackgroundConfiguration.listPlainCell()
    #expect(plain.updated(for: state) == plain)
    state.isSelected = true
    #expect(plain.updated(for: state).backgroundColor == .systemGray4)
  }
}
