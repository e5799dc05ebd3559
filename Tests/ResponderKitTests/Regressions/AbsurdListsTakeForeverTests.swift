import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Numbers of sections beyond any measure, rows without a height, and very high tables: what is done for them has a limit.
@Suite(.hangLimit) struct AbsurdListsTakeForeverTests {
  private final class Rows: UITableViewDataSource, UITableViewDelegate {
    var sections = 1
    var rows = 1 << 40
    var height: Double?
    var (cells, heights) = (0, 0)

    func numberOfSections(in tableView: UITableView) -> Int { sections }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      cells += 1
      return tableView.dequeueReusableCell(withIdentifier: "row")
        ?? UITableViewCell(style: .default, reuseIdentifier: "row")
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> Double {
      heights += 1
      return height ?? tableView.rowHeight
    }
  }

  @Test func sectionsHaveALimit() {
    var limits = ListLimits()
    #expect(limits.sections(5) == 5 && limits.sections(-5) == 0 && limits.mentioned.isEmpty)
    #expect(limits.sections(1 << 40) == ListLimits.mostSections && limits.mentioned == [.sections])
  }

  @Test func aLimitIsMentionedOnce() {
    onStage { stage in
      let rows = Rows()
      rows.height = 50
      let table = stage.table(of: rows)
      table.reloadData()
      stage.wait(20)
      #expect(table.limits.mentioned == [.heights])
      var (limits, lines) = (ListLimits(), 0)
      func line() -> String {
        lines += 1
        return "a limit of a list"
      }
      for _ in 0..<3 { limits.mention(.heights, line()) }
      #expect(lines == 1)
    }
  }

  @Test func rowsThatAreNotShownAreListedWithoutTheLimitOfCells() {
    onStage { stage in
      let rows = Rows()
      (rows.rows, rows.height) = (30_000, 1)
      let table = stage.table(of: rows)
      #expect(table.indexPathsForRows(in: Rect(0, 0, 300, 20_000))?.count == 20_000)
      #expect(table.limits.mentioned.isEmpty)
      // Rows of no height are listed up to a limit, too.
      rows.height = 0
      table.reloadData()
      #expect(table.rows(in: Rect(0, 0, 300, 10), most: 5000).count <= 5000)
    }
  }

  @Test(arguments: [0, -3, 1e-9, Double.nan]) func rowsWithoutAHeightHaveCellsUpToALimit(_ height: Double) {
    onStage { stage in
      let rows = Rows()
      let table = UITableView(frame: Rect(0, 0, 300, 400))
      table.rowHeight = height
      (table.dataSource, table.delegate) = (rows, nil)
      stage.show(table)
      stage.wait(20)
      #expect(rows.cells <= ListLimits.mostShownRows && table.numberOfRows(inSection: 0) == 1 << 40)
    }
  }

  @Test func aTableOfABillionPointsHasCellsUpToALimit() {
    onStage { stage in
      let rows = Rows()
      let table = UITableView(frame: Rect(0, 0, 300, 1e9))
      (table.dataSource, table.delegate) = (rows, nil)
      stage.show(table)
      stage.wait(20)
      #expect(rows.cells == ListLimits.mostShownRows && table.limits.mentioned == [.shownRows])
    }
  }

  @Test func heightsOfTooManyRowsAreNotAskedFor() {
    onStage { stage in
      let rows = Rows()
      rows.height = 50
      let table = stage.table(of: rows)
      #expect(rows.heights < 1000 && table.rectForRow(at: IndexPath(row: 1000, section: 0)).minY == 50_000)
    }
  }

  @Test func wheelsHaveALimit() {
    final class Wheels: UIPickerViewDataSource {
      func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 << 40 }
      func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { 3 }
    }
    onStage { stage in
      let (picker, wheels) = (UIPickerView(frame: Rect(0, 0, 300, 200)), Wheels())
      picker.dataSource = wheels
      stage.show(picker)
      stage.wait(20)
      #expect(picker.numberOfComponents == ListLimits.mostWheels && picker.limits.mentioned == [.wheels])
    }
  }

  @Test func aPictureOfTooManyPixelsIsEmpty() {
    for size in [Size(1e300, 1e300), Size(16384, 5000), Size(.infinity, .infinity)] {
      var calls = 0
      let image = UIGraphicsImageRenderer(size: size).image { context in
        calls += 1
        context.fill(Rect(0, 0, 1e300, 1e300))
      }
      #expect(image.size == .zero && calls == 1)
    }
    #expect(UIGraphicsImageRenderer(size: Size(20, 10)).image { _ in }.size == Size(20, 10))
  }

  // MARK: Titles

  private final class Titles: UITableViewDataSource {
    func numberOfSections(in tableView: UITableView) -> Int { 1000 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      "Section \(section)"
    }
  }

  @Test func viewsOfTitlesAreMadeWhenTheyComeIntoSight() {
    onStage { stage in
      let (table, titles) = (UITableView(frame: Rect(0, 0, 300, 400)), Titles())
      table.dataSource = titles
      stage.show(table)
      stage.wait(20)
      func made() -> Int { table.bands.all.values.count { $0.view != nil } }
      #expect(made() < 12 && made() > 4)
      table.reloadData()
      stage.wait(20)
      #expect(made() < 12)
      let section = table.rectForHeader(inSection: 500)
      let row = table.rectForRow(at: IndexPath(row: 0, section: 500))
      #expect(section.height == 28 && section.maxY == row.minY)
      #expect(table.indexPathForRow(at: Point(5, row.midY)) == IndexPath(row: 0, section: 500))
      #expect(table.indexPathForRow(at: Point(5, section.midY)) == nil)
      table.contentOffset.y = section.minY
      stage.wait(20)
      #expect((table.headerView(forSection: 500) as? TableTitle)?.textLabel?.text == "Section 500")
      #expect(table.headerView(forSection: 500)?.frame == section && table.headerView(forSection: 0) == nil)
    }
  }

  // MARK: Depth

  @Test func layersAreHitHoweverDeepTheyAre() {
    onStage { _ in
      // The array releases the outermost first: none releases all that is in it.
      let layers = (0...4000).map { _ in CALayer() }
      for layer in layers { layer.frame = Rect(0, 0, 100, 100) }
      for index in (0..<4000).reversed() { layers[index].addSublayer(layers[index + 1]) }
      #expect(layers[0].hitTest(Point(50, 50)) === layers[4000] && layers[0].hitTest(Point(150, 50)) == nil)
      layers[4000].isHidden = true
      #expect(layers[0].hitTest(Point(50, 50)) === layers[3999])
    }
  }
}
