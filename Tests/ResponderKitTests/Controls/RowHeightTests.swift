import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Heights of rows, headers and footers that change while a table is shown.
@Suite(.hangLimit) struct RowHeightTests {
  /// A title, and a note that may be hidden.
  private final class NoteRow: UITableViewCell {
    let note = UILabel()

    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      note.numberOfLines = 0
      note.text = "A note of several words that are wrapped in a row of this width"
      let title = UILabel("Title")
      let stack = UIStackView(arrangedSubviews: [title, note])
      stack.axis = .vertical
      stack.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(stack)
      let margins = contentView.layoutMarginsGuide
      NSLayoutConstraint.activate([
        stack.topAnchor.constraint(equalTo: margins.topAnchor),
        stack.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
        stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
        stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      ])
    }

    required init?(coder: NSCoder) { nil }
  }

  private final class Notes: UITableViewDelegate, UITableViewDataSource {
    var isOpen = [false, false, false]
    var asked = 0
    var title: String?

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      asked += 1
      return isOpen.count
    }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: row) as! NoteRow
      cell.note.isHidden = !isOpen[row.row]
      return cell
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { title }
    func tableView(
      _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
    ) {
      let header = view as? UITableViewHeaderFooterView
      header?.textLabel?.textColor = .systemRed
      header?.textLabel?.text = header?.textLabel?.text?.capitalizedWords
    }
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { title }
  }

  private final class OwningTable: UITableView {
    var source: Notes?
  }

  private func table(_ source: Notes, _ stage: Stage, _ style: UITableView.Style = .plain) -> UITableView {
    let table = OwningTable(frame: Rect(0, 0, 300, 400), style: style)
    table.source = source
    table.register(NoteRow.self, forCellReuseIdentifier: "row")
    (table.dataSource, table.delegate) = (source, source)
    stage.show(table)
    stage.wait(40)
    return table
  }

  private func row(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
  private func heights(_ table: UITableView) -> [Double] {
    (0..<table.numberOfRows(inSection: 0)).map { table.rectForRow(at: row($0)).height }
  }

  @Test func updatesWithoutAChangeGiveRowsTheHeightThatTheyWantNow() throws {
    try onStage { stage in
      let table = table(Notes(), stage)
      let low = heights(table)
      #expect(low[0] > 40 && low == [low[0], low[0], low[0]])
      try #require(table.cellForRow(at: row(1)) as? NoteRow).note.isHidden = false
      table.beginUpdates()
      table.endUpdates()
      let high = heights(table)
      #expect(high[0] == low[0] && high[1] > low[1] + 30 && high[2] == low[2])
      // The rows below move there.
      let last = try #require(table.cellForRow(at: row(2)))
      #expect(last.frame.minY == high[0] + high[1])
      stage.wait(100)
      #expect(last.presentationFrame.minY < last.frame.minY - 1)
      stage.wait(400)
      #expect(last.presentationFrame == last.frame)
      #expect(table.contentSize.height == high.reduce(0, +))
    }
  }

  @Test func rowsThatStayKeepTheirHeightsWhenOthersComeAndGo() {
    onStage { stage in
      let source = Notes()
      source.isOpen = [false, true, false]
      let table = table(source, stage)
      let before = heights(table)
      source.isOpen = [false, false, true]
      table.performBatchUpdates {
        table.insertRows(at: [row(0)], with: .fade)
        table.deleteRows(at: [row(2)], with: .none)
      }
      stage.wait(400)
      #expect(heights(table) == [before[0], before[0], before[1]])
      source.isOpen[0] = true
      table.reloadRows(at: [row(0)], with: .none)
      stage.wait(400)
      #expect(heights(table) == [before[1], before[0], before[1]])
    }
  }

  @Test func aRowOutOfSightKeepsItsHeight() {
    onStage { stage in
      let source = Notes()
      source.isOpen = [true] + [Bool](repeating: false, count: 40)
      let table = table(source, stage)
      let (high, low) = (heights(table)[0], heights(table)[1])
      table.scrollToRow(at: row(40), at: .bottom, animated: false)
      stage.wait(20)
      source.isOpen.removeLast()
      table.deleteRows(at: [row(40)], with: .none)
      stage.wait(20)
      #expect(table.cellForRow(at: row(0)) == nil && heights(table)[0] == high && high > 60)
      #expect(heights(table)[1] == low && low < high - 15)
      // Another cell may want another height.
      table.reloadRows(at: [row(0)], with: .none)
      #expect(heights(table)[0] == 44 && heights(table)[1] == low)
      table.reloadData()
      #expect(heights(table)[0] == 44)
    }
  }

  @Test func inAnotherWidthRowsHaveOtherHeights() {
    onStage { stage in
      let source = Notes()
      source.isOpen = [true, false, true]
      let table = table(source, stage)
      let (narrow, asked) = (heights(table), source.asked)
      table.frame.size.width = 900
      stage.wait(20)
      let wide = heights(table)
      #expect(wide[0] < narrow[0] - 15 && wide[1] == narrow[1] && wide[2] == wide[0])
      #expect(table.visibleCells.map(\.frame.height) == wide && source.asked == asked)
      table.frame.size.width = 300
      stage.wait(20)
      #expect(heights(table) == narrow)
    }
  }

  @Test func aRowFollowsItsConfiguration() throws {
    try onStage { stage in
      let table = table(Notes(), stage)
      let (cell, below) = try (
        #require(table.cellForRow(at: row(0))), #require(table.cellForRow(at: row(1)))
      )
      var content = cell.defaultContentConfiguration()
      content.text = "One\nTwo\nThree\nFour"
      cell.contentConfiguration = content
      stage.wait(20)
      #expect(cell.frame.height > 80 && below.frame.minY == cell.frame.maxY)
    }
  }

  @Test func aHeaderThatIsSetAgainHasItsNewHeight() {
    onStage { stage in
      let source = Notes()
      let table = table(source, stage)
      let header = UILabel("A header of the whole table whose text needs more than one line, as it is long")
      header.numberOfLines = 0
      table.tableHeaderView = header
      stage.wait(20)
      #expect(table.rectForRow(at: row(0)).minY == 0)
      let first = table.cellForRow(at: row(0))
      header.frame.size.height =
        header.systemLayoutSizeFitting(
          Size(300, 0), withHorizontalFittingPriority: .required,
          verticalFittingPriority: .fittingSizeLevel
        ).height
      #expect(header.frame.height > header.font.lineHeight * 1.5)
      table.tableHeaderView = header
      #expect(table.rectForRow(at: row(0)).minY == header.frame.height)
      stage.wait(20)
      #expect(table.cellForRow(at: row(0)) === first && first?.frame.minY == header.frame.maxY)
    }
  }

  @Test func theDelegateChangesTheTextAboveASection() throws {
    try onStage { stage in
      let source = Notes()
      source.title = "my notes"
      let table = table(source, stage, .grouped)
      let header = try #require(table.headerView(forSection: 0) as? UITableViewHeaderFooterView)
      let label = try #require(header.textLabel)
      #expect(label.text == "My Notes" && label.textColor == .systemRed && header.frame.height == 38)
      #expect(label.frame.maxY == 38 && label.frame.minX == 16)
    }
  }

  @Test func aTextBelowASectionHasAsManyLinesAsItNeeds() {
    onStage { stage in
      let source = Notes()
      source.title = "what the section is for, which takes a sentence that is longer than one line of it"
      let table = table(source, stage, .insetGrouped)
      let footer = table.rectForFooter(inSection: 0)
      #expect(footer.height > 44 && table.contentSize.height == footer.maxY)
      table.frame.size.width = 1000
      stage.wait(20)
      #expect(table.rectForFooter(inSection: 0).height == 30)
    }
  }
}

extension String {
  fileprivate var capitalizedWords: String {
    split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
      .joined(separator: " ")
  }
}
