import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// `UIMenuController`, the messages of edit menus, and what programs change in the menus of texts.
@Suite(.hangLimit) struct MenuControllerTests {
  private final class Card: UIView {
    let log: Log
    var takesCopy = true
    init(_ log: Log) {
      self.log = log
      super.init(frame: Rect(100, 300, 100, 100))
    }
    override var canBecomeFirstResponder: Bool { true }
    override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
      if action == UIResponder.copy { return takesCopy }
      return super.canPerformAction(action, withSender: sender)
    }
    override func copy(_ sender: Any?) { log("copy from \(sender is UIMenuController)") }
    func mark() { log("mark") }
  }

  private static var mark: Selector { Selector("mark") { (target: Card) in target.mark() } }

  private func onCard(_ body: @escaping @Sendable (Stage, Card) throws -> Void) rethrows {
    try onStage { stage in
      let card = Card(stage.log)
      stage.show(UIView(frame: stage.window.bounds)).addSubview(card)
      stage.wait(20)
      try body(stage, card)
    }
  }

  /// As in its own menu.
  @Test func aTextHasNoDelete() {
    onCard { stage, card in
      let field = UITextField(frame: Rect(10, 200, 200, 30))
      field.text = "two words"
      card.superview?.addSubview(field)
      field.becomeFirstResponder()
      UIMenuController.shared.showMenu(from: field, rect: field.bounds)
      #expect(stage.editTitles == ["Paste", "Select", "Select All"])
      // "Delete" would be for the text, which is first responder.
      UIMenuController.shared.showMenu(from: card, rect: card.bounds)
      #expect(!stage.editTitles.contains("Delete"))
      UIMenuController.shared.hideMenu()
    }
  }

  @Test func itShowsWhatTheFirstResponderTakes() throws {
    try onCard { stage, card in
      let menu = UIMenuController.shared
      #expect(menu === UIMenuController.shared)
      menu.menuItems = [
        UIMenuItem(title: "Mark", action: Self.mark),
        UIMenuItem(title: "Other", action: Selector("other") { (_: UITextField) in }),
      ]
      menu.showMenu(from: card, rect: card.bounds)
      #expect(!menu.isMenuVisible && stage.editMenu == nil, "nothing is first responder")
      card.becomeFirstResponder()
      menu.showMenu(from: card, rect: card.bounds)
      #expect(menu.isMenuVisible && stage.editTitles == ["Copy", "Mark"])
      #expect(menu.menuFrame == stage.editMenu?.frame && menu.menuFrame.maxY == 292)
      try stage.chooseEdit("Mark")
      #expect(!menu.isMenuVisible && stage.log.take() == ["mark"] && menu.menuFrame == .zero)
      menu.setTargetRect(card.bounds, in: card)
      menu.isMenuVisible = true
      try stage.chooseEdit("Copy")
      #expect(stage.log.take() == ["copy from true"])
      card.takesCopy = false
      menu.setMenuVisible(true, animated: true)
      #expect(stage.editTitles == ["Mark"])
      card.takesCopy = true
      menu.update()
      #expect(stage.editTitles == ["Copy", "Mark"])
      menu.hideMenu(from: stage.window)
      #expect(menu.isMenuVisible)
      menu.hideMenu(from: card)
      #expect(!menu.isMenuVisible && stage.editMenu == nil)
    }
  }

  @Test func noticesSayWhenItIsShownAndHidden() throws {
    try onCard { stage, card in
      let menu = UIMenuController.shared
      for (name, word) in [
        (UIMenuController.willShowMenuNotification, "will show"),
        (UIMenuController.didShowMenuNotification, "did show"),
        (UIMenuController.willHideMenuNotification, "will hide"),
        (UIMenuController.didHideMenuNotification, "did hide"),
      ] {
        _ = NoticeCenter.default.addObserver(forName: name, object: menu, queue: nil) { [log = stage.log] _ in
          log("\(word) \(menu.isMenuVisible)")
        }
      }
      card.becomeFirstResponder()
      menu.showMenu(from: card, rect: card.bounds)
      try stage.chooseEdit("Copy")
      let expected = [
        "will show false", "did show true", "will hide true", "did hide false", "copy from true",
      ]
      #expect(stage.log.lines == expected)
      menu.showMenu(from: card, rect: card.bounds)
      card.removeFromSuperview()
      #expect(!menu.isMenuVisible)
    }
  }

  @Test func anObserverMayShowItAgain() {
    onCard { stage, card in
      let menu = UIMenuController.shared
      var count = 0
      _ = NoticeCenter.default.addObserver(
        forName: UIMenuController.willShowMenuNotification, object: nil, queue: nil
      ) { _ in
        count += 1
        if count < 5 { menu.showMenu(from: card, rect: card.bounds) }
      }
      card.becomeFirstResponder()
      menu.showMenu(from: card, rect: card.bounds)
      #expect(stage.window.subviews.filter { $0 is EditMenu }.count == 1)
      menu.hideMenu()
      #expect(stage.editMenu == nil)
    }
  }

  // MARK: Messages

  @Test func aClassThatOverridesTheMethodTakesTheMessage() {
    final class Plain: UIView {}
    final class Pasting: UIViewController {
      override func paste(_ sender: Any?) { label = "pasted" }
    }
    onCard { stage, card in
      let messages = [
        UIResponder.cut, UIResponder.copy, UIResponder.paste, UIResponder.select, UIResponder.selectAll,
        UIResponder.delete,
      ]
      func taken(_ responder: UIResponder) -> [String] {
        messages.filter { responder.canPerformAction($0, withSender: nil) }.map(\.name)
      }
      let pasting = Pasting()
      #expect(taken(card) == ["copy"] && taken(Plain()) == [] && taken(pasting) == ["paste"])
      #expect(taken(UITextField()) == ["cut", "copy", "paste", "select", "selectAll", "delete"])
      UIResponder.paste.perform(on: pasting, from: nil, for: nil)
      #expect(pasting.label == "pasted")
      #expect(!UIResponder.cut.perform(on: pasting, from: nil, for: nil))
    }
  }

  @Test func aFieldsOwnMethodIsCalled() throws {
    final class Field: UITextField {
      var pastes = 0
      override func paste(_ sender: Any?) { pastes += 1 }
    }
    onStage { stage in
      let field = Field(frame: Rect(20, 100, 300, 40))
      field.text = "one"
      stage.show(UIView(frame: stage.window.bounds)).addSubview(field)
      field.becomeFirstResponder()
      stage.application.sendAction(UIResponder.paste, to: nil, from: nil, for: nil)
      #expect(field.pastes == 1)
      field.selectAll(nil)
      #expect(field.selectedTextRange == 0..<3)
      field.copy(nil)
      #expect(UIPasteboard.general.string == "one")
      field.cut(nil)
      #expect(field.text == "")
    }
  }

  // MARK: Texts

  private final class Rules: UITextFieldDelegate, UITextViewDelegate {
    var log: [String] = []
    var makes: ([UIMenuElement]) -> UIMenu? = { _ in nil }

    func textField(
      _ textField: UITextField, editMenuForCharactersIn range: NSRange, suggestedActions: [UIMenuElement]
    ) -> UIMenu? {
      log.append("menu \(range.location)+\(range.length)")
      return makes(suggestedActions)
    }
    func textField(
      _ textField: UITextField, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating
    ) { log.append("presents") }
    func textField(
      _ textField: UITextField, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating
    ) { log.append("dismisses") }

    func textView(
      _ textView: UITextView, editMenuForTextIn range: NSRange, suggestedActions: [UIMenuElement]
    ) -> UIMenu? {
      log.append("menu \(range.location)+\(range.length)")
      return makes(suggestedActions)
    }
    func textView(
      _ textView: UITextView, willPresentEditMenuWith animator: any UIEditMenuInteractionAnimating
    ) { log.append("presents") }
    func textView(
      _ textView: UITextView, willDismissEditMenuWith animator: any UIEditMenuInteractionAnimating
    ) { log.append("dismisses") }
  }

  @Test(arguments: [false, true]) func theDelegateOfATextChangesItsMenu(isField: Bool) throws {
    try onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let rules = Rules()
      let frame = Rect(20, 100, 300, isField ? 40 : 100)
      let text: any TextEditorHost
      if isField {
        let field = UITextField(frame: frame)
        (field.text, field.delegate) = ("one two", rules)
        text = field
      } else {
        let view = UITextView(frame: frame)
        (view.text, view.delegate) = ("one two", rules)
        text = view
      }
      root.addSubview(text)
      stage.wait(20)
      let rect = text.caretRect(for: 1)
      let place = text.convert(Point(rect.midX, rect.midY), to: nil)
      func select() {
        stage.tap(place.x, place.y, after: 1000)
        stage.tap(place.x, place.y, after: 100)
        stage.wait(20)
      }
      rules.makes = { [log = stage.log] suggested in
        UIMenu(children: suggested + [UIAction(title: "Mark") { _ in log("mark") }])
      }
      select()
      #expect(stage.editTitles == ["Cut", "Copy", "Paste", "Select All", "Mark"])
      try stage.chooseEdit("Mark")
      #expect(stage.log.lines == ["mark"] && stage.editMenu == nil)
      #expect(rules.log == ["menu 0+3", "presents", "dismisses"])
      rules.makes = { _ in UIMenu(children: []) }
      select()
      #expect(stage.editMenu == nil && rules.log.last == "menu 0+3")
    }
  }

  @Test func aSubclassBuildsTheMenu() throws {
    final class Field: UITextField {
      override func buildMenu(with builder: any UIMenuBuilder) {
        super.buildMenu(with: builder)
        guard builder.system == .context else { return }
        builder.remove(menu: .lookup)
        builder.replaceChildren(ofMenu: .standardEdit) { Array($0.prefix(2)) }
        let mark = UIAction(title: "Mark", identifier: "mark") { [weak self] _ in self?.text = "marked" }
        builder.insertChild(UIMenu(options: .displayInline, children: [mark]), atEndOfMenu: .standardEdit)
        builder.insertSibling(
          UIMenu(
            title: "First", identifier: "first", options: .displayInline,
            children: [UIAction(title: "Begin") { _ in }]), beforeMenu: .standardEdit)
      }
    }
    try onStage { stage in
      let field = Field(frame: Rect(20, 100, 300, 40))
      field.text = "one"
      stage.show(UIView(frame: stage.window.bounds)).addSubview(field)
      stage.wait(20)
      let rect = field.caretRect(for: 1)
      let place = field.convert(Point(rect.midX, rect.midY), to: nil)
      stage.tap(place.x, place.y, after: 1000)
      stage.tap(place.x, place.y, after: 100)
      stage.wait(20)
      #expect(stage.editTitles == ["Begin", "Cut", "Copy", "Mark"])
      try stage.chooseEdit("Mark")
      #expect(field.text == "marked")
    }
  }

  @Test func aBuilderComparesPropertyLists() {
    struct Odd {}
    final class Asking: UIView {
      var answers: [Bool] = []
      override func buildMenu(with builder: any UIMenuBuilder) {
        let action = Selector("sort") { (_: UIView) in }
        let sized = UIMenu(identifier: "sized")
        sized.preferredElementSize = .small
        builder.insertChild(sized, atEndOfMenu: .application)
        let odd = UICommand(title: "Odd", action: action, propertyList: Odd())
        let named = UICommand(title: "Named", action: action, propertyList: "name")
        builder.insertChild(UIMenu(children: [odd, named]), atStartOfMenu: .standardEdit)
        answers = [
          builder.command(for: action, propertyList: nil) == nil,
          builder.command(for: action, propertyList: Odd()) == nil,
          builder.command(for: action, propertyList: "name") === named,
          builder.menu(for: "sized")?.preferredElementSize == .small,
        ]
      }
    }
    onStage { stage in
      let view = stage.show(Asking(frame: stage.window.bounds))
      _ = UIMenu.suggestions(for: view)
      #expect(view.answers == [true, true, true, true])
    }
  }

  @Test func aBuilderFindsAndChangesMenus() {
    final class Asking: UIView {
      var answers: [Bool] = []
      override func buildMenu(with builder: any UIMenuBuilder) {
        answers = [
          builder.menu(for: .standardEdit)?.children.count == 5, builder.menu(for: .file) == nil,
          builder.command(for: UIResponder.copy, propertyList: nil)?.title == "Copy",
          builder.action(for: "none") == nil,
        ]
        builder.replace(menu: .standardEdit, with: UIMenu(identifier: "own", options: .displayInline))
        builder.insertChild(
          UIMenu(
            options: .displayInline, children: [UIAction(title: "Own", identifier: "act") { _ in }]),
          atStartOfMenu: "own")
        builder.insertSibling(UIMenu(identifier: "last"), afterMenu: .root)
        builder.insertSibling(UIMenu(identifier: "before"), beforeMenu: .root)
        builder.remove(menu: .root)
        answers += [
          builder.menu(for: "own")?.children.count == 1, builder.action(for: "act")?.title == "Own",
          builder.menu(for: .root) != nil, builder.menu(for: .standardEdit) == nil,
          builder.menu(for: "before") == nil,
        ]
      }
    }
    onStage { stage in
      let view = Asking(frame: stage.window.bounds)
      stage.show(view)
      let suggested = UIMenu.suggestions(for: view)
      #expect(view.answers == [Bool](repeating: true, count: 9))
      #expect(UIMenu(children: suggested).lines.count == 1)
    }
  }
}
