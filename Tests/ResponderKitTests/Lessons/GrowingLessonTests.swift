import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// The lessons whose parts choose their own size: rows, cells, labels, a form above the keyboard, a photo.
@Suite(.hangLimit) struct GrowingLessonTests {
  private func tap(_ view: UIView, _ stage: Stage) {
    let place = view.convert(view.bounds.center, to: nil)
    stage.tap(place.x, place.y, after: 500)
    stage.wait(600)
  }

  @Test func aTouchedRowShowsItsNote() throws {
    try onStage { stage in
      let todos = TodosViewController(style: .insetGrouped)
      stage.show(UINavigationController(rootViewController: todos))
      stage.wait(40)
      let cells = try (0..<3).map {
        try #require(todos.tableView.cellForRow(at: IndexPath(row: $0, section: 0)) as? TodoCell)
      }
      let low = cells[0].frame.height
      let header = todos.tableView.headerView(forSection: 0) as? UITableViewHeaderFooterView
      #expect(header?.textLabel?.textColor == .systemOrange && header?.textLabel?.text == "TODAY")
      #expect(cells[0].titleLabel.convert(Point.zero, to: cells[0]).x > 16)
      tap(cells[0], stage)
      #expect(cells[0].frame.height > low + 30 && cells[1].frame.minY == cells[0].frame.maxY)
      #expect(cells[0].noteLabel.frame.height > 30 && cells[1].frame.height == low)
      tap(cells[0], stage)
      #expect(cells.map(\.frame.height) == [low, low, low])
      let place = cells[1].convert(cells[1].bounds.center, to: nil)
      stage.down(place.x, place.y, after: 500)
      stage.wait(800)
      stage.up(place.x, place.y)
      try stage.tapRow("Done")
      stage.wait(600)
      #expect(todos.todos[1].isDone)
    }
  }

  @Test func tagsAreAsWideAsTheirWords() throws {
    try onStage { stage in
      let tags = TagsViewController()
      stage.show(tags)
      stage.wait(40)
      let cells = try (0..<tags.tags.count).map {
        try #require(tags.collectionView.cellForItem(at: IndexPath(item: $0, section: 0)) as? TagCell)
      }
      for cell in cells {
        #expect(abs(cell.frame.width - cell.label.intrinsicContentSize.width - 28) < 0.01)
        #expect(cell.frame.minX >= 16 && cell.frame.maxX <= 374.01)
      }
      #expect(Set(cells.map(\.frame.minY)).count > 1)
      tap(cells[4], stage)
      tap(cells[0], stage)
      #expect(tags.chosen == ["Swift", "Collections of cells"])
      tap(cells[4], stage)
      #expect(tags.chosen == ["Swift"])
    }
  }

  @Test func aReviewIsSentAboveTheKeyboard() {
    onStage { stage in
      stage.application.screenSafeAreaChanged(to: EdgeInsets(top: 40, left: 0, bottom: 30, right: 0))
      stage.application.showsScreenKeyboard = true
      let review = ReviewViewController()
      stage.show(review)
      stage.wait(40)
      #expect(review.badge.frame.width == UILabel("New").intrinsicContentSize.width + 24)
      #expect(review.stars.frame.height > 20 && review.stars.frame.width == 358)
      let low = review.scrollView.contentSize.height
      tap(review.moreButton, stage)
      #expect(review.scrollView.contentSize.height > low + 30 && review.detailsLabel.frame.height > 30)
      tap(review.moreButton, stage)
      #expect(review.scrollView.contentSize.height == low)
      #expect(review.sendButton.frame.maxY == 844 - 30 - 12)
      tap(review.nameField, stage)
      review.nameField.insertText("Ada")
      let keyboard = stage.window.inputViewFrame
      #expect(keyboard.height > 0 && review.sendButton.frame.maxY == keyboard.minY - 12)
      review.stars.selectedSegmentIndex = 3
      tap(review.sendButton, stage)
      #expect(review.sent == "4 by Ada" && review.sendButton.frame.maxY == 844 - 30 - 12)
    }
  }

  @Test func aPhotoIsEnlargedWhereItIsTouched() {
    onStage { stage in
      let photo = PhotoZoomViewController()
      stage.show(photo)
      stage.wait(40)
      let picture = photo.imageView
      #expect(picture.convert(picture.bounds.center, to: nil) == Point(195, 422))
      #expect(picture.convert(picture.bounds, to: nil).width == 390)
      func tapTwice(_ x: Double, _ y: Double) {
        stage.tap(x, y, after: 600)
        stage.tap(x, y, after: 100)
        stage.wait(800)
      }
      tapTwice(195, 422)
      #expect(photo.scrollView.zoomScale == 2 && photo.scrollView.contentInset == .zero)
      #expect(picture.convert(picture.bounds.center, to: nil) == Point(195, 422))
      tapTwice(195, 422)
      #expect(picture.convert(picture.bounds.center, to: nil) == Point(195, 422))
      #expect(picture.convert(picture.bounds, to: nil).width == 390)
    }
  }
}
