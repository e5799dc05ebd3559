extension NSCollectionLayoutSection {
  /// A section of rows, each as high as it needs.
  public static func list(
    using configuration: UICollectionLayoutListConfiguration,
    layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    func size(_ height: Double) -> NSCollectionLayoutSize {
      NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(height))
    }
    let item = NSCollectionLayoutItem(layoutSize: size(44))
    let section = NSCollectionLayoutSection(group: .vertical(layoutSize: size(44), subitems: [item]))
    let look = ListLook(configuration: configuration)
    section.list = look
    section.decorationItems = [.background(elementKind: ListLook.backdropKind)]
    let appearance = configuration.appearance
    let isPlain = appearance == .plain
    if !isPlain {
      section.contentInsets.top = configuration.headerMode == .none ? 18 : 0
      section.contentInsets.bottom = configuration.footerMode == .none ? 17 : 0
    }
    if appearance != .plain, appearance != .grouped {
      let side = min(16, layoutEnvironment.container.effectiveContentSize.width / 4)
      (section.contentInsets.leading, section.contentInsets.trailing) = (side, side)
    }
    if configuration.headerMode == .supplementary {
      let padding = max(configuration.headerTopPadding ?? (isPlain ? 0 : 12), 0)
      let header = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: size(28 + padding), elementKind: UICollectionView.elementKindSectionHeader,
        alignment: .top)
      header.contentInsets.top = padding
      header.pinToVisibleBounds = isPlain
      section.boundarySupplementaryItems.append(header)
    }
    if configuration.footerMode == .supplementary {
      section.boundarySupplementaryItems.append(
        NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: size(28), elementKind: UICollectionView.elementKindSectionFooter, alignment: .bottom))
    }
    return section
  }
}

extension UICollectionViewCompositionalLayout {
  /// A layout all of whose sections are lists.
  public static func list(using configuration: UICollectionLayoutListConfiguration)
    -> UICollectionViewCompositionalLayout
  {
    UICollectionViewCompositionalLayout { _, environment in
      .list(using: configuration, layoutEnvironment: environment)
    }
  }
}
