import ResponderKit
import TestHarness
import Testing

/// Tables that are counted anew: where they are afterwards, and what that costs.
@Suite(.hangLimit) struct TableReloadTests {
  /// Counts what it is asked for.
  private class Source: UITableViewDataSource, UITableViewDelegate {
    var count: Int
    var cells = 0
    init(_ count: Int) { self.count = count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      cells += 1
      let cell =
        tableView.dequeueReusableCell(withIdentifier: "cell") ?? UITableViewCell(reuseIdentifier: "cell")
      cell.text = "\(row.row)"
      return cell
    }
  }

  private func show(_ stage: Stage, _ source: Source) -> UITableView {
    let table = UITableView(frame: Rect(0, 0, 300, 440))
    table.delegate = source
    table.dataSource = source
    stage.show(table)
    stage.wait(1)
    return table
  }

  @Test func fewerRowsDoNotLeaveTheTableBeyondItsEnd() {
    onStage { stage in
      let source = Source(100)
      let table = show(stage, source)
      table.contentOffset = Point(0, 3960)
      stage.wait(1)
      source.count = 20
      table.reloadData()
      stage.wait(1)
      #expect(table.contentOffset == Point(0, 440))
      #expect(table.visibleCells.map(\.text) == (10..<20).map(String.init))
      source.count = 2
      table.reloadData()
      stage.wait(1)
      #expect(table.contentOffset == .zero && table.visibleCells.map(\.text) == ["0", "1"])
      // What is in the middle stays there.
      source.count = 100
      table.reloadData()
      table.contentOffset = Point(0, 1000)
      table.reloadData()
      stage.wait(1)
      #expect(table.contentOffset == Point(0, 1000))
    }
  }

  @Test func aScrollToRowsThatAreNoMoreComesToTheNewEnd() {
    onStage { stage in
      let source = Source(100)
      let table = show(stage, source)
      table.setContentOffset(Point(0, 3960), animated: true)
      stage.wait(20)
      source.count = 40
      table.reloadData()
      stage.wait(2000)
      #expect(table.contentOffset == Point(0, 40 * 44 - 440))
      #expect(table.visibleCells.last?.text == "39")
    }
  }

  @Test func rowsOfOneHeightCostNothingOutOfSight() {
    onStage { stage in
      let source = Source(100_000)
      let table = show(stage, source)
      #expect(source.cells == 10 && table.contentSize.height == 4_400_000)
      #expect(table.rectForRow(at: IndexPath(row: 99_999)) == Rect(0, 4_399_956, 300, 44))
      table.contentOffset = Point(0, 4_400_000 - 440)
      stage.wait(1)
      #expect(source.cells == 20 && table.visibleCells.last?.text == "99999")
      // A number that no memory would hold a list of.
      source.count = .max
      table.reloadData()
      stage.wait(1)
      #expect(table.numberOfRows(inSection: 0) > 1_000_000_000 && table.visibleCells.count >= 10)
    }
  }

  @Test func aDelegateIsAskedForEachHeightOnlyIfItHasHeights() {
    final class Own: UITableViewDelegate {
      var asked = 0
      func tableView(_ tableView: UITableView, heightForRowAt row: IndexPath) -> Double {
        asked += 1
        return row.row.isMultiple(of: 2) ? 40 : 50
      }
    }
    onStage { stage in
      let source = Source(1000)
      let table = show(stage, source)
      let own = Own()
      table.delegate = own
      #expect(own.asked == 1000 && table.contentSize.height == 45_000)
      #expect(table.indexPathForRow(at: Point(0, 90)) == IndexPath(row: 2))
      table.delegate = source
      #expect(table.contentSize.height == 44_000)
      table.rowHeight = 10
      #expect(table.contentSize.height == 10_000)
    }
  }

  @Test func aSourceThatChangesInTheMiddleOfALayoutIsNotAskedForRowsThatItHasNot() {
    /// Has only three rows as soon as it is asked for the third cell, and says so.
    final class Changing: Source {
      var asked: [Int] = []
      override func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
        asked.append(row.row)
        if row.row == 2, count != 3 {
          count = 3
          tableView.reloadData()
        }
        return super.tableView(tableView, cellForRowAt: row)
      }
    }
    onStage { stage in
      let source = Changing(50)
      let table = show(stage, source)
      stage.wait(50)
      #expect(source.asked.allSatisfy { $0 < 3 })
      #expect(table.visibleCells.map(\.text) == ["0", "1", "2"])
      source.count = -5
      table.reloadData()
      stage.wait(1)
      #expect(table.visibleCells.isEmpty && table.contentSize.height == 0)
    }
  }

  @Test func aCellThatIsGivenForTwoRowsIsInTheLastOne() {
    final class Same: Source {
      let cell = UITableViewCell(reuseIdentifier: "cell")
      override func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
        cell
      }
    }
    onStage { stage in
      let source = Same(3)
      let table = show(stage, source)
      stage.wait(50)
      #expect(table.visibleCells.count == 1 && table.indexPathsForVisibleRows?.map(\.row) == [2])
    }
  }
}
