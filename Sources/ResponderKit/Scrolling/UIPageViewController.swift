/// Pages, each with a controller, that fingers turn: beside each other, or below each other.
open class UIPageViewController: UIViewController {
  /// How pages were to be turned.
  public final let transitionStyle: TransitionStyle
  /// Where the next page is.
  public final let navigationOrientation: NavigationOrientation
  /// Notified when the user turns pages.
  open weak var delegate: (any UIPageViewControllerDelegate)?
  /// Gives the pages beside the one that is shown. Without one the user can turn none. Setting it asks for them anew.
  open weak var dataSource: (any UIPageViewControllerDataSource)? { didSet { sourceChanged() } }

  final let scroll = PageScrollView(frame: .zero)
  /// The dots below.
  final let dots = UIPageControl(frame: .zero)
  /// Where pages are bound: with `mid` two are seen at once. `none` with the style `scroll`.
  public final private(set) var spineLocation = SpineLocation.none
  /// For programs whose pages have contents at the back, too: without effect, as pages are not curled.
  open var isDoubleSided = false
  private var current = PageSpread()
  private var before = PageSpread()
  private var after = PageSpread()
  /// The other pages that are seen while pages are turned, and their place.
  private var other: (pages: PageSpread, place: Int)?
  /// Whether the delegate is asked how many pages are seen at once.
  private var isAsking = false
  /// The orientation when the view was last laid out.
  private var orientation = UIInterfaceOrientation.unknown
  /// Whether the user turns pages, of which the delegate is notified.
  private var isUsers = false
  /// Whether the program does.
  private var isPrograms = false
  /// Whether fingers turn pages, while the program does.
  private var mayScroll = true
  private var isArranging = false
  /// What the program wants to be called when its turn has ended.
  private var completion: ((Bool) -> Void)?
  private var dot = 0
  private static let dotsHeight = 37.0

  /// A controller without a page.
  public init(
    transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    transitionStyle = style
    self.navigationOrientation = navigationOrientation
    super.init(nibName: nil, bundle: nil)
    scroll.isVertical = navigationOrientation == .vertical
    let spacing = options?[.interPageSpacing]
    let room = spacing as? Double ?? (spacing as? Int).map { Double($0) } ?? 0
    scroll.spacing = room.isFinite ? max(room, 0) : 0
    guard style == .pageCurl else { return }
    let spine = options?[.spineLocation]
    spineLocation = spine as? SpineLocation ?? (spine as? Int).flatMap { SpineLocation(rawValue: $0) } ?? .min
    if spineLocation == .none { spineLocation = .min }
  }

  /// How many pages are seen at once.
  private var breadth: Int { spineLocation == .mid ? 2 : 1 }

