import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Subclasses of the controllers of tables and collections: what they override of the delegates is called.
@Suite(.hangLimit) struct ListControllerTests {
  private final class Rows: UITableViewController {
    let log = Log()

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 60 }
    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    override func tableView(
      _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) { if indexPath.row == 0 { log("row 0 gone") } }
    override func tableView(
      _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
      log("menu of \(indexPath.row)")
      return nil
    }
    override func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log("drag") }
    override func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
      targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      log("target")
      targetContentOffset.pointee.y = 300
    }
    override func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      log("end \(decelerate)")
    }
    override func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log("rest") }
  }

  private final class Items: UICollectionViewController {
    let log = Log()

    override func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 300 }
    override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
      -> UICollectionViewCell
    {
      collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      return collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    }
    override func collectionView(
      _ view: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: CGPoint
    ) -> UIContextMenuConfiguration? {
      log("menu of \(indexPath.item)")
      return nil
    }
    override func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      log("end \(decelerate)")
    }
    override func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log("rest") }
  }

  private func drag(_ stage: Stage) {
    stage.down(100, 500, after: 400)
    for step in 1...10 { stage.move(100, 500 - Double(step) * 20) }
    stage.up(100, 300)
    stage.wait(6000)
  }

  @Test func aControllerOfATableHearsOfMenusAndScrolls() {
    onStage { stage in
      let rows = Rows()
      stage.show(rows)
      stage.wait(20)
      stage.down(100, 70)
      stage.wait(1000)
      stage.up(100, 70)
      #expect(rows.log.lines == ["menu of 1"])
      drag(stage)
      #expect(rows.tableView.contentOffset.y == 300)
      let gone = rows.log.lines.filter { $0 != "row 0 gone" }
      #expect(gone == ["menu of 1", "drag", "target", "end true", "rest"])
      #expect(rows.log.lines.contains("row 0 gone"))
    }
  }

  @Test func aControllerOfACollectionHearsOfMenusAndScrolls() {
    onStage { stage in
      let items = Items(collectionViewLayout: UICollectionViewFlowLayout())
      items.installsStandardGestureForInteractiveMovement = false
      stage.show(items)
      stage.wait(20)
      stage.down(25, 25)
      stage.wait(1000)
      stage.up(25, 25)
      #expect(items.log.lines == ["menu of 0"])
      drag(stage)
      #expect(items.log.lines == ["menu of 0", "end true", "rest"])
    }
  }
}
