import UIKit

// As in UIKit.

/// Keys in rows of equal widths, made of stack views.
final class CalculatorViewController: UIViewController {
  private enum Key {
    case digit(Int)
    case operation(String)
    case equals, clear
  }

  private let rows: [[String]] = [
    ["7", "8", "9", "÷"], ["4", "5", "6", "×"], ["1", "2", "3", "−"], ["C", "0", "=", "+"],
  ]
  let displayLabel: UILabel = {
    let label = UILabel()
    label.text = "0"
    label.textAlignment = .right
    label.textColor = .white
    label.font = UIFont.monospacedDigitSystemFont(ofSize: 64, weight: .light)
    label.adjustsFontSizeToFitWidth = true
    label.minimumScaleFactor = 0.5
    return label
  }()
  private var stored: Int?
  private var pending: String?
  private var isTyping = false

  override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    let keypad = UIStackView(arrangedSubviews: rows.map(makeRow))
    keypad.axis = .vertical
    keypad.distribution = .fillEqually
    keypad.spacing = 12
    let stack = UIStackView(arrangedSubviews: [displayLabel, keypad])
    stack.axis = .vertical
    stack.spacing = 20
    stack.isLayoutMarginsRelativeArrangement = true
    stack.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 0, leading: 16, bottom: 16, trailing: 16)
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      stack.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
      keypad.heightAnchor.constraint(equalTo: keypad.widthAnchor),
    ])
  }

  private func makeRow(_ titles: [String]) -> UIStackView {
    let row = UIStackView(arrangedSubviews: titles.map(makeButton))
    row.distribution = .fillEqually
    row.spacing = 12
    return row
  }

  private func makeButton(_ title: String) -> UIButton {
    var configuration = UIButton.Configuration.filled()
    configuration.title = title
    configuration.cornerStyle = .capsule
    configuration.baseForegroundColor = .white
    configuration.titleTextAttributesTransformer = UIConfigurationTextAttributesTransformer { incoming in
      var outgoing = incoming
      outgoing.font = UIFont.systemFont(ofSize: 30, weight: .medium)
      return outgoing
    }
    let button = UIButton(configuration: configuration)
    button.accessibilityIdentifier = title
    button.configurationUpdateHandler = { button in
      let isOperation = Int(title) == nil
      button.configuration?.baseBackgroundColor =
        isOperation ? .systemOrange : UIColor(white: button.isHighlighted ? 0.45 : 0.2, alpha: 1)
    }
    button.addAction(UIAction { [unowned self] _ in press(key(for: title)) }, for: .primaryActionTriggered)
    return button
  }

  private func key(for title: String) -> Key {
    if let digit = Int(title) { return .digit(digit) }
    return title == "=" ? .equals : title == "C" ? .clear : .operation(title)
  }

  private func press(_ key: Key) {
    let shown = Int(displayLabel.text ?? "") ?? 0
    switch key {
    case .digit(let digit):
      displayLabel.text = isTyping ? "\(shown * 10 + digit)" : "\(digit)"
      isTyping = true
    case .operation(let sign):
      calculate(shown)
      pending = sign
    case .equals: calculate(shown)
    case .clear:
      (stored, pending, isTyping) = (nil, nil, false)
      displayLabel.text = "0"
    }
  }

  private func calculate(_ shown: Int) {
    defer { isTyping = false }
    guard let left = stored, let sign = pending else { return stored = shown }
    switch sign {
    case "+": stored = left + shown
    case "−": stored = left - shown
    case "×": stored = left * shown
    default: stored = shown == 0 ? 0 : left / shown
    }
    pending = nil
    UIView.transition(with: displayLabel, duration: 0.15, options: .transitionCrossDissolve) {
      self.displayLabel.text = "\(self.stored ?? 0)"
    }
  }
}
