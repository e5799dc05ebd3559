/// Changes a menu that the system suggests: see `UIResponder.buildMenu(with:)`. Menus are found by their identifiers. Calls with an
/// unknown identifier have no effect.
public protocol UIMenuBuilder: AnyObject {
  /// What kind of menu it is.
  var system: UIMenuSystem { get }
  /// The menu with an identifier.
  func menu(for identifier: UIMenu.Identifier) -> UIMenu?
  /// The action with an identifier.
  func action(for identifier: UIAction.Identifier) -> UIAction?
  /// The command with a message.
  func command(for action: Selector, propertyList: Any?) -> UICommand?
  /// Puts a menu in the place of another one.
  func replace(menu replacedIdentifier: UIMenu.Identifier, with replacementMenu: UIMenu)
  /// Changes the entries of a menu.
  func replaceChildren(
    ofMenu parentIdentifier: UIMenu.Identifier, from childrenBlock: ([UIMenuElement]) -> [UIMenuElement])
  /// Inserts a menu before another one.
  func insertSibling(_ siblingMenu: UIMenu, beforeMenu siblingIdentifier: UIMenu.Identifier)
  /// Inserts a menu behind another one.
  func insertSibling(_ siblingMenu: UIMenu, afterMenu siblingIdentifier: UIMenu.Identifier)
  /// Inserts a menu before the entries of another one.
  func insertChild(_ childMenu: UIMenu, atStartOfMenu parentIdentifier: UIMenu.Identifier)
  /// Inserts a menu behind the entries of another one.
  func insertChild(_ childMenu: UIMenu, atEndOfMenu parentIdentifier: UIMenu.Identifier)
  /// Takes a menu away.
  func remove(menu removedIdentifier: UIMenu.Identifier)
}

/// A kind of menus that the system shows.
public final class UIMenuSystem: NSObject, @unchecked Sendable {
  /// A menu bar. There is none here.
  public static let main = UIMenuSystem()
  /// Menus of what can be done with a text or a view.
  public static let context = UIMenuSystem()

  /// Without effect: menus are built each time that they are shown.
  public func setNeedsRebuild() {}
  /// Without effect: commands are validated each time that a menu is shown.
  public func setNeedsRevalidate() {}
}

extension UIMenu.Identifier {
  /// The menu around all others.
  public static let root = UIMenu.Identifier("com.apple.menu.root")
  /// Cutting, copying and the like.
  public static let standardEdit = UIMenu.Identifier("com.apple.menu.standard-edit")
  /// Entries of `UIMenuController.menuItems`.
  public static let application = UIMenu.Identifier("com.apple.menu.application")

  // MARK: A menu bar's menus, unused here

  /// A menu that is not there.
  public static let file = UIMenu.Identifier("com.apple.menu.file")
  /// A menu that is not there.
  public static let edit = UIMenu.Identifier("com.apple.menu.edit")
  /// A menu that is not there.
  public static let undoRedo = UIMenu.Identifier("com.apple.menu.undo-redo")
  /// A menu that is not there.
  public static let find = UIMenu.Identifier("com.apple.menu.find")
  /// A menu that is not there.
  public static let replace = UIMenu.Identifier("com.apple.menu.replace")
  /// A menu that is not there.
  public static let share = UIMenu.Identifier("com.apple.menu.share")
  /// A menu that is not there.
  public static let lookup = UIMenu.Identifier("com.apple.menu.lookup")
  /// A menu that is not there.
  public static let format = UIMenu.Identifier("com.apple.menu.format")
  /// A menu that is not there.
  public static let font = UIMenu.Identifier("com.apple.menu.font")
  /// A menu that is not there.
  public static let view = UIMenu.Identifier("com.apple.menu.view")
  /// A menu that is not there.
  public static let window = UIMenu.Identifier("com.apple.menu.window")
  /// A menu that is not there.
  public static let help = UIMenu.Identifier("com.apple.menu.help")
}
