extension UIMenu {
  /// What the system suggests for a responder: the messages of edit menus, and the entries of `UIMenuController`, after
  /// `buildMenu(with:)` of its chain. Commands without a taker are not shown.
  static func suggestions(for responder: UIResponder) -> [UIMenuElement] {
    let standard: [UICommand] =
      (responder as? any TextEditorHost)?.editor.standardCommands
      ?? [
        ("Cut", UIResponder.cut), ("Copy", UIResponder.copy), ("Paste", UIResponder.paste),
        ("Delete", UIResponder.delete), ("Select", UIResponder.select),
        ("Select All", UIResponder.selectAll),
      ].compactMap { title, action in
        // A text anywhere would take it.
        let applies = action != UIResponder.delete || responder.chain.contains(where: \.overridesDelete)
        return applies ? UICommand(title: title, action: action) : nil
      }
    let controller = UIApplication.current?.menuController as? UIMenuController
    let own = (controller?.menuItems ?? []).map {
      UICommand(title: $0.title, action: $0.action)
    }
    let builder = MenuBuilding([
      UIMenu(identifier: .standardEdit, options: .displayInline, children: standard),
      UIMenu(identifier: .application, options: .displayInline, children: own),
    ])
    for responder in Array(responder.chain).reversed() { responder.buildMenu(with: builder) }
    return builder.root.children
  }
}

/// A tree of menus, of which each change makes another one.
private final class MenuBuilding: UIMenuBuilder {
  let system = UIMenuSystem.context
  private(set) var root: UIMenu

  init(_ children: [UIMenuElement]) { root = UIMenu(identifier: .root, children: children) }

  private var all: [UIMenuElement] {
    var found: [UIMenuElement] = [root]
    var index = 0
    while index < found.count {
      if let menu = found[index] as? UIMenu { found += menu.children }
      index += 1
    }
    return found
  }

  func menu(for identifier: UIMenu.Identifier) -> UIMenu? {
    identifier.rawValue.isEmpty
      ? nil : all.lazy.compactMap { $0 as? UIMenu }.first { $0.identifier == identifier }
  }

  func action(for identifier: UIAction.Identifier) -> UIAction? {
    identifier.rawValue.isEmpty
      ? nil : all.lazy.compactMap { $0 as? UIAction }.first { $0.identifier == identifier }
  }

  func command(for action: Selector, propertyList: Any?) -> UICommand? {
    all.lazy.compactMap { $0 as? UICommand }.first {
      $0.action == action && Self.isSame($0.propertyList, propertyList)
    }
  }

  /// Values that can not be compared differ from all others.
  private static func isSame(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    guard let one = one as? AnyHashable, let other = other as? AnyHashable else { return false }
    return one == other
  }

  /// Puts other elements in the place of the first menu with an identifier.
  private func change(_ identifier: UIMenu.Identifier, _ change: (UIMenu) -> [UIMenuElement]) {
    guard let menu = menu(for: identifier) else { return }
    guard menu !== root else {
      if let first = change(menu).first as? UIMenu { root = first }
      return
    }
    root = Self.changed(root, menu, change(menu))
  }

  private static func changed(_ menu: UIMenu, _ old: UIMenu, _ new: [UIMenuElement]) -> UIMenu {
    let children = menu.children.flatMap { child -> [UIMenuElement] in
      if child === old { return new }
      return [(child as? UIMenu).map { changed($0, old, new) } ?? child]
    }
    // A menu of which nothing has changed stays what it is.
    let isSame = children.elementsEqual(menu.children) { $0 === $1 }
    return isSame ? menu : menu.replacingChildren(children)
  }

  func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu) {
    change(replacedIdentifier) { _ in [replacementMenu] }
  }

  func replaceChildren(
    ofMenu parentIdentifier: UIMenu.Identifier, from childrenBlock: ([UIMenuElement]) -> [UIMenuElement]
  ) {
    change(parentIdentifier) { [$0.replacingChildren(childrenBlock($0.children))] }
  }

  func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier) {
    change(siblingIdentifier) { $0 === root ? [$0] : [siblingMenu, $0] }
  }

  func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier) {
    change(siblingIdentifier) { [$0, siblingMenu] }
  }

  func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier) {
    change(parentIdentifier) { [$0.replacingChildren([childMenu] + $0.children)] }
  }

  func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier) {
    change(parentIdentifier) { [$0.replacingChildren($0.children + [childMenu])] }
  }

  func remove(menu removedIdentifier: UIMenu.Identifier) {
    change(removedIdentifier) { $0 === root ? [$0] : [] }
  }
}
