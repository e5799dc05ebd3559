/// The context menus of a view's parts, for which its delegate is asked: rows, items, links.
final class ListMenus: UIContextMenuInteractionDelegate {
  /// The menu for a place of the list.
  private let configure: (Point) -> UIContextMenuConfiguration?
  private let willShow: (UIContextMenuConfiguration) -> Void
  private let willEnd: (UIContextMenuConfiguration) -> Void
  private(set) lazy var interaction = UIContextMenuInteraction(delegate: self)

  init(
    _ configure: @escaping (Point) -> UIContextMenuConfiguration?,
    willShow: @escaping (UIContextMenuConfiguration) -> Void,
    willEnd: @escaping (UIContextMenuConfiguration) -> Void
  ) { (self.configure, self.willShow, self.willEnd) = (configure, willShow, willEnd) }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: Point
  ) -> UIContextMenuConfiguration? { configure(location) }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { willShow(configuration) }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) { willEnd(configuration) }
}
