/// The pan that swipes a page of a navigation controller back.
final class NavigationSwipe: UIScreenEdgePanGestureRecognizer {
  weak var navigation: UINavigationController?
  /// Its delegate, until the program sets another one.
  private let rules = NavigationSwipeRules()

  init(_ navigation: UINavigationController) {
    self.navigation = navigation
    super.init()
    label = "swipe back"
    edges = .left
    maximumNumberOfTouches = 1
    rules.navigation = navigation
    delegate = rules
    addAction { [weak navigation] in navigation?.swiped($0) }
  }

  override func box(in window: UIWindow) -> Rect {
    guard let view else { return super.box(in: window) }
    return view.convert(view.bounds, to: nil)
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    // It fails at once, so that nothing waits for it.
    if !hasBegun, navigation?.canSwipeBack != true { return state = .failed }
    super.touchesBegan(touches, with: event)
  }

  override func wantsToBegin(_ way: Point) -> Bool {
    guard super.wantsToBegin(way) else { return false }
    if navigation?.canSwipeBack != true { state = .failed }
    return navigation?.canSwipeBack == true
  }

  /// What scrolls in a page, and rows that are swiped aside, leave the edge to it.
  override func shouldBeRequiredToFail(by other: UIGestureRecognizer) -> Bool {
    other is ScrollPan || other is RowSwipePan
  }
}

/// When a page can be swiped back that the bar leads back from. A program that has a way back of its own sets another delegate.
final class NavigationSwipeRules: UIGestureRecognizerDelegate {
  weak var navigation: UINavigationController?

  func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
    guard let navigation, !navigation.isNavigationBarHidden,
      let item = navigation.topViewController?.navigationItem
    else { return false }
    return !item.hidesBackButton && item.leftBarButtonItems?.isEmpty != false
  }
}

extension UINavigationController {
  /// Recognizes the swipe from the left edge that leads back to the page below. Its delegate keeps it from beginning where the bar is hidden or shows
  /// no way back; with another delegate, or none, it begins there, too.
  public final var interactivePopGestureRecognizer: UIGestureRecognizer? { swipe }

  /// Whether there is a page below, and no page is on its way.
  final var canSwipeBack: Bool { viewControllers.count > 1 && transition == nil && isViewLoaded }

  final func swiped(_ swipe: NavigationSwipe) {
    switch swipe.state {
    case .began:
      isSwiping = true
      popViewController(animated: true)
      isSwiping = false
      transition?.move(by: swipe.translation(in: view).x)
    case .changed: transition?.move(by: swipe.translation(in: view).x)
    case .ended:
      let (way, velocity) = (swipe.translation(in: view).x, swipe.velocity(in: view).x)
      transition?.letGo(velocity: velocity, isGoing: way + velocity * 0.3 > view.bounds.width / 2)
    case .cancelled: transition?.letGo(velocity: 0, isGoing: false)
    default: break
    }
  }

  /// A page was taken from the stack, and goes with the finger.
  final func swipeBegins(from upper: UIViewController, to lower: UIViewController) {
    let transition = NavigationTransition(from: upper, to: lower)
    self.transition = transition
    transition.onEnd = { [weak self, unowned transition] in self?.swipeEnded(transition, isDone: $0) }
    let bars: [UIView] = [navigationBar, toolbar]
    let pictures = bars.compactMap { bar in
      bar.isHidden ? nil : bar.currentPicture.map { (bar: bar, picture: $0) }
    }
    for page in [upper, lower] { page.isStepwise = true }
    lower.isHeld = true
    upper.placeAtRest = wrapper.bounds
    showBars(of: lower)
    delegate?.navigationController(self, willShow: lower, animated: true)
    upper.leaveTogether()
    lower.view.frame = wrapper.bounds
    if let view = upper.loadedView, view.superview === wrapper {
      wrapper.insertSubview(lower.view, belowSubview: view)
    } else {
      wrapper.addSubview(lower.view)
    }
    // A call may have ended it.
    if self.transition === transition { transition.begin(in: wrapper, below: view, pictures) }
  }

  private func swipeEnded(_ transition: NavigationTransition, isDone: Bool) {
    guard self.transition === transition else { return }
    self.transition = nil
    if swipe.state == .began || swipe.state == .changed {
      swipe.isEnabled = false
      swipe.isEnabled = true
    }
    let (upper, lower) = (transition.upper, transition.lower)
    upper.placeAtRest = nil
    upper.loadedView?.frame = wrapper.bounds
    lower.loadedView?.frame = wrapper.bounds
    if isDone {
      remove(upper)
      notifyWhenShown(lower, true)
      lower.isReleased()
    } else {
      restore(upper)
      lower.leaveTogether()
      upper.staysTogether()
      lower.loadedView?.removeFromSuperview()
      lower.isHeld = false
      upper.didMove(toParent: self)
    }
    tabBarController?.bottomBarChanged()
  }
}

extension UIViewController {
  /// What is known of the swipe back in progress of the navigation controller that this is or is in; nil: there is none.
  public final var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    ((self as? UINavigationController) ?? navigationController)?.transition
  }
}
