import ResponderKit
import TestHarness
import Testing

/// Rows and sections that come, go and move together.
@Suite(.hangLimit) struct TableChangeTests {
  private final class Source: UITableViewDataSource, UITableViewDelegate {
    var groups: [[String]]
    var gone: [String] = []
    init(_ groups: [[String]]) { self.groups = groups }
    func numberOfSections(in tableView: UITableView) -> Int { groups.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      groups[section].count
    }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: row)
      cell.textLabel?.text = groups[row.section][row.row]
      return cell
    }
    func tableView(
      _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) { gone.append(cell.textLabel?.text ?? "") }
  }

  private func table(_ stage: Stage, _ source: Source) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 440))
    table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
    table.dataSource = source
    table.delegate = source
    stage.show(table)
    stage.wait(20)
    return table
  }

  @Test func deletesAreByOldPlacesAndInsertsByNewOnesInAnyOrder() throws {
    try onStage { stage in
      let source = Source([["a", "b", "c", "d"]])
      let table = table(stage, source)
      let (b, d) = (IndexPath(row: 1, section: 0), IndexPath(row: 3, section: 0))
      let cells = try [b, d].map { try #require(table.cellForRow(at: $0)) }
      table.selectRow(at: d, animated: false)
      source.groups = [["n", "b", "m", "d"]]
      table.performBatchUpdates {
        table.insertRows(at: [IndexPath(row: 0, section: 0), IndexPath(row: 2, section: 0)], with: .fade)
        table.deleteRows(at: [IndexPath(row: 2, section: 0), IndexPath(row: 0, section: 0)], with: .fade)
      }
      stage.wait(500)
      #expect(table.texts == ["n", "b", "m", "d"] && table.indexPathForSelectedRow == d)
      #expect(table.cellForRow(at: b) === cells[0] && table.cellForRow(at: d) === cells[1])
    }
  }

  @Test func aDeletedRowFadesOutBeforeItsCellIsUsedAgain() throws {
    try onStage { stage in
      let source = Source([["a", "b", "c"]])
      let table = table(stage, source)
      let first = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
      var ends: [Bool] = []
      source.groups = [["b", "c"]]
      table.performBatchUpdates {
        table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      } completion: {
        ends.append($0)
      }
      stage.wait(100)
      #expect(table.texts == ["b", "c"] && first.superview === table && source.gone.isEmpty && ends.isEmpty)
      stage.wait(400)
      #expect(first.superview == nil && first.alpha == 1 && source.gone == ["a"] && ends == [true])
      // Without an animation all is done at once.
      source.groups = [["b"]]
      table.performBatchUpdates {
        table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .none)
      } completion: {
        ends.append($0)
      }
      #expect(ends == [true, true] && source.gone == ["a", "c"])
    }
  }

  @Test func rowsThatGoFromTheEndLetTheTableComeBack() {
    onStage { stage in
      let source = Source([(0..<40).map(String.init)])
      let table = table(stage, source)
      table.contentOffset = CGPoint(x: 0, y: 40 * 44 - 440)
      stage.wait(20)
      source.groups = [(0..<20).map(String.init)]
      table.deleteRows(at: (20..<40).map { IndexPath(row: $0, section: 0) }, with: .automatic)
      stage.wait(500)
      #expect(table.contentOffset.y == 440 && table.texts == (10..<20).map(String.init))
      #expect(table.visibleCells.allSatisfy { $0.alpha == 1 && $0.presentationFrame == $0.frame })
    }
  }

  @Test func aSectionMovesWithTheCellsOfItsRows() throws {
    try onStage { stage in
      let source = Source([["a", "b"], ["c"], ["d"]])
      let table = table(stage, source)
      let b = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)))
      source.groups = [["c"], ["d"], ["a", "b", "x"]]
      table.performBatchUpdates {
        table.moveSection(0, toSection: 2)
        table.insertRows(at: [IndexPath(row: 2, section: 2)], with: .fade)
      }
      stage.wait(500)
      #expect(table.texts == ["c", "d", "a", "b", "x"])
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 2)) === b)
    }
  }

  @Test func mistakesReload() {
    onStage { stage in
      let source = Source([["a", "b"], ["c"]])
      let table = table(stage, source)
      let (first, absent) = (IndexPath(row: 0, section: 0), IndexPath(row: 9, section: -4))
      table.deleteRows(at: [absent], with: .fade)
      table.deleteRows(at: [first], with: .fade)
      table.deleteSections([7, -1], with: .fade)
      table.moveSection(5, toSection: -3)
      table.moveRow(at: absent, to: absent)
      table.performBatchUpdates {
        table.moveRow(at: first, to: first)
        table.moveRow(at: IndexPath(row: 1, section: 0), to: first)
        table.insertSections([.max], with: .fade)
      }
      table.endUpdates()
      stage.wait(500)
      #expect(table.texts == ["a", "b", "c"] && table.visibleCells.allSatisfy { $0.alpha == 1 })
    }
  }
}
