import ResponderKit
import TestHarness
import Testing

/// Where rows and sections of an `insetGrouped` table are.
@Suite(.hangLimit) struct InsetGroupTests {
  private final class Source: UITableViewDataSource, UITableViewDelegate {
    var swiped = 0
    func tableView(_ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt row: IndexPath)
      -> UISwipeActionsConfiguration?
    {
      swiped += 1
      return nil
    }
    func numberOfSections(in tableView: UITableView) -> Int { 2 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      tableView.dequeueReusableCell(withIdentifier: "row", for: row)
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "Title" }
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
      section == 0 ? "A text of several words which is longer than a line" : nil
    }
  }

  private func onTable(
    _ style: UITableView.Style, width: Double = 300, _ body: @escaping @Sendable (UITableView) -> Void
  ) {
    onStage { stage in
      let source = Source()
      let table = UITableView(frame: Rect(0, 0, width, 600), style: style)
      (table.dataSource, table.delegate) = (source, source)
      table.rowHeight = 44
      stage.show(table)
      stage.wait(20)
      withExtendedLifetime(source) { body(table) }
    }
  }

  private static func sides(_ rect: Rect) -> [Double] { [rect.minX, rect.maxX] }

  @Test func allPartsHaveTheSpaceBesideThem() {
    onTable(.insetGrouped) { table in
      let row = IndexPath(row: 1, section: 0)
      #expect(table.rectForRow(at: row) == table.cellForRow(at: row)?.frame)
      let rects = [
        table.rectForRow(at: row), table.rectForHeader(inSection: 0), table.rectForFooter(inSection: 0),
        table.rect(forSection: 0), table.headerView(forSection: 1)?.frame ?? .zero,
      ]
      #expect(rects.map(Self.sides) == [[Double]](repeating: [16, 284], count: 5))
      #expect(table.headerView(forSection: 1)?.frame == table.rectForHeader(inSection: 1))
    }
  }

  @Test func aTextBelowASectionIsWrappedInTheWidthThatItHas() {
    // It fits into the whole width beside its margins, and not into what is left beside the space.
    let text = UILabel()
    text.font = UIFont(size: 13)
    text.text = "A text of several words which is longer than a line"
    let width = text.sizeThatFits(Size(10_000, 0)).width + 32
    onTable(.grouped, width: width + 8) { table in
      #expect(table.rectForFooter(inSection: 0).height == 30)
    }
    onTable(.insetGrouped, width: width + 8) { table in
      #expect(table.rectForFooter(inSection: 0).height > 40)
    }
  }

  @Test func otherTablesHaveNone() {
    onTable(.grouped) { table in
      let rects = [
        table.rectForRow(at: IndexPath(row: 1, section: 0)), table.rectForHeader(inSection: 0),
        table.rect(forSection: 0),
      ]
      #expect(rects.map(Self.sides) == [[Double]](repeating: [0, 300], count: 3))
    }
  }

  @Test func rowsAreFoundInTheSpaceBesideThem() {
    onTable(.insetGrouped) { table in
      let rect = table.rectForRow(at: IndexPath(row: 1, section: 0))
      let found = table.indexPathsForRows(in: Rect(0, rect.minY + 1, 10, rect.height - 2))
      #expect(found == [IndexPath(row: 1, section: 0)])
      #expect(table.indexPathForRow(at: Point(2, rect.midY)) == IndexPath(row: 1, section: 0))
    }
  }

  @Test func fingersTouchNoRowInTheSpaceBesideIt() {
    onStage { stage in
      let source = Source()
      let table = UITableView(frame: Rect(0, 0, 300, 600), style: .insetGrouped)
      (table.dataSource, table.delegate) = (source, source)
      table.rowHeight = 44
      stage.show(table)
      stage.wait(20)
      let rect = table.rectForRow(at: IndexPath(row: 1, section: 0))
      for x in [4.0, 296] {
        stage.tap(x, rect.midY, after: 500)
        #expect(table.indexPathForSelectedRow == nil)
      }
      stage.drag(from: Point(295, rect.midY), to: Point(150, rect.midY), holds: true)
      #expect(source.swiped == 0)
      stage.drag(from: Point(275, rect.midY), to: Point(130, rect.midY), holds: true)
      #expect(source.swiped == 1)
      stage.wait(500)
      stage.tap(30, rect.midY, after: 500)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    }
  }

  @Test func aNarrowTableHasRowsOfNoWidth() {
    onTable(.insetGrouped, width: 20) { table in
      #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).width == 0)
      #expect(table.rectForRow(at: IndexPath(row: 9, section: 0)) == .zero)
      #expect(table.rectForHeader(inSection: 9) == .zero && table.rect(forSection: 9) == .zero)
    }
  }
}
