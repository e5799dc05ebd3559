import ResponderKit
import TestHarness
import Testing

/// Background configurations of rows and items.
@Suite(.hangLimit) struct RowBackgroundTests {
  private final class Rows: UITableViewController {
    var change: (UITableViewCell) -> Void = { _ in }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      change(cell)
      return cell
    }
  }

  private func onRows(
    _ style: UITableView.Style = .plain, _ change: @escaping @Sendable (UITableViewCell) -> Void,
    _ body: @escaping @Sendable (Stage, Rows) -> Void
  ) {
    onStage(screen: Size(300, 400)) { stage in
      let rows = Rows(style: style)
      rows.change = change
      rows.tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
      rows.tableView.backgroundColor = .white
      stage.show(rows)
      stage.wait(50)
      body(stage, rows)
    }
  }

  @Test func aRowShowsItsBackground() {
    onRows { cell in
      var background = UIBackgroundConfiguration.clear()
      background.backgroundColor = .red
      background.cornerRadius = 10
      background.backgroundInsets = NSDirectionalEdgeInsets(top: 4, leading: 20, bottom: 4, trailing: 8)
      background.strokeColor = .blue
      background.strokeWidth = 2
      cell.backgroundConfiguration = background
      cell.accessoryType = .disclosureIndicator
    } _: { stage, rows in
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 100, y: 20) == .red && picture.color(x: 10, y: 20) == .white)
      #expect(picture.color(x: 100, y: 2) == .white && picture.color(x: 21, y: 22) == .blue)
      #expect(picture.color(x: 295, y: 20) == .white && picture.color(x: 21, y: 5) != .blue)
      // It covers neither the line nor the arrow.
      #expect(picture.color(x: 100, y: 43) != .white)
      #expect((270..<285).contains { picture.color(x: $0, y: 22) != .red })
      // A color of the program's stays while the row is selected.
      rows.tableView.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 100, y: 20) == .red)
    }
  }

  @Test func aBackgroundFollowsTheRowsState() {
    onRows(.insetGrouped) { cell in
      let background = cell.defaultBackgroundConfiguration()
      #expect(background == .listGroupedCell())
      cell.backgroundConfiguration = background
    } _: { stage, rows in
      let table = rows.tableView!
      func color() -> UIColor {
        stage.window.snapshot().color(x: 100, y: Int(table.rectForRow(at: IndexPath(0)).midY))
      }
      let cell = table.cellForRow(at: IndexPath(0))
      #expect(cell?.backgroundColor == nil)
      let usual = color()
      #expect(usual == UIColor.secondarySystemGroupedBackground.bright)
      table.selectRow(at: IndexPath(0), animated: false, scrollPosition: .none)
      stage.wait(20)
      #expect(color() == UIColor.systemGray4.bright)
      cell?.automaticallyUpdatesBackgroundConfiguration = false
      stage.wait(20)
      #expect(color() == usual)
      cell?.automaticallyUpdatesBackgroundConfiguration = true
      cell?.selectionStyle = .none
      stage.wait(20)
      #expect(color() == usual)
      table.deselectRow(at: IndexPath(0), animated: false)
      cell?.backgroundConfiguration = .clear()
      stage.wait(20)
      #expect(color() == .white)
    }
  }

  @Test func backgroundsSuitTheirTables() {
    onRows { cell in
      #expect(cell.defaultBackgroundConfiguration() == .listPlainCell())
    } _: { _, _ in
      #expect(UICollectionViewCell(frame: .zero).defaultBackgroundConfiguration() == .clear())
      #expect(UICollectionViewListCell(frame: .zero).defaultBackgroundConfiguration() == .listCell())
    }
  }

  @Test func strangeNumbersDoNoHarm() {
    onRows { cell in
      var background = UIBackgroundConfiguration.listPlainCell()
      background.backgroundInsets = NSDirectionalEdgeInsets(
        top: .nan, leading: .infinity, bottom: -.infinity, trailing: 1e300)
      background.cornerRadius = .nan
      background.strokeWidth = .infinity
      background.strokeColor = .red
      cell.backgroundConfiguration = background
    } _: { stage, rows in
      _ = stage.window.snapshot()
      let cell = rows.tableView.cellForRow(at: IndexPath(0))
      for width in [Double.nan, -1, 1e300] {
        var background = UIBackgroundConfiguration.listPlainCell()
        (background.cornerRadius, background.strokeWidth, background.strokeColor) = (width, width, .red)
        cell?.backgroundConfiguration = background
        _ = stage.window.snapshot()
      }
      #expect(stage.window.snapshot().color(x: 100, y: 300) == .white)
    }
  }

  @Test func aConfigurationKnowsItsColors() {
    var state = UICellConfigurationState(traitCollection: UITraitCollection(userInterfaceStyle: .light))
    state.isHighlighted = true
    let plain = UIBackgroundConfiguration.listPlainCell()
    var chosen = plain.updated(for: state)
    #expect(chosen.backgroundColor == .systemGray4)
    state.isHighlighted = false
    #expect(chosen.updated(for: state) == plain, "back again")
    chosen.backgroundColor = .red
    state.isSelected = true
    #expect(chosen.updated(for: state).backgroundColor == .red)
    #expect(UIBackgroundConfiguration.clear().updated(for: state).backgroundColor == nil)
  }

  @Test func anItemsBackgroundFollowsItsState() throws {
    try onStage { stage in
      let collection = stage.collection(CollectionSource(1))
      let cell = try #require(collection.cellForItem(at: IndexPath(0)))
      cell.backgroundConfiguration = .listPlainCell()
      stage.wait(20)
      let usual = stage.window.snapshot().color(x: 50, y: 50)
      cell.isSelected = true
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == UIColor.systemGray4.bright && usual == .white)
      cell.automaticallyUpdatesBackgroundConfiguration = false
      stage.wait(20)
      #expect(stage.window.snapshot().color(x: 50, y: 50) == usual)
    }
  }

  @Test func aRowWithoutAConfigurationHasTheColorOfItsGroup() {
    onRows(.grouped) {
      $0.backgroundConfiguration = .clear()
    } _: { stage, rows in
      let cell = rows.tableView.cellForRow(at: IndexPath(0))
      #expect(cell?.backgroundColor == nil)
      cell?.backgroundConfiguration = nil
      #expect(cell?.backgroundColor == .secondarySystemGroupedBackground)
    }
    onRows {
      $0.backgroundConfiguration = .clear()
    } _: { stage, rows in
      let cell = rows.tableView.cellForRow(at: IndexPath(0))
      cell?.backgroundConfiguration = nil
      #expect(cell?.backgroundColor != .secondarySystemGroupedBackground, "there are no groups")
    }
  }

  @Test func headersDoNotFollowStates() {
    var state = UICellConfigurationState(traitCollection: UITraitCollection(userInterfaceStyle: .light))
    state.isSelected = true
    for header in [UIBackgroundConfiguration.listPlainHeaderFooter(), .listGroupedHeaderFooter()] {
      #expect(header.updated(for: state) == header)
    }
  }
}
