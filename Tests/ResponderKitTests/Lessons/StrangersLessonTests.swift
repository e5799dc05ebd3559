import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Lessons that did not compile, or did something else, when they were tried first.
@Suite(.hangLimit) struct StrangersLessonTests {
  @Test func aSheetIsPulledDown() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let controller = SheetHostViewController()
      stage.show(controller)
      stage.wait(50)
      stage.tap(195, 422)
      stage.wait(800)
      let sheet = try #require(controller.presentedViewController as? SheetContentViewController)
      let top = sheet.view.frame.minY
      #expect(sheet.view.frame.maxY == 844 && top > 500)
      // Not far enough: it returns.
      stage.down(195, top + 5)
      for step in 1...10 { stage.move(195, top + 5 + Double(step) * 6) }
      #expect(sheet.isBeingDismissed && sheet.view.presentationFrame.minY > top + 5)
      stage.up(195, top + 65, after: 300)
      stage.wait(1000)
      #expect(controller.presentedViewController === sheet && sheet.view.frame.minY == top)
      stage.down(195, top + 5)
      for step in 1...10 { stage.move(195, top + 5 + Double(step) * 17) }
      stage.up(195, top + 175)
      stage.wait(1000)
      #expect(controller.presentedViewController == nil)
    }
  }

  @Test func mailboxesAreFirstOnAPhone() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let controller = MailSplitViewController(style: .doubleColumn)
      stage.show(controller)
      stage.wait(300)
      #expect(controller.isCollapsed && controller.detail.view.window == nil)
      #expect(controller.list.titles == ["Inbox", "Work", "Projects", "Invoices", "Trash"])
      let list = try #require(controller.list.collectionView)
      let inbox = try #require(list.cellForItem(at: IndexPath(item: 0, section: 0)))
      let place = inbox.convert(inbox.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(800)
      #expect(controller.detail.label.text == "Inbox" && controller.detail.view.window != nil)
    }
  }

  @Test func chartsAreDrawn() {
    onStage(screen: Size(390, 844)) { stage in
      let controller = ChartsViewController()
      stage.show(controller)
      // The views draw before a picture is taken of them.
      stage.wait(1500)
      let picture = stage.window.snapshot()
      let middle = controller.pie.frame.center
      // The second part of the pie, and the hole in its middle.
      #expect(picture.color(x: Int(middle.x) + 60, y: Int(middle.y) + 50) == UIColor.systemOrange.bright)
      #expect(picture.color(x: Int(middle.x), y: Int(middle.y)) == .white)
      #expect(picture.color(x: 300, y: 200) == UIColor.systemBlue.bright)
    }
  }

  @Test func theCardInTheMiddleIsLarge() throws {
    try onStage(screen: Size(390, 844)) { stage in
      let controller = CarouselViewController()
      stage.show(controller)
      stage.wait(100)
      let cards = try #require(controller.collectionView)
      func width(_ item: Int) throws -> Double {
        try #require(cards.cellForItem(at: IndexPath(item: item, section: 0))).frame.width
      }
      let first = try width(0)
      #expect(abs(first - 240 * 1.3) < 0.01)
      stage.down(300, 300)
      for step in 1...10 { stage.move(300 - Double(step) * 15, 300) }
      stage.up(150, 300)
      stage.wait(1500)
      #expect(cards.contentOffset == Point(260 - 75, 0))
      let (middle, side) = (try width(1), try width(0))
      #expect(abs(middle - 240 * 1.3) < 0.01 && abs(side - 240) < 0.01, "\(middle), \(side)")
    }
  }
}
