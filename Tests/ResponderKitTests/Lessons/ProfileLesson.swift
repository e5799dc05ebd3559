import UIKit

// As in UIKit.

/// A card with a picture, a name and a text beside it: stacks that constraints place.
final class ProfileViewController: UIViewController {
  let card = UIView()
  let avatar = UIImageView()
  let nameLabel = UILabel()
  let bioLabel = UILabel()
  let followButton = UIButton()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    card.backgroundColor = .systemBackground
    card.layer.cornerRadius = 12
    card.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(card)

    avatar.backgroundColor = .systemTeal
    nameLabel.text = "Ada Lovelace"
    nameLabel.font = .preferredFont(forTextStyle: .headline)
    bioLabel.text = "Wrote the first program for a machine that was never built, and saw what it could be."
    bioLabel.numberOfLines = 0
    followButton.setTitle("Follow", for: .normal)
    followButton.setTitleColor(.systemBlue, for: .normal)

    let texts = UIStackView(arrangedSubviews: [nameLabel, bioLabel, followButton])
    texts.axis = .vertical
    texts.spacing = 6
    let row = UIStackView(arrangedSubviews: [avatar, texts])
    row.spacing = 16
    row.alignment = .top
    row.translatesAutoresizingMaskIntoConstraints = false
    card.addSubview(row)

    NSLayoutConstraint.activate([
      card.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
      card.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 20),
      card.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -20),
      row.topAnchor.constraint(equalTo: card.topAnchor, constant: 16),
      row.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -16),
      row.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 16),
      row.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -16),
      avatar.widthAnchor.constraint(equalToConstant: 64),
      avatar.heightAnchor.constraint(equalTo: avatar.widthAnchor),
      followButton.heightAnchor.constraint(equalToConstant: 44),
    ])
  }
}
