import UIKit

// As in UIKit.

extension UIConfigurationStateCustomKey {
  static let isArchived = UIConfigurationStateCustomKey("com.example.mail.isArchived")
}

extension UICellConfigurationState {
  /// Whether the message was put away.
  var isArchived: Bool {
    get { self[.isArchived] as? Bool ?? false }
    set { self[.isArchived] = newValue }
  }
}

/// What a message shows: gray once it was put away.
struct MessageContent: UIContentConfiguration, Hashable {
  var name = ""
  var tint: UIColor?

  func makeContentView() -> UIView & UIContentView { MessageContentView(self) }

  func updated(for state: UIConfigurationState) -> MessageContent {
    guard let state = state as? UICellConfigurationState else { return self }
    var updated = self
    updated.tint = state.isArchived ? .systemGray : state.isSelected ? .systemRed : nil
    return updated
  }
}

final class MessageContentView: UIView, UIContentView {
  let label = UILabel()
  private var applied: MessageContent

  var configuration: UIContentConfiguration {
    get { applied }
    set {
      guard let new = newValue as? MessageContent, new != applied else { return }
      apply(new)
    }
  }

  init(_ configuration: MessageContent) {
    applied = configuration
    super.init(frame: .zero)
    addSubview(label)
    label.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: layoutMarginsGuide.topAnchor),
      label.bottomAnchor.constraint(equalTo: layoutMarginsGuide.bottomAnchor),
      label.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      label.trailingAnchor.constraint(lessThanOrEqualTo: layoutMarginsGuide.trailingAnchor),
    ])
    apply(configuration)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private func apply(_ configuration: MessageContent) {
    applied = configuration
    label.text = configuration.name
    label.textColor = configuration.tint
  }
}

final class MessageCell: UICollectionViewListCell {
  var name = "" { didSet { if name != oldValue { setNeedsUpdateConfiguration() } } }
  var isArchived = false { didSet { if isArchived != oldValue { setNeedsUpdateConfiguration() } } }

  override var configurationState: UICellConfigurationState {
    var state = super.configurationState
    state.isArchived = isArchived
    return state
  }

  override func updateConfiguration(using state: UICellConfigurationState) {
    var content = MessageContent().updated(for: state)
    content.name = name
    contentConfiguration = content
    var background = UIBackgroundConfiguration.listPlainCell()
    background.backgroundColor = state.isArchived ? .secondarySystemFill : .clear
    backgroundConfiguration = background
  }
}

final class MessagesViewController: UICollectionViewController {
  private var dataSource: UICollectionViewDiffableDataSource<Int, String>!

  init() {
    let list = UICollectionLayoutListConfiguration(appearance: .plain)
    super.init(collectionViewLayout: UICollectionViewCompositionalLayout.list(using: list))
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    let registration = UICollectionView.CellRegistration<MessageCell, String> { cell, _, name in
      cell.name = name
    }
    dataSource = .init(collectionView: collectionView) { collectionView, indexPath, name in
      collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: name)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
    snapshot.appendSections([0])
    snapshot.appendItems(["Invoice", "Party", "Letter"])
    dataSource.apply(snapshot, animatingDifferences: false)
  }
}
