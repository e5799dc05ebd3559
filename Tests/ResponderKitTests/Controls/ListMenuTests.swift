import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Context menus of a table's rows and a collection's items.
@Suite(.hangLimit) struct ListMenuTests {
  private final class Rows: UIViewController, UITableViewDataSource, UITableViewDelegate {
    let log = Log()
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      log("selected \(indexPath.row)")
    }
    func tableView(
      _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
      log("asked at \(indexPath.row), \(Int(point.y))")
      guard indexPath.row != 0 else { return nil }
      return UIContextMenuConfiguration(identifier: indexPath.row, previewProvider: nil) { [log] _ in
        UIMenu(children: [UIAction(title: "Delete") { _ in log("delete \(indexPath.row)") }])
      }
    }
    func tableView(
      _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
      animator: UIContextMenuInteractionAnimating?
    ) { log("shows \(configuration.identifier.map { "\($0)" } ?? "")") }
    func tableView(
      _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
      animator: UIContextMenuInteractionAnimating?
    ) { log("ends") }
  }

  private final class Items: UIViewController, UICollectionViewDataSource, UICollectionViewDelegate {
    let log = Log()
    func collectionView(_ collection: UICollectionView, numberOfItemsInSection section: Int) -> Int { 4 }
    func collectionView(_ collection: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    { collection.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath) }
    func collectionView(
      _ collection: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
      point: CGPoint
    ) -> UIContextMenuConfiguration? {
      log("asked at \(indexPaths.map(\.item))")
      return UIContextMenuConfiguration(actionProvider: { [log] _ in
        UIMenu(children: [UIAction(title: "Share") { _ in log("share") }])
      })
    }
  }

  /// With the older method.
  private final class OldItems: UIViewController, UICollectionViewDelegate {
    func collectionView(
      _ collection: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
      UIContextMenuConfiguration(actionProvider: { _ in
        UIMenu(children: [UIAction(title: "Item \(indexPath.item)") { _ in }])
      })
    }
  }

  @Test func aLongPressShowsTheMenuOfARow() throws {
    try onStage { stage in
      let rows = Rows()
      let table = stage.table(of: rows)
      table.contentOffset.y = 88
      stage.wait(20)
      stage.down(100, 60)
      stage.wait(600)
      #expect(rows.log.take() == ["asked at 3, 148", "shows 3"] && stage.menuTitles == ["Delete"])
      stage.up(100, 60)
      try stage.tapRow("Delete")
      // The press selects nothing.
      #expect(rows.log.take() == ["ends", "delete 3"] && table.contextMenuInteraction?.view === table)
    }
  }

  @Test func aRowWithoutAMenuIsPressedAsEver() {
    onStage { stage in
      let rows = Rows()
      _ = stage.table(of: rows)
      stage.down(100, 20)
      stage.wait(600)
      stage.up(100, 20)
      #expect(stage.menuPanel == nil && rows.log.take() == ["asked at 0, 20", "selected 0"])
      // Beside the rows the delegate is not asked.
      stage.tap(100, 60)
      #expect(rows.log.take() == ["selected 1"])
    }
  }

  @Test func theSecondButtonShowsTheMenuOfAnItem() throws {
    try onStage { stage in
      let (items, layout) = (Items(), UICollectionViewFlowLayout())
      layout.itemSize = CGSize(width: 100, height: 100)
      let collection = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 390, height: 400), collectionViewLayout: layout)
      collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      (collection.dataSource, collection.delegate) = (items, items)
      stage.show(collection)
      stage.wait(20)
      func press(_ x: Double, _ y: Double) {
        stage.frame(.init(1, .began, x: x, y: y, kind: .pointer, buttons: .secondary))
        stage.frame(.init(1, .ended, x: x, y: y, kind: .pointer, buttons: []), after: 20)
      }
      press(50, 50)
      #expect(items.log.take() == ["asked at [0]"] && stage.menuTitles == ["Share"])
      try stage.tapRow("Share")
      #expect(items.log.take() == ["share"])
      press(200, 380)
      #expect(items.log.take() == ["asked at []"])
      collection.contextMenuInteraction?.dismissMenu()
      let old = OldItems()
      collection.delegate = old
      press(200, 50)
      #expect(stage.menuTitles == ["Item 1"])
      collection.contextMenuInteraction?.dismissMenu()
      press(200, 380)
      #expect(stage.menuPanel == nil)
    }
  }
}
