import UIKit

// As in UIKit.

/// A kiosk's page without a bar, which pushes a page with one.
final class KioskViewController: UIViewController {
  let sizeButton = UIButton(configuration: .gray())
  let amountLabel = UILabel()
  let stepper = UIStepper()
  let orderButton = UIButton(configuration: .borderedProminent())
  private(set) var size = "Small"

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    navigationController?.setNavigationBarHidden(true, animated: animated)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    navigationController?.setNavigationBarHidden(false, animated: animated)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let choose: UIActionHandler = { [weak self] action in self?.size = action.title }
    sizeButton.menu = UIMenu(
      title: "Size", options: .singleSelection,
      children: [
        UIAction(title: "Small", state: .on, handler: choose), UIAction(title: "Large", handler: choose),
      ])
    sizeButton.showsMenuAsPrimaryAction = true
    sizeButton.changesSelectionAsPrimaryAction = true
    stepper.minimumValue = 1
    stepper.maximumValue = 9
    stepper.addAction(UIAction { [unowned self] _ in updateAmount() }, for: .valueChanged)
    updateAmount()
    var container = AttributeContainer()
    container.font = UIFont.boldSystemFont(ofSize: 20)
    orderButton.configuration?.attributedTitle = AttributedString("Order", attributes: container)
    orderButton.configuration?.image = UIImage(systemName: "cart.fill")
    orderButton.configuration?.imagePadding = 8
    orderButton.addAction(UIAction { [unowned self] _ in order() }, for: .touchUpInside)
    let stack = UIStackView(arrangedSubviews: [sizeButton, amountLabel, stepper, orderButton])
    stack.axis = .vertical
    stack.alignment = .center
    stack.spacing = 24
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      stack.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
  }

  private func updateAmount() { amountLabel.text = "\(Int(stepper.value)) ×" }

  private func order() {
    let receipt = ReceiptViewController(text: "\(Int(stepper.value)) × \(size)")
    navigationController?.pushViewController(receipt, animated: true)
  }
}

/// The receipt, of which a picture can be made.
final class ReceiptViewController: UIViewController {
  private let text: String
  private let receiptView = UIView()
  private(set) var picture: UIImage?

  init(text: String) {
    self.text = text
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Receipt"
    view.backgroundColor = .secondarySystemBackground
    receiptView.backgroundColor = .white
    receiptView.frame = CGRect(x: 40, y: 120, width: 240, height: 160)
    let label = UILabel(frame: receiptView.bounds)
    label.text = text
    label.textAlignment = .center
    receiptView.addSubview(label)
    view.addSubview(receiptView)
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      systemItem: .action, primaryAction: UIAction { [weak self] _ in self?.share() })
  }

  private func share() {
    let renderer = UIGraphicsImageRenderer(bounds: receiptView.bounds)
    picture = renderer.image { _ in
      receiptView.drawHierarchy(in: receiptView.bounds, afterScreenUpdates: true)
    }
  }
}
