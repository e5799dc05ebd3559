import TestHarness
import Testing

@testable import ResponderKit

/// Rows that can be selected while a table is edited, and the calls by which cells learn their state.
@Suite(.hangLimit) struct TableMarkTests {
  private final class LoudCell: UITableViewCell {
    var calls: [String] = []
    override func setSelected(_ selected: Bool, animated: Bool) {
      super.setSelected(selected, animated: animated)
      calls.append("selected \(selected) \(animated)")
    }
    override func setHighlighted(_ highlighted: Bool, animated: Bool) {
      super.setHighlighted(highlighted, animated: animated)
      calls.append("highlighted \(highlighted)")
    }
  }

  private func control(_ table: UITableView, _ row: Int) -> RowEditControl? {
    table.cellForRow(at: IndexPath(row: row, section: 0))?.editing?.control
  }

  @Test func marksTakeThePlaceOfButtons() throws {
    try onStage { stage in
      let source = EditedSource([["a", "b", "c"]])
      let table = stage.table(source)
      table.allowsMultipleSelectionDuringEditing = true
      table.setEditing(true, animated: false)
      stage.wait(20)
      let mark = try #require(control(table, 1))
      #expect(mark.isMark && !mark.isSelected)
      #expect(
        table.cellForRow(at: IndexPath(row: 1, section: 0))?.editingStyle == UITableViewCell.EditingStyle.none
      )
      let middle = Rect(mark.frame.midX - 8, 44 + 14, 24, 16)
      let empty = stage.brightness(middle)
      // A touch of the mark is one of the row.
      stage.tap(20, 66, after: 500)
      stage.wait(20)
      #expect(table.indexPathsForSelectedRows?.map(\.row) == [1] && mark.isSelected)
      #expect(stage.brightness(middle) < empty - 0.1)
      stage.tap(150, 22, after: 500)
      #expect(table.indexPathsForSelectedRows?.map(\.row) == [0, 1])
      table.allowsMultipleSelectionDuringEditing = false
      #expect(control(table, 1)?.isMark == false && table.indexPathsForSelectedRows?.map(\.row) == [0])
      table.isEditing = false
      #expect(table.indexPathsForSelectedRows == nil)
    }
  }

  @Test func cellsLearnTheirStateByTheirMethods() throws {
    try onStage { stage in
      let source = EditedSource([["a", "b"]])
      let table = UITableView(frame: Rect(0, 0, 300, 400))
      table.register(LoudCell.self, forCellReuseIdentifier: "cell")
      (table.dataSource, table.delegate) = (source, source)
      stage.show(table)
      stage.wait(20)
      let cell = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)) as? LoudCell)
      cell.calls = []
      stage.tap(100, 66, after: 500)
      #expect(cell.calls == ["highlighted true", "highlighted false", "selected true false"])
      table.deselectRow(at: IndexPath(row: 1, section: 0), animated: true)
      #expect(cell.calls.last == "selected false true" && !cell.isSelected)
      table.selectRow(at: IndexPath(row: 1, section: 0), animated: true, scrollPosition: .none)
      #expect(cell.calls.last == "selected true true")
    }
  }

  @Test func aRowThatIsMovedHidesTheRowsBelowIt() throws {
    try onStage { stage in
      let source = EditedSource([["a", "b", "c"]])
      source.canMove = true
      let table = stage.table(source)
      table.backgroundColor = .systemYellow
      table.setEditing(true, animated: false)
      stage.wait(20)
      let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
      stage.down(280, 22)
      for y in stride(from: 24.0, through: 60, by: 4) { stage.move(280, y) }
      #expect(cell.backgroundColor == .systemYellow && cell.layer.shadowOpacity > 0)
      stage.up(280, 60)
      stage.wait(500)
      #expect(cell.backgroundColor == nil && cell.layer.shadowOpacity == 0)
    }
  }

  // MARK: Rows that are announced

  private final class Announced: UITableViewDataSourcePrefetching {
    var log: [String] = []
    private func name(_ rows: [IndexPath]) -> String { "\(rows.first?.row ?? -1) to \(rows.last?.row ?? -1)" }
    func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
      log.append("prefetch " + name(indexPaths))
    }
    func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
      log.append("cancel " + name(indexPaths))
    }
  }

  @Test func rowsBelowABarAreAnnouncedAtFirst() {
    onStage { stage in
      let source = EditedSource([(0..<100).map(String.init)])
      let page = UITableViewController(style: .plain)
      let announced = Announced()
      (page.tableView.dataSource, page.tableView.prefetchDataSource) = (source, announced)
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      #expect(announced.log.count == 1 && announced.log.first?.hasPrefix("prefetch 1") == true)
    }
  }

  @Test func theRowsOfTheNextScreenAreAnnounced() {
    onStage { stage in
      let source = EditedSource([(0..<100).map(String.init)])
      let table = UITableView(frame: Rect(0, 0, 300, 400))
      table.rowHeight = 40
      (table.dataSource, table.delegate) = (source, source)
      let announced = Announced()
      table.prefetchDataSource = announced
      stage.show(table)
      stage.wait(20)
      #expect(announced.log == ["prefetch 10 to 19"])
      table.contentOffset.y = 40
      stage.wait(20)
      #expect(announced.log.dropFirst() == ["prefetch 20 to 20"])
      table.contentOffset.y = 2000
      stage.wait(20)
      #expect(announced.log.dropFirst(2) == ["prefetch 60 to 69", "cancel 11 to 20"])
      table.contentOffset.y = 1960
      stage.wait(20)
      #expect(announced.log.dropFirst(4) == ["prefetch 39 to 48", "cancel 60 to 69"])
      table.isPrefetchingEnabled = false
      table.contentOffset.y = 0
      stage.wait(20)
      #expect(announced.log.count == 6)
    }
  }
}
