import UIKit

// As in UIKit.

/// A cart with steppers and a badge on the bar's button.
final class BadgeBarButtonItem: UIBarButtonItem {
  private let badge = UILabel()
  private let button = UIButton(type: .system)
  override init() {
    super.init()
    button.setImage(UIImage(systemName: "cart"), for: .normal)
    button.frame = CGRect(x: 0, y: 0, width: 44, height: 44)
    badge.frame = CGRect(x: 24, y: 2, width: 18, height: 18)
    badge.backgroundColor = .systemRed
    badge.textColor = .white
    badge.font = .systemFont(ofSize: 11)
    badge.textAlignment = .center
    badge.layer.cornerRadius = 9
    badge.clipsToBounds = true
    button.addSubview(badge)
    customView = button
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  var count = 0 { didSet { badge.text = "\(count)"; badge.isHidden = count == 0 } }
}

final class CartViewController: UITableViewController {
  final class ProductCell: UITableViewCell {
    let stepper = UIStepper()
    let nameLabel = UILabel()
    var onChange: ((Int) -> Void)?
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      stepper.maximumValue = 9
      stepper.setIncrementImage(UIImage(systemName: "plus.circle.fill"), for: .normal)
      stepper.setDecrementImage(UIImage(systemName: "minus.circle.fill"), for: .normal)
      stepper.tintColor = .systemGreen
      stepper.addAction(UIAction { [unowned self] _ in onChange?(Int(stepper.value)) }, for: .valueChanged)
      accessoryView = stepper
      nameLabel.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview(nameLabel)
      NSLayoutConstraint.activate([
        nameLabel.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor),
        nameLabel.centerYAnchor.constraint(equalTo: contentView.centerYAnchor),
        contentView.heightAnchor.constraint(greaterThanOrEqualToConstant: 56),
      ])
    }
    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
  }

  var products = [("Coffee", 4.5, 1), ("Bread", 3.2, 0), ("Cheese", 7.0, 2), ("Olives", 5.1, 0)]
  let cartItem = BadgeBarButtonItem()
  let checkout = UIBarButtonItem(title: "Check out", style: .done, target: nil, action: nil)

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Cart"
    tableView.register(ProductCell.self, forCellReuseIdentifier: "Product")
    navigationItem.rightBarButtonItem = cartItem
    toolbarItems = [.flexibleSpace(), checkout]
    navigationController?.isToolbarHidden = false
    update()
  }

  func update() {
    let total = products.reduce(0) { $0 + $1.1 * Double($1.2) }
    cartItem.count = products.reduce(0) { $0 + $1.2 }
    checkout.isHidden = total == 0
    checkout.title = String(format: "Pay %.2f", total)
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    products.count
  }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Product", for: indexPath) as! ProductCell
    let product = products[indexPath.row]
    cell.nameLabel.text = "\(product.0) × \(product.2)"
    cell.stepper.value = Double(product.2)
    cell.onChange = { [unowned self, unowned cell] count in
      products[indexPath.row].2 = count
      cell.nameLabel.text = "\(product.0) × \(count)"
      update()
    }
    return cell
  }
}
