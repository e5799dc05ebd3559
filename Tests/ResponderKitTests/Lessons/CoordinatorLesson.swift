import UIKit

// As in UIKit.

/// Decides which page follows which, so that pages know nothing of each other.
protocol Coordinator: AnyObject {
  var childCoordinators: [Coordinator] { get set }
  var navigationController: UINavigationController { get set }
  func start()
}

protocol ReusableCell: AnyObject {
  static var reuseIdentifier: String { get }
}

extension ReusableCell where Self: UIView {
  static var reuseIdentifier: String { String(describing: self) }
}

extension UITableView {
  func register<Cell: UITableViewCell & ReusableCell>(_: Cell.Type) {
    register(Cell.self, forCellReuseIdentifier: Cell.reuseIdentifier)
  }

  func dequeue<Cell: UITableViewCell & ReusableCell>(for indexPath: IndexPath) -> Cell {
    guard let cell = dequeueReusableCell(withIdentifier: Cell.reuseIdentifier, for: indexPath) as? Cell else {
      fatalError("no cell \(Cell.reuseIdentifier)")
    }
    return cell
  }
}

/// A title with the searched part marked, and a picture that is kept once it was drawn.
final class ProductCell: UITableViewCell, ReusableCell {
  private static let pictures = NSCache<NSString, UIImage>()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: .default, reuseIdentifier: reuseIdentifier)
    accessoryType = .disclosureIndicator
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func configure(_ name: String, marking search: String) {
    let title = NSMutableAttributedString(string: name)
    let range: NSRange = (name as NSString).range(of: search, options: .caseInsensitive)
    if range.location != NSNotFound {
      title.addAttributes(
        [.font: UIFont.boldSystemFont(ofSize: 17), .foregroundColor: UIColor.systemRed], range: range)
    }
    textLabel?.attributedText = title
    imageView?.image = Self.picture(name)
  }

  private static func picture(_ name: String) -> UIImage {
    if let known = pictures.object(forKey: name as NSString) { return known }
    let image = UIGraphicsImageRenderer(size: CGSize(width: 28, height: 28)).image { context in
      UIColor(hue: CGFloat(name.count % 10) / 10, saturation: 0.7, brightness: 0.9, alpha: 1).setFill()
      UIBezierPath(roundedRect: context.format.bounds, cornerRadius: 6).fill()
    }
    pictures.setObject(image, forKey: name as NSString)
    return image
  }
}

final class ProductListController: UITableViewController {
  var didChoose: ((String) -> Void)?
  private let names = ["Teapot", "Tea cup", "Coffee cup", "Plate"]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Products"
    tableView.register(ProductCell.self)
    toolbarItems = [
      UIBarButtonItem(systemItem: .flexibleSpace), UIBarButtonItem(title: "4 products"),
      UIBarButtonItem(systemItem: .flexibleSpace),
    ]
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell: ProductCell = tableView.dequeue(for: indexPath)
    cell.configure(names[indexPath.row], marking: "tea")
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    didChoose?(names[indexPath.row])
  }
}

/// The pages of one purchase.
final class BuyCoordinator: Coordinator {
  var childCoordinators: [Coordinator] = []
  var navigationController: UINavigationController
  let name: String

  init(navigationController: UINavigationController, name: String) {
    self.navigationController = navigationController
    self.name = name
  }

  func start() {
    let page = UIViewController()
    page.title = name
    page.view.backgroundColor = .systemBackground
    page.hidesBottomBarWhenPushed = true
    navigationController.pushViewController(page, animated: true)
  }
}

/// Forgets a purchase when its page was left, by the button or by a swipe.
final class ShopCoordinator: NSObject, Coordinator, UINavigationControllerDelegate {
  var childCoordinators: [Coordinator] = []
  var navigationController: UINavigationController

  init(navigationController: UINavigationController) {
    self.navigationController = navigationController
    super.init()
  }

  func start() {
    navigationController.delegate = self
    navigationController.setToolbarHidden(false, animated: false)
    let list = ProductListController(style: .plain)
    list.didChoose = { [weak self] name in self?.buy(name) }
    navigationController.pushViewController(list, animated: false)
  }

  private func buy(_ name: String) {
    let child = BuyCoordinator(navigationController: navigationController, name: name)
    childCoordinators.append(child)
    child.start()
  }

  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
  ) {
    guard let from = navigationController.transitionCoordinator?.viewController(forKey: .from),
      !navigationController.viewControllers.contains(from)
    else { return }
    childCoordinators.removeAll { ($0 as? BuyCoordinator)?.name == from.title }
  }
}
