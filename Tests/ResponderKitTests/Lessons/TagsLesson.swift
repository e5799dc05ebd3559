import UIKit

// As in UIKit.

/// A word on a plate, which the constraints make as large as the word.
final class TagCell: UICollectionViewCell {
  static let reuseIdentifier = "TagCell"
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.backgroundColor = .secondarySystemBackground
    contentView.layer.cornerRadius = 14
    label.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 6),
      label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -6),
      label.leadingAnchor.constraint(equalTo: contentView.leadingAnchor, constant: 14),
      label.trailingAnchor.constraint(equalTo: contentView.trailingAnchor, constant: -14),
    ])
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override var isSelected: Bool {
    didSet { contentView.backgroundColor = isSelected ? .systemBlue : .secondarySystemBackground }
  }
}

/// Words in lines, each as wide as it is, several of which can be chosen.
final class TagsViewController: UICollectionViewController {
  let tags = ["Swift", "Auto Layout", "Tables", "A", "Collections of cells", "Gestures", "Text", "Layers"]

  init() {
    let layout = UICollectionViewFlowLayout()
    layout.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    layout.minimumInteritemSpacing = 8
    layout.minimumLineSpacing = 8
    layout.sectionInset = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
    super.init(collectionViewLayout: layout)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.allowsMultipleSelection = true
    collectionView.register(TagCell.self, forCellWithReuseIdentifier: TagCell.reuseIdentifier)
  }

  override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  {
    tags.count
  }

  override func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let cell = collectionView.dequeueReusableCell(
      withReuseIdentifier: TagCell.reuseIdentifier, for: indexPath)
    (cell as? TagCell)?.label.text = tags[indexPath.item]
    return cell
  }

  var chosen: [String] {
    (collectionView.indexPathsForSelectedItems ?? []).sorted().map { tags[$0.item] }
  }
}
