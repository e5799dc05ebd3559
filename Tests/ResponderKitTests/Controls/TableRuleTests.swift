import ResponderKit
import TestHarness
import Testing

/// Rows at their edges, and cells that come back.
@Suite(.hangLimit) struct TableRuleTests {
  private final class Sections: UITableViewDataSource, UITableViewDelegate {
    var counts = [3, 0, 40]
    func numberOfSections(in tableView: UITableView) -> Int { counts.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { counts[section] }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      let cell =
        tableView.dequeueReusableCell(withIdentifier: "cell") ?? UITableViewCell(reuseIdentifier: "cell")
      cell.text = "\(row.section).\(row.row)"
      return cell
    }
    func tableView(_ tableView: UITableView, heightForRowAt row: IndexPath) -> Double {
      row.section == 0 ? 100 : 50
    }
  }

  private func make(_ stage: Stage, _ source: Sections) -> UITableView {
    let table = UITableView(frame: Rect(0, 0, 300, 400))
    table.delegate = source
    table.dataSource = source
    stage.show(table)
    stage.wait(1)
    return table
  }

  @Test func anEdgeBelongsToTheRowBelowIt() {
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      #expect(table.contentSize.height == 2300)
      for (y, row) in [
        (0.0, IndexPath(row: 0, section: 0)), (99.9, IndexPath(row: 0, section: 0)),
        (100, IndexPath(row: 1, section: 0)), (299.9, IndexPath(row: 2, section: 0)),
        (300, IndexPath(row: 0, section: 2)), (350, IndexPath(row: 1, section: 2)),
        (2299.9, IndexPath(row: 39, section: 2)),
      ] {
        #expect(table.indexPathForRow(at: Point(0, y)) == row, "at \(y)")
      }
      #expect(table.indexPathForRow(at: Point(0, 2300)) == nil)
      #expect(table.indexPathForRow(at: Point(0, -0.1)) == nil)
      #expect(table.rectForRow(at: IndexPath(row: 1, section: 2)) == Rect(0, 350, 300, 50))
      for none in [
        IndexPath(row: 3, section: 0), IndexPath(row: 0, section: 1), IndexPath(row: 0, section: 3),
        IndexPath(row: -1, section: 0),
      ] {
        #expect(table.rectForRow(at: none) == .zero)
      }
    }
  }

  @Test func whatIsSeenByAPointHasACellAndWhatOnlyTouchesTheEdgeHasNone() {
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      func texts(_ offset: Double) -> [String] {
        table.contentOffset = Point(0, offset)
        stage.wait(1)
        return table.visibleCells.map(\.text)
      }
      #expect(texts(0) == ["0.0", "0.1", "0.2", "2.0", "2.1"])
      #expect(texts(1) == ["0.0", "0.1", "0.2", "2.0", "2.1", "2.2"])
      #expect(texts(100) == ["0.1", "0.2", "2.0", "2.1", "2.2", "2.3"])
      #expect(texts(2000) == ["2.34", "2.35", "2.36", "2.37", "2.38", "2.39"])
      #expect(texts(-350) == ["0.0"])
      #expect(texts(-400) == [])
    }
  }

  @Test func aSelectedRowIsReportedAsSelected() {
    onStage { stage in
      let table = make(stage, Sections())
      let row = IndexPath(row: 1, section: 0)
      let cell = table.cellForRow(at: row)
      #expect(cell?.accessibilityTraits == .button)
      table.selectRow(at: row, animated: false)
      #expect(cell?.accessibilityTraits == [.button, .selected])
    }
  }

  @Test func anAccessoryTakesTheOldOnesPlace() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let (old, new) = (UIView(), UIView())
    cell.accessoryView = old
    cell.accessoryView = new
    #expect(old.superview == nil && new.superview === cell)
    cell.accessoryView = nil
    #expect(new.superview == nil)
  }

  @Test func aSelectionIsOfItsRowAndNotOfItsCell() {
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      let row = IndexPath(row: 1, section: 0)
      table.selectRow(at: row, animated: false)
      #expect(table.cellForRow(at: row)?.isSelected == true)
      table.contentOffset = Point(0, 1000)
      stage.wait(1)
      #expect(table.visibleCells.allSatisfy { !$0.isSelected } && table.cellForRow(at: row) == nil)
      table.contentOffset = .zero
      stage.wait(1)
      #expect(table.visibleCells.filter(\.isSelected).map(\.text) == ["0.1"])
      // Another one, and none.
      table.selectRow(at: IndexPath(row: 0, section: 2), animated: false)
      #expect(table.visibleCells.filter(\.isSelected).map(\.text) == ["2.0"])
      table.deselectRow(at: row, animated: false)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 2))
      table.selectRow(at: IndexPath(row: 9, section: 1), animated: false)
      #expect(table.indexPathForSelectedRow == nil && table.visibleCells.filter(\.isSelected).isEmpty)
      // New rows have no selection.
      table.selectRow(at: row, animated: false)
      table.reloadData()
      stage.wait(1)
      #expect(table.indexPathForSelectedRow == nil && table.visibleCells.filter(\.isSelected).isEmpty)
    }
  }

  @Test func theRowUnderTheFingerKeepsItsCell() {
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      table.delaysContentTouches = false
      stage.down(50, 150)
      let cell = table.cellForRow(at: IndexPath(row: 1, section: 0))
      #expect(cell?.isHighlighted == true)
      // The program scrolls it away, and back.
      table.contentOffset = Point(0, 1000)
      stage.wait(1)
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 0)) === cell)
      table.contentOffset = .zero
      stage.wait(1)
      #expect(cell?.isHighlighted == true && cell?.text == "0.1")
      stage.up(50, 150)
      #expect(cell?.isHighlighted == false && table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }
  }

  @Test func aFingerThatGoesUpInAnotherRowSelectsNothing() {
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      table.isScrollEnabled = false
      stage.down(50, 150)
      stage.up(50, 250)
      #expect(table.indexPathForSelectedRow == nil)
      #expect(table.visibleCells.filter(\.isHighlighted).isEmpty)
      stage.tap(50, 150, after: 1000)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }
  }

  @Test func theDelegateMayChooseAnotherRow() {
    final class Choosing: UITableViewDelegate {
      var lines: [String] = []
      func tableView(_ tableView: UITableView, willSelectRowAt row: IndexPath) -> IndexPath? {
        row.row == 2 ? nil : IndexPath(row: 0, section: 2)
      }
      func tableView(_ tableView: UITableView, didSelectRowAt row: IndexPath) {
        lines.append("select \(row.section).\(row.row)")
      }
      func tableView(_ tableView: UITableView, didDeselectRowAt row: IndexPath) {
        lines.append("deselect \(row.section).\(row.row)")
      }
    }
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      let choosing = Choosing()
      table.selectRow(at: IndexPath(row: 1, section: 0), animated: false)
      table.delegate = choosing
      stage.tap(50, 50)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 2))
      #expect(choosing.lines == ["deselect 0.1", "select 2.0"])
      stage.tap(50, 250, after: 1000)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 0, section: 2) && choosing.lines.count == 2)
    }
  }

  @Test func rowsThatAreCountedAnewForgetTheFinger() {
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      table.delaysContentTouches = false
      // The touch is the table's own: it goes on.
      for cell in table.visibleCells { cell.isUserInteractionEnabled = false }
      stage.down(50, 150)
      #expect(table.visibleCells.filter(\.isHighlighted).count == 1)
      table.reloadData()
      stage.wait(1)
      #expect(table.visibleCells.filter(\.isHighlighted).isEmpty)
      stage.up(50, 150)
      #expect(table.indexPathForSelectedRow == nil)
    }
  }

  @Test func aSecondFingerPressesNoRow() {
    onStage { stage in
      let source = Sections()
      let table = make(stage, source)
      table.isScrollEnabled = false
      table.isMultipleTouchEnabled = true
      for view in table.visibleCells { view.isUserInteractionEnabled = false }
      stage.down(50, 150, finger: 1)
      stage.down(50, 50, finger: 2)
      #expect(table.visibleCells.filter(\.isHighlighted).map(\.text) == ["0.1"])
      stage.up(50, 50, finger: 2)
      #expect(table.indexPathForSelectedRow == nil)
      stage.up(50, 150, finger: 1)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }
  }

  @Test func aCellThatIsUsedAgainIsPrepared() {
    final class Cell: UITableViewCell {
      var prepared = 0
      override func prepareForReuse() { prepared += 1 }
    }
    final class Source: UITableViewDataSource {
      var cells: [Cell] = []
      var heights: [Double] = []
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 20 }
      func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
        if let cell = tableView.dequeueReusableCell(withIdentifier: "cell") { return cell }
        cells.append(Cell(reuseIdentifier: "cell"))
        return cells[cells.count - 1]
      }
    }
    onStage { stage in
      let source = Source()
      let table = UITableView(frame: Rect(0, 0, 300, 88))
      table.dataSource = source
      stage.show(table)
      stage.wait(1)
      #expect(source.cells.map(\.prepared) == [0, 0])
      table.contentOffset = Point(0, 440)
      stage.wait(1)
      #expect(source.cells.map(\.prepared) == [1, 1])
      #expect(table.dequeueReusableCell(withIdentifier: "other") == nil)
    }
  }

  @Test func aHeightThatIsNoneIsNothing() {
    final class Heights: UITableViewDataSource, UITableViewDelegate {
      let heights = [50, -20, .nan, .infinity, 30]
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { heights.count }
      func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
        UITableViewCell(reuseIdentifier: nil)
      }
      func tableView(_ tableView: UITableView, heightForRowAt row: IndexPath) -> Double { heights[row.row] }
    }
    onStage { stage in
      let heights = Heights()
      let table = UITableView(frame: Rect(0, 0, 300, 400))
      table.delegate = heights
      table.dataSource = heights
      stage.show(table)
      stage.wait(1)
      #expect(table.contentSize.height == 80)
      #expect(table.rectForRow(at: IndexPath(row: 4)) == Rect(0, 50, 300, 30))
    }
  }
}
