import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Scroll views in sheets: whose a drag is.
@Suite(.hangLimit) struct SheetScrollTests {
  private func list(
    _ stage: Stage, expands: Bool = true
  ) throws -> (page: SheetPage, sheet: UISheetPresentationController, list: UIScrollView) {
    let page = SheetPage("sheet", stage.log)
    let list = UIScrollView(frame: page.view.bounds)
    list.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    list.contentSize = Size(390, 3000)
    page.view.addSubview(list)
    let sheet: UISheetPresentationController = try #require(page.sheetPresentationController)
    sheet.detents = [.medium(), .large()]
    sheet.prefersScrollingExpandsWhenScrolledToEdge = expands
    stage.present(page, from: SheetPage("root", stage.log))
    return (page, sheet, list)
  }

  @Test func aDragUpMakesTheSheetLargeAndThenScrolls() throws {
    try onStage { stage in
      let (page, sheet, list) = try list(stage)
      stage.drag(200, 800, 680)
      stage.wait(500)
      // Nearer to the lower detent: the sheet goes back, and nothing has scrolled.
      #expect(stage.place(of: page).minY == 422 && list.contentOffset.y == 0)
      stage.drag(200, 800, 300, steps: 40)
      stage.wait(500)
      #expect(sheet.selectedDetentIdentifier == .large && stage.place(of: page).minY == 54)
      let before: Double = list.contentOffset.y
      stage.drag(200, 700, 500)
      stage.wait(500)
      #expect(list.contentOffset.y == before + 190 && stage.place(of: page).minY == 54)
    }
  }

  @Test func oneDragDoesBoth() throws {
    try onStage { stage in
      let (page, sheet, list) = try list(stage)
      stage.down(200, 800)
      for y in stride(from: 790.0, through: 322, by: -9) { stage.move(200, y) }
      // 368 points make it large; of the pan's 468 the rest scrolls.
      #expect(stage.place(of: page).minY == 54)
      #expect(list.contentOffset.y > 80 && list.contentOffset.y <= 100)
      stage.up(200, 322, after: 200)
      stage.wait(500)
      #expect(sheet.selectedDetentIdentifier == .large)
    }
  }

  @Test func atItsUpperEdgeTheContentHandsOver() throws {
    try onStage { stage in
      let (page, sheet, list) = try list(stage)
      sheet.selectedDetentIdentifier = .large
      stage.wait(40)
      list.contentOffset = Point(0, 50)
      stage.down(200, 200, after: 500)
      for y in stride(from: 210.0, through: 510, by: 10) { stage.move(200, y) }
      #expect(list.contentOffset.y == 0 && stage.place(of: page).minY == 54 + 250)
      // Back up: first the sheet, then the content.
      for y in stride(from: 500.0, through: 250, by: -10) { stage.move(200, y) }
      #expect(stage.place(of: page).minY == 54 && list.contentOffset.y == 10)
      for y in stride(from: 260.0, through: 560, by: 10) { stage.move(200, y) }
      stage.up(200, 560, after: 200)
      stage.wait(500)
      #expect(sheet.selectedDetentIdentifier == .medium && list.contentOffset.y == 0)
      #expect(stage.place(of: page).minY == 422)
    }
  }

  @Test func aFlickOfTheContentDismisses() throws {
    try onStage { stage in
      let (page, _, list) = try list(stage)
      stage.drag(200, 500, 700, steps: 8, stops: false)
      stage.wait(500)
      #expect(page.presentingViewController == nil && list.contentOffset.y == 0)
    }
  }

  @Test func aPickersWheelKeepsItsDrags() throws {
    try onStage { stage in
      let page = SheetPage("sheet", stage.log)
      let picker = UIDatePicker(frame: Rect(20, 60, 350, 216))
      picker.datePickerMode = .time
      page.view.addSubview(picker)
      let sheet: UISheetPresentationController = try #require(page.sheetPresentationController)
      sheet.detents = [.medium(), .large()]
      stage.present(page, from: SheetPage("root", stage.log))
      let before: CalendarDate = picker.date
      stage.drag(150, 590, 480)
      stage.wait(500)
      #expect(picker.date != before && stage.place(of: page).minY == 422)
      stage.drag(150, 550, 830)
      stage.wait(500)
      #expect(page.presentingViewController != nil && stage.place(of: page).minY == 422)
    }
  }

  @Test func aPullRefreshesBeforeTheSheetMoves() throws {
    try onStage { stage in
      let (page, _, list) = try list(stage)
      list.refreshControl = UIRefreshControl()
      stage.drag(200, 500, 700)
      #expect(list.refreshControl?.isRefreshing == true && stage.place(of: page).minY == 422)
      #expect(page.presentingViewController != nil && !page.isBeingDismissed)
    }
  }

  @Test func itMayScrollWithoutExpanding() throws {
    try onStage { stage in
      let (page, sheet, list) = try list(stage, expands: false)
      stage.drag(200, 800, 600)
      stage.wait(500)
      #expect(list.contentOffset.y == 190 && stage.place(of: page).minY == 422)
      #expect(sheet.selectedDetentIdentifier == nil)
    }
  }
}
