import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Rows that are dragged in their table and to other views, and what is dropped on tables.
@Suite(.hangLimit) struct TableDragTests {
  private static let letters = ["a", "b", "c", "d", "e"]

  @Test func aDataSourceThatMovesRowsNeedsNoDropDelegate() {
    onStage { stage in
      let source = MovedRows(stage, Self.letters)
      stage.lift(100, 20)
      #expect(source.table.hasActiveDrag && source.table.hasActiveDrop)
      stage.move(100, 100)
      stage.wait(400)
      // The others make room, and the row itself is only seen at the finger.
      let seen = source.table.visibleCells.filter { $0.alpha > 0 }
      #expect(seen.map { $0.textLabel?.text } == ["b", "c", "d", "e"])
      #expect(seen.map(\.frame.minY) == [0, 40, 120, 160] && source.moves == [])
      stage.up(100, 100)
      #expect(source.rows == ["b", "c", "a", "d", "e"] && source.moves == ["0 2"])
      stage.wait(400)
      #expect(source.table.visibleCells.map(\.frame.minY) == [0, 40, 80, 120, 160])
      #expect(source.table.visibleCells.allSatisfy { $0.alpha == 1 } && stage.flight() == nil)
      #expect(!source.table.hasActiveDrag && !source.table.hasActiveDrop)
      // Elsewhere it goes back.
      stage.lift(100, 20)
      stage.move(100, 180)
      stage.move(100, 600)
      stage.wait(400)
      #expect(source.table.visibleCells.map(\.frame.minY) == [0, 40, 80, 120, 160])
      stage.up(100, 600)
      stage.wait(400)
      #expect(source.moves == ["0 2"] && source.table.visibleCells.allSatisfy { $0.alpha == 1 })
    }
  }

  @Test func rowsOfADataSourceThatMovesRowsHaveHandles() {
    onStage { stage in
      let source = MovedRows(stage, Self.letters)
      source.table.isEditing = true
      #expect(source.table.visibleCells.allSatisfy { $0.editing?.handle != nil })
      let other = DraggedRows(stage, Self.letters)
      other.table.isEditing = true
      #expect(other.table.visibleCells.allSatisfy { $0.editing?.handle == nil })
    }
  }

