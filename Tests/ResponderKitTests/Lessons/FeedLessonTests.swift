import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Programs as many apps are made: pages that load as they are scrolled, animators under a finger, a layout of groups.
@Suite(.hangLimit) struct FeedLessonTests {
  private func flick(_ stage: Stage, from start: Double, to end: Double) {
    stage.down(200, start)
    for step in 1...10 { stage.move(200, start + (end - start) * Double(step) / 10) }
    stage.up(200, end)
  }

  @Test func aFeedLoadsAsItIsScrolled() {
    onStage { stage in
      let feed = FeedViewController()
      stage.show(UINavigationController(rootViewController: feed))
      stage.wait(100)
      #expect(feed.spinner.isAnimating && feed.service.requested == [0])
      stage.wait(1000)
      #expect(!feed.spinner.isAnimating && feed.tableView.numberOfRows(inSection: 0) == 20)
      for _ in 0..<3 {
        flick(stage, from: 700, to: 200)
        stage.wait(1500)
      }
      #expect(
        feed.service.requested.count > 2 && feed.service.requested == Array(0..<feed.service.requested.count))
      #expect(feed.tableView.numberOfRows(inSection: 0) == 20 * feed.service.requested.count)
      #expect(!feed.loader.cancelled.isEmpty && !feed.prefetched.isEmpty)
      let cells = feed.tableView.visibleCells.compactMap { $0 as? FeedCell }
      // Below the bar, too, rows are as high as their pictures and margins.
      #expect(
        cells.count > 8 && cells.allSatisfy { $0.frame.height == 62 && $0.thumbnail.frame.height == 40 })
      #expect(cells.allSatisfy { $0.thumbnail.image != nil })
    }
  }

  @Test func aSearchWaitsUntilTheTypingRests() throws {
    try onStage { stage in
      let feed = FeedViewController()
      stage.show(UINavigationController(rootViewController: feed))
      stage.wait(1000)
      let field = try #require(feed.navigationItem.searchController?.searchBar.searchTextField)
      field.becomeFirstResponder()
      stage.wait(400)
      for letter in "19" {
        field.insertText(String(letter))
        stage.wait(100)
      }
      stage.wait(500)
      #expect(feed.searches.last == "19" && !feed.searches.contains("1"))
      #expect(feed.tableView.numberOfRows(inSection: 0) == 1 && feed.tableView.backgroundView == nil)
      field.insertText("z")
      stage.wait(500)
      #expect(feed.tableView.numberOfRows(inSection: 0) == 0 && feed.tableView.backgroundView is UILabel)
    }
  }

  @Test func aPanelIsHeldMovedAndTurnedBack() {
    onStage { stage in
      let page = PopupViewController()
      stage.show(page)
      stage.wait(50)
      #expect(page.popupView.frame.minY == 784 && page.overlayView.alpha == 0)
      stage.tap(200, 800)
      stage.wait(300)
      let opening = page.popupView.presentationFrame.minY
      #expect(opening > 344 && opening < 784)
      stage.wait(1500)
      #expect(page.isOpen && page.popupView.frame.minY == 344 && page.overlayView.alpha == 0.5)
      stage.down(200, 420)
      for step in 1...10 { stage.move(200, 420 + Double(step) * 20) }
      #expect(abs(page.popupView.presentationFrame.minY - 544) < 1)
      // Back: the animators are reversed.
      for step in 1...15 { stage.move(200, 620 - Double(step) * 10) }
      stage.up(200, 470)
      stage.wait(2000)
      #expect(page.isOpen && page.popupView.frame.minY == 344 && page.completions == ["end", "start"])
      #expect(page.openTitleLabel.alpha == 1 && page.closedTitleLabel.alpha == 0)
    }
  }

  @Test func albumsHaveBadgesAndChange() throws {
    try onStage { stage in
      let page = AlbumsViewController()
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(100)
      let badges = page.collectionView.visibleSupplementaryViews(ofKind: BadgeView.kind).compactMap {
        $0 as? BadgeView
      }
      // That of the album without anything new is hidden by the program.
      #expect(badges.count >= 2 && badges.filter(\.isHidden).count == 1)
      page.rename(9, to: "Renamed")
      stage.wait(500)
      let cell = try #require(
        page.collectionView.cellForItem(at: IndexPath(item: 1, section: 2)) as? AlbumCell)
      #expect(cell.titleLabel.text == "Renamed" && cell.imageView.frame.height > 100)
      page.delete(8)
      stage.wait(600)
      #expect(page.dataSource.snapshot().numberOfItems == 32 && page.albums[8] == nil)
      page.setEditing(true, animated: true)
      for item in 0..<2 {
        let album = try #require(page.collectionView.cellForItem(at: IndexPath(item: item, section: 2)))
        let place = album.convert(album.bounds.center, to: nil)
        stage.tap(place.x, place.y, after: 500)
      }
      stage.wait(100)
      #expect(page.collectionView.indexPathsForSelectedItems?.count == 2)
    }
  }
}
