/// Where the bars of a navigation controller are, and how they come and go.
extension UINavigationController {
  /// How long the bars take to come or go, in seconds.
  public static let hideShowBarDuration = 0.2

  /// Whether a bar is hidden, and what is seen of that.
  struct BarVisibility {
    var isHidden: Bool
    /// Whether it moves: a hidden one is seen until it has moved out.
    var isMoving = false
    /// Whether it comes or goes along with pages that are about to move.
    var goesAlong = false
    /// Counts its changes: only the last one's end counts.
    var changes = 0

    /// Begins a move; the number is for its end.
    mutating func begin() -> Int {
      isMoving = true
      changes += 1
      return changes
    }
  }

  /// A bar is to be shown or hidden now.
  final func barChanged(
    _ visibility: ReferenceWritableKeyPath<UINavigationController, BarVisibility>, _ bar: UIView,
    _ animated: Bool
  ) {
    guard animated, let window = loadedView?.home, !window.isHidden, UIWindow.hostOfThread.animations.isOn
    else {
      bar.removeAllAnimations()
      self[keyPath: visibility].changes += 1
      self[keyPath: visibility].isMoving = false
      return barChanged()
    }
    let change = self[keyPath: visibility].begin()
    if isExchanging, transition != nil {
      self[keyPath: visibility].goesAlong = true
      return barChanged()
    }
    window.layoutIfNeeded()
    UIView.animate(withDuration: Self.hideShowBarDuration, options: .allowUserInteraction) {
      barChanged()
      window.layoutIfNeeded()
    } completion: { [weak self] _ in
      guard let self, self[keyPath: visibility].changes == change else { return }
      self[keyPath: visibility].isMoving = false
      barChanged()
    }
  }

  /// The bars have other sizes, or come or go: the pages that are seen get their room, but the one that is on its way out. The others get theirs when they come.
  final func barChanged() {
    navigationBar.isHidden = topBar.isHidden && !topBar.isMoving
    toolbar.isHidden = bottomBar.isHidden && !bottomBar.isMoving
    for case let page? in [topViewController, shownPage] where transition == nil || page !== transition?.from
    {
      giveRoom(to: page)
    }
    guard isViewLoaded else { return }
    placeBar()
    placePage()
  }

  /// The toolbar is hidden while a page of the stack has `hidesBottomBarWhenPushed`, and afterwards as it was before.
  final func toolbarFollowsPages(_ animated: Bool) {
    // Without a toolbar no page is asked, of which there may be many.
    guard !bottomBar.isHidden || pagesHideToolbar else { return }
    let hides = viewControllers.contains(where: \.hidesBottomBarWhenPushed)
    guard hides ? !bottomBar.isHidden : pagesHideToolbar else { return }
    setToolbarHidden(hides, animated: animated)
    pagesHideToolbar = hides
  }

  /// The heights of the bars over a page, without the safe area's parts.
  private func room(for page: UIViewController) -> EdgeInsets {
    let large = hasLargeTitle(page) ? UINavigationBar.largeTitleHeight : 0
    return EdgeInsets(
      top: isNavigationBarHidden ? 0 : page.promptRoom + UINavigationBar.height + large + page.searchRoom,
      bottom: isToolbarHidden ? 0 : UIToolbar.height)
  }

  /// A page has the bars' heights as insets at the edges where it extends below them.
  final func giveRoom(to controller: UIViewController) {
    controller.barInsets = room(for: controller).at(controller.edgesForExtendedLayout)
  }

  /// Where a page rests in the wrapper: it ends at the bars where it does not extend below them.
  final func place(of page: UIViewController) -> Rect {
    let ended = UIRectEdge.all.subtracting(page.edgesForExtendedLayout)
    guard !ended.isDisjoint(with: [.top, .bottom]) else { return wrapper.bounds }
    var (bars, safe) = (room(for: page), view.safeAreaInsets)
    if bars.top > 0 { bars.top += safe.top }
    // A tab bar around this one counts as its own.
    if bars.bottom + barInsets.bottom > 0 { bars.bottom += safe.bottom }
    safe = bars.at(ended)
    let high = max(wrapper.bounds.height - safe.top - safe.bottom, 0)
    return Rect(wrapper.bounds.minX, wrapper.bounds.minY + safe.top, wrapper.bounds.width, high)
  }

  /// The bars have changed: a page that ends at one follows it.
  final func placePage() {
    guard transition == nil, let page = topViewController, let shown = page.loadedView,
      shown.superview === wrapper
    else { return }
    let place = place(of: page)
    if shown.frame != place { shown.frame = place }
  }

