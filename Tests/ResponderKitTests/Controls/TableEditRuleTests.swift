import ResponderKit
import TestHarness
import Testing

/// Rules of rows that are swiped, edited and moved.
@Suite(.hangLimit) struct TableEditRuleTests {
  @Test func aDragThatGoesDownMoreThanToTheSideSwipesNothing() {
    onStage { stage in
      let source = EditedSource([["a", "b", "c", "d"]])
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one")])
      let table = stage.table(source)
      // Nothing else takes the drag.
      table.isScrollEnabled = false
      stage.drag(from: Point(250, 66), to: Point(170, 166))
      #expect(source.log.take() == [] && table.visibleCells.allSatisfy { $0.frame.minX == 0 })
      stage.drag(from: Point(250, 66), to: Point(150, 116))
      #expect(source.log.take() == ["begin [0, 1]"])
    }
  }

  @Test func editingClosesARowThatIsSwipedAside() {
    onStage { stage in
      let source = EditedSource([["a", "b"]])
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one")])
      let table = stage.table(source)
      let views = table.subviews.count
      stage.drag(from: Point(250, 22), to: Point(150, 22))
      #expect(source.log.take() == ["begin [0, 0]"] && table.subviews.count == views + 1)
      table.setEditing(true, animated: false)
      stage.wait(20)
      #expect(source.log.take() == ["end [0, 0]"] && table.subviews.count == views)
      #expect(table.cellForRow(at: IndexPath(row: 0))?.frame.minX == 0)
    }
  }

  @Test func aPlaceBehindTheEndOfASectionIsNone() {
    onStage { stage in
      let source = EditedSource([["a", "b", "c"]])
      source.canMove = true
      // Once the row is away, there are two others.
      source.target = { _ in IndexPath(row: 3, section: 0) }
      let table = stage.table(source)
      table.isEditing = true
      stage.wait(20)
      let cells = table.visibleCells
      stage.down(280, 22, after: 500)
      for step in 1...10 { stage.move(280, 22 + Double(step) * 6) }
      stage.wait(400)
      #expect(cells.dropFirst().map(\.frame.minY) == [44, 88])
      stage.cancel()
      stage.wait(500)
      #expect(source.log.take() == [] && cells.map(\.frame.minY) == [0, 44, 88])
    }
  }

  @Test func accessoriesChangePlacesWhileARowIsEdited() throws {
    try onStage { stage in
      let table = stage.table(EditedSource([["a"]]))
      let cell = try #require(table.cellForRow(at: IndexPath(row: 0)))
      let views = (0..<2).map { _ in UIView(frame: Rect(0, 0, 20, 20)) }
      cell.accessoryView = views[0]
      cell.editingAccessoryView = views[1]
      for isEditing in [false, true, false] {
        table.isEditing = isEditing
        stage.wait(20)
        #expect(views.map(\.isHidden) == [isEditing, !isEditing])
      }
    }
  }

  @Test func rowsThatAreNotEditedAreNotCalled() {
    final class Counting: UITableViewCell {
      var calls: [Bool] = []
      override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
        calls.append(editing)
      }
    }
    onStage { stage in
      let source = EditedSource([["a"]])
      let table = UITableView(frame: Rect(0, 0, 300, 400))
      table.register(Counting.self, forCellReuseIdentifier: "cell")
      (table.dataSource, table.delegate) = (source, source)
      stage.show(table)
      stage.wait(20)
      let cells = table.visibleCells.compactMap { $0 as? Counting }
      #expect(cells.map(\.calls) == [[]])
      table.setEditing(true, animated: false)
      #expect(cells.map(\.calls.last) == [true])
    }
  }
}
