import ResponderKit
import TestHarness
import Testing

/// Rules of tables: headers, selection when a table appears again, rows that come without an animation.
@Suite(.hangLimit) struct TableHeaderRuleTests {
  private final class Header: UITableViewHeaderFooterView {
    var prepared = 0
    override func prepareForReuse() { prepared += 1 }
  }

  private final class Source: UITableViewDataSource, UITableViewDelegate {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 50 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(reuseIdentifier: nil)
    }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
    }
  }

  private func table(_ stage: Stage, _ source: Source) -> UITableView {
    let table = UITableView(frame: Rect(0, 0, 300, 400), style: .plain)
    table.register(Header.self, forHeaderFooterViewReuseIdentifier: "header")
    (table.dataSource, table.delegate) = (source, source)
    stage.show(table)
    stage.wait(20)
    return table
  }

  @Test func aRowIsScrolledToTheLowerEdgeOfTheHeaderThatStays() throws {
    try onStage { stage in
      let source = Source()
      let table = table(stage, source)
      table.scrollToRow(at: IndexPath(row: 20), at: .top, animated: false)
      stage.wait(20)
      let header = try #require(table.headerView(forSection: 0))
      #expect(header.frame.maxY == table.rectForRow(at: IndexPath(row: 20)).minY)
      #expect(header.frame.minY == table.contentOffset.y && table.dataSource === source)
    }
  }

  @Test func aHeaderIsPreparedBeforeItIsUsedAgain() throws {
    try onStage { stage in
      let source = Source()
      let table = table(stage, source)
      let header = try #require(table.headerView(forSection: 0) as? Header)
      let before = header.prepared
      table.reloadData()
      stage.wait(20)
      #expect(table.headerView(forSection: 0) === header && header.prepared == before + 1)
      #expect(table.dataSource === source)
    }
  }

  @Test func aConfigurationTakesThePlaceOfAHeadersText() {
    onStage { _ in
      let header = UITableViewHeaderFooterView(reuseIdentifier: nil)
      header.textLabel?.text = "Text"
      var content = header.defaultContentConfiguration()
      content.text = "Content"
      header.contentConfiguration = content
      #expect(header.textLabel?.isHidden == true && header.contentView.subviews.count == 2)
      header.contentConfiguration = nil
      #expect(header.textLabel?.isHidden == false && header.contentView.subviews.count == 1)
      // So does one that is asked for its text later.
      let other = UITableViewHeaderFooterView(reuseIdentifier: nil)
      other.contentConfiguration = content
      #expect(other.textLabel?.isHidden == true)
    }
  }

  private final class List: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }
  }

  @Test func aControllerKeepsTheSelectionIfItShall() {
    onStage { stage in
      let list = List()
      let navigation = UINavigationController(rootViewController: list)
      stage.show(navigation)
      for clears in [false, true] {
        list.clearsSelectionOnViewWillAppear = clears
        list.tableView.allowsMultipleSelection = true
        for row in [2, 4] { list.tableView.selectRow(at: IndexPath(row: row), animated: false) }
        navigation.pushViewController(UIViewController(), animated: false)
        stage.wait(20)
        navigation.popViewController(animated: false)
        stage.wait(20)
        let rows = (list.tableView.indexPathsForSelectedRows ?? []).map(\.row).sorted()
        #expect(rows == (clears ? [] : [2, 4]))
      }
    }
  }

  private final class TitledList: UITableViewController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
    override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "H" }
    override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { "F" }
  }

  @Test func aControllersRowsHeadersAndFootersHaveTheTablesHeights() {
    onStage { stage in
      let list = TitledList()
      stage.show(list)
      let table: UITableView = list.tableView
      (table.rowHeight, table.sectionHeaderHeight, table.sectionFooterHeight) = (50, 30, 20)
      stage.wait(20)
      #expect(table.rectForHeader(inSection: 0).height == 30)
      #expect(table.rectForRow(at: IndexPath(row: 0)).height == 50)
      #expect(table.rectForFooter(inSection: 0).minY == 130 && table.contentSize.height == 150)
    }
  }

  @Test func rowsMoveAtOnceIfThatIsWanted() throws {
    try onStage { stage in
      let table = stage.show(UITableView(frame: Rect(0, 0, 300, 400)))
      let source = UITableViewDiffableDataSource<Int, Int>(tableView: table) { _, _, _ in
        UITableViewCell(reuseIdentifier: nil)
      }
      source.defaultRowAnimation = .none
      var snapshot = source.snapshot()
      snapshot.appendSections([0])
      snapshot.appendItems([1, 2, 3])
      source.apply(snapshot, animatingDifferences: false)
      stage.wait(20)
      let cell = try #require(table.cellForRow(at: IndexPath(row: 2)))
      snapshot.deleteItems([1])
      source.apply(snapshot)
      stage.wait(20)
      #expect(cell.presentationFrame == Rect(0, 44, 300, 44) && table.visibleCells.count == 2)
    }
  }
}
