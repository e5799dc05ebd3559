import ResponderKit
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

/// The minimal table: rows, cells that are used again, selection through touches.
@Suite(.hangLimit) struct TableTests {
  final class Source: UITableViewDataSource, UITableViewDelegate {
    var count = 100
    var made = 0
    var lines: [String] = []
    var refuses: IndexPath?

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell") ?? new()
      cell.text = "\(row.row)"
      return cell
    }
    private func new() -> UITableViewCell {
      made += 1
      return UITableViewCell(reuseIdentifier: "cell")
    }
    func tableView(_ tableView: UITableView, willSelectRowAt row: IndexPath) -> IndexPath? {
      row == refuses ? nil : row
    }
    func tableView(_ tableView: UITableView, didSelectRowAt row: IndexPath) {
      lines.append("select \(row.row)")
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt row: IndexPath) {
      lines.append("deselect \(row.row)")
    }
  }

  private func table<Table: UITableView>(_ stage: Stage, _ table: Table, _ source: Source) -> Table {
    table.dataSource = source
    table.delegate = source
    stage.show(table)
    stage.wait(1)
    return table
  }

  @Test func onlyVisibleRowsHaveCellsAndTheyAreUsedAgain() {
    onStage { stage in
      let source = Source()
      let table = table(stage, UITableView(frame: Rect(0, 0, 300, 440)), source)
      #expect(table.contentSize == Size(300, 4400))
      #expect(table.visibleCells.map(\.text) == (0..<10).map(String.init))
      table.contentOffset = Point(0, 1000)
      stage.wait(1)
      #expect(table.indexPathsForVisibleRows?.map(\.row) == Array(22...32))
      #expect(table.visibleCells.map(\.text) == (22...32).map(String.init))
      #expect(source.made <= 12)
      #expect(table.rectForRow(at: IndexPath(row: 3)) == Rect(0, 132, 300, 44))
      #expect(table.indexPathForRow(at: Point(5, 175)) == IndexPath(row: 3))
      #expect(table.indexPathForRow(at: Point(5, -1)) == nil)
    }
  }

  @Test func aTapSelectsARow() {
    onStage { stage in
      let source = Source()
      let table = table(stage, UITableView(frame: Rect(0, 0, 300, 440)), source)
      stage.tap(50, 50)
      #expect(source.lines == ["select 1"])
      #expect(table.indexPathForSelectedRow == IndexPath(row: 1))
      #expect(table.cellForRow(at: IndexPath(row: 1))?.isSelected == true)
      stage.down(50, 100, after: 500)
      stage.wait(200)
      #expect(table.cellForRow(at: IndexPath(row: 2))?.isHighlighted == true)
      stage.up(50, 100)
      #expect(table.cellForRow(at: IndexPath(row: 2))?.isHighlighted == false)
      #expect(source.lines == ["select 1", "deselect 1", "select 2"])
      source.refuses = IndexPath(row: 3)
      stage.tap(50, 140, after: 500)
      #expect(source.lines.count == 3)
    }
  }

  @Test func aDragSelectsNothing() {
    onStage { stage in
      let source = Source()
      let table = table(stage, UITableView(frame: Rect(0, 0, 300, 440)), source)
      stage.down(50, 300)
      stage.wait(200)
      #expect(table.cellForRow(at: IndexPath(row: 6))?.isHighlighted == true)
      stage.move(50, 250)
      #expect(table.cellForRow(at: IndexPath(row: 6))?.isHighlighted == false)
      stage.up(50, 250)
      #expect(source.lines == [])
    }
  }

  @Test("S004-14") func aTableThatOverridesTouchesWithoutSuperSelectsNothing() {
    final class Deaf: UITableView {
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    }
    final class Hearing: UITableView {
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
      }
    }
    onStage { stage in
      let source = Source()
      let deaf = table(stage, Deaf(frame: Rect(0, 0, 300, 440)), source)
      stage.tap(50, 50)
      #expect(source.lines == [] && deaf.indexPathForSelectedRow == nil)
      deaf.removeFromSuperview()
      _ = table(stage, Hearing(frame: Rect(0, 0, 300, 440)), source)
      stage.tap(50, 50, after: 1000)
      #expect(source.lines == ["select 1"])
    }
  }

  @Test func aRecognizerOfTheViewAroundTakesTheTapFromTheTable() {
    onStage { stage in
      let root = UIView(frame: stage.window.bounds)
      let source = Source()
      let list = UITableView(frame: Rect(0, 0, 300, 440))
      root.addSubview(list)
      stage.show(root)
      list.dataSource = source
      list.delegate = source
      stage.wait(1)
      let tap = stage.add(UITapGestureRecognizer(), "tap", to: root)
      stage.tap(50, 50)
      #expect(source.lines == [] && stage.log.take() == ["tap ended"])
      tap.cancelsTouchesInView = false
      stage.tap(50, 50, after: 500)
      #expect(source.lines == ["select 1"] && stage.log.take() == ["tap ended"])
    }
  }

  @Test("S000-7") func reloadedCellsAreMadeInTheNextLayout() {
    onStage { stage in
      let source = Source()
      let table = table(stage, UITableView(frame: Rect(0, 0, 300, 440)), source)
      source.count = 3
      table.reloadData()
      // Rows are counted at once, cells come with the layout before the loop sleeps.
      #expect(table.numberOfRows(inSection: 0) == 3 && table.visibleCells.isEmpty)
      stage.wait(1)
      #expect(table.visibleCells.count == 3)
    }
  }

  @Test("S000-8") func aNestedBlockOfTheMainQueueComesAfterTheTablesLayout() throws {
    let lines = try Probe.run("table")
    let start = try #require(lines.firstIndex(of: "start"))
    #expect(
      lines[(start + 1)...].drop { $0 != "reload" } == [
        "reload", "numberOfRows", "done at once: false", "beforeWaiting", "cellForRow", "done, cells: 1",
      ])
  }
}