  /// Places the bars, the upper one as high as the content below wants it; hidden ones beyond their edges.
  final func placeBar() {
    let (whole, safe) = (view.bounds, view.safeAreaInsets)
    follow(topViewController?.topContent)
    let large = topViewController.map(hasLargeTitle) == true ? UINavigationBar.largeTitleHeight : 0
    // What scrolls below the bar has room for it.
    let isBelow = topViewController?.edgesForExtendedLayout.contains(.top) == true
    let content = followed.flatMap { isBelow && $0.adjustedContentInset.top > 0 ? $0 : nil }
    if !isBelow { followed?.collapsibleRoom = 0 }
    content?.collapsibleRoom = isNavigationBarHidden ? 0 : large
    let way = content.map { $0.contentOffset.y + $0.adjustedContentInset.top } ?? 0
    navigationBar.isAtEdge = way <= 0
    navigationBar.extent = large > 0 ? max(large - way, 0) : 0
    let prompt = topViewController?.promptRoom ?? 0
    let above = safe.top + prompt + UINavigationBar.height + navigationBar.extent
    let top = above + (topViewController?.searchRoom ?? 0)
    // One that leaves at the side of its page does not move up, too.
    if !topBar.isHidden || !topBar.goesAlong {
      let y = isNavigationBarHidden ? whole.minY - top : whole.minY
      navigationBar.frame = Rect(whole.minX, y, whole.width, top)
    }
    let bottom = UIToolbar.height + safe.bottom
    toolbar.frame = Rect(
      whole.minX, isToolbarHidden ? whole.maxY : whole.maxY - bottom, whole.width, bottom)
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
    for page in viewControllers {
      switch page.navigationItem.largeTitleDisplayMode {
      case .automatic: break
      case .always: isLarge = true
      case .never: isLarge = false
      }
      if page === controller { break }
    }
    return isLarge
  }
}

/// The bars of a navigation controller before a transition.
struct BarsBefore {
  var isTopHidden: Bool
  var isBottomHidden: Bool
  var pagesHideToolbar: Bool
  var top: Rect
  var bottom: Rect
  var item: UINavigationItem?
  var back: UINavigationItem?

  init(_ navigation: UINavigationController) {
    (isTopHidden, isBottomHidden) = (navigation.topBar.isHidden, navigation.bottomBar.isHidden)
    pagesHideToolbar = navigation.pagesHideToolbar
    (top, bottom) = (navigation.navigationBar.frame, navigation.toolbar.frame)
    (item, back) = (navigation.navigationBar.topItem, navigation.navigationBar.backItem)
  }
}

extension UINavigationController {
  /// Puts the bars where they were before a transition. The returned closure moves them to where they are wanted now: one that comes or goes does so
  /// at the side of its page, the toolbar over its edge.
  final func barMoves(_ operation: Operation, since before: BarsBefore?) -> () -> Void {
    guard let before else { return {} }
    var (first, last) = (before.top, navigationBar.frame)
    let way = (operation == .push ? view.bounds.width : -view.bounds.width) * forth
    if topBar.isHidden != before.isTopHidden {
      if topBar.isHidden {
        navigationBar.show(before.item, backTo: before.back)
        last = first.offsetBy(dx: -way, dy: 0)
      } else {
        first = topBar.goesAlong ? last.offsetBy(dx: way, dy: 0) : last
      }
    }
    let (bottom, isBottomMoving) = (toolbar.frame, bottomBar.goesAlong)
    UIView.performWithoutAnimation {
      navigationBar.frame = first
      if isBottomMoving { toolbar.frame = before.bottom }
    }
    return { [navigationBar, toolbar] in
      navigationBar.frame = last
      if isBottomMoving { toolbar?.frame = bottom }
    }
  }
}

extension EdgeInsets {
  /// The insets at some of the edges.
  func at(_ edges: UIRectEdge) -> EdgeInsets {
    EdgeInsets(
      top: edges.contains(.top) ? top : 0, left: edges.contains(.left) ? left : 0,
      bottom: edges.contains(.bottom) ? bottom : 0, right: edges.contains(.right) ? right : 0)
  }
}

extension UIViewController {
  /// The height of a line above its title.
  fileprivate var promptRoom: Double { navigationItem.promptHeight }

  /// The height of a search's bar below its title.
  fileprivate var searchRoom: Double {
    navigationItem.searchController.map { UINavigationBar.searchHeight + $0.searchBar.scopeHeight } ?? 0
  }
}
