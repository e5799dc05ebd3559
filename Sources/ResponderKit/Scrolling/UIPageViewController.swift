/// Pages, each with a controller, that fingers turn: beside each other, or below each other.
open class UIPageViewController: UIViewController {
  /// How pages are turned. `pageCurl` is shown as `scroll`.
  public enum TransitionStyle: Int, Hashable, Sendable {
    /// As a sheet of paper, and by a move.
    case pageCurl, scroll
  }
  /// Where the next page is.
  public enum NavigationOrientation: Int, Hashable, Sendable {
    /// To the right of the page.
    case horizontal
    /// Below it.
    case vertical
  }
  /// From which side a page comes.
  public enum NavigationDirection: Int, Hashable, Sendable {
    /// As the next one.
    case forward
    /// As the one before.
    case reverse
  }
  /// What else can be chosen.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The room between pages, in points: a number.
    public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
  }

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
  private var current: UIViewController?
  private var before: UIViewController?
  private var after: UIViewController?
  /// The other page that is seen while pages are turned, and its place.
  private var other: (page: UIViewController, place: Int)?
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
  }

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

  /// The page that is shown, or to which the program turns: one or none.
  open var viewControllers: [UIViewController]? { current.map { [$0] } ?? [] }

  // MARK: The program's turns

  /// Shows a page, which comes from one side. Of several ones the first counts; without one nothing is shown.
  ///
  /// - Parameter completion: called when the page is there: with false, when another one was set meanwhile.
  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    finish(false)
    let (old, new) = (current, viewControllers?.first)
    guard old !== new else {
      sourceChanged()
      completion?(true)
      return
    }
    // It may be a page beside the old one.
    (current, before, after) = (new, nil, nil)
    guard let old, let new, animated, isViewLoaded, scroll.window != nil, scroll.length > 0 else {
      if let old { take(old) }
      if let new { show(new, in: 1) }
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
      old.view.frame = scroll.frame(of: place)
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
    placeParts()
    if let current { show(current, in: 1) }
    sourceChanged()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
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
      scroll.limit(hasBefore: before != nil, hasAfter: after != nil)
      current?.loadedView?.frame = scroll.frame(of: 1)
      scroll.contentOffset = scroll.offset(of: 1)
    }
  }

  private func arrange(_ body: () -> Void) {
    let was = isArranging
    isArranging = true
    body()
    isArranging = was
  }

  private func show(_ page: UIViewController, in place: Int) {
    let isNew = page.parent !== self
    if isNew { addChild(page) }
    if isViewLoaded, let view = page.view {
      view.frame = scroll.frame(of: place)
      scroll.addSubview(view)
    }
    if isNew { page.didMove(toParent: self) }
  }

  private func take(_ page: UIViewController) {
    guard page.parent === self else { return }
    page.willMove(toParent: nil)
    if page.isViewLoaded {
      page.willLeave()
      page.loadedView?.removeFromSuperview()
    }
    page.removeFromParent()
  }

  // MARK: The user's turns

  private func moved() {
    guard !isArranging, !isPrograms else { return }
    let place = scroll.place
    // What springs back from an edge may go beyond its place by less than can be seen.
    guard abs(place - 1) * scroll.length >= 1 else { return }
    let side = place < 1 ? 0 : 2
    guard other?.place != side else { return }
    if let other { take(other.page) }
    other = nil
    guard let page = side == 0 ? before : after else { return }
    if isUsers { delegate?.pageViewController(self, willTransitionTo: [page]) }
    other = (page, side)
    show(page, in: side)
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
    if let page = seen?.page, isTurned {
      current = page
      (before, after) = place == 0 ? (nil, old) : (old, nil)
      dot += place - 1
      showDot()
    }
    if let leaving = isTurned ? old : seen?.page { take(leaving) }
    askSource()
    if wasUsers, seen != nil {
      delegate?.pageViewController(
        self, didFinishAnimating: isFinished, previousViewControllers: old.map { [$0] } ?? [],
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
    (before, after) = (nil, nil)
    if other == nil { askSource() }
  }

  /// Asks for the pages beside the one that is shown, unless they are known.
  private func askSource() {
    if let current, let dataSource {
      before = before ?? dataSource.pageViewController(self, viewControllerBefore: current)
      after = after ?? dataSource.pageViewController(self, viewControllerAfter: current)
    } else {
      (before, after) = (nil, nil)
    }
    if before === current { before = nil }
    if after === current { after = nil }
    if isViewLoaded { placePages() }
  }

  private func showDot() {
    let count = dots.numberOfPages
    if count > 0 { dot = ((dot % count) + count) % count }
    dots.currentPage = dot
  }

  private func dotsTapped() {
    let place = dots.currentPage > dot ? 2 : 0
    showDot()
    guard other == nil, !isUsers, (place == 0 ? before : after) != nil else { return }
    isUsers = true
    scroll.setContentOffset(scroll.offset(of: place), animated: true)
  }
}