  private final class Page: UITableViewController, UITableViewDragDelegate {
    var rows = TableDragTests.letters
    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.rowHeight = 40
      tableView.dragDelegate = self
    }
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      rows.count
    }
    override func tableView(_ tableView: UITableView, moveRowAt old: IndexPath, to new: IndexPath) {
      rows.insert(rows.remove(at: old.row), at: new.row)
    }
    func tableView(
      _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
    ) -> [UIDragItem] { [UIDragItem(itemProvider: NSItemProvider())] }
  }

  @Test func rowsOfATableControllerThatMovesThemAreDragged() {
    onStage { stage in
      let page = Page(style: .plain)
      stage.show(page)
      stage.wait(20)
      #expect(page.tableView(page.tableView, canMoveRowAt: IndexPath(0)))
      #expect(!UITableViewController(style: .plain).tableView(page.tableView, canMoveRowAt: IndexPath(0)))
      stage.lift(100, 20)
      stage.move(100, 60)
      stage.up(100, 60)
      stage.wait(400)
      #expect(page.rows == ["b", "a", "c", "d", "e"])
    }
  }

  @Test func aDropDelegateMovesARowByItself() {
    onStage { stage in
      let source = DraggedRows(stage, Self.letters)
      stage.lift(100, 20)
      stage.move(100, 100)
      stage.wait(400)
      #expect(source.tops == [0, 40, 120, 160])
      stage.up(100, 100)
      #expect(stage.log.lines.contains("perform [0, 2]"))
      stage.wait(400)
      #expect(source.rows == ["b", "c", "a", "d", "e"] && source.seen == source.rows)
      #expect(source.tops == [0, 40, 80, 120, 160])
      #expect(
        stage.log.lines.suffix(2) == ["end", "did end"] && stage.log.lines.prefix(2) == ["lift", "begin"])
    }
  }

  @Test func rowsMakeRoomForWhatComesFromAnotherTable() {
    onStage { stage in
      let lower = DraggedRows(stage, ["1", "2", "3"], top: 420)
      let upper = DraggedRows(stage, Self.letters)
      upper.operation = .copy
      stage.lift(100, 440)
      // In the upper half of the second row, so before it.
      stage.move(100, 50)
      stage.wait(400)
      #expect(upper.tops == [0, 80, 120, 160, 200] && upper.table.contentSize.height == 240)
      #expect(stage.flight()?.sign == .copy)
      // In the room nothing changes; below it the next row makes room.
      stage.move(100, 70)
      stage.wait(400)
      #expect(upper.tops == [0, 80, 120, 160, 200])
      stage.move(100, 110)
      stage.wait(400)
      #expect(upper.tops == [0, 40, 120, 160, 200])
      stage.up(100, 110)
      #expect(stage.log.lines.last == "perform [0, 2]")
      stage.wait(400)
      #expect(upper.rows == ["a", "b", "1", "c", "d", "e"] && upper.seen == upper.rows)
      #expect(upper.tops == [0, 40, 80, 120, 160, 200] && upper.table.contentSize.height == 240)
      #expect(lower.rows == ["1", "2", "3"] && lower.seen == lower.rows)
      // Below the rows, the room is at the end; without a drop it closes.
      stage.lift(100, 440)
      stage.move(100, 10)
      stage.wait(400)
      #expect(upper.tops.first == 40)
      stage.move(100, 350)
      stage.wait(400)
      #expect(upper.tops == [0, 40, 80, 120, 160, 200])
      stage.up(100, 350)
      stage.wait(400)
      #expect(upper.rows.last == "1" && stage.log.lines.contains("perform -"))
      stage.lift(100, 440)
      stage.move(100, 10)
      stage.cancel()
      stage.wait(400)
      #expect(upper.tops.first == 0 && upper.rows.count == 7 && upper.table.contentSize.height == 280)
    }
  }

  @Test func aRowIntoWhichSomethingWouldComeIsHighlighted() {
    onStage { stage in
      let lower = DraggedRows(stage, ["1"], top: 420)
      let upper = DraggedRows(stage, Self.letters)
      (upper.operation, upper.intent, upper.inserts) = (.copy, .automatic, false)
      stage.lift(100, 440)
      stage.move(100, 60)
      stage.wait(400)
      #expect(upper.table.cellForRow(at: IndexPath(1))?.isHighlighted == true)
      #expect(upper.tops == [0, 40, 80, 120, 160])
      stage.move(100, 42)
      stage.wait(400)
      #expect(upper.table.cellForRow(at: IndexPath(1))?.isHighlighted == false)
      #expect(upper.tops == [0, 80, 120, 160, 200])
      upper.intent = .insertIntoDestinationIndexPath
      stage.move(100, 140)
      stage.wait(400)
      #expect(upper.table.cellForRow(at: IndexPath(3))?.isHighlighted == false)
      stage.move(100, 130)
      #expect(upper.table.cellForRow(at: IndexPath(3))?.isHighlighted == true)
      stage.up(100, 130)
      #expect(stage.log.lines.last == "perform [0, 3]")
      stage.wait(400)
      #expect(upper.table.cellForRow(at: IndexPath(3))?.isHighlighted == false && lower.rows == ["1"])
    }
  }

  @Test func rowsWithoutItemsAndDisabledTablesAreNotDragged() {
    onStage { stage in
      let source = DraggedRows(stage, ["fixed", "a"])
      stage.down(100, 20)
      stage.wait(700)
      #expect(stage.flight() == nil)
      stage.up(100, 20)
      source.table.dragInteractionEnabled = false
      stage.down(100, 60)
      stage.wait(700)
      #expect(stage.flight() == nil)
      stage.up(100, 60)
      source.table.dragInteractionEnabled = true
      // A press that is too short for a drag, or moves before, leaves nothing behind.
      stage.down(100, 60)
      stage.wait(700)
      stage.up(100, 60)
      stage.wait(400)
      #expect(!source.table.hasActiveDrag)
      stage.lift(100, 60)
      #expect(stage.flight() != nil)
      stage.cancel()
      stage.wait(400)
      #expect(source.seen == ["fixed", "a"] && !source.table.hasActiveDrag)
    }
  }

  @Test func aTableScrollsUnderTheDraggedRowWhichGoesWithTheFinger() {
    onStage { stage in
      let source = MovedRows(stage, (0..<50).map(String.init))
      stage.lift(100, 20)
      stage.move(100, 390)
      stage.wait(3_000)
      // The cell of the dragged row is out of sight, and kept.
      #expect(source.table.contentOffset.y > 1_000 && source.table.cellForRow(at: IndexPath(0)) != nil)
      stage.move(100, 200)
      stage.up(100, 200)
      stage.wait(400)
      let place = Int((source.table.contentOffset.y + 200) / 40)
      #expect(source.rows[place] == "0" && source.moves == ["0 \(place)"])
    }
  }

  @Test func rowsThatComeDuringADragMoveTheDraggedOne() {
    onStage { stage in
      let source = MovedRows(stage, Self.letters)
      stage.lift(100, 20)
      source.rows.insert("new", at: 0)
      source.table.insertRows(at: [IndexPath(0)], with: .none)
      stage.wait(20)
      stage.move(100, 100)
      stage.up(100, 100)
      stage.wait(400)
      #expect(source.moves == ["1 2"] && source.rows == ["new", "b", "a", "c", "d", "e"])
    }
  }

  @Test func aPointerDragsARowAtOnceInPlaceOfScrolling() {
    onStage { stage in
      let source = MovedRows(stage, (0..<50).map(String.init))
      func mouse(_ phase: HIDEvent.Contact.Phase, _ y: Double) {
        stage.frame(.init(1, phase, x: 100, y: y, kind: .pointer, buttons: [.primary]), after: 10)
      }
      mouse(.began, 100)
      mouse(.moved, 120)
      mouse(.moved, 180)
      #expect(stage.flight() != nil && source.table.contentOffset == .zero)
      mouse(.ended, 180)
      stage.wait(400)
      #expect(source.moves == ["2 4"])
    }
  }

  @Test func aRowIsDroppedWhereTheFingerIsAfterAChange() {
    onStage { stage in
      let source = MovedRows(stage, Self.letters)
      stage.lift(100, 20)
      stage.move(100, 100)
      stage.wait(400)
      source.rows.insert("new", at: 0)
      source.table.insertRows(at: [IndexPath(0)], with: .none)
      stage.wait(20)
      // The room has closed, so the row is seen.
      #expect(source.table.cellForRow(at: IndexPath(1))?.alpha == 1)
      stage.up(100, 100)
      stage.wait(400)
      #expect(source.moves == ["1 2"] && source.rows == ["new", "b", "a", "c", "d", "e"])
    }
  }

  @Test func allRowsAreSeenAfterAReload() {
    onStage { stage in
      let source = MovedRows(stage, Self.letters)
      stage.lift(100, 20)
      stage.move(100, 100)
      stage.wait(400)
      #expect(source.table.cellForRow(at: IndexPath(0))?.alpha == 0)
      source.table.reloadData()
      source.table.layoutIfNeeded()
      #expect(source.table.visibleCells.count == 5)
      #expect(source.table.visibleCells.allSatisfy { $0.alpha == 1 })
      stage.up(100, 100)
      stage.wait(400)
    }
  }

  @Test func aTableMayBeReloadedWhenAReloadEndsTheDrag() {
    onStage { stage in
      let source = DraggedRows(stage, Self.letters)
      source.exits = { [unowned source] in source.table.reloadData() }
      stage.lift(100, 20)
      stage.move(100, 100)
      source.rows.removeLast()
      source.table.reloadData()
      stage.wait(400)
      stage.up(100, 100)
      #expect(source.seen == ["a", "b", "c", "d"] && stage.flight() == nil)
      #expect(source.table.subviews.filter { $0 is UITableViewCell }.count == 4)
    }
  }

  @Test func aDragDelegateMayKeepItemsInTheProgram() {
    onStage { stage in
      let source = DraggedRows(stage, Self.letters)
      for isRestricted in [true, false] {
        source.isRestricted = isRestricted
        stage.lift(100, 20)
        stage.move(100, 60)
        #expect(source.wasRestricted == isRestricted)
        stage.cancel()
        stage.wait(400)
      }
    }
  }

  @Test func aRowThatIsInsertedBeforeTheLiftMovesTheDraggedOne() {
    onStage { stage in
      let source = DraggedRows(stage, Self.letters)
      source.prepares = { [unowned source] in
        source.rows.insert("new", at: 0)
        source.table.insertRows(at: [IndexPath(0)], with: .none)
      }
      stage.lift(100, 20)
      #expect(source.table.dragging?.lifted?.place == IndexPath(1))
      stage.move(100, 100)
      stage.up(100, 100)
      stage.wait(400)
      #expect(source.rows == ["new", "b", "a", "c", "d", "e"] && source.seen == source.rows)
    }
  }
}
