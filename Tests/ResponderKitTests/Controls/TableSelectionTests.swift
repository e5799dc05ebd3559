import ResponderKit
import TestHarness
import TestSupport
import Testing

/// Several selected rows.
@Suite("Rows that are selected together", .hangLimit) struct TableSelectionTests {
  private final class Source: UITableViewDataSource, UITableViewDelegate {
    var count = 6
    var log: [String] = []
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      log.append("+\(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
      log.append("-\(indexPath.row)")
    }
  }

  private func table(_ stage: Stage, _ source: Source) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    table.dataSource = source
    table.delegate = source
    stage.show(table)
    stage.wait(20)
    return table
  }

  private func selected(_ table: UITableView) -> [Int] { (table.indexPathsForSelectedRows ?? []).map(\.row) }

  @Test(
    "A tap selects a row in addition, a second one takes the selection back, and the delegate is told of each"
  )
  func taps() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      table.allowsMultipleSelection = true
      for y in [60.0, 20, 150, 60] {
        stage.tap(100, y, after: 500)
        stage.wait(200)
      }
      #expect(source.log == ["+1", "+0", "+3", "-1"])
      #expect(selected(table) == [0, 3] && table.indexPathForSelectedRow?.row == 0)
      let shown = (0..<4).map { table.cellForRow(at: IndexPath(row: $0, section: 0))?.isSelected }
      #expect(shown == [true, false, false, true])
      table.selectRow(at: nil, animated: false)
      #expect(table.indexPathsForSelectedRows == nil)
    }
  }

  @Test(
    "Rows that come and go take the selection with them, and one row is left where several may not be selected"
  )
  func changes() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      table.allowsMultipleSelection = true
      for row in [1, 3, 5] { table.selectRow(at: IndexPath(row: row, section: 0), animated: false) }
      table.selectRow(at: IndexPath(row: 99, section: 0), animated: false)
      #expect(selected(table) == [1, 3, 5])
      source.count = 5
      table.deleteRows(at: [IndexPath(row: 3, section: 0)], with: .none)
      stage.wait(20)
      #expect(selected(table) == [1, 4])
      table.allowsMultipleSelection = false
      #expect(selected(table) == [1])
      table.selectRow(at: IndexPath(row: 2, section: 0), animated: false)
      #expect(selected(table) == [2] && source.log.isEmpty)
    }
  }

  @Test("While the table is edited several rows are selected only if that is allowed then")
  func editing() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      table.allowsMultipleSelection = true
      table.isEditing = true
      stage.wait(400)
      stage.tap(150, 60, after: 500)
      stage.wait(200)
      #expect(source.log.isEmpty)
      table.allowsMultipleSelectionDuringEditing = true
      for y in [60.0, 150] {
        stage.tap(150, y, after: 500)
        stage.wait(200)
      }
      #expect(source.log == ["+1", "+3"] && selected(table) == [1, 3])
    }
  }

  @Test(
    "The selected row that is nearest to what is seen is scrolled to, and rows in a part of the content are found"
  )
  func nearest() {
    onStage { stage in
      let source = Source()
      source.count = 100
      let table = table(stage, source)
      table.allowsMultipleSelection = true
      table.scrollToNearestSelectedRow(at: .top, animated: false)
      #expect(table.contentOffset == .zero)
      for row in [40, 90] {
        table.selectRow(at: IndexPath(row: row, section: 0), animated: false, scrollPosition: .none)
      }
      table.scrollToNearestSelectedRow(at: .top, animated: false)
      #expect(table.contentOffset.y == table.rectForRow(at: IndexPath(row: 40, section: 0)).minY)
      table.contentOffset.y = 3400
      table.scrollToNearestSelectedRow(at: .middle, animated: false)
      #expect(table.rectForRow(at: IndexPath(row: 90, section: 0)).midY == table.bounds.midY)
      let third = table.rectForRow(at: IndexPath(row: 2, section: 0))
      #expect(table.indexPathsForRows(in: third)?.map(\.row) == [2])
      #expect(table.indexPathsForRows(in: third.offsetBy(dx: 0, dy: 5))?.map(\.row) == [2, 3])
      #expect(table.indexPathsForRows(in: Rect(0, -100, 300, 50)) == [])
      for odd in [Rect.zero, .null, Rect(0, 0, .infinity, 10), Rect(.nan, 0, 10, 10)] {
        #expect(table.indexPathsForRows(in: odd) == nil)
      }
    }
  }
}
