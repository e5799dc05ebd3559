import UIKit

// As in UIKit.

/// A number, and two buttons that change it.
final class CounterViewController: UIViewController {
  private var count = 0 {
    didSet { label.text = "\(count)" }
  }
  let label = UILabel()
  let plus = UIButton(type: .system)
  let minus = UIButton(type: .system)

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    label.text = "0"
    label.font = .systemFont(ofSize: 64, weight: .bold)
    label.textAlignment = .center
    label.textColor = .label
    plus.setTitle("+", for: .normal)
    minus.setTitle("−", for: .normal)
    plus.setTitleColor(.systemBlue, for: .normal)
    minus.setTitleColor(.systemRed, for: .normal)
    plus.addAction(UIAction { [weak self] _ in self?.count += 1 }, for: .touchUpInside)
    minus.addAction(UIAction { [weak self] _ in self?.count -= 1 }, for: .touchUpInside)
    for subview in [label, plus, minus] { view.addSubview(subview) }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let bounds = view.bounds
    label.frame = CGRect(x: 0, y: bounds.midY - 100, width: bounds.width, height: 80)
    minus.frame = CGRect(x: bounds.midX - 100, y: bounds.midY, width: 80, height: 50)
    plus.frame = CGRect(x: bounds.midX + 20, y: bounds.midY, width: 80, height: 50)
  }
}
