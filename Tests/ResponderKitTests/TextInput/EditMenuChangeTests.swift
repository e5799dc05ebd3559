import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Edit menus whose entries change while they are shown, and callees that end what they are called for.
@Suite(.hangLimit) struct EditMenuChangeTests {
  private final class Card: UIView {
    var copies = 0
    var onValidate: () -> Void = {}
    override func copy(_ sender: Any?) { copies += 1 }
    override func validate(_ command: UICommand) { onValidate() }
  }

  private final class Source: UIEditMenuInteractionDelegate {
    let log: Log
    var makes: (([UIMenuElement]) -> UIMenu?)?
    var onPlace: () -> Void = {}
    var onDismiss: () -> Void = {}
    init(_ log: Log) { self.log = log }

    func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, menuFor configuration: UIEditMenuConfiguration,
      suggestedActions: [UIMenuElement]
    ) -> UIMenu? { makes?(suggestedActions) }
    func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, targetRectFor configuration: UIEditMenuConfiguration
    ) -> Rect {
      onPlace()
      return interaction.view?.bounds ?? .null
    }
    func editMenuInteraction(
      _ interaction: UIEditMenuInteraction, willDismissMenuFor configuration: UIEditMenuConfiguration,
      animator: any UIEditMenuInteractionAnimating
    ) {
      log("dismisses")
      onDismiss()
    }
  }

  private func onCard(
    _ body: @escaping @Sendable (Stage, Card, Source, UIEditMenuInteraction) throws -> Void
  ) rethrows {
    try onStage { stage in
      let (card, source) = (Card(), Source(stage.log))
      try body(stage, card, source, stage.showCard(card, withMenuOf: source))
    }
  }

  private func present(_ interaction: UIEditMenuInteraction) {
    interaction.presentEditMenu(with: UIEditMenuConfiguration(identifier: "card", sourcePoint: Point(50, 40)))
  }

  private func bars(_ stage: Stage) -> Int { stage.window.subviews.filter { $0 is EditMenu }.count }

  private func menu(_ titles: [String]) -> UIMenu {
    UIMenu(children: titles.map { UIAction(title: $0) { _ in } })
  }

  // MARK: Entries that change

  @Test func whatAnOldMenuGetsLateIsNotShown() {
    onCard { stage, _, source, interaction in
      var answer: ([UIMenuElement]) -> Void = { _ in }
      source.makes = { _ in
        UIMenu(children: [UIAction(title: "Old") { _ in }, UIDeferredMenuElement { answer = $0 }])
      }
      present(interaction)
      #expect(stage.editTitles == ["Old", "Loading…"])
      let late = answer
      source.makes = { _ in menu(["New"]) }
      interaction.reloadVisibleMenu()
      late([UIAction(title: "Late") { _ in }])
      #expect(stage.editTitles == ["New"] && bars(stage) == 1)
    }
  }

  @Test func aListIsNotShownBesideItsBar() throws {
    try onCard { stage, _, source, interaction in
      var answer: ([UIMenuElement]) -> Void = { _ in }
      let more = UIMenu(title: "More", children: [UIAction(title: "Deep") { _ in }])
      source.makes = { _ in UIMenu(children: [more, UIDeferredMenuElement { answer = $0 }]) }
      present(interaction)
      try stage.chooseEdit("More")
      answer([UIAction(title: "Late") { _ in }])
      #expect(stage.menuTitles == ["More", "Deep"] && stage.editMenu == nil)
      source.makes = { _ in menu(["New"]) }
      interaction.reloadVisibleMenu()
      #expect(stage.menuPanel == nil && stage.editTitles == ["New"] && stage.log.lines == [])
      interaction.dismissMenu()
      #expect(stage.editMenu == nil && stage.log.lines == ["dismisses"])
    }
  }

  @Test func anEntryThatKeepsTheMenuKeepsItsPage() throws {
    try onCard { stage, _, source, interaction in
      var requests = 0
      source.makes = { _ in
        UIMenu(
          children: (1...9).map {
            UIAction(title: "Entry number \($0)", attributes: .keepsMenuPresented) { _ in }
          }
            + [
              UIDeferredMenuElement.uncached { done in
                requests += 1
                done([UIAction(title: "Last") { _ in }])
              }
            ])
      }
      present(interaction)
      stage.wait(20)
      let arrow = try #require(stage.editMenu?.subviews.last)
      let place = arrow.convert(arrow.bounds.center, to: nil)
      stage.tap(place.x, place.y, after: 1000)
      stage.wait(20)
      let titles = stage.editTitles
      #expect(titles.first != "Entry number 1" && !titles.isEmpty)
      try stage.chooseEdit(titles[0])
      #expect(stage.editTitles == titles && requests == 1)
    }
  }

  @Test func aListWithoutEntriesIsClosed() {
    onCard { stage, _, source, interaction in
      stage.frame(.init(1, .began, x: 110, y: 320, kind: .pointer, buttons: .secondary))
      stage.frame(.init(1, .ended, x: 110, y: 320, kind: .pointer, buttons: []), after: 10)
      stage.wait(20)
      #expect(stage.menuTitles == ["Copy"])
      source.makes = { _ in menu([]) }
      interaction.reloadVisibleMenu()
      #expect(stage.menuPanel == nil && stage.log.lines == ["dismisses"])
    }
  }

  @Test func anotherSizeOfTheWindowMovesIt() throws {
    try onCard { stage, card, source, interaction in
      card.autoresizingMask = [.flexibleLeftMargin, .flexibleTopMargin]
      card.superview?.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      present(interaction)
      stage.wait(20)
      let size = stage.window.bounds.size
      stage.application.screenChanged(to: Size(size.width + 50, size.height + 80))
      stage.wait(20)
      let bar = try #require(stage.editMenu)
      #expect(card.frame.minY == 380 && bar.frame.maxY == card.frame.minY - 8)
      #expect(bar.frame.midX == card.frame.midX && bar.bounds.size == bar.sizeThatFits(.zero))
    }
  }

  // MARK: Callees

  enum Call: CaseIterable { case validate, place, dismiss, menu }

  @Test(arguments: Call.allCases, [false, true])
  func aCalleeMayDismissOrPresentIt(_ call: Call, presents: Bool) {
    onCard { stage, card, source, interaction in
      let change = { [weak interaction] in
        guard let interaction else { return }
        if presents { present(interaction) } else { interaction.dismissMenu() }
      }
      switch call {
      case .validate: card.onValidate = change
      case .place: source.onPlace = change
      case .dismiss: source.onDismiss = change
      case .menu:
        source.makes = { _ in
          change()
          return nil
        }
      }
      present(interaction)
      present(interaction)
      interaction.reloadVisibleMenu()
      #expect(bars(stage) <= 1)
      (card.onValidate, source.onPlace, source.onDismiss, source.makes) = ({}, {}, {}, nil)
      interaction.dismissMenu()
      #expect(bars(stage) == 0 && stage.window.gestureRecognizers?.isEmpty != false)
    }
  }

  @Test func aMenuThatIsPresentedWhenAnotherOneIsDismissedStays() {
    onCard { stage, card, source, interaction in
      present(interaction)
      source.onDismiss = { [weak interaction] in
        source.onDismiss = {}
        if let interaction { present(interaction) }
      }
      interaction.dismissMenu()
      #expect(bars(stage) == 1 && stage.log.take() == ["dismisses"])
      interaction.dismissMenu()
      #expect(bars(stage) == 0 && stage.log.take() == ["dismisses"])
    }
  }

  @Test func aCommandsValidationMayReloadTheMenu() {
    onCard { stage, card, source, interaction in
      var validations = 0
      present(interaction)
      card.onValidate = { [weak interaction] in
        validations += 1
        interaction?.reloadVisibleMenu()
      }
      interaction.reloadVisibleMenu()
      #expect(bars(stage) == 1 && validations > 0 && validations < 10)
    }
  }

  @Test func entriesThatACommandsValidationSetsStay() throws {
    try onCard { stage, card, source, interaction in
      source.makes = { suggested in
        UIMenu(children: suggested + [UIAction(title: "Stays", attributes: .keepsMenuPresented) { _ in }])
      }
      present(interaction)
      card.onValidate = { [weak interaction] in
        source.makes = { _ in menu(["New"]) }
        interaction?.reloadVisibleMenu()
      }
      try stage.chooseEdit("Stays")
      #expect(stage.editTitles == ["New"] && bars(stage) == 1)
    }
  }

  @Test func aMenuThatIsDismissedWhereItIsPlacedIsNotShown() {
    onCard { stage, card, source, interaction in
      source.onPlace = { [weak interaction] in interaction?.dismissMenu() }
      present(interaction)
      #expect(bars(stage) == 0 && stage.log.lines == ["dismisses"])
    }
  }

  @Test func aMenuThatIsReleasedLeavesTheWindow() {
    onCard { stage, card, _, _ in
      var shown = ShownEditMenu(menu(["One"]), for: card, rect: { .zero })
      #expect(shown != nil && bars(stage) == 1)
      shown = nil
      #expect(bars(stage) == 0 && stage.window.gestureRecognizers?.isEmpty != false)
    }
  }

  @Test func aCalleeMayMoveAViewThatLeavesTheWindow() {
    onCard { stage, card, source, interaction in
      let root = card.superview
      let (group, sibling, place) = (UIView(), UIView(), UIView(frame: Rect(0, 0, 10, 10)))
      root?.addSubview(group)
      root?.addSubview(place)
      group.addSubview(card)
      group.addSubview(sibling)
      present(interaction)
      source.onDismiss = { [weak sibling, weak place] in
        if let sibling { place?.addSubview(sibling) }
      }
      group.removeFromSuperview()
      #expect(sibling.superview === place && sibling.window === stage.window && card.window == nil)
      #expect(bars(stage) == 0)
    }
  }

  // MARK: The menu controller

  private final class Taker: UIView {
    var log: [String] = []
    override var canBecomeFirstResponder: Bool { true }
    override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
      if action == UIResponder.copy { log.append("asked by \(sender is UIMenuController)") }
      return super.canPerformAction(action, withSender: sender)
    }
    override func copy(_ sender: Any?) { log.append("copy from \(sender is UIMenuController)") }
  }

  @Test func theMenuControllerAsksTheFirstResponderFirst() throws {
    try onCard { stage, card, _, _ in
      let taker = Taker(frame: Rect(0, 0, 50, 50))
      card.superview?.addSubview(taker)
      taker.becomeFirstResponder()
      UIMenuController.shared.showMenu(from: card, rect: card.bounds)
      try stage.chooseEdit("Copy")
      #expect(card.copies == 0 && taker.log.last == "copy from true")
      #expect(!taker.log.contains("asked by false"))
    }
  }

  @Test func commandsOfAnInnerMenuComeFromTheMenuController() throws {
    final class Nesting: UIView {
      override func buildMenu(with builder: any UIMenuBuilder) {
        let inner = UIMenu(title: "More", children: [UICommand(title: "Deep", action: UIResponder.copy)])
        builder.insertChild(inner, atEndOfMenu: .standardEdit)
      }
    }
    try onCard { stage, card, _, _ in
      let outer = Nesting(frame: stage.window.bounds)
      let taker = Taker(frame: Rect(100, 300, 50, 50))
      stage.show(UIView(frame: stage.window.bounds)).addSubview(outer)
      outer.addSubview(taker)
      taker.becomeFirstResponder()
      let menu = UIMenuController.shared
      menu.showMenu(from: taker, rect: taker.bounds)
      try stage.chooseEdit("More")
      let frame = menu.menuFrame
      #expect(stage.menuTitles == ["More", "Deep"] && !frame.isEmpty && stage.window.bounds.contains(frame))
      try stage.tapRow("Deep")
      #expect(taker.log.last == "copy from true" && !menu.isMenuVisible)
    }
  }

  // MARK: Texts

  @Test(arguments: [false, true]) func aTextSelectsAWordAndDeletesWhatIsSelected(isField: Bool) {
    onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (field, view) = (UITextField(frame: Rect(0, 0, 200, 40)), UITextView(frame: Rect(0, 50, 200, 40)))
      (field.text, view.text) = ("one two", "one two")
      let text: any TextEditorHost = isField ? field : view
      root.addSubview(text)
      text.becomeFirstResponder()
      text.editor.select(5..<5)
      text.delete(nil)
      #expect((isField ? field.text : view.text) == "one two", "nothing is selected")
      stage.application.sendAction(UIResponder.select, to: nil, from: nil, for: nil)
      #expect(text.editor.model.selection == 4..<7)
      stage.application.sendAction(UIResponder.delete, to: nil, from: nil, for: nil)
      #expect((isField ? field.text : view.text) == "one ")
      field.text = ""
      field.select(nil)
      field.isSecureTextEntry = true
      field.text = "one two"
      field.select(nil)
      #expect(field.selectedTextRange == 0..<7)
    }
  }
}
