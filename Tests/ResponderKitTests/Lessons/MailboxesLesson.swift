import UIKit

// As in UIKit.

protocol MailboxSelectionDelegate: AnyObject { func mailboxSelected(_ name: String) }
class MailSplitViewController: UISplitViewController, UISplitViewControllerDelegate {
  let list = MailboxListViewController(collectionViewLayout: UICollectionViewFlowLayout())
  let detail = MailDetailViewController()
  override func viewDidLoad() {
    super.viewDidLoad()
    delegate = self
    preferredDisplayMode = .oneBesideSecondary
    preferredSplitBehavior = .tile
    preferredPrimaryColumnWidthFraction = 0.3
    minimumPrimaryColumnWidth = 200
    maximumPrimaryColumnWidth = 320
    primaryBackgroundStyle = .sidebar
    list.delegate = detail
    setViewController(list, for: .primary)
    setViewController(UINavigationController(rootViewController: detail), for: .secondary)
  }
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column { .primary }
}
class MailboxListViewController: UICollectionViewController {
  struct Item: Hashable {
    let title: String
    var children: [Item] = []
    var symbol = "folder"
  }
  weak var delegate: MailboxSelectionDelegate?
  private var dataSource: UICollectionViewDiffableDataSource<Int, Item>!
  private let roots = [
    Item(title: "Inbox", symbol: "tray"),
    Item(
      title: "Work",
      children: [
        Item(title: "Projects", children: [Item(title: "Alpha"), Item(title: "Beta")]),
        Item(title: "Invoices"),
      ]),
    Item(title: "Trash", symbol: "trash"),
  ]
  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Mailboxes"
    navigationController?.navigationBar.prefersLargeTitles = true
    var configuration = UICollectionLayoutListConfiguration(appearance: .sidebar)
    configuration.headerMode = .none
    configuration.showsSeparators = false
    configuration.trailingSwipeActionsConfigurationProvider = { indexPath in
      let action = UIContextualAction(style: .normal, title: "Pin") { _, _, done in done(true) }
      return UISwipeActionsConfiguration(actions: [action])
    }
    collectionView.collectionViewLayout = UICollectionViewCompositionalLayout.list(using: configuration)
    clearsSelectionOnViewWillAppear = false
    let container = UICollectionView.CellRegistration<UICollectionViewListCell, Item> {
      cell, indexPath, item in
      var content = UIListContentConfiguration.sidebarHeader()
      content.text = item.title
      cell.contentConfiguration = content
      let options = UICellAccessory.OutlineDisclosureOptions(style: .header)
      cell.accessories = [.outlineDisclosure(options: options)]
    }
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, Item> { cell, indexPath, item in
      var content = UIListContentConfiguration.sidebarCell()
      content.text = item.title
      content.image = UIImage(systemName: item.symbol)
      cell.contentConfiguration = content
      cell.accessories = [.label(text: "3"), .disclosureIndicator(displayed: .always)]
      cell.configurationUpdateHandler = { cell, state in
        guard
          var background = cell.defaultBackgroundConfiguration().updated(for: state)
            as UIBackgroundConfiguration?
        else { return }
        if state.isSelected || state.isHighlighted { background.backgroundColor = .systemBlue }
        cell.backgroundConfiguration = background
      }
    }
    dataSource = UICollectionViewDiffableDataSource<Int, Item>(collectionView: collectionView) {
      (collectionView, indexPath, item) -> UICollectionViewCell? in
      if item.children.isEmpty {
        return collectionView.dequeueConfiguredReusableCell(using: row, for: indexPath, item: item)
      }
      return collectionView.dequeueConfiguredReusableCell(using: container, for: indexPath, item: item)
    }
    var snapshot = NSDiffableDataSourceSectionSnapshot<Item>()
    func add(_ items: [Item], to parent: Item?) {
      snapshot.append(items, to: parent)
      for item in items where !item.children.isEmpty { add(item.children, to: item) }
    }
    add(roots, to: nil)
    snapshot.expand([roots[1]])
    dataSource.apply(snapshot, to: 0, animatingDifferences: false)
    dataSource.sectionSnapshotHandlers.willExpandItem = { _ in }
  }
  override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    guard let item = dataSource.itemIdentifier(for: indexPath), item.children.isEmpty else { return }
    delegate?.mailboxSelected(item.title)
    if let detail = delegate as? MailDetailViewController {
      splitViewController?.showDetailViewController(detail.navigationController!, sender: nil)
    }
  }
  var titles: [String] { dataSource.snapshot().itemIdentifiers.map { $0.title } }
}
class MailDetailViewController: UIViewController, MailboxSelectionDelegate {
  let label = UILabel()
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    label.font = .preferredFont(forTextStyle: .title1)
    label.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(label)
    label.centerXAnchor.constraint(equalTo: view.centerXAnchor).isActive = true
    label.centerYAnchor.constraint(equalTo: view.centerYAnchor).isActive = true
    navigationItem.leftBarButtonItem = splitViewController?.displayModeButtonItem
    navigationItem.leftItemsSupplementBackButton = true
  }
  func mailboxSelected(_ name: String) {
    loadViewIfNeeded()
    label.text = name
    navigationItem.title = name
  }
}
