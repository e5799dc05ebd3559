import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// The height of what a table shows, where the constraints of a program say it.
@Suite(.hangLimit) struct ConstrainedRowTests {
  /// A text within margins, which may be narrower than the row.
  private final class TextRow: UITableViewCell {
    let label = UILabel()

    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      label.numberOfLines = 0
      label.fill(contentView, top: 4, bottom: 6, width: 0.5)
    }

    required init?(coder: NSCoder) { nil }
  }

  private final class Source: UITableViewDelegate, UITableViewDataSource {
    var texts: [String]
    var header: UIView?
    init(_ texts: [String]) { self.texts = texts }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { texts.count }
    func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: row) as! TextRow
      cell.label.text = texts[row.row]
      return cell
    }
    func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { header }
  }

  private static let long = "Several words that are wrapped in a row of this width, in more than one line"

  private func table(_ source: Source, _ stage: Stage) -> UITableView {
    let table = UITableView(frame: Rect(0, 0, 300, 400))
    table.register(TextRow.self, forCellReuseIdentifier: "row")
    table.sectionHeaderHeight = source.header == nil ? 0 : UITableView.automaticDimension
    table.delegate = source
    table.dataSource = source
    stage.show(table)
    stage.wait(40)
    return table
  }

  @Test func aRowIsAsHighAsItsConstraintsSayWithoutAskingForIt() throws {
    try onStage { stage in
      let source = Source(["one", Self.long, "one"])
      let table = table(source, stage)
      let rows = try (0..<3).map { row in
        try #require(table.cellForRow(at: IndexPath(row: row, section: 0)) as? TextRow)
      }
      let line = rows[0].label.font.lineHeight
      #expect(rows[0].frame.height == (line + 10).rounded(.up) && line + 10 < 44)
      let lines = (rows[1].label.frame.height / line).rounded()
      #expect(lines >= 4 && rows[1].label.frame.width <= 150)
      #expect(rows[1].frame.height == (rows[1].label.frame.height + 10).rounded(.up))
      #expect(rows[2].frame.minY == rows[1].frame.maxY && table.contentSize.height == rows[2].frame.maxY)
      // Used again, a cell has the height of its new text.
      source.texts = [Self.long, "one", Self.long]
      table.reloadData()
      stage.wait(40)
      let heights = (0..<3).map { table.rectForRow(at: IndexPath(row: $0, section: 0)).height }
      #expect(heights[1] == (line + 10).rounded(.up) && heights[0] > 3 * line && heights[2] == heights[0])
      #expect(!rows.flatMap { $0.contentView.constraints }.contains { $0.isBroken })
    }
  }

  @Test func theContentsHaveTheRowsSizeBeforeTheyAreLaidOut() {
    onStage { _ in
      let cell = TextRow(style: .default, reuseIdentifier: nil)
      for size in [Size(500, 80), Size(200, 30)] {
        cell.frame.size = size
        #expect(cell.contentView.frame == Rect(origin: .zero, size: size))
      }
    }
  }

  @Test func whatIsBesideTheContentsMakesThemNarrower() {
    onStage { _ in
      let cell = TextRow(style: .default, reuseIdentifier: nil)
      cell.label.text = Self.long
      let height = cell.sizeThatFits(Size(300, 0)).height
      cell.accessoryType = .detailDisclosureButton
      #expect(cell.sizeThatFits(Size(300, 0)).height > height)
      #expect(cell.sizeThatFits(Size(356, 0)).height == height)
    }
  }

  @Test func constraintsThatLeaveTheHeightOpenLeaveTheRowAsItIs() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let toggle = UISwitch()
    toggle.translatesAutoresizingMaskIntoConstraints = false
    cell.contentView.addSubview(toggle)
    toggle.centerYAnchor.constraint(equalTo: cell.contentView.centerYAnchor).isActive = true
    toggle.trailingAnchor.constraint(equalTo: cell.contentView.trailingAnchor).isActive = true
    #expect(cell.sizeThatFits(Size(300, 0)).height == 44)
  }

  @Test(arguments: [true, false]) func aHeadersHeightIsThatOfItsConstraints(_ isOfTables: Bool) {
    onStage { stage in
      let label = UILabel()
      label.numberOfLines = 0
      label.text = Self.long
      let header = isOfTables ? UITableViewHeaderFooterView(reuseIdentifier: nil) : UIView()
      label.fill(
        (header as? UITableViewHeaderFooterView)?.contentView ?? header, top: 10, bottom: 10, width: 1)
      let source = Source(["one"])
      source.header = header
      let table = table(source, stage)
      #expect(label.frame.height > label.font.lineHeight * 1.5)
      #expect(abs(header.frame.height - label.frame.height - 20) < 0.01)
      #expect(table.visibleCells.first?.frame.minY == header.frame.maxY)
    }
  }
}

extension UIView {
  /// Within a view, with margins, and at most as wide as a part of it.
  fileprivate func fill(_ view: UIView, top: Double, bottom: Double, width: Double) {
    translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(self)
    NSLayoutConstraint.activate([
      topAnchor.constraint(equalTo: view.topAnchor, constant: top),
      view.bottomAnchor.constraint(equalTo: bottomAnchor, constant: bottom),
      leadingAnchor.constraint(equalTo: view.leadingAnchor),
      widthAnchor.constraint(lessThanOrEqualTo: view.widthAnchor, multiplier: width),
    ])
  }
}
