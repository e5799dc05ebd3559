import ResponderKit
import TestHarness
import Testing

/// Rows that a swipe deletes without a word of the delegate.
@Suite(.hangLimit) struct TableCommitTests {
  private class Rows: UITableViewDataSource {
    var rows = ["a", "b", "c"]
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(reuseIdentifier: nil)
      cell.textLabel?.text = rows[indexPath.row]
      return cell
    }
  }

  private final class Deleting: UITableViewDataSource {
    var rows = ["a", "b", "c"]
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(reuseIdentifier: nil)
    }
    func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      guard editingStyle == .delete else { return }
      rows.remove(at: indexPath.row)
      tableView.deleteRows(at: [indexPath], with: .fade)
    }
  }

  private class Page: UITableViewController {
    var rows = ["a", "b", "c"]
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      rows.count
    }
  }

  private class DeletingPage: Page {
    override func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      rows.remove(at: indexPath.row)
      tableView.deleteRows(at: [indexPath], with: .fade)
    }
  }

  private final class FurtherPage: DeletingPage {
    override func tableView(
      _ tableView: UITableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath
    ) -> String? { "Throw away" }
    override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
      indexPath.row != 0
    }
  }

  private func show(_ source: any UITableViewDataSource, _ stage: Stage) -> UITableView {
    let table = UITableView(frame: Rect(0, 0, 390, 844))
    table.dataSource = source
    stage.show(table)
    stage.wait(20)
    return table
  }

  private func show(_ page: UITableViewController, _ stage: Stage) -> UITableView {
    stage.show(page)
    stage.wait(20)
    return page.tableView
  }

  private func swipe(_ row: Int, _ stage: Stage, way: Double = 100) {
    let y = Double(row) * 44 + 22
    stage.drag(from: Point(380, y), to: Point(380 - way, y))
  }

  private func titles(_ view: UIView) -> [String] {
    let own = (view as? UIButton)?.currentTitle
    return (own.map { [$0] } ?? []) + view.subviews.flatMap { titles($0) }
  }

  @Test func aDataSourceThatCommitsHasAButton() {
    onStage { stage in
      let source = Deleting()
      let table = show(source, stage)
      swipe(1, stage)
      #expect(titles(table) == ["Delete"] && source.rows.count == 3)
      stage.tap(370, 66, after: 500)
      stage.wait(1000)
      #expect(source.rows == ["a", "c"] && titles(table).isEmpty)
      swipe(0, stage, way: 370)
      #expect(source.rows == ["c"])
    }
  }

  @Test func aDataSourceThatDoesNotHasNone() {
    onStage { stage in
      let source = Rows()
      let table = show(source, stage)
      swipe(1, stage)
      #expect(titles(table).isEmpty && table.cellForRow(at: IndexPath(row: 1))?.frame.minX == 0)
    }
  }

  @Test func controllersThatOverrideItHaveAButton() {
    onStage { stage in
      let plain = show(Page(style: .plain), stage)
      swipe(1, stage)
      #expect(titles(plain).isEmpty)
      let page = DeletingPage(style: .plain)
      let table = show(page, stage)
      swipe(1, stage)
      #expect(titles(table) == ["Delete"])
      stage.tap(370, 66, after: 500)
      stage.wait(1000)
      #expect(page.rows == ["a", "c"])
    }
  }

  @Test func rowsSayWhetherAndHowTheyAreDeleted() {
    onStage { stage in
      let table = show(FurtherPage(style: .plain), stage)
      swipe(0, stage)
      #expect(titles(table).isEmpty)
      swipe(1, stage)
      #expect(titles(table) == ["Throw away"])
    }
  }
}
