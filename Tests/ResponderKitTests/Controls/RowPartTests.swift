import ResponderKit
import TestHarness
import Testing

/// Sizes and places of the parts of rows.
@Suite(.hangLimit) struct RowPartTests {
  @Test func aPictureIsNoHigherThanItsRow() {
    onStage { stage in
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.imageView?.image = UIGraphicsImageRenderer(size: Size(60, 120)).image { _ in }
      cell.frame = Rect(0, 0, 300, 44)
      stage.show(cell)
      stage.wait(20)
      #expect(cell.imageView?.frame == Rect(16, 1, 21, 42))
    }
  }

  /// A text that takes more lines in a narrow room than in a wide one.
  private func text(_ cell: UITableViewCell, narrow: Double, wide: Double) -> String {
    var text = "Word"
    while cell.textLabel?.numberOfLines == 0 {
      cell.textLabel?.text = text
      if cell.sizeThatFits(Size(narrow, 0)).height > cell.sizeThatFits(Size(wide, 0)).height { break }
      text += " i"
    }
    return text
  }

  @Test func aRowIsAsHighAsItsCellWantsInItsOwnWidth() {
    final class Source: UITableViewDataSource {
      var text = ""
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
      func tableView(_ tableView: UITableView, cellForRowAt row: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.textLabel?.numberOfLines = 0
        cell.textLabel?.text = text
        return cell
      }
    }
    onStage { stage in
      let source = Source()
      let table = UITableView(frame: Rect(0, 0, 300, 400), style: .insetGrouped)
      source.text = text(source.tableView(table, cellForRowAt: IndexPath(row: 0)), narrow: 268, wide: 300)
      table.rowHeight = UITableView.automaticDimension
      table.dataSource = source
      stage.show(table)
      stage.wait(20)
      let cell = table.visibleCells.first
      #expect(cell?.frame.size == cell?.sizeThatFits(Size(268, 0)))
    }
  }

  @Test func aPictureTakesRoomFromTheText() {
    onStage { _ in
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      cell.textLabel?.numberOfLines = 0
      cell.textLabel?.text = text(cell, narrow: 200, wide: 300)
      let height = cell.sizeThatFits(Size(300, 0)).height
      cell.imageView?.image = UIGraphicsImageRenderer(size: Size(84, 20)).image { _ in }
      // A hundred points, with the gap.
      #expect(cell.sizeThatFits(Size(300, 0)).height > height)
    }
  }

  @Test func aRowWithoutALookForSelectionShowsNone() {
    onStage { stage in
      let table = stage.table(EditedSource([["a"]]))
      let (cell, back) = (table.visibleCells[0], UIView())
      cell.selectedBackgroundView = back
      for style in [UITableViewCell.SelectionStyle.default, .none] {
        cell.selectionStyle = style
        table.selectRow(at: IndexPath(row: 0), animated: false)
        #expect(back.isHidden == (style == .none))
        table.deselectRow(at: IndexPath(row: 0), animated: false)
        #expect(back.isHidden)
      }
    }
  }

  @Test func aRowMakesRoomForItsButtonIfTheDelegateSaysSo() {
    final class Fixed: UITableViewDelegate {
      func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt row: IndexPath) -> Bool {
        row.row != 0
      }
    }
    onStage { stage in
      let (source, fixed) = (EditedSource([["a", "b"]]), Fixed())
      let table = stage.table(source)
      table.delegate = fixed
      table.isEditing = true
      stage.wait(20)
      #expect(table.visibleCells.map(\.contentView.frame.minX) == [0, 40])
      withExtendedLifetime(source) {}
    }
  }

  @Test func whatIsAboveASectionIsAsHighAsItWants() {
    final class Tall: UIView {
      override func sizeThatFits(_ size: Size) -> Size { Size(size.width, 70) }
    }
    final class Headed: UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { Tall() }
    }
    onStage { stage in
      let (source, headed) = (EditedSource([["a"]]), Headed())
      let table = stage.table(source)
      table.delegate = headed
      stage.wait(20)
      #expect(table.rectForHeader(inSection: 0) == Rect(0, 0, 300, 70))
      withExtendedLifetime(source) {}
    }
  }

  @Test func aDetailIsBelowTheTextOrBesideItByTheStyle() throws {
    try onStage { stage in
      func parts(_ style: UITableViewCell.CellStyle, _ detail: String = "More") throws -> [Rect] {
        let cell = UITableViewCell(style: style, reuseIdentifier: nil)
        cell.textLabel?.text = "Text"
        cell.detailTextLabel?.text = detail
        cell.frame = Rect(0, 0, 300, 60)
        stage.show(cell)
        stage.wait(20)
        return [try #require(cell.textLabel).frame, try #require(cell.detailTextLabel).frame]
      }
      let below = try parts(.subtitle)
      #expect(below[0].minX == 16 && below[1].minX == 16 && below[1].minY == below[0].maxY + 2)
      #expect(abs(below[0].minY - (60 - below[1].maxY)) < 1e-9)
      let right = try parts(.value1)
      #expect(right[0].minX == 16 && right[1].maxX == 284 && right[0].maxX == right[1].minX - 8)
      let beside = try parts(.value2)
      #expect(beside == [Rect(16, 0, 96, 60), Rect(120, 0, 164, 60)])
      // There the text ends where the detail begins.
      let cell = UITableViewCell(style: .value2, reuseIdentifier: nil)
      cell.textLabel?.text = "Text"
      cell.detailTextLabel?.text = "More"
      cell.layoutIfNeeded()
      #expect(cell.textLabel?.textAlignment == .right)
      // Without a detail the text has all the room.
      #expect(try parts(.subtitle, "")[0] == Rect(16, 0, 268, 60))
      let alone = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      alone.detailTextLabel?.text = "More"
      alone.frame = Rect(0, 0, 300, 60)
      alone.layoutIfNeeded()
      #expect(alone.detailTextLabel?.frame == Rect(16, 0, 268, 60))
    }
  }
}
