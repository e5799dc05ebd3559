import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Rows of tables and lists whose content begins at the right.
@Suite("Rows from right to left", .hangLimit) struct MirroredRowTests {
  private func source() -> EditedSource { EditedSource([["a", "b", "c", "d"]]) }

  @Test("A row's parts are at the other side as soon as its table is read from there")
  func parts() {
    let (table, cell) = (
      UITableView(frame: Rect(0, 0, 300, 400)), UITableViewCell(style: .value1, reuseIdentifier: nil)
    )
    cell.frame = Rect(0, 0, 300, 44)
    cell.textLabel?.text = "text"
    cell.detailTextLabel?.text = "more"
    let accessory = UIView(frame: Rect(0, 0, 20, 20))
    cell.accessoryView = accessory
    cell.layoutIfNeeded()
    let plain = [accessory, cell.contentView, cell.textLabel!, cell.detailTextLabel!].map(\.frame)
    #expect(plain[0].maxX == 284)
    table.semanticContentAttribute = .forceRightToLeft
    table.addSubview(cell)
    cell.layoutIfNeeded()
    let turned = [accessory, cell.contentView, cell.textLabel!, cell.detailTextLabel!].map(\.frame)
    #expect(turned[0].minX == 16 && turned[1].maxX == 300 && turned[1].size == plain[1].size)
    #expect(turned[2].maxX == plain[1].width - plain[2].minX && turned[3].minX < turned[2].minX)
    #expect(cell.textLabel?.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    cell.semanticContentAttribute = .forceLeftToRight
    cell.layoutIfNeeded()
    #expect(accessory.frame == plain[0], "the row's own attribute counts more")
  }

  @Test("What is trailing is revealed by a swipe to the right")
  func swipe() {
    onStage { stage in
      let source = source()
      source.trailing = UISwipeActionsConfiguration(actions: [source.action("one")])
      let table = stage.table(source)
      table.semanticContentAttribute = .forceRightToLeft
      func x() -> Double? { table.cellForRow(at: IndexPath(row: 0))?.frame.minX }
      stage.drag(from: Point(200, 22), to: Point(80, 22))
      #expect(x() == 0)
      stage.drag(from: Point(80, 22), to: Point(200, 22))
      #expect(x() == 74)
      stage.tap(30, 22, after: 500)
      stage.wait(1000)
      #expect(source.log.take().contains("one") && x() == 0)
    }
  }

  @Test("The buttons of editing are at the other side")
  func marks() {
    onStage { stage in
      let source = source()
      let table = stage.table(source)
      table.semanticContentAttribute = .forceRightToLeft
      table.isEditing = true
      stage.wait(500)
      let cell = table.cellForRow(at: IndexPath(row: 0))
      #expect(cell?.subviews.contains { $0 is RowEditControl && $0.frame.maxX == 300 } == true)
      #expect(cell?.contentView.frame == Rect(0, 0, 260, 44))
      // The button of the first row.
      stage.tap(280, 22)
      stage.wait(500)
      #expect(source.log.take() == ["begin [0, 0]"] && cell?.frame.minX ?? 0 > 0)
    }
  }

  @Test("A content view's picture and texts, and a list's accessories, begin at the right")
  func lists() {
    var content = UIListContentConfiguration.cell()
    (content.text, content.image) = ("text", UIImage(systemName: "star"))
    let view = UIListContentView(configuration: content)
    view.frame = Rect(0, 0, 300, 44)
    view.semanticContentAttribute = .forceRightToLeft
    view.layoutIfNeeded()
    let image = view.subviews.first { $0 is UIImageView }?.frame ?? .zero
    let text = view.subviews.first { $0 is UILabel }?.frame ?? .zero
    #expect(image.maxX <= 284 && image.minX > 200 && text.maxX < image.minX && text.minX == 16)
    let cell = UICollectionViewListCell(frame: Rect(0, 0, 300, 44))
    cell.accessories = [.disclosureIndicator()]
    cell.semanticContentAttribute = .forceRightToLeft
    cell.layoutIfNeeded()
    #expect(cell.subviews.contains { $0 is AccessoryMark && $0.frame.minX == 16 })
    #expect(cell.contentView.frame.maxX == 300)
    #expect(cell.contentView.effectiveUserInterfaceLayoutDirection == .rightToLeft)
  }
}
