import UIKit

// As in UIKit.

/// Settings in groups: rows with switches, values and arrows, and folders that open.
final class SettingsViewController: UIViewController, UICollectionViewDelegate {
  enum Section: String, CaseIterable {
    case general = "General"
    case network = "Network"
    case folders = "Folders"
  }

  struct Setting: Hashable {
    let title: String
    var value: String?
    var hasSwitch = false
    var hasChildren = false
  }

  private(set) var collectionView: UICollectionView!
  private(set) var dataSource: UICollectionViewDiffableDataSource<Section, Setting>!
  private(set) var opened: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    configuration.headerMode = .supplementary
    configuration.trailingSwipeActionsConfigurationProvider = { [weak self] indexPath in
      guard let self, let item = dataSource.itemIdentifier(for: indexPath) else { return nil }
      let delete = UIContextualAction(style: .destructive, title: "Delete") { _, _, completion in
        var snapshot = self.dataSource.snapshot()
        snapshot.deleteItems([item])
        self.dataSource.apply(snapshot)
        completion(true)
      }
      return UISwipeActionsConfiguration(actions: [delete])
    }
    let layout = UICollectionViewCompositionalLayout.list(using: configuration)
    collectionView = UICollectionView(frame: view.bounds, collectionViewLayout: layout)
    collectionView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    collectionView.delegate = self
    view.addSubview(collectionView)
    configureDataSource()
    applyInitialSnapshots()
  }

  private func configureDataSource() {
    let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Setting> {
      cell, _, setting in
      var content = UIListContentConfiguration.valueCell()
      content.text = setting.title
      content.secondaryText = setting.value
      cell.contentConfiguration = content
      if setting.hasSwitch {
        let custom = UICellAccessory.CustomViewConfiguration(customView: UISwitch(), placement: .trailing())
        cell.accessories = [.customView(configuration: custom)]
      } else {
        cell.accessories = setting.hasChildren ? [.outlineDisclosure()] : [.disclosureIndicator()]
      }
    }
    let header = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { header, _, indexPath in
      var content = header.defaultContentConfiguration()
      content.text = Section.allCases[indexPath.section].rawValue
      header.contentConfiguration = content
    }
    dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) {
      collectionView, indexPath, item in
      collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: item)
    }
    dataSource.supplementaryViewProvider = { collectionView, _, indexPath in
      collectionView.dequeueConfiguredReusableSupplementary(using: header, for: indexPath)
    }
  }

  private func applyInitialSnapshots() {
    var snapshot = NSDiffableDataSourceSnapshot<Section, Setting>()
    snapshot.appendSections(Section.allCases)
    snapshot.appendItems(
      [Setting(title: "About"), Setting(title: "Language", value: "English")], toSection: .general)
    snapshot.appendItems(
      [Setting(title: "Airplane Mode", hasSwitch: true), Setting(title: "Wi-Fi", value: "Home")],
      toSection: .network)
    dataSource.apply(snapshot, animatingDifferences: false)
    var folders = NSDiffableDataSourceSectionSnapshot<Setting>()
    let documents = Setting(title: "Documents", hasChildren: true)
    folders.append([documents, Setting(title: "Music")])
    folders.append([Setting(title: "Letters"), Setting(title: "Bills")], to: documents)
    dataSource.apply(folders, to: .folders, animatingDifferences: false)
  }

  func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    collectionView.deselectItem(at: indexPath, animated: true)
    if let setting = dataSource.itemIdentifier(for: indexPath) { opened.append(setting.title) }
  }
}
