import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Menus of buttons and bars' items: what they show, how a line is chosen, how they go.
@Suite(.hangLimit) struct MenuTests {
  private func menu(_ log: Log, title: String = "") -> UIMenu {
    let copy = UIAction(title: "Copy") { _ in log("copy") }
    let move = UIAction(title: "Move", attributes: .disabled) { _ in log("move") }
    let hidden = UIAction(title: "Hidden", attributes: .hidden) { _ in log("hidden") }
    let delete = UIAction(title: "Delete", attributes: .destructive) { _ in log("delete") }
    let share = UIMenu(title: "Share", children: [UIAction(title: "Mail") { _ in log("mail") }])
    let group = UIMenu(title: "", options: .displayInline, children: [delete])
    return UIMenu(title: title, children: [copy, move, hidden, share, group])
  }

  private func button(_ stage: Stage, at frame: Rect = Rect(20, 100, 100, 40)) -> UIButton {
    let button = UIButton(frame: frame)
    button.menu = menu(stage.log)
    button.showsMenuAsPrimaryAction = true
    stage.show(UIView(frame: stage.window.bounds)).addSubview(button)
    stage.wait(20)
    return button
  }

  @Test func inlineMenusAreGroupsAndHiddenActionsAreNotShown() {
    let lines: [MenuLine] = menu(Log()).lines
    let groups: [Bool] = lines.map(\.startsGroup)
    #expect(groups == [false, false, false, true])
    let free: [Bool] = lines.map(\.canBeChosen)
    #expect(free == [true, false, true, true])
  }

  @Test func aTapShowsTheMenuAndATapChooses() throws {
    try onStage { stage in
      _ = button(stage)
      stage.tap(60, 120)
      stage.wait(20)
      #expect(stage.menuTitles == ["Copy", "Move", "Share", "Delete"])
      let list: Rect = try #require(stage.menuPanel?.subviews.first).frame
      #expect(list.minY == 144 && list.minX == 20)
      try stage.tapRow("Move")
      #expect(stage.menuPanel != nil)
      try stage.tapRow("Copy")
      #expect(stage.menuPanel == nil && stage.log.lines == ["copy"])
    }
  }

  @Test func aFingerMayPressDragAndChoose() throws {
    try onStage { stage in
      let button = button(stage)
      button.onEvent(.menuActionTriggered) { [log = stage.log] _ in log("shown") }
      stage.down(60, 120)
      stage.wait(150)
      #expect(stage.menuPanel != nil)
      let place: Point = try stage.place(of: "Delete")
      stage.move(60, 150)
      stage.move(place.x, place.y)
      #expect(stage.row("Delete")?.isHighlighted == true)
      stage.up(place.x, place.y)
      #expect(stage.log.lines == ["shown", "delete"] && stage.menuPanel == nil)
    }
  }

  @Test func aFingerThatDoesNotMoveLeavesTheMenuOpen() {
    // There is room for the menu over the button only.
    onStage(screen: Size(320, 160)) { stage in
      _ = button(stage, at: Rect(20, 20, 100, 40))
      stage.down(60, 40)
      stage.wait(150)
      stage.move(63, 42)
      stage.up(63, 42)
      // What is under the finger could be chosen.
      let row: MenuRow? = stage.row("Copy")
      #expect(row?.convert(row?.bounds ?? .zero, to: nil).contains(Point(63, 42)) == true)
      #expect(stage.menuPanel != nil && stage.log.lines == [])
    }
  }

  @Test func aTouchBesideItClosesItAndDoesNothingElse() {
    onStage { stage in
      let button = button(stage)
      button.onEvent(.touchDown) { [log = stage.log] _ in log("down") }
      stage.tap(60, 120)
      stage.wait(20)
      stage.tap(60, 120, after: 1000)
      #expect(stage.menuPanel == nil && stage.log.lines == ["down"])
    }
  }

  @Test func keysChooseAndTheFirstResponderStays() {
    onStage { stage in
      let button = button(stage)
      let field = UITextField(frame: Rect(0, 0, 100, 30))
      button.superview?.addSubview(field)
      field.becomeFirstResponder()
      stage.tap(60, 120)
      stage.wait(20)
      stage.press(0x51)
      stage.press(0x51)
      #expect(stage.row("Share")?.isHighlighted == true)
      stage.press(0x4F)
      #expect(stage.menuTitles == ["Share", "Mail"])
      stage.press(0x50)
      #expect(stage.menuTitles.count == 4)
      stage.press(0x52)
      stage.press(0x28)
      #expect(stage.log.lines == ["delete"] && stage.menuPanel == nil && field.isFirstResponder)
      stage.tap(60, 120, after: 1000)
      stage.wait(20)
      stage.press(0x29)
      #expect(stage.menuPanel == nil && stage.log.lines == ["delete"] && field.text?.isEmpty != false)
    }
  }

