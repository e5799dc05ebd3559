import UIKit

// As in UIKit.

/// The parts of the page.
enum AlbumSection: Int, CaseIterable, CustomStringConvertible {
  case featured, shared, all
  var description: String {
    switch self {
    case .featured: "Featured"
    case .shared: "Shared with you"
    case .all: "All"
    }
  }
}

struct Album: Hashable, Identifiable {
  let id: Int
  var title: String
  var count: Int
}

enum AlbumItem: Hashable {
  case album(Album.ID)
  case banner(String)
}

/// A number in a red circle.
final class BadgeView: UICollectionReusableView {
  static let kind = "badge-element-kind"
  let label = UILabel()
  override init(frame: CGRect) {
    super.init(frame: frame)
    label.translatesAutoresizingMaskIntoConstraints = false
    label.adjustsFontForContentSizeCategory = true
    label.font = UIFont.preferredFont(forTextStyle: .caption2)
    label.textAlignment = .center
    label.textColor = .white
    addSubview(label)
    NSLayoutConstraint.activate([
      label.centerXAnchor.constraint(equalTo: centerXAnchor),
      label.centerYAnchor.constraint(equalTo: centerYAnchor),
    ])
    backgroundColor = .systemRed
    configureBorder()
  }
  required init?(coder: NSCoder) { fatalError("Not implemented") }
  override func layoutSubviews() { super.layoutSubviews(); configureBorder() }
  private func configureBorder() {
    layer.cornerRadius = bounds.width / 2.0
    layer.borderColor = UIColor.systemBackground.cgColor
    layer.borderWidth = 1.0
  }
}

/// A title and a button.
final class TitleHeader: UICollectionReusableView {
  let label = UILabel()
  let button = UIButton(configuration: .plain())
  override init(frame: CGRect) {
    super.init(frame: frame)
    label.font = .preferredFont(forTextStyle: .title2)
    var configuration = UIButton.Configuration.plain()
    configuration.title = "See All"
    configuration.contentInsets = .zero
    button.configuration = configuration
    let stack = UIStackView(arrangedSubviews: [label, UIView(), button])
    stack.alignment = .firstBaseline
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: trailingAnchor),
      stack.topAnchor.constraint(equalTo: topAnchor, constant: 12),
      stack.bottomAnchor.constraint(equalTo: bottomAnchor, constant: -8),
    ])
  }
  required init?(coder: NSCoder) { fatalError() }
}

/// A picture with two lines of text.
final class AlbumCell: UICollectionViewCell {
  let imageView = UIImageView()
  let titleLabel = UILabel()
  let countLabel = UILabel()
  override init(frame: CGRect) {
    super.init(frame: frame)
    imageView.layer.cornerRadius = 8
    imageView.clipsToBounds = true
    imageView.backgroundColor = .systemGray4
    titleLabel.font = .preferredFont(forTextStyle: .subheadline)
    countLabel.font = .preferredFont(forTextStyle: .footnote)
    countLabel.textColor = .secondaryLabel
    let stack = UIStackView(arrangedSubviews: [imageView, titleLabel, countLabel])
    stack.axis = .vertical
    stack.setCustomSpacing(6, after: imageView)
    stack.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: contentView.topAnchor),
      stack.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
    ])
    imageView.setContentHuggingPriority(.defaultLow - 1, for: .vertical)
    imageView.setContentCompressionResistancePriority(.defaultLow, for: .vertical)
  }
  required init?(coder: NSCoder) { fatalError() }

  override func updateConfiguration(using state: UICellConfigurationState) {
    super.updateConfiguration(using: state)
    var background = UIBackgroundConfiguration.clear()
    background.cornerRadius = 10
    background.backgroundColorTransformer = UIConfigurationColorTransformer { [weak self] _ in
      state.isSelected || state.isHighlighted
        ? (self?.tintColor ?? .systemBlue).withAlphaComponent(0.3) : .clear
    }
    backgroundConfiguration = background
  }
}

