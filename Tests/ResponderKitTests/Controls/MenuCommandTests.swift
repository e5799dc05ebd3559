import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Commands in menus: the responders that take them, and how these change them.
@Suite(.hangLimit) struct MenuCommandTests {
  private class Taker: UIView {
    var log: [String] = []
    override var canBecomeFirstResponder: Bool { true }
    override func validate(_ command: UICommand) {
      if command.action == MenuCommandTests.sort { command.state = .on }
      if command.action == MenuCommandTests.erase { command.attributes = .disabled }
    }
    func take(_ message: String, _ sender: Any?) {
      log.append("\(message) \((sender as? UICommand)?.propertyList as? String ?? "nothing")")
    }
  }
  private final class Outer: Taker {}

  private static var sort: Selector { message("sort") }
  private static var erase: Selector { message("erase") }
  private static func message(_ name: String) -> Selector {
    Selector(name) { (target: Taker, sender, _) in target.take(name, sender) }
  }

  private var menu: UIMenu {
    let foreign = Selector("foreign") { (_: UITextView) in }
    return UIMenu(children: [
      UICommand(title: "Sort", action: Self.sort, propertyList: "by name"),
      UIKeyCommand(title: "Erase", action: Self.erase, input: "e", modifierFlags: .command),
      UICommand(title: "Foreign", action: foreign),
      UICommand(title: "Hidden", action: Self.sort, attributes: .hidden),
      UIMenu(title: "Nothing", children: [UICommand(title: "Foreign", action: foreign)]),
      UIAction(title: "Action") { _ in },
    ])
  }

  private func button(_ stage: Stage, in root: UIView) -> UIButton {
    let button = UIButton(frame: Rect(20, 100, 100, 40))
    (button.menu, button.showsMenuAsPrimaryAction) = (menu, true)
    root.addSubview(button)
    stage.wait(20)
    return button
  }

  @Test func aCommandGoesToTheResponderThatTakesIt() throws {
    try onStage { stage in
      let outer = stage.show(Outer(frame: stage.window.bounds))
      _ = button(stage, in: outer)
      stage.tap(60, 120)
      stage.wait(20)
      #expect(stage.menuTitles == ["Sort", "Erase", "Action"])
      #expect(stage.row("Sort")?.accessibilityTraits.contains(.selected) == true)
      try stage.tapRow("Erase")
      #expect(stage.menuPanel != nil && outer.log == [])
      try stage.tapRow("Sort")
      #expect(stage.menuPanel == nil && outer.log == ["sort by name"])
    }
  }

