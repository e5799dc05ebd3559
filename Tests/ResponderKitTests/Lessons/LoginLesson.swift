import UIKit

// As in UIKit.

/// A form with constraints: a title, two fields and a button, centered and as wide as there is room for.
final class LoginViewController: UIViewController {
  let titleLabel = UILabel()
  let nameField = UITextField()
  let passwordField = UITextField()
  let loginButton = UIButton()
  var user: String?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    titleLabel.text = "Welcome"
    titleLabel.font = .preferredFont(forTextStyle: .largeTitle)
    nameField.placeholder = "Name"
    nameField.borderStyle = .roundedRect
    passwordField.placeholder = "Password"
    passwordField.isSecureTextEntry = true
    passwordField.borderStyle = .roundedRect
    loginButton.setTitle("Log In", for: .normal)
    loginButton.backgroundColor = .systemBlue
    loginButton.layer.cornerRadius = 8
    loginButton.addAction(
      UIAction { [unowned self] _ in
        user = nameField.text
        nameField.resignFirstResponder()
      }, for: .touchUpInside)
    for subview in [titleLabel, nameField, passwordField, loginButton] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(subview)
    }
    let guide = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      titleLabel.topAnchor.constraint(equalTo: guide.topAnchor, constant: 60),
      titleLabel.centerXAnchor.constraint(equalTo: guide.centerXAnchor),

      nameField.topAnchor.constraint(equalTo: titleLabel.bottomAnchor, constant: 40),
      nameField.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 24),
      nameField.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -24),

      passwordField.topAnchor.constraint(equalTo: nameField.bottomAnchor, constant: 12),
      passwordField.leadingAnchor.constraint(equalTo: nameField.leadingAnchor),
      passwordField.trailingAnchor.constraint(equalTo: nameField.trailingAnchor),

      loginButton.topAnchor.constraint(equalTo: passwordField.bottomAnchor, constant: 24),
      loginButton.leadingAnchor.constraint(equalTo: nameField.leadingAnchor),
      loginButton.trailingAnchor.constraint(equalTo: nameField.trailingAnchor),
      loginButton.heightAnchor.constraint(equalToConstant: 50),
    ])
  }
}
