import UIKit

// As in UIKit.

/// A text in a capsule, wider than the text.
final class BadgeLabel: UILabel {
  private let insets = UIEdgeInsets(top: 4, left: 12, bottom: 4, right: 12)

  override func drawText(in rect: CGRect) {
    super.drawText(in: rect.inset(by: insets))
  }

  override var intrinsicContentSize: CGSize {
    let size = super.intrinsicContentSize
    return CGSize(
      width: size.width + insets.left + insets.right, height: size.height + insets.top + insets.bottom)
  }
}

/// A form that keeps its button above the keyboard, and details that come and go.
final class ReviewViewController: UIViewController {
  let scrollView = UIScrollView()
  let stack = UIStackView()
  let badge = BadgeLabel()
  let stars = UISegmentedControl(items: ["1", "2", "3", "4", "5"])
  let detailsLabel = UILabel()
  let moreButton = UIButton(type: .system)
  let nameField = UITextField()
  let sendButton = UIButton(configuration: .filled())
  private(set) var sent: String?

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    badge.text = "New"
    badge.backgroundColor = .systemYellow
    detailsLabel.text = "Say what you liked, what you did not like, and whether you would come again."
    detailsLabel.numberOfLines = 0
    detailsLabel.isHidden = true
    moreButton.setTitle("More", for: .normal)
    moreButton.addAction(UIAction { [unowned self] _ in toggleDetails() }, for: .touchUpInside)
    nameField.borderStyle = .roundedRect
    sendButton.setTitle("Send", for: .normal)
    sendButton.addAction(UIAction { [unowned self] _ in send() }, for: .touchUpInside)
    stack.axis = .vertical
    stack.spacing = 12
    stack.isLayoutMarginsRelativeArrangement = true
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 16, leading: 16, bottom: 16, trailing: 16)
    let first = UIStackView(arrangedSubviews: [badge, UIView()])
    for view in [first, stars, detailsLabel, moreButton, nameField] { stack.addArrangedSubview(view) }
    for part in [scrollView, sendButton, stack] { part.translatesAutoresizingMaskIntoConstraints = false }
    view.addSubview(scrollView)
    view.addSubview(sendButton)
    scrollView.addSubview(stack)
    NSLayoutConstraint.activate([
      scrollView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
      scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      scrollView.bottomAnchor.constraint(equalTo: sendButton.topAnchor, constant: -8),
      stack.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor),
      stack.leadingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: scrollView.contentLayoutGuide.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor),
      stack.widthAnchor.constraint(equalTo: scrollView.frameLayoutGuide.widthAnchor),
      sendButton.leadingAnchor.constraint(equalTo: view.layoutMarginsGuide.leadingAnchor),
      sendButton.trailingAnchor.constraint(equalTo: view.layoutMarginsGuide.trailingAnchor),
      view.keyboardLayoutGuide.topAnchor.constraint(equalTo: sendButton.bottomAnchor, constant: 12),
    ])
  }

  private func toggleDetails() {
    UIView.animate(springDuration: 0.4, bounce: 0.2) {
      self.detailsLabel.isHidden.toggle()
      self.stack.layoutIfNeeded()
    }
    moreButton.setTitle(detailsLabel.isHidden ? "More" : "Less", for: .normal)
  }

  private func send() {
    sent = "\(stars.selectedSegmentIndex + 1) by \(nameField.text ?? "")"
    view.endEditing(true)
  }
}
