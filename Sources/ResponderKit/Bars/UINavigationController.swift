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
  /// Whether the bar is not shown. Setting it is `setNavigationBarHidden` without an animation.
  open var isNavigationBarHidden: Bool {
    get { topBar.isHidden }
    set { setNavigationBarHidden(newValue, animated: false) }
  }
  final let wrapper = UIView()
  /// The bar at the bottom, with the items of the shown controller.
  public final let toolbar: UIToolbar! = UIToolbar(frame: .zero)
  /// Whether the toolbar is not shown; by default it is not. Setting it is `setToolbarHidden` without an animation.
  open var isToolbarHidden: Bool {
    get { bottomBar.isHidden }
    set { setToolbarHidden(newValue, animated: false) }
  }
  final var topBar = BarVisibility(isHidden: false)
  final var bottomBar = BarVisibility(isHidden: true)
  /// Whether the toolbar is hidden because a page of the stack wants that, and not by the program.
  final var pagesHideToolbar = false
  /// The scroll view of the shown controller, which the bar follows.
  final weak var followed: UIScrollView?
  final private(set) lazy var swipe = NavigationSwipe(self)
  final private(set) lazy var barGestures = BarGestures(self)
  /// While `popViewController` is called by it.
  final var isSwiping = false
  /// Where the first page leads back to, and how; nil: nowhere.
  final var outer: (item: UINavigationItem, back: () -> Void)? {
    didSet { if isViewLoaded { showBars(of: topViewController) } }
  }
  /// The move of pages in progress, until both are at rest.
  final var transition: (any PageTransition)? { didSet { coordinator = transition } }
  /// The controller whose view is in the wrapper, or is on its way there.
  final weak var shownPage: UIViewController?
  /// What is still to be shown of changes of the stack: a callee may change it while another change is being shown.
  private var steps: [() -> Void] = []
  /// Whether pages are being exchanged, or are about to begin to move.
  final private(set) var isExchanging = false
  /// The transition that has ended, until the delegate is notified that its page is shown: it may still ask for the pages.
  final var endedTransition: (any PageTransition)?

  /// A stack of one controller. Its view is loaded when this one's is.
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    push(rootViewController)
    rootViewController.didMove(toParent: self)
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
  open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

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
    for recognizer in [swipe] + barGestures.all { view.addGestureRecognizer(recognizer) }
    self.view = view
    navigationBar.onModeChange = { [weak self] in self?.barChanged() }
    barChanged()
    steps.append { [self] in show(topViewController, after: shownPage) }
    takeSteps()
  }

  /// Makes the shown controller's view as large as its own.
  open override func viewDidLayoutSubviews() {
    if wrapper.bounds.size != view.bounds.size { transition?.finish(cancelled: true) }
    wrapper.frame = view.bounds
    if let page = topViewController { page.view.frame = place(of: page) }
    barGestures.laidOut(traitCollection.verticalSizeClass)
    placeBar()
  }

  open override func viewSafeAreaInsetsDidChange() {
    super.viewSafeAreaInsetsDidChange()
    placeBar()
    placePage()
  }

  /// Shows or hides the bar: with an animation, above the page or along with pages that move.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != topBar.isHidden else { return }
    topBar.isHidden = hidden
    barGestures.barsChanged(isHidden: hidden)
    barChanged(\.topBar, navigationBar, animated)
  }

  /// Shows or hides the toolbar.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
    pagesHideToolbar = false
    guard hidden != bottomBar.isHidden else { return }
    bottomBar.isHidden = hidden
    barChanged(\.bottomBar, toolbar, animated)
  }

  // MARK: The stack

  /// Pushes a controller, and shows it in place of the one before. Without effect when it is in the stack
  /// already. A transition in progress ends at once.
  open func pushViewController(_ controller: UIViewController, animated: Bool = false) {
    endTransition()
    guard !stack.contains(where: { $0 === controller }) else { return }
    // Needed again only where the change is seen step by step: the list is not copied for others.
    let before = animated ? stack : []
    push(controller)
    showTop(.push, animated, StackChange(before: before, coming: [controller]))
  }

  /// `didMove(toParent:)` is to follow.
  private func push(_ controller: UIViewController) {
    stack.append(controller)
    addChild(controller)
    giveRoom(to: controller)
    controller.onEdgesChange = { [weak self] in self?.barChanged() }
  }

  /// Pops the top controller and returns it, and shows the one below; nil when only one is left.
  @discardableResult
  open func popViewController(animated: Bool = false) -> UIViewController? {
    endTransition()
    guard stack.count > 1 else { return nil }
    return pop(to: stack.count - 1, animated).first
  }

  /// Pops all controllers but the first, and returns them from the bottom to the top.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    endTransition()
    return pop(to: 1, animated)
  }

  /// Pops all controllers above one, and returns them; nil if that is not in the stack.
  @discardableResult
  open func popToViewController(_ controller: UIViewController, animated: Bool) -> [UIViewController]? {
    endTransition()
    return stack.firstIndex { $0 === controller }.map { pop(to: $0 + 1, animated) }
  }

  /// Replaces the stack. A new top controller that was in the old stack is seen to be uncovered, another one to be pushed.
  open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    endTransition()
    let old = stack
    let removed = old.filter { controller in !controllers.contains { $0 === controller } }
    for controller in removed { controller.willMove(toParent: nil) }
    stack = controllers.filter { controller in old.contains { $0 === controller } }
    let added = controllers.filter { controller in !old.contains { $0 === controller } }
    for controller in added { push(controller) }
    stack = controllers
    let isPush = added.contains { $0 === controllers.last }
    showTop(isPush ? .push : .pop, animated, StackChange(before: old, leaving: removed, coming: added))
  }

  private func pop(to count: Int, _ animated: Bool) -> [UIViewController] {
    guard stack.count > count, count > 0 else { return [] }
    let (before, popped) = (stack, Array(stack[count...]))
    stack.removeLast(popped.count)
    for controller in popped { controller.willMove(toParent: nil) }
    showTop(.pop, animated, StackChange(before: before, leaving: popped))
    return popped
  }

  // MARK: Showing it

  /// A change of the stack by a callee ends a transition when that has begun.
  private func endTransition() {
    // A callee may begin another one.
    for _ in 0..<16 where !isExchanging { transition?.finish() }
  }

  /// The stack has changed, which is to be seen: now, or after the change that is being shown. So each page that comes has appeared before it leaves.
  private func showTop(_ operation: Operation, _ animated: Bool, _ change: StackChange) {
    let top = stack.last
    steps.append { [self] in
      if let shownPage, let top, shownPage !== top, animates(animated, from: shownPage) {
        return begin(operation, from: shownPage, to: top, change)
      }
      for controller in change.coming where controller.parent === self { controller.didMove(toParent: self) }
      if isViewLoaded { show(top, after: shownPage, animated) }
      for controller in change.leaving { remove(controller) }
    }
    if let shownPage, shownPage.isInAppearanceCall {
      shownPage.afterAppearanceCall = { [weak self] in
        guard let self, !isExchanging else { return }
        self.shownPage?.appearNow()
        takeSteps()
      }
    } else {
      takeSteps()
    }
  }

  private func takeSteps() {
    guard !isExchanging else { return }
    while !steps.isEmpty {
      let step = steps.removeFirst()
      isExchanging = true
      step()
      isExchanging = false
      guard !steps.isEmpty else { break }
      endTransition()
      shownPage?.appearNow()
    }
  }

  /// The stack is as it was before a transition.
  final func restore(_ controllers: [UIViewController]) {
    stack = controllers
    showBars(of: topViewController)
  }

  final func remove(_ controller: UIViewController) {
    if endedTransition?.to === controller { endedTransition = nil }
    controller.loadedView?.removeFromSuperview()
    controller.removeFromParent()
    controller.barInsets = .zero
    controller.onEdgesChange = nil
  }

  /// Shows a controller's view in place of another one's. Appearances are in UIKit's order: the one's will disappear, the other's will appear, the
  /// one's did disappear, and, in the next frame, the other's did appear.
  private func show(
    _ controller: UIViewController?, after covered: UIViewController? = nil, _ animated: Bool = false
  ) {
    shownPage = controller
    endedTransition = nil
    if let controller { giveRoom(to: controller) }
    showBars(of: controller)
    toolbarFollowsPages(false)
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
    shown.frame = place(of: controller)
    wrapper.addSubview(shown)
    if covered !== controller { covered?.loadedView?.removeFromSuperview() }
  }

  /// The bars have what the top controller has for them.
  final func showBars(of controller: UIViewController?) {
    let back = stack.dropLast().last
    navigationBar.show(controller?.navigationItem, backTo: back?.navigationItem ?? outer?.item)
    toolbar.items = controller?.toolbarItems
  }

  /// Notifies the delegate when a controller's view has appeared.
  final func notifyWhenShown(_ controller: UIViewController, _ animated: Bool) {
    controller.onAppear = { [weak self, weak controller] in
      guard let self, let controller, controller === topViewController else { return }
      let (before, ended) = (coordinator, endedTransition)
      endedTransition = nil
      if before == nil { coordinator = ended }
      delegate?.navigationController(self, didShow: controller, animated: animated)
      if coordinator === ended { coordinator = before }
    }
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

  /// Shows a controller: pushed on the navigation controller that this one is in, or else presented.
  public func show(_ controller: UIViewController, sender: Any?) {
    if let navigationController { return navigationController.pushViewController(controller, animated: true) }
    present(controller, animated: true)
  }
}
