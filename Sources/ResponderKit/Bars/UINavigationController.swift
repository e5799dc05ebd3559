/// A stack of controllers, of which the top one's view is shown, below a bar with the way back.
///
/// Between its own view and the shown one lies a wrapper, so that the shown controller's next responder is that wrapper,
/// and this controller comes after it. The bar lies over the shown view, whose safe area ends at it.
open class UINavigationController: UIViewController {
  private var stack: [UIViewController] = []
  /// From the bottom of the stack to its top. Setting it is `setViewControllers` without an animation.
  public var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }
  /// Notified of the controllers that are shown.
  open weak var delegate: (any UINavigationControllerDelegate)?
  /// The bar at the top.
  public final let navigationBar = UINavigationBar(frame: .zero)
  /// Whether the bar is not shown.
  open var isNavigationBarHidden = false { didSet { barChanged() } }
  final let wrapper = UIView()
  /// The bar at the bottom, with the items of the shown controller.
  public final let toolbar: UIToolbar! = UIToolbar(frame: .zero)
  /// Whether the toolbar is not shown; by default it is not.
  open var isToolbarHidden = true { didSet { barChanged() } }
  /// The scroll view of the shown controller, which the bar follows.
  private(set) final weak var followed: UIScrollView?
  final private(set) lazy var swipe = NavigationSwipe(self)
  /// While `popViewController` is called by it.
  final var isSwiping = false
  /// Where the first page leads back to, and how; nil: nowhere.
  final var outer: (item: UINavigationItem, back: () -> Void)? {
    didSet { if isViewLoaded { showBars(of: topViewController) } }
  }
  /// The move of pages in progress, until both are at rest.
  final var transition: (any PageTransition)? { didSet { coordinator = transition } }

  /// A stack of one controller. Its view is loaded when this one's is.
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    push(rootViewController)
  }

  /// An empty stack; both arguments have no effect.
  public override init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil) {
    super.init(nibName: nil, bundle: nil)
  }

  /// An empty stack, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  /// The controller whose view is shown.
  open var topViewController: UIViewController? { stack.last }
  /// The same, or the controller that it presents.
  open var visibleViewController: UIViewController? {
    presentedViewController ?? topViewController?.presentedViewController ?? topViewController
  }

  open override func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.label = "navigation view"
    wrapper.label = "navigation wrapper"
    wrapper.frame = view.bounds
    view.addSubview(wrapper)
    navigationBar.onBack = { [weak self] in
      guard let self else { return }
      if viewControllers.count > 1 { popViewController(animated: true) } else { outer?.back() }
    }
    view.addSubview(navigationBar)
    view.addSubview(toolbar)
    view.addGestureRecognizer(swipe)
    self.view = view
    navigationBar.onModeChange = { [weak self] in self?.barChanged() }
    barChanged()
    show(topViewController)
  }

  /// Makes the shown controller's view as large as its own.
  open override func viewDidLayoutSubviews() {
    if wrapper.bounds.size != view.bounds.size { transition?.finish(cancelled: true) }
    wrapper.frame = view.bounds
    topViewController?.view.frame = wrapper.bounds
    placeBar()
  }

  open override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    placeBar()
  }

  /// Shows or hides the bar. `animated` has no effect.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }

  /// Shows or hides the toolbar. `animated` has no effect.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  private func barChanged() {
    navigationBar.isHidden = isNavigationBarHidden
    toolbar.isHidden = isToolbarHidden
    for controller in stack { giveRoom(to: controller) }
    if isViewLoaded { placeBar() }
  }

  private func giveRoom(to controller: UIViewController) {
    let large = hasLargeTitle(controller) ? UINavigationBar.largeTitleHeight : 0
    controller.barInsets = EdgeInsets(
      top: isNavigationBarHidden ? 0 : UINavigationBar.height + large + controller.searchRoom,
      bottom: isToolbarHidden ? 0 : UIToolbar.height)
  }

  /// Places the bars, the upper one as high as the content below wants it.
  private func placeBar() {
    let (whole, safe) = (view.bounds, view.safeAreaInsets)
    follow(topViewController?.topContent)
    let large = topViewController.map(hasLargeTitle) == true ? UINavigationBar.largeTitleHeight : 0
    // What scrolls below the bar has room for it.
    let content = followed.flatMap { $0.adjustedContentInset.top > 0 ? $0 : nil }
    content?.collapsibleRoom = isNavigationBarHidden ? 0 : large
    let way = content.map { $0.contentOffset.y + $0.adjustedContentInset.top } ?? 0
    navigationBar.isAtEdge = way <= 0
    navigationBar.extent = large > 0 ? max(large - way, 0) : 0
    navigationBar.frame = Rect(
      whole.minX, whole.minY, whole.width,
      safe.top + UINavigationBar.height + navigationBar.extent + (topViewController?.searchRoom ?? 0))
    let height = UIToolbar.height + safe.bottom
    toolbar.frame = Rect(whole.minX, whole.maxY - height, whole.width, height)
  }

  private func follow(_ view: UIScrollView?) {
    guard view !== followed else { return }
    followed?.onScroll = nil
    followed?.collapsibleRoom = 0
    followed = view
    view?.onScroll = { [weak self] in self?.placeBar() }
  }

  /// Whether a controller of the stack has a large title.
  private func hasLargeTitle(_ controller: UIViewController) -> Bool {
    guard navigationBar.prefersLargeTitles else { return false }
    var isLarge = true
    for page in stack {
      switch page.navigationItem.largeTitleDisplayMode {
      case .automatic: break
      case .always: isLarge = true
      case .never: isLarge = false
      }
      if page === controller { break }
    }
    return isLarge
  }

  // MARK: The stack

  /// Pushes a controller, and shows it in place of the one before. Without effect when it is in the stack
  /// already. A transition in progress ends at once.
  open func pushViewController(_ controller: UIViewController, animated: Bool = false) {
    transition?.finish()
    guard !stack.contains(where: { $0 === controller }) else { return }
    let (before, covered) = (stack, topViewController)
    let isAnimated = animates(animated, from: covered)
    push(controller, isDone: !isAnimated)
    if isAnimated, let covered {
      return begin(.push, from: covered, to: controller, StackChange(before: before, coming: [controller]))
    }
    if isViewLoaded { show(controller, after: covered, animated) }
  }

  private func push(_ controller: UIViewController, isDone: Bool = true) {
    stack.append(controller)
    addChild(controller)
    giveRoom(to: controller)
    if isDone { controller.didMove(toParent: self) }
  }

  /// Pops the top controller and returns it, and shows the one below; nil when only one is left.
  @discardableResult
  open func popViewController(animated: Bool = false) -> UIViewController? {
    transition?.finish()
    guard stack.count > 1 else { return nil }
    return pop(to: stack.count - 1, animated).first
  }

  /// Pops all controllers but the first, and returns them from the bottom to the top.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? { pop(to: 1, animated) }

  /// Pops all controllers above one, and returns them; nil if that is not in the stack.
  @discardableResult
  open func popToViewController(_ controller: UIViewController, animated: Bool) -> [UIViewController]? {
    transition?.finish()
    return stack.firstIndex { $0 === controller }.map { pop(to: $0 + 1, animated) }
  }

  /// Replaces the stack. A new top controller that was in the old stack is seen to be uncovered, another one to be pushed.
  open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    transition?.finish()
    let (old, shown) = (stack, topViewController)
    let removed = old.filter { controller in !controllers.contains { $0 === controller } }
    for controller in removed { controller.willMove(toParent: nil) }
    stack = controllers.filter { controller in old.contains { $0 === controller } }
    let added = controllers.filter { controller in !old.contains { $0 === controller } }
    let isAnimated = controllers.last.map { $0 !== shown } == true && animates(animated, from: shown)
    for controller in added { push(controller, isDone: !isAnimated) }
    stack = controllers
    if isAnimated, let shown, let top = stack.last {
      let isPush = added.contains { $0 === top }
      let change = StackChange(before: old, leaving: removed, coming: added)
      return begin(isPush ? .push : .pop, from: shown, to: top, change)
    }
    if isViewLoaded { show(topViewController, after: shown, animated) }
    for controller in removed { remove(controller) }
  }

  private func pop(to count: Int, _ animated: Bool) -> [UIViewController] {
    transition?.finish()
    guard stack.count > count, count > 0 else { return [] }
    let (before, popped, shown) = (stack, Array(stack[count...]), topViewController)
    stack.removeLast(popped.count)
    for controller in popped { controller.willMove(toParent: nil) }
    if animates(animated, from: shown), let shown, let below = topViewController {
      begin(.pop, from: shown, to: below, StackChange(before: before, leaving: popped))
      return popped
    }
    if isViewLoaded { show(topViewController, after: shown, animated) }
    for controller in popped { remove(controller) }
    return popped
  }

  /// The stack is as it was before a transition.
  final func restore(_ controllers: [UIViewController]) {
    stack = controllers
    showBars(of: topViewController)
  }

  final func remove(_ controller: UIViewController) {
    controller.loadedView?.removeFromSuperview()
    controller.removeFromParent()
    controller.barInsets = .zero
  }

  /// Shows a controller's view in place of another one's. Appearances are in UIKit's order: the one's will disappear, the other's will appear, the
  /// one's did disappear, and, in the next frame, the other's did appear.
  private func show(
    _ controller: UIViewController?, after covered: UIViewController? = nil, _ animated: Bool = false
  ) {
    showBars(of: controller)
    tabBarController?.bottomBarChanged()
    guard let controller, let shown = controller.view else {
      covered?.loadedView?.removeFromSuperview()
      return
    }
    if covered !== controller {
      delegate?.navigationController(self, willShow: controller, animated: animated)
      notifyWhenShown(controller, animated)
      covered?.willLeave()
    }
    shown.frame = wrapper.bounds
    wrapper.addSubview(shown)
    if covered !== controller { covered?.loadedView?.removeFromSuperview() }
  }

  /// The bars have what the top controller has for them.
  final func showBars(of controller: UIViewController?) {
    let back = stack.dropLast().last
    navigationBar.show(controller?.navigationItem, backTo: back?.navigationItem ?? outer?.item)
    toolbar.items = controller?.toolbarItems
  }

  final func notifyWhenShown(_ controller: UIViewController, _ animated: Bool) {
    controller.onAppear = { [weak self, weak controller] in
      guard let self, let controller, controller === topViewController else { return }
      delegate?.navigationController(self, didShow: controller, animated: animated)
    }
  }
}

extension UIViewController {
  /// The height of a search's bar below its title.
  fileprivate var searchRoom: Double {
    navigationItem.searchController.map { UINavigationBar.searchHeight + $0.searchBar.scopeHeight } ?? 0
  }

  /// The navigation controller whose stack this one is in, itself or by its parents.
  public var navigationController: UINavigationController? {
    var next = parent
    while let controller = next {
      if let found = controller as? UINavigationController { return found }
      next = controller.parent
    }
    return nil
  }

  /// Shows a controller: pushed on the navigation controller that this one is in, or else presented.
  public func show(_ controller: UIViewController, sender: Any?) {
    if let navigationController { return navigationController.pushViewController(controller, animated: true) }
    present(controller, animated: true)
  }
}
