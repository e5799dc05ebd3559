/// Asked and notified by a tab bar controller.
public protocol UITabBarControllerDelegate: AnyObject {
  /// Whether the user may choose a controller; true unless implemented.
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  /// Called when the user has chosen a controller, also the one that is shown.
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
  /// What animates the change from one controller to another; nil, unless implemented: it is seen at once.
  func tabBarController(
    _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// What moves such an animation; nil, unless implemented: it runs on its own.
  func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {}
  public func tabBarController(
    _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
    to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  public func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}

/// Notified by a tab bar.
public protocol UITabBarDelegate: AnyObject {
  /// The user has touched an item.
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

/// Controllers beside each other, of which one is shown, above a bar that chooses it.
open class UITabBarController: UIViewController, UITabBarDelegate {
  /// Asked and notified when the user chooses.
  open weak var delegate: (any UITabBarControllerDelegate)?
  /// The bar at the lower edge.
  public final let tabBar = UITabBar(frame: .zero)
  private var selected = 0
  final let content = UIView()
  /// A program's animation of a change in progress.
  final var transition: ControllerTransition? { didSet { coordinator = transition } }
  private var moreStorage: MoreController?
  private var more: MoreController {
    if let moreStorage { return moreStorage }
    let more = MoreController(self)
    moreStorage = more
    addChild(more)
    more.didMove(toParent: self)
    return more
  }
  /// Whether the list, or what was chosen in it, is shown.
  private var isMoreSelected = false
  /// The controller whose view was put into the content last, and what was selected then.
  private weak var displayed: UIViewController?
  private var displayedSelection = (index: 0, isMore: false)
  /// Whether a view is being put there: a callee may select another controller, which is shown afterwards.
  private var isShowing = false
  /// Shows the controllers for which the bar has no room: with more than five, all from the fifth on, in a list behind the item "More".
  public final var moreNavigationController: UINavigationController { more }
  /// How many controllers have an item of their own.
  private var directCount: Int {
    let count = viewControllers?.count ?? 0
    return count > 5 ? 4 : count
  }
  /// The controllers in the list "More".
  final var listed: [UIViewController] { Array((viewControllers ?? []).dropFirst(directCount)) }

  /// The controllers, from left to right. The one that is shown stays so if it is among the new ones; otherwise the new one at its place is shown,
  /// or the first.
  open var viewControllers: [UIViewController]? {
    willSet { transition?.finish() }
    didSet {
      let new = viewControllers ?? []
      let shown =
        isMoreSelected
        ? moreStorage?.chosen : oldValue.flatMap { $0.indices.contains(selected) ? $0[selected] : nil }
      if let chosen = moreStorage?.chosen, !listed.contains(where: { $0 === chosen }) { moreStorage?.close() }
      for controller in oldValue ?? [] where !new.contains(where: { $0 === controller }) {
        controller.loadedView?.removeFromSuperview()
        controller.removeFromParent()
        controller.barInsets = .zero
        controller.onEdgesChange = nil
      }
      for controller in new where controller.parent !== self && controller !== moreStorage?.chosen {
        adopt(controller)
      }
      if listed.isEmpty { isMoreSelected = false }
      selected = new.firstIndex { $0 === shown } ?? (new.indices.contains(selected) ? selected : 0)
      if selected >= directCount, !listed.isEmpty, !isMoreSelected { openListed(selected) }
      itemsChanged()
      bottomBarChanged()
      if !isMoreSelected { moreStorage?.loadedView?.removeFromSuperview() }
      if !isShowing, displayed?.loadedView?.superview !== content { displayed = nil }
      if isViewLoaded { showSelected() }
    }
  }

  /// Sets the controllers. `animated` has no effect.
  open func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    viewControllers = controllers
  }

  /// Which controller is shown; `Int.max`, UIKit's `NSNotFound`, while the list of more of them is. An index of none has no effect.
  open var selectedIndex: Int {
    get {
      guard isMoreSelected else { return selected }
      return viewControllers?.firstIndex { $0 === moreStorage?.chosen } ?? .max
    }
    set {
      transition?.finish()
      guard viewControllers?.indices.contains(newValue) == true else { return }
      let covered = shownController
      isMoreSelected = false
      if newValue >= directCount { openListed(newValue) } else { selected = newValue }
      if isMoreSelected, covered === moreStorage { return itemsChanged() }
      if isViewLoaded {
        showSelected()
      } else {
        covered?.loadedView?.removeFromSuperview()
      }
    }
  }

  private func openListed(_ index: Int) {
    guard let controller = viewControllers?[index] else { return }
    isMoreSelected = true
    if more.chosen !== controller {
      more.close()
      takeBack()
      more.open(controller, animated: false)
    }
  }

  /// A row of the list was touched.
  final func chooseListed(_ row: Int) {
    if listed.indices.contains(row) { more.open(listed[row], animated: true) }
  }

  /// What has left the list's controller is this one's child again.
  final func takeBack() {
    for controller in listed where controller.parent == nil { adopt(controller) }
  }

  private func adopt(_ controller: UIViewController) {
    addChild(controller)
    controller.onEdgesChange = { [weak self] in self?.bottomBarChanged() }
    controller.didMove(toParent: self)
  }

  /// The controller whose view is in its own.
  private var shownController: UIViewController? {
    isMoreSelected
      ? moreStorage : viewControllers.flatMap { $0.indices.contains(selected) ? $0[selected] : nil }
  }

  /// The controller that is shown, the one of the list while that is; nil without controllers. Another one than those has no effect.
  open var selectedViewController: UIViewController? {
    get { isMoreSelected ? moreStorage?.chosen ?? moreStorage : shownController }
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
    let isResized = content.bounds.size != view.bounds.size
    if isResized { transition?.finish(cancelled: true) }
    content.frame = view.bounds
    if transition == nil, let shown = shownController, isResized || !shown.movesPages {
      shown.view.frame = place(of: shown)
    }
    placeTabBar()
  }

  /// A stack has changed, one of whose controllers may hide the bar.
  final func bottomBarChanged() {
    let direct = (viewControllers ?? []).prefix(directCount)
    for controller in direct + [moreStorage].compactMap({ $0 }) {
      controller.barInsets = EdgeInsets(bottom: controller.hidesBottomBar ? 0 : UITabBar.height)
        .at(controller.edgesForExtendedLayout)
    }
    tabBar.isHidden = shownController?.hidesBottomBar == true
    placeTabBar()
    guard transition == nil, let shown = shownController, !shown.movesPages, let page = shown.loadedView,
      page.superview === content
    else { return }
    let place = place(of: shown)
    if page.frame != place { page.frame = place }
  }

  /// Where a controller's view rests: above the bar, unless it extends below that.
  final func place(of controller: UIViewController) -> Rect {
    guard let view = loadedView, !controller.edgesForExtendedLayout.contains(.bottom),
      !controller.hidesBottomBar
    else { return content.bounds }
    var place = content.bounds
    place.size.height = max(place.height - UITabBar.height - view.safeAreaInsets.bottom, 0)
    return place
  }

  private func placeTabBar() {
    guard let view = loadedView else { return }
    let height = UITabBar.height + view.safeAreaInsets.bottom
    tabBar.frame = Rect(view.bounds.minX, view.bounds.maxY - height, view.bounds.width, height)
  }

  /// As `bottomBarChanged`, when pages begin to move: the returned closure moves a bar that is hidden or shown along with them.
  final func bottomBarSlides(_ forth: Double) -> (() -> Void)? {
    let wasHidden = tabBar.isHidden
    bottomBarChanged()
    let goes = tabBar.isHidden
    guard goes != wasHidden else { return nil }
    tabBar.isHidden = false
    let (rest, aside) = (tabBar.frame, tabBar.frame.offsetBy(dx: -tabBar.frame.width * forth, dy: 0))
    UIView.performWithoutAnimation { if !goes { tabBar.frame = aside } }
    return { [tabBar] in tabBar.frame = goes ? aside : rest }
  }

  /// The user has touched an item that may be chosen: called before its controller is shown. Does nothing unless overridden.
  open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}

  /// A touch of the button of what is shown goes back to the first page there.
  private func choose(_ index: Int) {
    let isMore = index == directCount && !listed.isEmpty
    guard let controller = isMore ? more : viewControllers?[index],
      delegate?.tabBarController(self, shouldSelect: controller) ?? true
    else { return }
    if let items = tabBar.items, items.indices.contains(index) { tabBar(tabBar, didSelect: items[index]) }
    // A callee may have set other controllers.
    guard isMore ? !listed.isEmpty : viewControllers?.dropFirst(index).first === controller else { return }
    if controller === shownController {
      (controller as? UINavigationController)?.popToRootViewController(animated: true)
    }
    if isMore { showMore() } else { selectedIndex = index }
    delegate?.tabBarController(self, didSelect: controller)
  }

  private func showMore() {
    transition?.finish()
    guard !isMoreSelected else { return }
    isMoreSelected = true
    showSelected()
  }

  final func itemsChanged() {
    let own = (viewControllers ?? []).prefix(directCount).compactMap(\.tabBarItem)
    tabBar.items = listed.isEmpty ? own : own + [more.tabBarItem].compactMap { $0 }
    tabBar.selectedIndex = isMoreSelected ? directCount : selected
    (moreStorage?.list.viewIfLoaded as? UITableView)?.reloadData()
  }

  private func showSelected() {
    tabBar.selectedIndex = isMoreSelected ? directCount : selected
    bottomBarChanged()
    guard !isShowing else { return }
    isShowing = true
    while let controller = shownController, controller !== displayed {
      show(controller, after: displayed)
      guard controller !== shownController else { break }
      transition?.finish()
      controller.appearNow()
    }
    isShowing = false
  }

  private func show(_ controller: UIViewController, after covered: UIViewController?) {
    let before = displayedSelection
    displayed = controller
    displayedSelection = (selected, isMoreSelected)
    guard let shown = controller.view else { return }
    if let covered, let animator = animator(from: covered, to: controller) {
      return begin(animator, from: covered, to: controller) { [weak self, weak covered] in
        guard let self else { return }
        displayed = covered
        displayedSelection = before
        (selected, isMoreSelected) = before
        itemsChanged()
        bottomBarChanged()
      }
    }
    covered?.willLeave()
    shown.frame = place(of: controller)
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

  /// Whether it moves pages, which another size would end: it gets that afterwards.
  fileprivate var movesPages: Bool { (self as? UINavigationController)?.transition != nil }
}