  /// Pages to scroll to the side; both arguments have no effect.
  public override convenience init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil)
  {
    self.init(transitionStyle: .scroll, navigationOrientation: .horizontal)
  }

  /// As `init(nibName:bundle:)`, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    (transitionStyle, navigationOrientation) = (.scroll, .horizontal)
    super.init(coder: coder)
  }

  /// The page that is shown, or to which the program turns: one or none; two with the spine `mid`.
  open var viewControllers: [UIViewController]? { current.pages }

  // MARK: The program's turns

  /// Shows a page, or two with the spine `mid`, moved in from one side. Further ones are ignored; without one nothing is shown.
  ///
  /// - Parameter completion: called when the page is there: with false, when another one was set meanwhile.
  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    finish(false)
    let (old, new) = (
      current, PageSpread(pages: Array((viewControllers ?? []).prefix(isAsking ? 2 : breadth)))
    )
    guard !old.isSame(new) else {
      sourceChanged()
      completion?(true)
      return
    }
    // It may be a page beside the old one.
    (current, before, after) = (new, PageSpread(), PageSpread())
    let isMove = !old.isEmpty && !new.isEmpty && !old.pages.contains(where: new.contains)
    guard isMove, animated, isViewLoaded, scroll.window != nil, scroll.length > 0 else {
      take(old)
      show(new, in: 1)
      sourceChanged()
      completion?(true)
      return
    }
    self.completion = completion
    isPrograms = true
    let place = direction == .forward ? 0 : 2
    other = (old, place)
    arrange {
      scroll.limit(hasBefore: true, hasAfter: true)
      self.place(old, in: place)
      scroll.contentOffset = scroll.offset(of: place)
    }
    show(new, in: 1)
    sourceChanged()
    // A finger would stop it between two pages.
    mayScroll = scroll.isScrollEnabled
    scroll.isScrollEnabled = false
    scroll.setContentOffset(scroll.offset(of: 1), animated: true)
  }

  /// Ends the turn at once.
  private func finish(_ isFinished: Bool) {
    if isUsers || other != nil { end(at: isPrograms ? 1 : Int(scroll.place.rounded()), isFinished) }
  }

  // MARK: The view

  open override func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.label = "page view"
    view.clipsToBounds = true
    view.addSubview(scroll)
    dots.hidesForSinglePage = false
    dots.isHidden = true
    dots.addAction(UIAction { [weak self] _ in self?.dotsTapped() }, for: .valueChanged)
    view.addSubview(dots)
    self.view = view
    if scroll.isVertical { scroll.alwaysBounceVertical = true } else { scroll.alwaysBounceHorizontal = true }
    scroll.onMove = { [weak self] in self?.moved() }
    scroll.onDrag = { [weak self] in self?.isUsers = true }
    scroll.onRest = { [weak self] in self?.rest() }
    scroll.onTurn = { [weak self] in
      self?.finish(true)
      self?.placePages()
    }
    placeParts()
    show(current, in: 1)
    sourceChanged()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    askForSpine()
    placeParts()
  }

  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    finish(false)
  }

  private func placeParts() {
    let below = dots.isHidden ? 0 : Self.dotsHeight + view.safeAreaInsets.bottom
    var room = view.bounds
    room.size.height = max(room.height - below, 0)
    dots.frame = Rect(room.minX, room.maxY, room.width, Self.dotsHeight)
    let frame =
      scroll.isVertical
      ? room.insetBy(dx: 0, dy: -scroll.spacing / 2) : room.insetBy(dx: -scroll.spacing / 2, dy: 0)
    guard scroll.frame != frame else { return }
    finish(true)
    scroll.frame = frame
    placePages()
  }

  /// Places the page that is shown in the middle, and the others beside it.
  private func placePages() {
    arrange {
      let size = scroll.bounds.size
      scroll.contentSize =
        scroll.isVertical ? Size(size.width, size.height * 3) : Size(size.width * 3, size.height)
      scroll.limit(hasBefore: !before.isEmpty, hasAfter: !after.isEmpty)
      place(current, in: 1)
      scroll.contentOffset = scroll.offset(of: 1)
    }
  }

  private func arrange(_ body: () -> Void) {
    let was = isArranging
    isArranging = true
    body()
    isArranging = was
  }

  /// Places the views of pages that have one.
  private func place(_ spread: PageSpread, in place: Int) {
    let frames = scroll.frames(of: spread, in: place, count: breadth)
    for (page, frame) in zip(spread.pages, frames) { page.loadedView?.frame = frame }
  }

  private func show(_ spread: PageSpread, in place: Int) {
    let frames = scroll.frames(of: spread, in: place, count: breadth)
    for (page, frame) in zip(spread.pages, frames) {
      let isNew = page.parent !== self
      if isNew { addChild(page) }
      if isViewLoaded, let view = page.view {
        view.frame = frame
        scroll.addSubview(view)
      }
      if isNew { page.didMove(toParent: self) }
    }
  }

  /// Removes pages that are no longer current.
  private func take(_ spread: PageSpread) {
    for page in spread.pages where page.parent === self && !current.contains(page) {
      page.willMove(toParent: nil)
      if page.isViewLoaded {
        page.willLeave()
        page.loadedView?.removeFromSuperview()
      }
      page.removeFromParent()
    }
  }

  /// Asks the delegate for the spine when the view is turned.
  private func askForSpine() {
    let (old, size) = (orientation, view.bounds.size)
    guard size.width > 0, size.height > 0 else { return }
    orientation = size.width > size.height ? .landscapeLeft : .portrait
    guard transitionStyle == .pageCurl, old != .unknown, old != orientation, let delegate else { return }
    isAsking = true
    let wanted = delegate.pageViewController(self, spineLocationFor: orientation)
    isAsking = false
    guard wanted != .none, wanted != spineLocation || current.pages.count > breadth else { return }
    finish(true)
    spineLocation = wanted
    if current.pages.count > breadth {
      let rest = PageSpread(pages: Array(current.pages[breadth...]))
      current.pages.removeLast(rest.pages.count)
      take(rest)
    }
    placePages()
    sourceChanged()
  }

  // MARK: The user's turns

  private func moved() {
    guard !isArranging, !isPrograms else { return }
    let place = scroll.place
    // What springs back from an edge may go beyond its place by less than can be seen.
    guard abs(place - 1) * scroll.length >= 1 else { return }
    let side = place < 1 ? 0 : 2
    guard other?.place != side else { return }
    if let other { take(other.pages) }
    other = nil
    let spread = side == 0 ? before : after
    guard !spread.isEmpty else { return }
    if isUsers { delegate?.pageViewController(self, willTransitionTo: spread.pages) }
    other = (spread, side)
    show(spread, in: side)
  }

  private func rest() {
    guard !isArranging, scroll.isAtRest else { return }
    end(at: Int(scroll.place.rounded()), true)
  }

  /// The turn has ended at a place.
  private func end(at place: Int, _ isFinished: Bool) {
    let (old, seen, wasUsers, body) = (current, other, isUsers, completion)
    let isTurned = seen?.place == place
    if isPrograms { scroll.isScrollEnabled = mayScroll }
    (other, isUsers, isPrograms, completion) = (nil, false, false, nil)
    if let spread = seen?.pages, isTurned {
      current = spread
      (before, after) = place == 0 ? (PageSpread(), old) : (old, PageSpread())
      dot += place - 1
      showDot()
    }
    if let leaving = isTurned ? old : seen?.pages { take(leaving) }
    askSource()
    if wasUsers, seen != nil {
      delegate?.pageViewController(
        self, didFinishAnimating: isFinished, previousViewControllers: old.pages,
        transitionCompleted: isTurned)
    }
    body?(isFinished)
  }

  // MARK: What is beside

  private func sourceChanged() {
    let count = dataSource?.presentationCount(for: self) ?? 0
    let hasDots = count > 0 && !scroll.isVertical
    dots.numberOfPages = max(count, 0)
    if hasDots { dot = dataSource?.presentationIndex(for: self) ?? 0 }
    showDot()
    if dots.isHidden == hasDots {
      dots.isHidden = !hasDots
      if isViewLoaded { placeParts() }
    }
    (before, after) = (PageSpread(), PageSpread())
    if other == nil { askSource() }
  }

  /// Asks for the pages beside the one that is shown, unless they are known.
  private func askSource() {
    if let first = current.pages.first, let last = current.pages.last, let dataSource {
      if before.isEmpty {
        before = neighbours(of: first) { dataSource.pageViewController(self, viewControllerBefore: $0) }
        before.pages.reverse()
      }
      if after.isEmpty {
        after = neighbours(of: last) { dataSource.pageViewController(self, viewControllerAfter: $0) }
      }
    } else {
      (before, after) = (PageSpread(), PageSpread())
    }
    if isViewLoaded { placePages() }
  }

  /// As many pages as are seen at once, from a page on; none where there are fewer.
  private func neighbours(of page: UIViewController, _ next: (UIViewController) -> UIViewController?)
    -> PageSpread
  {
    var spread = PageSpread()
    while spread.pages.count < breadth, let found = next(spread.pages.last ?? page) {
      if current.contains(found) || spread.contains(found) { break }
      spread.pages.append(found)
    }
    return spread.pages.count == breadth ? spread : PageSpread()
  }

  private func showDot() {
    let count = dots.numberOfPages
    if count > 0 { dot = ((dot % count) + count) % count }
    dots.currentPage = dot
  }

  private func dotsTapped() {
    let place = dots.currentPage > dot ? 2 : 0
    showDot()
    guard other == nil, !isUsers, !(place == 0 ? before : after).isEmpty else { return }
    isUsers = true
    scroll.setContentOffset(scroll.offset(of: place), animated: true)
  }
}