/// Banners to turn, albums with badges, and a grid, by a compositional layout and identifiers.
final class AlbumsViewController: UIViewController {
  typealias DataSource = UICollectionViewDiffableDataSource<AlbumSection, AlbumItem>
  typealias Snapshot = NSDiffableDataSourceSnapshot<AlbumSection, AlbumItem>
  private(set) var albums: [Album.ID: Album] = [:]
  private(set) var collectionView: UICollectionView! = nil
  private(set) var dataSource: DataSource!
  private(set) var deleted: [Album.ID] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.title = "Albums"
    navigationItem.rightBarButtonItem = editButtonItem
    for id in 0..<30 { albums[id] = Album(id: id, title: "Album \(id)", count: id * 7) }
    configureHierarchy()
    configureDataSource()
    applyInitial()
  }

  override func setEditing(_ editing: Bool, animated: Bool) {
    super.setEditing(editing, animated: animated)
    collectionView.isEditing = editing
    collectionView.allowsMultipleSelectionDuringEditing = true
  }

  private func configureHierarchy() {
    collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: createLayout())
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    collectionView.backgroundColor = .systemBackground
    collectionView.delegate = self
    view.addSubview(collectionView)
  }

  private func createLayout() -> UICollectionViewLayout {
    let config = UICollectionViewCompositionalLayoutConfiguration()
    config.interSectionSpacing = 20
    return UICollectionViewCompositionalLayout(
      sectionProvider: { (index, environment) -> NSCollectionLayoutSection? in
        guard let kind = AlbumSection(rawValue: index) else { return nil }
        let section: NSCollectionLayoutSection
        switch kind {
        case .featured:
          let item = NSCollectionLayoutItem(
            layoutSize: .init(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
          item.contentInsets = .init(top: 0, leading: 5, bottom: 0, trailing: 5)
          let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: .init(widthDimension: .fractionalWidth(0.9), heightDimension: .absolute(200)),
            subitems: [item])
          section = NSCollectionLayoutSection(group: group)
          section.orthogonalScrollingBehavior = .groupPagingCentered
        case .shared:
          let anchor = NSCollectionLayoutAnchor(
            edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.3, y: -0.3))
          let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: NSCollectionLayoutSize(widthDimension: .absolute(20), heightDimension: .absolute(20)),
            elementKind: BadgeView.kind, containerAnchor: anchor)
          let item = NSCollectionLayoutItem(
            layoutSize: NSCollectionLayoutSize(
              widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)),
            supplementaryItems: [badge])
          let group = NSCollectionLayoutGroup.vertical(
            layoutSize: NSCollectionLayoutSize(
              widthDimension: .absolute(140), heightDimension: .absolute(186)), subitems: [item])
          section = NSCollectionLayoutSection(group: group)
          section.interGroupSpacing = 12
          section.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 20, bottom: 0, trailing: 20)
          section.orthogonalScrollingBehavior = .continuousGroupLeadingBoundary
        case .all:
          let columns = environment.container.effectiveContentSize.width > 600 ? 4 : 2
          let item = NSCollectionLayoutItem(
            layoutSize: NSCollectionLayoutSize(
              widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
          let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: NSCollectionLayoutSize(
              widthDimension: .fractionalWidth(1), heightDimension: .fractionalWidth(0.55)),
            repeatingSubitem: item, count: columns)
          group.interItemSpacing = .fixed(12)
          section = NSCollectionLayoutSection(group: group)
          section.interGroupSpacing = 12
          section.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 20, bottom: 20, trailing: 20)
        }
        if kind != .featured {
          let header = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: NSCollectionLayoutSize(
              widthDimension: .fractionalWidth(1.0), heightDimension: .estimated(44)),
            elementKind: UICollectionView.elementKindSectionHeader, alignment: .top)
          section.boundarySupplementaryItems = [header]
        }
        return section
      }, configuration: config)
  }

  private func configureDataSource() {
    let albumRegistration = UICollectionView.CellRegistration<AlbumCell, Album> { cell, indexPath, album in
      cell.titleLabel.text = album.title
      cell.countLabel.text = "\(album.count)"
    }
    let bannerRegistration = UICollectionView.CellRegistration<UICollectionViewCell, String> {
      cell, _, text in
      var content = UIListContentConfiguration.cell()
      content.text = text
      content.textProperties.alignment = .center
      content.textProperties.font = .preferredFont(forTextStyle: .largeTitle)
      cell.contentConfiguration = content
      var background = UIBackgroundConfiguration.listPlainCell()
      background.backgroundColor = .systemMint
      background.cornerRadius = 12
      cell.backgroundConfiguration = background
    }
    let headerRegistration = UICollectionView.SupplementaryRegistration<TitleHeader>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { [unowned self] header, kind, indexPath in
      header.label.text = dataSource.sectionIdentifier(for: indexPath.section)?.description
    }
    let badgeRegistration = UICollectionView.SupplementaryRegistration<BadgeView>(elementKind: BadgeView.kind)
    { [unowned self] badge, _, indexPath in
      guard case .album(let id)? = dataSource.itemIdentifier(for: indexPath), let album = albums[id] else {
        return
      }
      badge.label.text = "\(album.count % 10)"
      badge.isHidden = album.count % 10 == 0
    }
    dataSource = DataSource(collectionView: collectionView) {
      [unowned self] collectionView, indexPath, item in
      switch item {
      case .album(let id):
        return collectionView.dequeueConfiguredReusableCell(
          using: albumRegistration, for: indexPath, item: albums[id]!)
      case .banner(let text):
        return collectionView.dequeueConfiguredReusableCell(
          using: bannerRegistration, for: indexPath, item: text)
      }
    }
    dataSource.supplementaryViewProvider = { collectionView, kind, indexPath in
      switch kind {
      case BadgeView.kind:
        return collectionView.dequeueConfiguredReusableSupplementary(using: badgeRegistration, for: indexPath)
      default:
        return collectionView.dequeueConfiguredReusableSupplementary(
          using: headerRegistration, for: indexPath)
      }
    }
  }

  private func applyInitial() {
    var snapshot = Snapshot()
    snapshot.appendSections(AlbumSection.allCases)
    snapshot.appendItems(["Summer", "Winter", "Spring"].map(AlbumItem.banner), toSection: .featured)
    snapshot.appendItems((0..<8).map { .album($0) }, toSection: .shared)
    snapshot.appendItems((8..<30).map { .album($0) }, toSection: .all)
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  func rename(_ id: Album.ID, to title: String) {
    albums[id]?.title = title
    var snapshot = dataSource.snapshot()
    snapshot.reconfigureItems([.album(id)])
    dataSource.apply(snapshot, animatingDifferences: true)
  }

  func delete(_ id: Album.ID) {
    deleted.append(id)
    var snapshot = dataSource.snapshot()
    snapshot.deleteItems([.album(id)])
    dataSource.apply(snapshot, animatingDifferences: true) { [weak self] in self?.albums[id] = nil }
  }
}

extension AlbumsViewController: UICollectionViewDelegate {
  func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    AlbumSection(rawValue: indexPath.section) != .featured
  }
  func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let indexPath = indexPaths.first, case .album(let id)? = dataSource.itemIdentifier(for: indexPath)
    else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
      let rename = UIAction(title: "Rename", image: UIImage(systemName: "pencil")) { _ in
        self.rename(id, to: "Renamed")
      }
      let delete = UIAction(title: "Delete", image: UIImage(systemName: "trash"), attributes: .destructive) {
        _ in self.delete(id)
      }
      return UIMenu(title: "", children: [rename, UIMenu(options: .displayInline, children: [delete])])
    }
  }
}
