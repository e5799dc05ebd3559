import ResponderKit
import TestHarness
import Testing

/// The lessons with a collection, a picker and a control for refreshing.
@Suite(.hangLimit) struct CollectionLessonTests {
  @Test func photosAreInRowsOfThreeAndATapRemovesOne() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let controller = PhotoGridViewController()
      stage.show(controller)
      stage.wait(20)
      let collection = try #require(controller.collectionView)
      let width = (390 - 40) / 3.0
      let first = try #require(collection.cellForItem(at: IndexPath(item: 0, section: 0)) as? PhotoCell)
      #expect(
        abs(first.frame.minX - 10) < 1e-6 && abs(first.frame.minY - 50) < 1e-6
          && abs(first.frame.width - width) < 1e-6)
      #expect(first.numberLabel.frame.size == first.bounds.size)
      let headers = collection.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader)
      #expect(headers.compactMap { ($0 as? AlbumHeader)?.label.text } == ["Album 1", "Album 2"])
      stage.tap(20 + width * 1.5, 100)
      stage.wait(500)
      let texts = collection.visibleCells.prefix(7).compactMap { ($0 as? PhotoCell)?.numberLabel.text }
      #expect(texts == ["1", "3", "4", "5", "6", "7", "1"])
      #expect(controller.albums[0].count == 6 && collection.indexPathsForSelectedItems == [])
      // Seven photos take three rows, six of them two.
      let second = collection.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 1))
      #expect(abs(try #require(second).frame.minY - (70 + 2 * width)) < 1e-6)
    }
  }

  @Test func twoWheelsMakeAnOrder() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = OrderViewController()
      stage.show(controller)
      stage.wait(20)
      #expect(controller.orderLabel.text == "Medium Espresso")
      #expect(controller.picker.frame == CGRect(x: 35, y: 20, width: 320, height: 216))
      // The right wheel, two rows below the middle.
      stage.tap(275, 20 + 108 + 64)
      stage.wait(1000)
      #expect(controller.orderLabel.text == "Medium Latte")
      stage.down(115, 128, after: 500)
      for step in 1...5 { stage.move(115, 128 + Double(step) * 10) }
      stage.up(115, 178, after: 300)
      stage.wait(2000)
      #expect(controller.orderLabel.text == "Small Latte")
    }
  }

  @Test func aPullLoadsTheNews() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = NewsViewController()
      stage.show(controller)
      stage.wait(20)
      func names() -> [String] { controller.tableView.visibleCells.compactMap { $0.textLabel?.text } }
      #expect(names() == ["Monday", "Tuesday"])
      stage.down(100, 100)
      for step in 1...30 { stage.move(100, 100 + Double(step) * 10) }
      #expect(controller.refreshControl?.isRefreshing == true)
      stage.up(100, 400)
      stage.wait(2000)
      #expect(names() == ["Sunday", "Monday", "Tuesday"])
      #expect(controller.tableView.contentOffset == CGPoint(x: 0, y: -60))
      controller.loaded()
      stage.wait(1000)
      #expect(controller.tableView.contentOffset == .zero && controller.refreshControl?.isRefreshing == false)
      #expect(controller.news == ["Sunday", "Monday", "Tuesday"])
    }
  }
}
