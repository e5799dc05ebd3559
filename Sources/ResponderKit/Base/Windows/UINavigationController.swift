/// A stack of controllers, of which the top one's view is shown.
///
/// Between its own view and the shown one lies a wrapper, so that the shown controller's next responder is that wrapper,
/// and this controller comes after it.
open class UINavigationController: UIViewController {
  /// From the bottom of the stack to its top.
  public private(set) var viewControllers: [UIViewController] = []
  private let wrapper = UIView()

  /// A stack of one controller. Its view is loaded when this one's is.
  public init(rootViewController: UIViewController) {
    super.init()
    viewControllers = [rootViewController]
    addChild(rootViewController)
  }

  /// The controller whose view is shown.
  open var topViewController: UIViewController? { viewControllers.last }

  open override func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.label = "navigation view"
    wrapper.label = "navigation wrapper"
    wrapper.frame = view.bounds
    view.addSubview(wrapper)
    self.view = view
    show(topViewController)
  }

  /// Makes the shown controller's view as large as its own.
  open override func viewDidLayoutSubviews() {
    wrapper.frame = view.bounds
    topViewController?.view.frame = wrapper.bounds
  }

  /// Pushes a controller, and shows it in place of the one before. Without effect when it is in the stack
  /// already. `animated` has no effect.
  open func pushViewController(_ controller: UIViewController, animated: Bool = false) {
    guard !viewControllers.contains(controller) else { return }
    topViewController?.loadedView?.removeFromSuperview()
    viewControllers.append(controller)
    addChild(controller)
    if isViewLoaded { show(controller) }
  }

  /// Pops the top controller and returns it, and shows the one below; nil when only one is left. `animated` has
  /// no effect.
  @discardableResult
  open func popViewController(animated: Bool = false) -> UIViewController? {
    guard viewControllers.count > 1, let top = viewControllers.popLast() else { return nil }
    top.loadedView?.removeFromSuperview()
    top.removeFromParent()
    if isViewLoaded { show(topViewController) }
    return top
  }

  private func show(_ controller: UIViewController?) {
    guard let shown = controller?.view else { return }
    shown.frame = wrapper.bounds
    wrapper.addSubview(shown)
  }
}

extension UIViewController {
  /// The navigation controller whose stack this one is in, itself or by its parents.
  public var navigationController: UINavigationController? {
    var next = parent
    while let controller = next {
      if let found = controller as? UINavigationController { return found }
      next = controller.parent
    }
    return nil
  }
}
