/// The context menus of a table's rows.
extension UITableView {
  /// Shows the menus of rows; nil until there is a delegate for them.
  public final var contextMenuInteraction: UIContextMenuInteraction? { menus?.interaction }

  private var menuDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

  /// There is a delegate that may have menus.
  final func addMenus() {
    guard menus == nil else { return }
    let menus = ListMenus { [weak self] point in
      guard let self, let row = indexPathForRow(at: point) else { return nil }
      return menuDelegate?.tableView(self, contextMenuConfigurationForRowAt: row, point: point)
    } willShow: { [weak self] in
      guard let self else { return }
      menuDelegate?.tableView(self, willDisplayContextMenu: $0, animator: nil)
    } willEnd: { [weak self] in
      guard let self else { return }
      menuDelegate?.tableView(self, willEndContextMenuInteraction: $0, animator: nil)
    }
    self.menus = menus
    addInteraction(menus.interaction)
  }
}

extension UITableViewDelegate {
  public func tableView(
    _ tableView: UITableView, willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}
  public func tableView(
    _ tableView: UITableView, contextMenuConfigurationForRowAt indexPath: IndexPath, point: Point
  ) -> UIContextMenuConfiguration? { nil }
  public func tableView(
    _ tableView: UITableView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  public func tableView(
    _ tableView: UITableView, willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}