  @Test func theChainOfTheMenusViewComesBeforeAnotherFirstResponder() throws {
    try onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (outer, other) = (Outer(frame: stage.window.bounds), Taker(frame: Rect(0, 300, 100, 100)))
      root.addSubview(outer)
      root.addSubview(other)
      let inner = Taker(frame: Rect(200, 300, 100, 100))
      let button = button(stage, in: outer)
      button.addSubview(inner)
      other.becomeFirstResponder()
      func choose() throws {
        stage.tap(30, 110, after: 1000)
        stage.wait(20)
        try stage.tapRow("Sort")
      }
      try choose()
      #expect(outer.log.count == 1 && other.log == [])
      inner.becomeFirstResponder()
      try choose()
      #expect(outer.log.count == 1 && inner.log == ["sort by name"])
      root.addSubview(button)
      other.becomeFirstResponder()
      try choose()
      #expect(outer.log.count == 1 && other.log == ["sort by name"])
      other.resignFirstResponder()
      stage.tap(30, 110, after: 1000)
      stage.wait(20)
      #expect(stage.menuTitles == ["Action"])
    }
  }

  @Test func aCommandThatKeepsTheMenuIsValidatedAgain() throws {
    final class Switch: UIView {
      var isOn = false
      override func validate(_ command: UICommand) { command.state = isOn ? .on : .off }
    }
    try onStage { stage in
      let root = stage.show(Switch(frame: stage.window.bounds))
      let flip = Selector("flip") { (target: Switch) in target.isOn.toggle() }
      let button = button(stage, in: root)
      button.menu = UIMenu(children: [
        UICommand(title: "Flip", action: flip, attributes: .keepsMenuPresented)
      ])
      stage.tap(60, 120)
      stage.wait(20)
      #expect(stage.row("Flip")?.accessibilityTraits.contains(.selected) == false)
      try stage.tapRow("Flip")
      #expect(root.isOn && stage.row("Flip")?.accessibilityTraits.contains(.selected) == true)
    }
  }

  @Test func aMenuOfCommandsThatNothingTakesIsNotShown() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let button = button(stage, in: root)
      button.menu = UIMenu(children: [UICommand(title: "Sort", action: Self.sort)])
      stage.tap(60, 120)
      stage.wait(20)
      #expect(stage.menuPanel == nil)
    }
  }

  @Test func aMenuMayHoldItselfByDeferredEntries() {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      var menus: [UIMenu] = []
      let later = UIDeferredMenuElement { done in done(menus) }
      menus = [UIMenu(title: "Inner", children: [UIAction(title: "One") { _ in }, later])]
      menus[0].findTakers(from: root)
      later.load {}
      menus[0].findTakers(from: root)
      #expect(menus[0].lines.count == 2 && menus[0].actions.first?.title == "One")
      menus[0].load {}
      menus[0].select(UIAction(title: "Other") { _ in })
      let inline = UIDeferredMenuElement { done in done(menus) }
      menus = [UIMenu(options: .displayInline, children: [UIAction(title: "One") { _ in }, inline])]
      menus[0].load {}
      #expect(menus[0].lines.count == 16)
      if let one = menus[0].actions.last { menus[0].select(one) }
    }
  }

  @Test func aKeyCommandKnowsWhatMenusShow() {
    let command = UIKeyCommand(
      title: "Sort", action: Self.sort, input: "s", modifierFlags: [.command, .shift], propertyList: 3,
      alternates: [UICommandAlternate(title: "Back", action: Self.erase, modifierFlags: .alternate)],
      discoverabilityTitle: "Sort all", attributes: .destructive, state: .mixed)
    let base: UICommand = command
    #expect(base.title == "Sort" && base.propertyList as? Int == 3 && base.state == .mixed)
    #expect(base.attributes == .destructive && base.alternates.map(\.title) == ["Back"])
    #expect(base.discoverabilityTitle == "Sort all" && command.input == "s")
  }

  @Test func aResponderIsAskedOnce() {
    final class Moody: UIView {
      var asked = 0
      override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        asked += 1
        return asked == 1
      }
    }
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let view = Moody(frame: Rect(0, 0, 10, 10))
      root.addSubview(view)
      let command = UICommand(title: "Sort", action: Selector("sort") { (_: Moody) in })
      UIMenu(children: [command]).findTakers(from: view)
      #expect(view.asked == 1 && command.taker === view)
    }
  }

  /// Counts how often it is asked about commands.
  private final class Counting: Taker {
    var asked: [String] = []
    override func validate(_ command: UICommand) { asked.append(command.title) }
  }

  @Test func aCommandIsValidatedOnceForEachShowing() {
    onStage { stage in
      let root = stage.show(Counting(frame: stage.window.bounds))
      let button = button(stage, in: root)
      let later = UIDeferredMenuElement { $0([UICommand(title: "Late", action: Self.sort)]) }
      let inner = UIMenu(title: "Inner", children: [UICommand(title: "Deep", action: Self.sort)])
      button.menu = UIMenu(children: [UICommand(title: "Sort", action: Self.sort), later, inner])
      for _ in 0..<2 {
        stage.tap(60, 120, after: 1000)
        stage.wait(20)
        #expect(stage.menuTitles == ["Sort", "Late", "Inner"])
        #expect(
          root.asked.filter { $0 == "Sort" }.count == 1 && root.asked.filter { $0 == "Deep" }.count == 1)
        #expect(root.asked.filter { $0 == "Late" }.count == 1)
        root.asked = []
        stage.menuPanel?.close()
      }
      let source = Source(menu: UIMenu(children: [UICommand(title: "Sort", action: Self.sort)]))
      let press = UIContextMenuInteraction(delegate: source)
      root.addInteraction(press)
      stage.down(200, 500, after: 1000)
      stage.wait(1000)
      #expect(stage.menuTitles == ["Sort"] && root.asked == ["Sort"])
    }
  }

  @Test func whatIsDeliveredLaterValidatesOnlyItsOwnCommands() throws {
    try onStage { stage in
      let root = stage.show(Counting(frame: stage.window.bounds))
      let button = button(stage, in: root)
      var deliver: (([UIMenuElement]) -> Void)?
      let later = UIDeferredMenuElement { deliver = $0 }
      let inner = UIMenu(title: "Inner", children: [UICommand(title: "Deep", action: Self.sort)])
      button.menu = UIMenu(children: [UICommand(title: "Sort", action: Self.sort), later, inner])
      stage.tap(60, 120, after: 1000)
      stage.wait(20)
      #expect(root.asked == ["Sort", "Deep"])
      deliver?([UICommand(title: "Late", action: Self.sort)])
      stage.wait(20)
      #expect(root.asked == ["Sort", "Deep", "Late"] && stage.menuTitles == ["Sort", "Late", "Inner"])
      try stage.tapRow("Inner")
      #expect(root.asked == ["Sort", "Deep", "Late"])
    }
  }

  @Test func aTakerThatHasEndedIsReplaced() {
    onStage { stage in
      let root = stage.show(Taker(frame: stage.window.bounds))
      let command = UICommand(title: "Sort", action: Self.sort)
      let menu = UIMenu(children: [command])
      do {
        let inner = Taker(frame: Rect(0, 0, 9, 9))
        root.addSubview(inner)
        menu.findTakers(from: inner)
        #expect(command.taker === inner)
        inner.removeFromSuperview()
      }
      stage.wait(20)
      menu.findTakers(from: root, except: [command])
      #expect(command.taker === root)
    }
  }

  @Test func aCommandThatNothingTakesIsAskedAboutOnceForEachShowing() {
    final class Declining: UIView {
      var asked = 0
      override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        if action.description == "foreign" { asked += 1 }
        return super.canPerformAction(action, withSender: sender)
      }
    }
    onStage { stage in
      let root = stage.show(Declining(frame: stage.window.bounds))
      let button = button(stage, in: root)
      var deliver: (([UIMenuElement]) -> Void)?
      let later = UIDeferredMenuElement { deliver = $0 }
      let foreign = UICommand(title: "Foreign", action: Selector("foreign") { (_: UITextView) in })
      button.menu = UIMenu(children: [foreign, UIAction(title: "Action") { _ in }, later])
      for _ in 0..<2 {
        root.asked = 0
        stage.tap(60, 120, after: 1000)
        stage.wait(20)
        #expect(root.asked == 1)
        deliver?([UIAction(title: "Late") { _ in }])
        stage.wait(20)
        #expect(root.asked == 1 && stage.menuTitles.first == "Action")
        stage.menuPanel?.close()
      }
    }
  }

  private final class Source: UIContextMenuInteractionDelegate {
    let menu: UIMenu
    init(menu: UIMenu) { self.menu = menu }
    func contextMenuInteraction(
      _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: Point
    ) -> UIContextMenuConfiguration? {
      UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [menu] _ in menu }
    }
  }
}
