/// The menus of links, which a long press or a pointer's second button shows.
extension UITextView {
  /// Adds the interaction that shows menus, once there are links.
  final func addLinkMenus() {
    guard links.menus == nil else { return }
    let menus = ListMenus { [weak self] in
      self?.menu(at: $0)
    } willShow: { [weak self] configuration in
      self?.notify(configuration) { $0.textView($1, textItemMenuWillDisplayFor: $2, animator: $3) }
    } willEnd: { [weak self] configuration in
      self?.notify(configuration) { $0.textView($1, textItemMenuWillEndFor: $2, animator: $3) }
    }
    links.menus = menus
    addInteraction(menus.interaction)
  }

  private func menu(at point: Point) -> UIContextMenuConfiguration? {
    guard let link = link(at: point), mayFollow(link, .presentActions) else { return nil }
    let open = UIAction(title: link.address.scheme == "tel" ? "Call" : "Open Link") { [weak self] _ in
      self?.open(link.address)
    }
    let copy = UIAction(title: "Copy Link") { [weak self] _ in
      self?.home?.application?.pasteboard.string = link.address.absoluteString
    }
    let standard = UIMenu(title: link.address.absoluteString, children: [open, copy])
    var chosen: UITextItem.MenuConfiguration? = UITextItem.MenuConfiguration(menu: standard)
    if let textDelegate {
      chosen = textDelegate.textView(self, menuConfigurationFor: item(link), defaultMenu: standard)
    }
    guard let menu = chosen?.menu else { return nil }
    return UIContextMenuConfiguration(identifier: link, actionProvider: { _ in menu })
  }

  private func notify(
    _ configuration: UIContextMenuConfiguration,
    _ call: (any UITextViewDelegate, UITextView, UITextItem, any UIContextMenuInteractionAnimating) -> Void
  ) {
    guard let textDelegate, let link = configuration.identifier?.base as? TextModel.Link else { return }
    MenuAtOnce.run { call(textDelegate, self, item(link), $0) }
  }
}

extension UITextItem {
  /// The menu of a link, as the delegate of its text view wants it.
  public final class MenuConfiguration {
    let menu: UIMenu

    /// A menu of the program's own.
    public init(menu: UIMenu) { self.menu = menu }

    /// A menu of the program's own. The preview has no effect: none is shown.
    public convenience init(preview: MenuPreview?, menu: UIMenu) { self.init(menu: menu) }
  }

  /// What would be shown of a link above its menu. Without effect.
  public final class MenuPreview {
    /// As the system chooses.
    public static var `default`: MenuPreview { MenuPreview() }
    private init() {}
    /// A view of the program's own.
    public init(view: UIView) {}
  }
}

extension UITextViewDelegate {
  /// The default menu.
  public func textView(
    _ textView: UITextView, menuConfigurationFor textItem: UITextItem, defaultMenu: UIMenu
  ) -> UITextItem.MenuConfiguration? { UITextItem.MenuConfiguration(menu: defaultMenu) }
  /// Does nothing.
  public func textView(
    _ textView: UITextView, textItemMenuWillDisplayFor textItem: UITextItem,
    animator: any UIContextMenuInteractionAnimating
  ) {}
  /// Does nothing.
  public func textView(
    _ textView: UITextView, textItemMenuWillEndFor textItem: UITextItem,
    animator: any UIContextMenuInteractionAnimating
  ) {}
}
