import ResponderKit
import TestHarness
import Testing

/// Rows that move, and views above sections that are used again.
@Suite(.hangLimit, .serialized) struct TableMoveTests {
  private final class Header: UITableViewHeaderFooterView {
    nonisolated(unsafe) static var made = 0
    override init(reuseIdentifier: String?) {
      super.init(reuseIdentifier: reuseIdentifier)
      Self.made += 1
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  private final class Source: UITableViewDataSource, UITableViewDelegate {
    var groups = [["a", "b", "c"], ["d"]]
    var made = 0
    func numberOfSections(in tableView: UITableView) -> Int { groups.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      groups[section].count
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      made += 1
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.textLabel?.text = groups[indexPath.section][indexPath.row]
      return cell
    }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
      let header = tableView.dequeueReusableHeaderFooterView(withIdentifier: "header")
      header?.textLabel?.text = "Section \(section)"
      return header
    }
  }

  private func table(_ stage: Stage, _ source: Source) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.register(Header.self, forHeaderFooterViewReuseIdentifier: "header")
    table.dataSource = source
    table.delegate = source
    stage.show(table)
    stage.wait(20)
    return table
  }

  @Test func aRowMovesWithItsCell() throws {
    try onStage { stage in
      let source = Source()
      let table = table(stage, source)
      let cell = try #require(table.cellForRow(at: IndexPath(row: 2, section: 0)))
      let made = source.made
      table.selectRow(at: IndexPath(row: 2, section: 0), animated: false)
      source.groups = [["c", "a", "b"], ["d"]]
      table.moveRow(at: IndexPath(row: 2, section: 0), to: IndexPath(row: 0, section: 0))
      stage.wait(400)
      #expect(table.texts == ["c", "a", "b", "d"] && source.made == made)
      #expect(table.cellForRow(at: IndexPath(row: 0, section: 0)) === cell)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 0))
      #expect(cell.frame == table.rectForRow(at: IndexPath(row: 0, section: 0)))
    }
  }

  @Test func aRowMovesToAnotherSectionBesideOtherChanges() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      source.groups = [["b"], ["d", "a", "e"]]
      table.performBatchUpdates {
        table.moveRow(at: IndexPath(row: 0, section: 0), to: IndexPath(row: 1, section: 1))
        table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .fade)
        table.insertRows(at: [IndexPath(row: 2, section: 1)], with: .fade)
      }
      stage.wait(400)
      #expect(table.texts == ["b", "d", "a", "e"])
    }
  }

  @Test func headersAreUsedAgain() throws {
    try onStage { stage in
      Header.made = 0
      let source = Source()
      let table = table(stage, source)
      let made = Header.made
      let header = try #require(table.headerView(forSection: 1) as? Header)
      #expect(made >= 2 && header.textLabel?.text == "Section 1" && header.reuseIdentifier == "header")
      #expect(header.frame.height == 28 && header.textLabel?.frame.minX == 16)
      for _ in 0..<5 { table.reloadData() }
      stage.wait(20)
      #expect(Header.made == made && table.headerView(forSection: 0) != nil)
      #expect(table.dequeueReusableHeaderFooterView(withIdentifier: "none") == nil)
      #expect(table.dataSource === source)
    }
  }
}
