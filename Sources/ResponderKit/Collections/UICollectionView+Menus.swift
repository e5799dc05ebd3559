/// The context menus of a collection's items.
extension UICollectionView {
  /// Shows the menus of items; nil until there is a delegate for them.
  public final var contextMenuInteraction: UIContextMenuInteraction? { menus?.interaction }

  private var menuDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }

  /// Adds the interaction for a delegate that may have menus.
  final func addMenus() {
    guard menus == nil else { return }
    let menus = ListMenus { [weak self] point in
      guard let self else { return nil }
      let items = indexPathForItem(at: point).map { [$0] } ?? []
      return menuDelegate?.collectionView(self, contextMenuConfigurationForItemsAt: items, point: point)
    } willShow: { [weak self] in
      guard let self else { return }
      menuDelegate?.collectionView(self, willDisplayContextMenu: $0, animator: nil)
    } willEnd: { [weak self] in
      guard let self else { return }
      menuDelegate?.collectionView(self, willEndContextMenuInteraction: $0, animator: nil)
    }
    self.menus = menus
    addInteraction(menus.interaction)
  }
}

extension UICollectionViewDelegate {
  public func collectionView(
    _ collectionView: UICollectionView,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
    point: Point
  ) -> UIContextMenuConfiguration? {
    indexPaths.first.flatMap {
      self.collectionView(collectionView, contextMenuConfigurationForItemAt: $0, point: point)
    }
  }
  public func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemAt indexPath: IndexPath, point: Point
  ) -> UIContextMenuConfiguration? { nil }
  public func collectionView(
    _ collectionView: UICollectionView, willDisplayContextMenu configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  public func collectionView(
    _ collectionView: UICollectionView,
    willEndContextMenuInteraction configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}
