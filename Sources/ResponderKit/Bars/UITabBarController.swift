/// Asked and notified by a tab bar controller.
public protocol UITabBarControllerDelegate: AnyObject {
  /// Whether the user may choose a controller; true unless implemented.
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  /// Called when the user has chosen a controller, also the one that is shown.
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {}
}

/// Controllers beside each other, of which one is shown, above a bar that chooses it.
open class UITabBarController: UIViewController {
  /// Asked and notified when the user chooses.
  open weak var delegate: (any UITabBarControllerDelegate)?
  /// The bar at the lower edge.
  public final let tabBar = UITabBar(frame: .zero)
  private var selected = 0
  private let content = UIView()

  /// The controllers, from left to right. The one that is shown stays so if it is among the new ones; otherwise the new one at its place is shown,
  /// or the first.
  open var viewControllers: [UIViewController]? {
    didSet {
      let new = viewControllers ?? []
      let shown = oldValue.flatMap { $0.indices.contains(selected) ? $0[selected] : nil }
      for controller in oldValue ?? [] where !new.contains(where: { $0 === controller }) {
        controller.loadedView?.removeFromSuperview()
        controller.removeFromParent()
        controller.barInsets = .zero
      }
      for controller in new where controller.parent !== self {
        addChild(controller)
        controller.didMove(toParent: self)
      }
      selected = new.firstIndex { $0 === shown } ?? (new.indices.contains(selected) ? selected : 0)
      itemsChanged()
      bottomBarChanged()
      if isViewLoaded { showSelected() }
    }
  }

  /// Sets the controllers. `animated` has no effect.
  open func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    viewControllers = controllers
  }

  /// Which controller is shown. An index of none has no effect.
  open var selectedIndex: Int {
    get { selected }
    set {
      guard viewControllers?.indices.contains(newValue) == true, newValue != selected else { return }
      let covered = selectedViewController
      selected = newValue
      if isViewLoaded { showSelected(after: covered) } else { covered?.loadedView?.removeFromSuperview() }
    }
  }

  /// The controller that is shown; nil without controllers. Another one than those has no effect.
  open var selectedViewController: UIViewController? {
    get { viewControllers.flatMap { $0.indices.contains(selected) ? $0[selected] : nil } }
    set {
      if let index = viewControllers?.firstIndex(where: { $0 === newValue }) { selectedIndex = index }
    }
  }

  open override func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.label = "tab view"
    content.frame = view.bounds
    view.addSubview(content)
    tabBar.onSelect = { [weak self] in self?.choose($0) }
    view.addSubview(tabBar)
    self.view = view
    showSelected()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    content.frame = view.bounds
    selectedViewController?.view.frame = content.bounds
    let height = UITabBar.height + view.safeAreaInsets.bottom
    tabBar.frame = Rect(view.bounds.minX, view.bounds.maxY - height, view.bounds.width, height)
  }

  /// A stack has changed, one of whose controllers may hide the bar.
  final func bottomBarChanged() {
    for controller in viewControllers ?? [] {
      controller.barInsets = EdgeInsets(bottom: controller.hidesBottomBar ? 0 : UITabBar.height)
    }
    tabBar.isHidden = selectedViewController?.hidesBottomBar == true
  }

  /// A touch of the button of what is shown goes back to the first page there.
  private func choose(_ index: Int) {
    guard let controller = viewControllers?[index],
      delegate?.tabBarController(self, shouldSelect: controller) ?? true
    else { return }
    if controller === selectedViewController {
      (controller as? UINavigationController)?.popToRootViewController(animated: true)
    }
    selectedIndex = index
    delegate?.tabBarController(self, didSelect: controller)
  }

  final func itemsChanged() {
    tabBar.items = (viewControllers ?? []).compactMap(\.tabBarItem)
    tabBar.selectedIndex = selected
  }

  private func showSelected(after covered: UIViewController? = nil) {
    tabBar.selectedIndex = selected
    bottomBarChanged()
    guard let shown = selectedViewController?.view else { return }
    covered?.willLeave()
    shown.frame = content.bounds
    content.addSubview(shown)
    covered?.loadedView?.removeFromSuperview()
  }
}

extension UIViewController {
  /// Whether it, or one of its stack, hides the bar of a tab bar controller.
  fileprivate var hidesBottomBar: Bool {
    let stack = (self as? UINavigationController)?.viewControllers ?? [self]
    return stack.contains(where: \.hidesBottomBarWhenPushed)
  }
}
