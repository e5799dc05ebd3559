import UIKit

// As in UIKit.

/// A name of at most eight letters, a filled button, and an alert that greets.
final class GreetingViewController: UIViewController, UITextFieldDelegate {
  let nameField = UITextField()
  let loginButton = UIButton(type: .system)
  let spinner = UIActivityIndicatorView(style: .medium)
  private let maximumLength = 8

  init() {
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    nameField.placeholder = "Name"
    nameField.borderStyle = .roundedRect
    nameField.delegate = self
    var configuration = UIButton.Configuration.filled()
    configuration.title = "Log in"
    configuration.cornerStyle = .capsule
    configuration.baseBackgroundColor = .systemIndigo
    loginButton.configuration = configuration
    loginButton.addAction(UIAction { [weak self] _ in self?.logIn() }, for: .touchUpInside)
    for subview in [nameField, loginButton, spinner] { view.addSubview(subview) }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    nameField.frame = CGRect(x: 40, y: 120, width: view.bounds.width - 80, height: 40)
    loginButton.frame = CGRect(x: 40, y: 180, width: view.bounds.width - 80, height: 50)
    spinner.center = CGPoint(x: view.bounds.midX, y: 260)
  }

  func textField(
    _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
  ) -> Bool {
    let text = textField.text ?? ""
    guard let part = Range(range, in: text) else { return false }
    return text.replacingCharacters(in: part, with: string).count <= maximumLength
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    textField.resignFirstResponder()
    return true
  }

  private func logIn() {
    view.endEditing(true)
    spinner.startAnimating()
    let alert = UIAlertController(title: "Hello", message: nameField.text, preferredStyle: .alert)
    alert.addAction(
      UIAlertAction(title: "OK", style: .default) { [weak self] _ in self?.spinner.stopAnimating() })
    present(alert, animated: true)
  }
}
