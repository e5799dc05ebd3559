import UIKit

// As in UIKit.

/// A drawer at the lower edge that a button opens and closes, by a constraint whose constant is animated.
final class DrawerViewController: UIViewController {
  let drawer = UIView()
  let toggleButton = UIButton()
  var drawerHeight: NSLayoutConstraint!
  var isOpen = false

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    drawer.backgroundColor = .systemIndigo
    drawer.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(drawer)
    toggleButton.setTitle("Open", for: .normal)
    toggleButton.setTitleColor(.systemIndigo, for: .normal)
    toggleButton.translatesAutoresizingMaskIntoConstraints = false
    toggleButton.addAction(UIAction { [unowned self] _ in toggle() }, for: .touchUpInside)
    view.addSubview(toggleButton)

    drawerHeight = drawer.heightAnchor.constraint(equalToConstant: 80)
    NSLayoutConstraint.activate([
      drawer.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      drawer.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      drawer.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      drawerHeight,
      toggleButton.bottomAnchor.constraint(equalTo: drawer.topAnchor, constant: -8),
      toggleButton.centerXAnchor.constraint(equalTo: view.centerXAnchor),
    ])
  }

  func toggle() {
    isOpen.toggle()
    drawerHeight.constant = isOpen ? 300 : 80
    toggleButton.setTitle(isOpen ? "Close" : "Open", for: .normal)
    UIView.animate(withDuration: 0.4) {
      self.view.layoutIfNeeded()
    }
  }
}
