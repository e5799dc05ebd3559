import ResponderKit
import TestHarness
import TestSupport
import Testing

/// What a table's delegate hears of touches beside the selection.
@Suite(.hangLimit) struct TableTouchTests {
  private final class Listener: UITableViewDataSource, UITableViewDelegate {
    let log = Log()
    var mayDeselect = true
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = UITableViewCell(reuseIdentifier: nil)
      if indexPath.row == 1 { cell.accessoryType = .detailDisclosureButton }
      return cell
    }
    func tableView(_ tableView: UITableView, didHighlightRowAt row: IndexPath) { log("down \(row.row)") }
    func tableView(_ tableView: UITableView, didUnhighlightRowAt row: IndexPath) { log("up \(row.row)") }
    func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith row: IndexPath) {
      log("detail \(row.row)")
    }
    func tableView(_ tableView: UITableView, willDeselectRowAt row: IndexPath) -> IndexPath? {
      log("will deselect \(row.row)")
      return mayDeselect ? row : nil
    }
    func tableView(_ tableView: UITableView, didSelectRowAt row: IndexPath) { log("select \(row.row)") }
    func tableView(_ tableView: UITableView, didDeselectRowAt row: IndexPath) { log("deselect \(row.row)") }
  }

  @Test func aPressIsHeardAndAScrollEndsIt() {
    onStage { stage in
      let listener = Listener()
      let table = stage.table(of: listener)
      stage.tap(50, 22)
      #expect(listener.log.take() == ["down 0", "up 0", "select 0"])
      stage.down(50, 110, after: 500)
      stage.wait(200)
      stage.move(50, 90)
      stage.move(50, 60)
      stage.up(50, 60)
      stage.wait(1000)
      #expect(listener.log.take() == ["down 2", "up 2"] && table.indexPathForSelectedRow?.row == 0)
    }
  }

  @Test func theLetterIIsAButton() {
    onStage { stage in
      let listener = Listener()
      let table = stage.table(of: listener)
      table.allowsSelection = false
      // The arrow is at the edge, the letter at its left.
      stage.tap(255, 66)
      #expect(listener.log.take() == ["detail 1"])
      table.allowsSelection = true
      stage.tap(255, 66, after: 500)
      #expect(listener.log.take() == ["detail 1"] && table.indexPathForSelectedRow == nil)
      stage.tap(290, 66, after: 500)
      #expect(listener.log.take() == ["down 1", "up 1", "select 1"])
      // A finger that leaves it does nothing.
      stage.down(255, 66, after: 500)
      stage.move(200, 66)
      stage.up(200, 66)
      #expect(!listener.log.take().contains("detail 1"))
    }
  }

  @Test func aRowMayStaySelected() {
    onStage { stage in
      let listener = Listener()
      let table = stage.table(of: listener)
      stage.tap(50, 22)
      stage.tap(50, 110, after: 500)
      #expect(listener.log.take().suffix(3) == ["will deselect 0", "deselect 0", "select 2"])
      listener.mayDeselect = false
      stage.tap(50, 22, after: 500)
      #expect(listener.log.take().suffix(2) == ["will deselect 2", "select 0"])
      #expect(table.indexPathsForSelectedRows?.map(\.row) == [0, 2])
      table.allowsMultipleSelection = true
      stage.tap(50, 22, after: 500)
      #expect(listener.log.take().last == "will deselect 0" && table.indexPathsForSelectedRows?.count == 2)
    }
  }
}
