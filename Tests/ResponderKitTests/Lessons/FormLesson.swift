import UIKit

// As in UIKit.

/// Settings in a stack: a switch shows and hides what belongs to it.
final class FormViewController: UIViewController {
  let enabled = UISwitch()
  let details = UILabel()
  let stack = UIStackView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    let heading = UILabel()
    heading.text = "Notifications"
    heading.font = .preferredFont(forTextStyle: .title2)
    let caption = UILabel()
    caption.text = "Allow"
    let row = UIStackView(arrangedSubviews: [caption, enabled])
    row.axis = .horizontal
    row.distribution = .equalSpacing
    row.alignment = .center
    details.text = "You will be told of every new message, day and night."
    details.numberOfLines = 0
    details.textColor = .secondaryLabel
    stack.axis = .vertical
    stack.spacing = 12
    for subview in [heading, row, details] { stack.addArrangedSubview(subview) }
    view.addSubview(stack)
    details.isHidden = true
    enabled.addAction(
      UIAction { [unowned self] _ in
        details.isHidden = !enabled.isOn
        stack.setNeedsLayout()
      }, for: .valueChanged)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    stack.frame = CGRect(x: 20, y: 60, width: view.bounds.width - 40, height: 220)
  }
}
