import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Where rows are when a few of many have heights of their own.
@Suite(.hangLimit) struct TableRowPlaceTests {
  @Test func someRowsOfOtherHeightsArePlacedAsIfEachHadItsOwn() {
    for seed in Fuzz.seeds(50) {
      var dice = SplitMix(seed)
      let count = Int.random(in: 1...40, using: &dice)
      var heights = [Double](repeating: 10, count: count)
      for _ in 0..<Int.random(in: 0...8, using: &dice) {
        heights[Int.random(in: 0..<count, using: &dice)] = Double(Int.random(in: 0...30, using: &dice))
      }
      let own = Dictionary(
        uniqueKeysWithValues: heights.enumerated().filter { $0.element != 10 }.map { ($0.offset, $0.element) }
      )
      var (few, all) = (
        TableRows(top: 5, count: count, height: 10, except: own),
        TableRows(top: 5, count: count) { heights[$0] }
      )
      for _ in 0..<10 {
        let row = Int.random(in: 0..<count, using: &dice)
        let distance = Double(Int.random(in: -3...20, using: &dice))
        few.grow(row, by: distance)
        all.grow(row, by: distance)
        if Bool.random(using: &dice) {
          few.move(by: distance)
          all.move(by: distance)
        }
        #expect((0...count).allSatisfy { few.edge($0) == all.edge($0) }, "seed \(seed)")
        #expect(few.end == all.end && few.top == all.top)
      }
    }
  }

  /// A list of each row's height would not be possible.
  @Test func aRowOfVeryManyGrows() {
    var rows = TableRows(top: 0, count: .max, height: 44)
    rows.grow(1 << 30, by: 6)
    rows.grow(3, by: 1)
    rows.grow(1 << 30, by: 1)
    #expect(rows.edge(3) == 132 && rows.edge(4) == 177 && rows.row(at: 176) == 3)
    #expect(rows.edge((1 << 30) + 1) - rows.edge(1 << 30) == 51)
    let odd = TableRows(top: 0, count: 3, height: 10, except: [-1: 4, 3: 4, 1: .nan, 2: -3])
    #expect(odd.end == 10 && odd.edge(1) == 10)
  }

  private final class Source: NSObject, UITableViewDataSource, UITableViewDelegate {
    let sections: Int
    var displayed: [Int] = []

    init(_ sections: Int) { self.sections = sections }

    func numberOfSections(in tableView: UITableView) -> Int { sections }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { section % 3 }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { "\(section)" }
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
      section % 4 == 0 ? "end" : nil
    }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      UITableViewCell(reuseIdentifier: nil)
    }
    func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
      displayed.append(section)
    }
  }

  /// The table holds exactly the headers, footers and cells that a search through all of them finds.
  @Test(arguments: [UITableView.Style.plain, .grouped])
  func whatIsInSightIsFoundAmongManySections(style: UITableView.Style) {
    onStage { stage in
      let (source, table) = (Source(300), UITableView(frame: stage.window.bounds, style: style))
      (table.dataSource, table.delegate) = (source, source)
      stage.show(table)
      stage.wait(40)
      // Also with nothing of a section but its end, or its beginning.
      let (footer, header) = (table.rectForFooter(inSection: 44), table.rectForHeader(inSection: 43))
      let ends = [footer.minY + 1, footer.maxY - 1, header.minY - 843, table.contentSize.height - 844]
      for offset in [0.0, 10, 333, 4000, 3990, 9000] + ends + [0] {
        table.contentOffset.y = offset
        stage.wait(40)
        let seen = table.bounds
        for section in 0..<300 {
          let (header, footer) = (
            table.rectForHeader(inSection: section), table.rectForFooter(inSection: section)
          )
          // In a plain table it stays at the upper edge until its section ends.
          let stuck = max(header.minY, min(seen.minY, table.sections[section].end - header.height))
          let top = style == .plain ? stuck : header.minY
          for (kind, frame) in [
            (TableBands.BandKind.header, header.offsetBy(dx: 0, dy: top - header.minY)), (.footer, footer),
          ] {
            guard let view = table.bands.all[.init(section: section, kind: kind)]?.view else { continue }
            #expect((view.superview === table) == frame.intersects(seen))
            if frame.intersects(seen) { #expect(abs(view.frame.minY - frame.minY) < 1e-6) }
          }
          for row in 0..<(section % 3) {
            let row = IndexPath(row: row, section: section)
            if table.rectForRow(at: row).intersects(seen) { #expect(table.cellForRow(at: row) != nil) }
          }
        }
        let shown = table.bands.all.filter { $0.value.view?.superview === table }
        #expect(Set(shown.keys) == table.bands.shown)
        #expect(table.sections(in: seen).count < 60)
      }
    }
  }

  private final class Sections: UITableViewDataSource {
    var (sections, rows) = (1, 1)
    func numberOfSections(in tableView: UITableView) -> Int { sections }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }
  }

  /// A table whose rows have all been measured.
  private func measured(_ source: Sections, _ height: Double) -> UITableView {
    let table = UITableView(frame: Rect(0, 0, 300, 200))
    table.dataSource = source
    table.estimatedRowHeight = 44.1
    table.heights.measured = [:]
    for section in 0..<source.sections {
      for row in 0..<source.rows { table.heights[IndexPath(row: row, section: section)] = height }
    }
    return table
  }

  /// Looking at all measured rows for each section would take many times as long.
  @Test func measuredRowsOfManySectionsAreLookedAtOnce() {
    let source = Sections()
    (source.sections, source.rows) = (2000, 20)
    let table = measured(source, 30)
    let time = ContinuousClock().measure { table.countRows() }
    #expect(table.rectForRow(at: IndexPath(row: 19, section: 0)).height == 30)
    #expect(time < .seconds(4), "\(time)")
  }

  @Test func aRowThatWasMeasuredAsNothingHasNoNegativeHeight() {
    let source = Sections()
    source.rows = 3000
    let table = measured(source, 0)
    table.countRows()
    #expect((0..<3000).allSatisfy { table.rectForRow(at: IndexPath(row: $0, section: 0)).size.height >= 0 })
  }
}
