import ResponderKit
import TestHarness
import Testing

/// Tables that are edited: buttons in rows, and rows that a finger moves.
@Suite(.hangLimit) struct TableEditingTests {
  @Test func rowsMakeRoomForTheirButtons() throws {
    try onStage { stage in
      let source = EditedSource([["a", "b"]])
      let table = stage.table(source)
      let cell = try #require(table.cellForRow(at: IndexPath(row: 0)))
      cell.accessoryType = .disclosureIndicator
      table.setEditing(true, animated: true)
      stage.wait(500)
      #expect(cell.isEditing && cell.editingStyle == .delete)
      // The arrow is not there while it is edited.
      #expect(cell.contentView.frame == CGRect(x: 40, y: 0, width: 260, height: 44))
      table.isEditing = false
      stage.wait(20)
      #expect(!cell.isEditing && cell.editingStyle == .none)
      #expect(cell.contentView.frame == CGRect(x: 0, y: 0, width: 272, height: 44))
      #expect(cell.subviews.count == 1)
    }
  }

  @Test func theButtonAsksBeforeItDeletes() {
    onStage { stage in
      let source = EditedSource([["a", "b", "c"]])
      let table = stage.table(source)
      table.setEditing(true, animated: false)
      stage.wait(20)
      stage.tap(20, 66)
      stage.wait(500)
      #expect(source.log.take() == ["begin [0, 1]"] && table.texts == ["a", "b", "c"])
      stage.tap(280, 66, after: 500)
      stage.wait(1000)
      #expect(source.log.take() == ["delete [0, 1]", "end"] && table.texts == ["a", "c"])
      // A tap beside the button selects nothing, unless it may.
      stage.tap(150, 22, after: 500)
      #expect(source.log.take() == [])
      table.allowsSelectionDuringEditing = true
      stage.tap(150, 22, after: 500)
      #expect(source.log.take() == ["select [0, 0]"])
    }
  }

  /// As by a reader: for a finger it is out of sight.
  @Test func theControlOfAnOpenRowClosesIt() throws {
    try onStage { stage in
      let source = EditedSource([["a", "b", "c"]])
      let table = stage.table(source)
      table.setEditing(true, animated: false)
      stage.wait(20)
      let cell = try #require(table.cellForRow(at: IndexPath(row: 1)))
      let control = try #require(cell.subviews.lazy.compactMap { $0 as? UIControl }.first)
      for isOpen in [true, false, true] {
        control.sendActions(for: .touchUpInside)
        stage.wait(500)
        #expect(source.log.take() == [isOpen ? "begin [0, 1]" : "end [0, 1]"])
        #expect((cell.frame.minX < 0) == isOpen)
      }
    }
  }

  @Test func aButtonThatInsertsDoesItAtOnce() {
    onStage { stage in
      let source = EditedSource([["a", "b"]])
      source.style = .insert
      let table = stage.table(source)
      table.setEditing(true, animated: false)
      stage.wait(20)
      stage.tap(20, 22)
      stage.wait(500)
      #expect(source.log.take() == ["insert [0, 0]"] && table.texts == ["a", "new", "b"])
      // The new row has its button, too.
      #expect(table.visibleCells.allSatisfy { $0.editingStyle == .insert })
    }
  }

  @Test func aFingerMovesARow() {
    onStage { stage in
      let source = EditedSource([["a", "b", "c", "d"]])
      source.canMove = true
      source.style = .none
      let table = stage.table(source)
      table.setEditing(true, animated: false)
      stage.wait(20)
      let cells = table.visibleCells
      #expect(cells[0].contentView.frame.maxX == 256)
      stage.down(280, 22, after: 500)
      for step in 1...10 { stage.move(280, 22 + Double(step) * 9) }
      stage.wait(400)
      // The others have made room, and nothing scrolls.
      #expect(cells.map(\.frame.minY) == [90, 0, 44, 132] && table.contentOffset.y == 0)
      #expect(source.log.take() == [])
      stage.up(280, 112, after: 10)
      stage.wait(500)
      #expect(source.log.take() == ["move [0, 0] [0, 2]"] && table.texts == ["b", "c", "a", "d"])
      #expect(table.visibleCells[2] === cells[0] && cells.map(\.frame.minY) == [88, 0, 44, 132])
      // Back where it was, nothing has moved.
      stage.drag(from: Point(280, 22), to: Point(280, 35))
      #expect(source.log.take() == [] && table.visibleCells.map(\.frame.minY) == [0, 44, 88, 132])
    }
  }

