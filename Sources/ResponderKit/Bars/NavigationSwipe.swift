/// The pan that swipes a page of a navigation controller back.
final class NavigationSwipe: UIScreenEdgePanGestureRecognizer {
  weak var navigation: UINavigationController?
  /// Its delegate, until the program sets another one.
  private let rules = NavigationSwipeRules()
  /// Whether it begins at the right edge.
  private var isFromRight = false

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
    if let navigation, navigation.isMirrored != isFromRight {
      isFromRight.toggle()
      edges = isFromRight ? .right : .left
    }
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
    return !item.hidesBackButtonNow
  }
}

extension UINavigationController {
  /// Recognizes the swipe that leads back to the page below, from the left edge, or from the right one where content begins there. Its delegate
  /// keeps it from beginning where the bar is hidden or shows no way back; with another delegate, or none, it begins there, too.
  public final var interactivePopGestureRecognizer: UIGestureRecognizer? { swipe }

  /// Whether there is a page below, and no page is on its way.
  final var canSwipeBack: Bool { viewControllers.count > 1 && transition == nil && isViewLoaded }

  /// Whether new pages move in from the left.
  final var isMirrored: Bool { loadedView?.isMirrored == true }
  /// 1 where new pages move in from the right, -1 where they move in from the left: a factor of horizontal distances.
  final var forth: Double { isMirrored ? -1 : 1 }

  private var moving: NavigationTransition? { transition as? NavigationTransition }

  final func swiped(_ swipe: NavigationSwipe) {
    switch swipe.state {
    case .began:
      isSwiping = true
      popViewController(animated: true)
      isSwiping = false
      moving?.move(by: swipe.translation(in: view).x * forth)
    case .changed: moving?.move(by: swipe.translation(in: view).x * forth)
    case .ended:
      let (way, velocity) = (swipe.translation(in: view).x * forth, swipe.velocity(in: view).x * forth)
      moving?.letGo(velocity: velocity, isGoing: way + velocity * 0.3 > view.bounds.width / 2)
    case .cancelled: moving?.letGo(velocity: 0, isGoing: false)
    default: break
    }
  }
}