  @Test func withoutTheFlagTheButtonsActionComesFirst() {
    onStage { stage in
      let button = button(stage)
      button.showsMenuAsPrimaryAction = false
      button.onEvent(.primaryActionTriggered) { [log = stage.log] _ in log("action") }
      stage.tap(60, 120)
      #expect(stage.log.lines == ["action"] && stage.menuPanel == nil)
      stage.down(60, 120, after: 1000)
      stage.wait(700)
      stage.up(60, 120)
      #expect(stage.log.lines == ["action"] && stage.menuPanel != nil)
    }
  }

  @Test func aSingleSelectionMovesItsMark() throws {
    try onStage { stage in
      let actions: [UIAction] = ["Small", "Large"].map { UIAction(title: $0) { _ in } }
      actions[0].state = .on
      let sizes = UIMenu(options: [.displayInline, .singleSelection], children: actions)
      let button = button(stage)
      button.menu = UIMenu(children: [sizes])
      stage.tap(60, 120)
      stage.wait(20)
      try stage.tapRow("Large")
      #expect(actions[0].state == .off && actions[1].state == .on)
      #expect(sizes.selectedElements == [actions[1]])
    }
  }

  @Test func aMenuThatKeepsItselfStays() throws {
    try onStage { stage in
      let button = button(stage)
      button.menu = UIMenu(
        children: [
          UIAction(title: "More", attributes: .keepsMenuPresented) { [log = stage.log] in
            log("\($0.sender === button)")
          }
        ])
      stage.tap(60, 120)
      stage.wait(20)
      try stage.tapRow("More")
      try stage.tapRow("More")
      #expect(stage.log.lines == ["true", "true"] && stage.menuPanel != nil)
    }
  }

  @Test func itFitsOnASmallScreenAndScrolls() throws {
    try onStage(screen: Size(320, 240)) { stage in
      let button = button(stage, at: Rect(250, 200, 60, 36))
      let actions: [UIAction] = (0..<12).map { number in
        UIAction(title: "Row \(number)") { [log = stage.log] _ in log("\(number)") }
      }
      button.menu = UIMenu(children: actions)
      stage.tap(280, 210)
      stage.wait(20)
      let list: Rect = try #require(stage.menuPanel?.subviews.first).frame
      #expect(list == Rect(112, 8, 200, 224))
      stage.down(200, 200, after: 500)
      stage.move(200, 150)
      stage.move(200, -800)
      stage.up(200, -800)
      #expect(stage.log.lines == [] && stage.menuPanel != nil)
      stage.wait(20)
      try stage.tapRow("Row 11")
      #expect(stage.log.lines == ["11"])
    }
  }

  @Test func aBarsItemShowsItsMenu() throws {
    try onStage { stage in
      let page = UIViewController()
      let item = UIBarButtonItem(title: "More", menu: nil)
      item.menu = UIMenu(
        title: "Page",
        children: [UIAction(title: "Print") { [log = stage.log] in log("\($0.sender === item)") }])
      page.navigationItem.rightBarButtonItem = item
      stage.show(UINavigationController(rootViewController: page))
      stage.wait(20)
      stage.tap(360, 22)
      stage.wait(20)
      #expect(stage.menuTitles == ["Page", "Print"])
      try stage.tapRow("Print")
      #expect(stage.log.lines == ["true"])
    }
  }
}

extension Stage {
  var menuPanel: MenuPanel? { window.subviews.compactMap { $0 as? MenuPanel }.last }
  private var rows: [UIView] { menuPanel?.subviews.first?.subviews ?? [] }
  var menuTitles: [String] { rows.compactMap(\.accessibilityLabel) }
  func row(_ title: String) -> MenuRow? { rows.first { $0.accessibilityLabel == title } as? MenuRow }

  func place(of title: String) throws -> Point {
    let found: MenuRow = try #require(row(title))
    return found.convert(found.bounds.center, to: nil)
  }

  func tapRow(_ title: String) throws {
    let place: Point = try place(of: title)
    tap(place.x, place.y, after: 500)
    wait(20)
  }

  func press(_ usage: UInt16) {
    post(.key(.init(usage: usage, .down)))
    post(.key(.init(usage: usage, .up)))
    wait(20)
  }
}
