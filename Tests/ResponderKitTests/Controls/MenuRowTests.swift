import HIDEvents
import TestHarness
import Testing

@testable import ResponderKit

/// Rows of menus that keys go to, and buttons whose menus are not shown.
@Suite(.hangLimit) struct MenuRowTests {
  private func button(_ stage: Stage, _ children: [UIMenuElement]) -> UIButton {
    let button = UIButton(frame: Rect(20, 20, 100, 40))
    button.menu = UIMenu(children: children)
    button.showsMenuAsPrimaryAction = true
    stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
    stage.wait(20)
    return button
  }

  private func action(_ title: String) -> UIAction { UIAction(title: title) { _ in } }

  @Test func keysShowTheRowThatTheyGoTo() throws {
    try onStage(screen: Size(320, 240)) { stage in
      var children: [UIMenuElement] = (0..<11).map { action("Row \($0)") }
      children.append(UIMenu(title: "More", children: (0..<12).map { action("Mail \($0)") }))
      _ = button(stage, children)
      stage.tap(60, 40)
      stage.wait(20)
      for _ in children { stage.press(0x51) }
      let list: Rect = try #require(stage.menuPanel?.subviews.first).frame
      let last: MenuRow = try #require(stage.row("More"))
      #expect(last.isHighlighted && last.frame.minY >= 0 && last.frame.maxY <= list.height)
      // The menu in it is shown from its beginning.
      stage.press(0x4F)
      #expect(stage.menuTitles.last == "Mail 11" && stage.row("More")?.frame.minY == 0)
      // The last row, and all the way back up.
      for _ in 0..<13 { stage.press(0x52) }
      #expect(stage.row("More")?.isHighlighted == true && stage.row("More")?.frame.minY == 0)
    }
  }

  @Test func aRowHasRoomForItsSubtitleAndSaysWhetherItCanBeChosen() {
    onStage { stage in
      let copy = UIAction(title: "Copy", subtitle: "As a text") { _ in }
      let move = UIAction(title: "Move", attributes: .disabled) { _ in }
      _ = button(stage, [copy, move])
      stage.tap(60, 40)
      stage.wait(20)
      let (first, second) = (stage.row("Copy"), stage.row("Move"))
      #expect(first?.frame.height == 56 && second?.frame.height == 44)
      #expect(first?.accessibilityTraits == .button && second?.accessibilityTraits == [.button, .notEnabled])
    }
  }

  @Test func aPressThatShowsTheMenuIsNoAction() {
    onStage { stage in
      let button = button(stage, [action("Copy")])
      button.onEvent(.primaryActionTriggered) { [log = stage.log] _ in log("action") }
      stage.tap(60, 40)
      stage.wait(20)
      #expect(stage.menuPanel != nil && stage.log.lines == [])
    }
  }

  @Test func aDisabledButtonAndOneWithoutItsMenuShowNone() {
    onStage { stage in
      let button = button(stage, [action("Copy")])
      button.showsMenuAsPrimaryAction = false
      button.onEvent(.touchUpInside) { [log = stage.log] _ in log("up") }
      button.isEnabled = false
      stage.down(60, 40)
      stage.wait(700)
      #expect(stage.menuPanel == nil)
      stage.up(60, 40)
      // A long press of the other one is a press.
      button.isEnabled = true
      button.menu = nil
      stage.down(60, 40, after: 1000)
      stage.wait(700)
      stage.up(60, 40)
      #expect(stage.menuPanel == nil && stage.log.lines == ["up"])
    }
  }

  @Test func aMenuThatStaysTakesTheMarkFromTheOtherRow() throws {
    try onStage { stage in
      let actions = ["Small", "Large"].map { UIAction(title: $0, attributes: .keepsMenuPresented) { _ in } }
      actions[0].state = .on
      _ = button(stage, [UIMenu(options: [.displayInline, .singleSelection], children: actions)])
      stage.tap(60, 40)
      stage.wait(20)
      let place: Rect = try #require(stage.menuPanel?.subviews.first).frame
      func mark(_ row: Double) -> Bitmap {
        stage.window.snapshot().copy(
          of: PixelRect(around: Rect(place.minX + 4, place.minY + row * 44 + 4, 26, 36)))
      }
      let (on, off) = (mark(0), mark(1))
      try stage.tapRow("Large")
      #expect(on != off && mark(0) == off && mark(1) == on)
    }
  }

  @Test func whatFollowsAGroupHasRoomAboveIt() throws {
    try onStage { stage in
      let group = UIMenu(options: .displayInline, children: [action("Copy"), action("Move")])
      _ = button(stage, [group, action("Delete")])
      stage.tap(60, 40)
      stage.wait(20)
      let (copy, move, delete) = (
        try #require(stage.row("Copy")), try #require(stage.row("Move")), try #require(stage.row("Delete"))
      )
      #expect(copy.frame.minY == 0 && move.frame.minY == 44 && delete.frame.minY == 88 + MenuRow.groupRoom)
    }
  }

  @Test func theArrowUpBeginsAtTheLastRow() {
    onStage { stage in
      _ = button(stage, [action("Copy"), action("Move")])
      stage.tap(60, 40)
      stage.wait(20)
      stage.press(0x52)
      #expect(stage.row("Move")?.isHighlighted == true && stage.row("Copy")?.isHighlighted == false)
    }
  }

  @Test func aPointerHighlightsTheRowThatItIsOver() throws {
    try onStage { stage in
      _ = button(stage, [action("Copy"), action("Move")])
      stage.tap(60, 40)
      stage.wait(20)
      let place = try stage.place(of: "Move")
      stage.post(.pointer(.init(.moved, x: place.x, y: place.y)))
      #expect(stage.row("Move")?.isHighlighted == true)
      stage.post(.pointer(.init(.left, x: place.x, y: place.y)))
      #expect(stage.row("Move")?.isHighlighted == false && stage.menuPanel != nil)
    }
  }

  @Test func aFingerThatScrollsOrIsTakenAwayChoosesNothing() {
    onStage(screen: Size(320, 240)) { stage in
      let log = stage.log
      let rows = (0..<12).map { number in UIAction(title: "Row \(number)") { _ in log("\(number)") } }
      _ = button(stage, rows)
      stage.tap(60, 40)
      stage.wait(20)
      stage.down(100, 200, after: 500)
      stage.move(100, 170)
      stage.move(100, 150)
      stage.up(100, 150)
      #expect(stage.log.lines == [] && stage.menuPanel != nil)
      stage.down(100, 150, after: 500)
      #expect(rows.contains { stage.row($0.title)?.isHighlighted == true })
      stage.cancel()
      #expect(!rows.contains { stage.row($0.title)?.isHighlighted == true } && stage.log.lines == [])
    }
  }

  @Test func aKeyThatIsHeldChoosesOnce() {
    onStage { stage in
      let log = stage.log
      _ = button(stage, [UIAction(title: "More", attributes: .keepsMenuPresented) { _ in log("more") }])
      stage.tap(60, 40)
      stage.wait(20)
      stage.press(0x51)
      stage.post(.key(.init(usage: 0x28, .down)))
      stage.press(0x51)
      stage.post(.key(.init(usage: 0x28, .repeated)))
      stage.post(.key(.init(usage: 0x28, .up)))
      #expect(log.lines == ["more"])
    }
  }
}
