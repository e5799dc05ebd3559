import TestHarness
import Testing

@testable import ResponderKit

/// A menu that was scrolled kept its first rows out of sight when the window got room for all of them: it could not be scrolled back.
@Suite(.hangLimit) struct MenusStayScrolledTests {
  @Test func allRowsAreSeenOnceThereIsRoomForThem() throws {
    try onStage(screen: Size(320, 240)) { stage in
      let button = UIButton(frame: Rect(20, 20, 100, 40))
      button.menu = UIMenu(children: (0..<12).map { number in UIAction(title: "Row \(number)") { _ in } })
      button.showsMenuAsPrimaryAction = true
      stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
      stage.wait(20)
      stage.tap(60, 40)
      stage.wait(20)
      stage.down(200, 200, after: 500)
      stage.move(200, 150)
      stage.move(200, -800)
      stage.up(200, -800)
      stage.wait(20)
      let first = try #require(stage.row("Row 0"))
      #expect(first.frame.minY < 0)
      stage.application.screenChanged(to: Size(320, 900))
      stage.wait(20)
      #expect(stage.row("Row 0")?.frame.minY == 0 && stage.menuTitles.count == 12)
    }
  }
}
