extension UIButton {
  /// How long a press takes that shows the menu in place of the primary action. Shorter ones show it when they end.
  private static let pressDuration = Duration.milliseconds(100)
  private static let tapIdentifier: UIAction.Identifier = "mainspring.button.menu"

  private var showsChoice: Bool { changesSelectionAsPrimaryAction && showsMenuAsPrimaryAction }

  /// The menu's action that is on, if that is shown in place of the title.
  final var shownChoice: UIAction? { showsChoice ? menu?.actions.first { $0.state == .on } : nil }

  /// The press that shows the menu comes or goes.
  final func menuChanged() {
    menu?.isShownByButton = showsChoice
    if showsChoice, shownChoice == nil { menu?.actions.first?.state = .on }
    setNeedsDisplay()
    removeAction(UIAction(identifier: Self.tapIdentifier) { _ in }, for: .touchUpInside)
    guard menu != nil else {
      if let menuPress { removeGestureRecognizer(menuPress) }
      menuPress = nil
      return
    }
    let press = menuPress ?? makeMenuPress()
    press.minimumPressDuration = showsMenuAsPrimaryAction ? Self.pressDuration : nil
    guard showsMenuAsPrimaryAction else { return }
    let tap = UIAction(identifier: Self.tapIdentifier) { [weak self] _ in _ = self?.showMenu(start: nil) }
    addAction(tap, for: .touchUpInside)
  }

  private func makeMenuPress() -> MenuPress {
    let press = MenuPress(
      .primary, canShow: { [weak self] _ in self?.isEnabled ?? false },
      show: { [weak self] press in self?.showMenu(start: press.location(in: nil)) })
    addGestureRecognizer(press)
    menuPress = press
    return press
  }

  private func showMenu(start: Point?) -> MenuPanel? {
    sendActions(for: .menuActionTriggered)
    guard let menu else { return nil }
    return MenuPanel.show(menu, from: self, bounds, start: start) { [weak self] in
      // It has been chosen.
      self?.setNeedsDisplay()
      return self?.menuSender?() ?? self
    }
  }
}
