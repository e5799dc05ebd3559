import ResponderKit
import TestHarness
import Testing

/// Sections, registered cells and their parts, rows that come and go.
@Suite(.hangLimit) struct TableSectionTests {
  private final class Badge: UITableViewCell {
    let badge = UILabel()
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      contentView.addSubview(badge)
      accessoryType = .disclosureIndicator
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  private final class Source: UITableViewDataSource, UITableViewDelegate {
    var groups = [["a", "b", "c"], ["d", "e"]]
    var titles: [String?] = ["First", "Second"]
    func numberOfSections(in tableView: UITableView) -> Int { groups.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      groups[section].count
    }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "badge", for: indexPath)
      cell.textLabel?.text = groups[indexPath.section][indexPath.row]
      return cell
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      titles[section]
    }
  }

  private func table(_ stage: Stage, _ source: Source, _ style: UITableView.Style = .plain) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), style: style)
    table.register(Badge.self, forCellReuseIdentifier: "badge")
    table.dataSource = source
    table.delegate = source
    stage.show(table)
    stage.wait(20)
    return table
  }

  @Test func cellsAreMadeOfTheRegisteredClass() throws {
    try onStage { stage in
      let source = Source()
      let table = table(stage, source)
      let cell = try #require(table.cellForRow(at: IndexPath(row: 1, section: 0)) as? Badge)
      #expect(cell.reuseIdentifier == "badge" && cell.badge.superview === cell.contentView)
      #expect(cell.textLabel?.text == "b" && cell.detailTextLabel == nil)
      #expect(table.indexPath(for: cell) == IndexPath(item: 1, section: 0))
      // The arrow takes room from the contents.
      #expect(cell.contentView.frame == CGRect(x: 0, y: 0, width: 272, height: 44))
      #expect(table.dequeueReusableCell(withIdentifier: "other") == nil)
    }
  }

  @Test func groupsWithInsetsHaveRoundCorners() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source, .insetGrouped)
      func corners(_ row: Int, _ section: Int) -> CACornerMask? {
        guard let layer = table.cellForRow(at: IndexPath(row: row, section: section))?.layer else {
          return nil
        }
        return layer.cornerRadius > 0 ? layer.maskedCorners : []
      }
      let (upper, lower): (CACornerMask, CACornerMask) = (
        [.layerMinXMinYCorner, .layerMaxXMinYCorner], [.layerMinXMaxYCorner, .layerMaxXMaxYCorner]
      )
      #expect((0..<3).map { corners($0, 0) } == [upper, [], lower])
      // A pressed row is cut, too.
      let frame = table.cellForRow(at: IndexPath(row: 0, section: 0))?.frame ?? .zero
      table.selectRow(at: IndexPath(row: 0, section: 0), animated: false)
      stage.wait(20)
      let picture = stage.window.snapshot()
      func color(_ x: Double, _ y: Double) -> UIColor { picture.color(x: Int(x), y: Int(y)) }
      #expect(color(frame.minX, frame.minY) == color(frame.minX - 3, frame.minY))
      #expect(color(frame.minX + 20, frame.minY + 3) != color(frame.minX - 3, frame.minY))
      source.groups[0] = ["a"]
      table.reloadData()
      stage.wait(20)
      #expect(
        corners(0, 0) == [
          .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
        ])
      #expect(corners(0, 1) == upper && corners(1, 1) == lower)
    }
  }

  @Test func titlesStandAboveTheirSections() throws {
    try onStage { stage in
      let source = Source()
      let table = table(stage, source)
      #expect(table.texts == ["a", "b", "c", "d", "e"])
      #expect(table.rectForHeader(inSection: 0) == CGRect(x: 0, y: 0, width: 300, height: 28))
      #expect(table.rectForRow(at: IndexPath(row: 0)).minY == 28)
      #expect(table.rectForHeader(inSection: 1).minY == 28 + 3 * 44)
      #expect(table.contentSize.height == 2 * 28 + 5 * 44)
      #expect(table.indexPathForRow(at: CGPoint(x: 5, y: 5)) == nil)
      // It stays at the edge while its rows are in sight, and is pushed out by its section's end.
      let header = try #require(table.headerView(forSection: 0))
      table.contentOffset = CGPoint(x: 0, y: 50)
      stage.wait(20)
      #expect(header.frame.minY == 50)
      table.contentOffset = CGPoint(x: 0, y: 150)
      stage.wait(20)
      #expect(header.frame.minY == 132)
      // Sections without a title have nothing above.
      source.titles = [nil, nil]
      table.reloadData()
      stage.wait(20)
      #expect(table.contentSize.height == 220 && header.superview == nil)
    }
  }

  @Test func groupsHaveSpaceBetweenThem() {
    onStage { stage in
      let source = Source()
      source.titles = [nil, "Second"]
      let table = table(stage, source, .insetGrouped)
      #expect(table.style == .insetGrouped && table.rectForHeader(inSection: 0).height == 18)
      #expect(table.rectForHeader(inSection: 1).height == 38)
      #expect(table.visibleCells.first?.frame == CGRect(x: 16, y: 18, width: 268, height: 44))
      #expect(table.visibleCells.first?.backgroundColor == .secondarySystemGroupedBackground)
    }
  }

  @Test("The last row of a group with round corners has no line below it")
  func lines() {
    onStage { stage in
      let source = Source()
      source.titles = [nil, nil]
      let table = table(stage, source, .insetGrouped)
      table.separatorColor = .red
      stage.wait(20)
      let picture = stage.window.snapshot()
      let lines = table.visibleCells.map { cell in
        let edge = cell.convert(Point(cell.bounds.midX, cell.bounds.maxY - 0.5), to: nil)
        return picture.color(x: Int(edge.x), y: Int(edge.y)) == .red
      }
      #expect(lines.count > 2 && lines.contains(true))
      for (cell, isLined) in zip(table.visibleCells, lines) {
        let row = table.indexPath(for: cell)!
        #expect(isLined == (row.row < table.numberOfRows(inSection: row.section) - 1), "\(row)")
      }
    }
  }

  @Test func aDelegatesViewsTakeThePlaceOfTitles() {
    final class Views: UITableViewDelegate {
      let view = UIView()
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        section == 0 ? view : nil
      }
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        section == 0 ? 50 : UITableView.automaticDimension
      }
    }
    onStage { stage in
      let (source, views) = (Source(), Views())
      let table = table(stage, source)
      table.delegate = views
      table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 100))
      stage.wait(20)
      #expect(table.headerView(forSection: 0) === views.view && views.view.frame.height == 50)
      #expect(table.rectForRow(at: IndexPath(row: 0)).minY == 150)
      #expect(table.rectForHeader(inSection: 1).height == 28)
      #expect(table.tableHeaderView?.frame == CGRect(x: 0, y: 0, width: 300, height: 100))
    }
  }

  @Test func rowsComeAndGo() throws {
    try onStage { stage in
      let source = Source()
      let table = table(stage, source)
      let kept = try #require(table.cellForRow(at: IndexPath(row: 2, section: 0)))
      table.selectRow(at: IndexPath(row: 2, section: 0), animated: false)
      source.groups[0].remove(at: 0)
      table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
      // Cells of rows that stay are kept, and on their way.
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 0)) === kept)
      #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
      stage.wait(150)
      #expect(kept.presentationFrame.minY > kept.frame.minY)
      stage.wait(300)
      #expect(table.texts == ["b", "c", "d", "e"] && kept.presentationFrame == kept.frame)
      table.performBatchUpdates {
        source.groups[1].append("f")
        // By its place afterwards.
        table.insertRows(at: [IndexPath(row: 2, section: 2)], with: .automatic)
        source.groups.insert(["x"], at: 0)
        source.titles.insert(nil, at: 0)
        table.insertSections(IndexSet(integer: 0), with: .none)
      }
      stage.wait(20)
      #expect(table.texts == ["x", "b", "c", "d", "e", "f"])
      #expect(table.cellForRow(at: IndexPath(row: 1, section: 1)) === kept)
      table.beginUpdates()
      source.groups[1][0] = "B"
      table.reloadRows(at: [IndexPath(row: 0, section: 1)], with: .none)
      table.endUpdates()
      stage.wait(400)
      #expect(table.texts.contains("B"))
    }
  }

  @Test func aChangeThatDoesNotFitReloads() {
    onStage { stage in
      let source = Source()
      let table = table(stage, source)
      source.groups = [["z"]]
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
      stage.wait(20)
      #expect(table.texts == ["z"] && table.numberOfSections == 1)
    }
  }

  @Test func aRowIsScrolledTo() {
    onStage { stage in
      let source = Source()
      source.groups = [(0..<100).map(String.init)]
      source.titles = [nil]
      let table = table(stage, source)
      func y(_ row: Int, _ position: UITableView.ScrollPosition) -> Double {
        table.scrollToRow(at: IndexPath(row: row), at: position, animated: false)
        return table.contentOffset.y
      }
      #expect(y(50, .top) == 2200 && y(50, .middle) == 2200 + 22 - 200 && y(50, .bottom) == 2244 - 400)
      #expect(y(99, .top) == 4000 && y(98, .none) == 4000 && y(500, .top) == 4000 && y(0, .bottom) == 0)
      table.selectRow(at: IndexPath(row: 20), animated: true, scrollPosition: .top)
      stage.wait(1000)
      #expect(table.contentOffset.y == 880 && table.indexPathForSelectedRow == IndexPath(row: 20))
    }
  }

  @Test func aCellHasTextsAPictureAndAnAccessory() throws {
    try onStage { stage in
      let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      cell.frame = CGRect(x: 0, y: 0, width: 300, height: 60)
      stage.window.backgroundColor = .white
      stage.show(cell)
      cell.textLabel?.text = "Title"
      cell.detailTextLabel?.text = "More"
      let bitmap = Bitmap(width: 40, height: 40)
      bitmap.clear(bitmap.bounds, to: .green)
      cell.imageView?.image = UIImage(bitmap)
      stage.wait(20)
      let (text, detail) = (try #require(cell.textLabel), try #require(cell.detailTextLabel))
      #expect(text.frame.minX == 72 && text.frame.maxY < detail.frame.minY && detail.frame.maxY < 60)
      #expect(stage.window.snapshot().color(x: 36, y: 30) == .green)
      cell.accessoryType = .checkmark
      let shown = stage.window.snapshot()
      #expect((265..<290).contains { shown.color(x: $0, y: 30) != .white })
      let toggle = UISwitch()
      cell.accessoryView = toggle
      stage.wait(20)
      #expect(toggle.frame == CGRect(x: 300 - 16 - 51, y: 14.5, width: 51, height: 31))
      cell.isSelected = true
      #expect(stage.window.snapshot().color(x: 5, y: 5) != .white)
      cell.selectionStyle = .none
      #expect(stage.window.snapshot().color(x: 5, y: 5) == .white)
    }
  }

  @Test func automaticRowsAreAsHighAsTheirTexts() {
    onStage { stage in
      let source = Source()
      source.titles = [nil, nil]
      source.groups = [["short", String(repeating: "long words ", count: 30)], ["end"]]
      let table = table(stage, source)
      table.rowHeight = UITableView.automaticDimension
      stage.wait(20)
      #expect(table.rectForRow(at: IndexPath(row: 0)).height == 44)
      table.visibleCells[1].textLabel?.numberOfLines = 0
      #expect(table.visibleCells[1].sizeThatFits(CGSize(width: 300, height: 0)).height > 60)
      #expect(table.contentSize.height == 132)
    }
  }

  private final class List: UITableViewController {
    var chosen: [Int] = []
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 5 }
    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      chosen.append(indexPath.row)
    }
  }

  @Test func aTablesControllerIsItsSourceAndDelegate() {
    onStage { stage in
      let list = List()
      stage.show(list)
      stage.wait(20)
      #expect(list.tableView.visibleCells.count == 5 && list.view === list.tableView)
      stage.tap(100, 100)
      #expect(list.chosen == [2])
      #expect(List(style: .grouped).tableView.style == .grouped)
    }
  }
}