  @Test func aRowMovesToAnotherSection() {
    onStage { stage in
      let source = EditedSource([["a", "b"], ["c", "d"]])
      source.canMove = true
      let table = stage.table(source)
      table.isEditing = true
      stage.wait(20)
      // Below the middle of the last row is the end of its section.
      stage.drag(from: Point(280, 22), to: Point(280, 170))
      #expect(source.log.take() == ["move [0, 0] [1, 2]"] && table.texts == ["b", "c", "d", "a"])
      stage.drag(from: Point(280, 154), to: Point(280, 22))
      #expect(source.log.take() == ["move [1, 2] [0, 0]"] && table.texts == ["a", "b", "c", "d"])
    }
  }

  @Test func theDelegateChoosesWhereARowMayCome() {
    onStage { stage in
      let source = EditedSource([["a", "b", "c", "d"]])
      source.canMove = true
      source.target = { $0.row > 1 ? IndexPath(row: 9, section: 9) : $0 }
      let table = stage.table(source)
      table.isEditing = true
      stage.wait(20)
      stage.drag(from: Point(280, 22), to: Point(280, 154))
      #expect(source.log.take() == ["move [0, 0] [0, 1]"] && table.texts == ["b", "a", "c", "d"])
    }
  }

  @Test func aFingerAtTheEdgeScrolls() {
    onStage { stage in
      let source = EditedSource([(0..<40).map(String.init)])
      source.canMove = true
      let table = stage.table(source)
      table.isEditing = true
      stage.wait(20)
      stage.down(280, 22, after: 500)
      for step in 1...10 { stage.move(280, 22 + Double(step) * 36) }
      stage.wait(4000)
      #expect(table.contentOffset.y == 40 * 44 - 400)
      stage.up(280, 382)
      stage.wait(500)
      #expect(source.log.take() == ["move [0, 0] [0, 39]"] && table.texts.last == "0")
    }
  }

  @Test func rowsThatAreCountedAnewTakeTheRowFromTheFinger() {
    onStage { stage in
      let source = EditedSource([["a", "b", "c"]])
      source.canMove = true
      let table = stage.table(source)
      table.isEditing = true
      stage.wait(20)
      stage.down(280, 22, after: 500)
      for step in 1...5 { stage.move(280, 22 + Double(step) * 10) }
      source.groups = [["x", "y", "z"]]
      table.reloadData()
      stage.wait(100)
      stage.move(280, 100)
      stage.up(280, 100)
      stage.wait(500)
      #expect(source.log.take() == [] && table.visibleCells.map(\.frame.minY) == [0, 44, 88])
    }
  }

  private final class List: UITableViewController {
    var rows = ["a", "b"]
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      rows.count
    }
    override func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
    override func tableView(
      _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
      forRowAt indexPath: IndexPath
    ) {
      rows.remove(at: indexPath.row)
      tableView.deleteRows(at: [indexPath], with: .fade)
    }
  }

  @Test func aTablesControllerEditsItsTable() {
    onStage { stage in
      let list = List()
      stage.show(UINavigationController(rootViewController: list))
      list.navigationItem.rightBarButtonItem = list.editButtonItem
      stage.wait(20)
      list.setEditing(true, animated: true)
      #expect(list.tableView.isEditing && list.tableView.visibleCells.allSatisfy(\.isEditing))
      list.setEditing(false, animated: true)
      stage.wait(500)
      let y = list.tableView.convert(list.tableView.rectForRow(at: IndexPath(row: 0)).center, to: nil).y
      stage.drag(from: Point(380, y), to: Point(20, y))
      #expect(list.rows == ["b"] && list.tableView.visibleCells.count == 1)
    }
  }
}
