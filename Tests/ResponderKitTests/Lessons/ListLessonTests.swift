import ResponderKit
import TestHarness
import Testing

/// The lessons with compositional layouts and lists.
@Suite(.hangLimit) struct ListLessonTests {
  @Test func rowsOfCardsScrollToTheSide() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let controller = StoreViewController()
      stage.show(controller)
      stage.wait(20)
      let collection = try #require(controller.collectionView)
      let headers = collection.visibleSupplementaryViews(ofKind: UICollectionView.elementKindSectionHeader)
      #expect(headers.flatMap(\.titles) == ["Featured", "Top Free", "Categories"])
      // Three cards in a column, beside those of the next one.
      let cards = collection.visibleCells.compactMap { ($0 as? AppCell)?.titleLabel.text }
      #expect(
        cards == ["App 0", "App 1"] + (100...105).map { "App \($0)" } + (200...202).map { "App \($0)" })
      let second = try #require(collection.cellForItem(at: IndexPath(3, 1)))
      let top = second.convert(second.bounds, to: collection).midY
      stage.down(200, top)
      for step in 1...10 { stage.move(200 - Double(step) * 10, top) }
      stage.up(100, top)
      stage.wait(2000)
      #expect(abs(second.convert(second.bounds, to: collection).minX - 20) < 0.01)
      #expect(collection.contentOffset == .zero)
      let featured = collection.cellForItem(at: IndexPath(0))
      #expect(featured.map { $0.convert($0.bounds, to: collection).minX } == 20)
    }
  }

  @Test func foldersOpenAndARowIsDeletedByASwipe() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let controller = SettingsViewController()
      stage.show(controller)
      stage.wait(20)
      let collection = try #require(controller.collectionView)
      func titles() -> [String] { collection.visibleCells.compactMap { $0.titles.first } }
      #expect(titles() == ["About", "Language", "Airplane Mode", "Wi-Fi", "Documents", "Music"])
      let about = try #require(collection.cellForItem(at: IndexPath(0)))
      #expect(about.frame.minX == 16 && about.frame.width == 358 && about.frame.height == 44)
      let folder = try #require(collection.cellForItem(at: IndexPath(0, 2)))
      stage.tap(348, folder.frame.midY)
      stage.wait(1000)
      #expect(titles().suffix(4) == ["Documents", "Letters", "Bills", "Music"])
      let letters = collection.cellForItem(at: IndexPath(1, 2)) as? UICollectionViewListCell
      #expect(letters?.indentationLevel == 1 && folder.configurationState.isExpanded)
      stage.tap(348, folder.frame.midY, after: 500)
      stage.wait(1000)
      #expect(titles().count == 6 && controller.opened.isEmpty)
      stage.tap(100, about.frame.midY, after: 500)
      stage.wait(500)
      #expect(controller.opened == ["About"])
      stage.down(300, about.frame.midY, after: 500)
      for step in 1...10 { stage.move(300 - Double(step) * 28, about.frame.midY) }
      stage.up(20, about.frame.midY)
      stage.wait(1500)
      #expect(titles().first == "Language")
    }
  }
}

extension UIView {
  /// The texts of its labels.
  fileprivate var titles: [String] {
    var found = (self as? UILabel)?.text.map { [$0] } ?? []
    for view in subviews where !view.isHidden { found += view.titles }
    return found.filter { !$0.isEmpty }
  }
}
