import UIKit

// As in UIKit.

/// A card with a title.
final class AppCell: UICollectionViewCell {
  let titleLabel = UILabel()
  let subtitleLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.layer.cornerRadius = 12
    titleLabel.font = UIFont.preferredFont(forTextStyle: .headline)
    subtitleLabel.font = UIFont.preferredFont(forTextStyle: .subheadline)
    let stack = UIStackView(arrangedSubviews: [titleLabel, subtitleLabel])
    stack.axis = .vertical
    stack.spacing = 4
    stack.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 12),
      stack.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -12),
      stack.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }
}

/// Rows of cards that scroll to the side, with titles.
final class StoreViewController: UIViewController {
  enum Section: String, CaseIterable {
    case featured = "Featured"
    case topFree = "Top Free"
    case categories = "Categories"
  }

  private(set) var collectionView: UICollectionView!
  private(set) var dataSource: UICollectionViewDiffableDataSource<Section, Int>!

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: makeLayout())
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    collectionView.backgroundColor = .systemBackground
    view.addSubview(collectionView)
    configureDataSource()
    var snapshot = NSDiffableDataSourceSnapshot<Section, Int>()
    for (index, section) in Section.allCases.enumerated() {
      snapshot.appendSections([section])
      snapshot.appendItems(Array(index * 100..<index * 100 + 9))
    }
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  private func makeLayout() -> UICollectionViewLayout {
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.interSectionSpacing = 12
    return UICollectionViewCompositionalLayout(
      sectionProvider: { index, environment in
        let kind = Section.allCases[index]
        let item = NSCollectionLayoutItem(
          layoutSize: NSCollectionLayoutSize(
            widthDimension: .fractionalWidth(1),
            heightDimension: kind == .topFree ? .fractionalHeight(1 / 3) : .fractionalHeight(1)))
        item.contentInsets = NSDirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
        let groupSize = NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(kind == .categories ? 0.4 : 0.9),
          heightDimension: .absolute(kind == .categories ? 80 : 210))
        let group = NSCollectionLayoutGroup.vertical(layoutSize: groupSize, subitems: [item])
        let section = NSCollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = kind == .categories ? .continuous : .groupPaging
        section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
        let header = NSCollectionLayoutBoundarySupplementaryItem(
          layoutSize: NSCollectionLayoutSize(
            widthDimension: .fractionalWidth(1), heightDimension: .estimated(44)),
          elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
        section.boundarySupplementaryItems = [header]
        return section
      }, configuration: configuration)
  }

  private func configureDataSource() {
    let colors: [UIColor] = [.systemTeal, .systemGray5, .systemYellow]
    let cellRegistration = UICollectionView.CellRegistration<AppCell, Int> { cell, indexPath, item in
      cell.titleLabel.text = "App \(item)"
      cell.subtitleLabel.text = indexPath.section == 2 ? nil : "Place \(indexPath.item + 1)"
      cell.contentView.backgroundColor = colors[indexPath.section]
    }
    let headerRegistration = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { header, _, indexPath in
      var content = header.defaultContentConfiguration()
      content.text = Section.allCases[indexPath.section].rawValue
      content.textProperties.font = UIFont.preferredFont(forTextStyle: .title2)
      content.directionalLayoutMargins.leading = 4
      header.contentConfiguration = content
    }
    dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) {
      collectionView, indexPath, item in
      collectionView.dequeueConfiguredReusableCell(using: cellRegistration, for: indexPath, item: item)
    }
    dataSource.supplementaryViewProvider = { collectionView, _, indexPath in
      collectionView.dequeueConfiguredReusableSupplementary(using: headerRegistration, for: indexPath)
    }
  }
}
