/// The controllers of a tab bar controller for which its bar has no room, as a list.
final class MoreList: UITableViewController {
  weak var tabs: UITabBarController?

  init(_ tabs: UITabBarController) {
    self.tabs = tabs
    super.init(style: .plain)
    title = UITabBarItem.SystemItem.more.title
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    navigationController?.isNavigationBarHidden = false
  }

  /// What it has shown has left its navigation controller by now.
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    tabs?.takeBack()
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    tabs?.listed.count ?? 0
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let item = tabs.flatMap { tabs in
      tabs.listed.indices.contains(indexPath.row) ? tabs.listed[indexPath.row].tabBarItem : nil
    }
    cell.textLabel?.text = item?.title
    cell.imageView?.image = item?.image
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tabs?.chooseListed(indexPath.row)
  }
}

/// Shows the list of what a tab bar has no room for, and what is chosen there.
final class MoreController: UINavigationController {
  let list: MoreList

  init(_ tabs: UITabBarController) {
    list = MoreList(tabs)
    super.init(nibName: nil, bundle: nil)
    viewControllers = [list]
    tabBarItem = UITabBarItem(tabBarSystemItem: .more, tag: 0)
  }

  /// The controller that was chosen in the list; nil: the list is shown.
  var chosen: UIViewController? { viewControllers.dropFirst().first }

  /// A navigation controller has its own bar, from whose first page it leads back to the list.
  func open(_ controller: UIViewController, animated: Bool) {
    let inner = controller as? UINavigationController
    isNavigationBarHidden = inner != nil
    inner?.outer = (list.navigationItem, { [weak self] in self?.popToRootViewController(animated: true) })
    pushViewController(controller, animated: animated)
  }

  func close() { viewControllers = [list] }
}
