import UIKit

// As in UIKit.

/// A form that is scrolled out of the keyboard's way. Return leads from field to field, and the last one sends.
final class AddressViewController: UIViewController, UITextFieldDelegate {
  let scrollView = UIScrollView()
  let fields = ["Name", "Street", "City"].map { name -> UITextField in
    let field = UITextField()
    field.placeholder = name
    field.borderStyle = .roundedRect
    return field
  }
  let resultLabel = UILabel()
  private var observers: [NSObjectProtocol] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    scrollView.frame = view.bounds
    scrollView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(scrollView)
    let stack = UIStackView(arrangedSubviews: fields + [resultLabel])
    stack.axis = .vertical
    stack.spacing = 12
    stack.frame = CGRect(x: 20, y: 500, width: view.bounds.width - 40, height: 200)
    scrollView.addSubview(stack)
    scrollView.contentSize = CGSize(width: view.bounds.width, height: 720)
    for field in fields { field.delegate = self }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    let center = NotificationCenter.default
    observers = [
      center.addObserver(forName: UIResponder.keyboardWillShowNotification, object: nil, queue: .main) {
        [weak self] notification in self?.adjustForKeyboard(notification)
      },
      center.addObserver(forName: UIResponder.keyboardWillHideNotification, object: nil, queue: .main) {
        [weak self] notification in self?.adjustForKeyboard(notification)
      },
    ]
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    observers.forEach { NotificationCenter.default.removeObserver($0) }
    observers = []
  }

  private func adjustForKeyboard(_ notification: Notification) {
    guard let value = notification.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue else {
      return
    }
    let frame = view.convert(value.cgRectValue, from: view.window)
    let overlap = max(0, view.bounds.maxY - frame.minY)
    scrollView.contentInset.bottom = overlap
    scrollView.scrollIndicatorInsets.bottom = overlap
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    if let index = fields.firstIndex(of: textField), index + 1 < fields.count {
      fields[index + 1].becomeFirstResponder()
    } else {
      textField.resignFirstResponder()
      resultLabel.text = fields.compactMap { $0.text }.joined(separator: ", ")
    }
    return true
  }
}
