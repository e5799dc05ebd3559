/// Columns beside each other where there is room, and otherwise one after the other in the navigation controller of the first one.
///
///     let split = UISplitViewController(style: .doubleColumn)
///     split.setViewController(folders, for: .primary)
///     split.setViewController(empty, for: .secondary)
open class UISplitViewController: UIViewController {
  /// How many columns there are.
  public final let style: Style
  /// Asked and notified when columns come and go.
  open weak var delegate: (any UISplitViewControllerDelegate)?
  /// Which columns are shown where there is room.
  open var preferredDisplayMode = DisplayMode.automatic {
    didSet { if preferredDisplayMode != oldValue { arrange(animated: false) } }
  }
  /// Without effect, as the next two: columns are beside each other.
  open var preferredSplitBehavior = SplitBehavior.automatic
  /// Without effect: no swipe shows a column.
  open var presentsWithGesture = true
  /// Without effect, as the next one.
  open var showsSecondaryOnlyButton = false
  /// Without effect: the look of a list is that of its layout.
  open var primaryBackgroundStyle = BackgroundStyle.none
  /// The width of the first column in parts of the whole; `automaticDimension`, the default: two fifths, up to 320 points.
  open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension {
    didSet { widthsChanged() }
  }
  /// The width of the first column in points; `automaticDimension`, the default: by the fraction.
  open var preferredPrimaryColumnWidth = UISplitViewController.automaticDimension {
    didSet { widthsChanged() }
  }
  /// The least width of the first column.
  open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { widthsChanged() } }
  /// The greatest width of the first column.
  open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { widthsChanged() } }
  /// At which edge the first column is: by default where content begins.
  open var primaryEdge = PrimaryEdge.leading { didSet { widthsChanged() } }
  /// Stands for a length that the controller chooses.
  public static let automaticDimension = -1.0

  /// What the program has given, by column.
  private var given: [Column: UIViewController] = [:]
  /// What shows it: its own navigation controller, or one around it.
  private var shown: [Column: UIViewController] = [:]
  /// Pages of other columns that are in the first one's stack while there is no room.
  private var moved: [Column: [UIViewController]] = [:]
  /// Whether there is room for one column only; nil before the first layout.
  private var collapsed: Bool?
  /// The column that a program has asked for before the first layout.
  private var requested: Column?
  private var hidesPrimary = false
  private var lines: [UIView] = []

  /// A controller with columns.
  public init(style: Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  /// A controller of two columns, as `viewControllers` has them; both arguments have no effect.
  public override init(nibName nibNameOrNil: String? = nil, bundle nibBundleOrNil: Bundle? = nil) {
    style = .unspecified
    super.init(nibName: nil, bundle: nil)
  }

  /// A controller of two columns, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    style = .unspecified
    super.init(coder: coder)
  }

  // MARK: Columns

  /// The controllers of the columns; while there is no room, the one that is shown.
  open var viewControllers: [UIViewController] {
    get {
      isCollapsed ? [base].compactMap { $0 } : Column.beside.compactMap { shown[$0] }
    }
    set {
      let columns: [Column] = style == .tripleColumn ? Column.beside : [.primary, .secondary]
      for (index, column) in columns.enumerated() {
        setViewController(newValue.indices.contains(index) ? newValue[index] : nil, for: column)
      }
    }
  }

  /// The controller that the program has given a column.
  open func viewController(for column: Column) -> UIViewController? { given[column] }

  /// Gives a column a controller. With a style, one that is no navigation controller gets one around it.
  open func setViewController(_ controller: UIViewController?, for column: Column) {
    guard given[column] !== controller else { return }
    let wasCollapsed = isCollapsed
    if wasCollapsed { expand() }
    if let old = shown[column] {
      old.loadedView?.removeFromSuperview()
      old.removeFromParent()
    }
    given[column] = controller
    shown[column] = controller.map {
      style == .unspecified || $0 is UINavigationController || column == .compact
        ? $0 : UINavigationController(rootViewController: $0)
    }
    if wasCollapsed { collapse(showing: column == .secondary ? .secondary : topColumn) }
    arrange(animated: false)
  }

  /// Whether there is room for one column only.
  public final var isCollapsed: Bool { collapsed ?? false }

  /// Which columns are shown now.
  public final var displayMode: DisplayMode {
    if isCollapsed || visible.count < 2 { return .secondaryOnly }
    return visible.count == 3 ? .twoBesideSecondary : .oneBesideSecondary
  }

  /// The columns that are shown where there is room.
  private var visible: [Column] {
    let all = Column.beside.filter { shown[$0] != nil }
    guard !hidesPrimary, preferredDisplayMode != .secondaryOnly else {
      return all.filter { $0 == .secondary }
    }
    let isOne = preferredDisplayMode == .oneBesideSecondary || preferredDisplayMode == .oneOverSecondary
    return isOne && shown[.supplementary] != nil ? all.filter { $0 != .primary } : all
  }

  /// Shows a column: beside the others, or in front of them where there is no room.
  open func show(_ column: Column) {
    guard isCollapsed else {
      if collapsed == nil { requested = column }
      if column != .secondary { hidesPrimary = false }
      return arrange(animated: true)
    }
    collapse(showing: column)
  }

  /// Takes the first columns away, where there is room for them.
  open func hide(_ column: Column) {
    guard !isCollapsed, column != .secondary else { return }
    if column == requested { requested = nil }
    hidesPrimary = true
    arrange(animated: true)
  }

  /// Shows a page in the last column, or after the others where there is no room.
  final func showDetail(_ controller: UIViewController, sender: Any?) {
    if delegate?.splitViewController(self, showDetail: controller, sender: sender) == true { return }
    guard isCollapsed, let stack = base as? UINavigationController else {
      return setViewController(controller, for: .secondary)
    }
    let pages = (controller as? UINavigationController)?.viewControllers ?? [controller]
    (controller as? UINavigationController)?.setViewControllers([], animated: false)
    if shown[.secondary] == nil || controller is UINavigationController {
      if shown[.secondary]?.parent === self { shown[.secondary]?.removeFromParent() }
      shown[.secondary] = controller
    }
    given[.secondary] = controller
    let before = stack.viewControllers.filter { page in
      moved[.secondary]?.contains { $0 === page } != true
    }
    moved[.secondary] = pages
    stack.setViewControllers(before + pages, animated: true)
  }

  /// The button that shows and hides the first column.
  public final private(set) lazy var displayModeButtonItem = UIBarButtonItem(
    image: UIImage(systemName: "sidebar.left")?.imageFlippedForRightToLeftLayoutDirection(),
    primaryAction: UIAction { [weak self] _ in
      guard let self else { return }
      if hidesPrimary { show(.primary) } else { hide(.primary) }
    })

  // MARK: Layout

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    view.clipsToBounds = true
  }

  open override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    place(animated: false)
  }

  private func widthsChanged() { loadedView?.setNeedsLayout() }

  private func width(of column: Column, in room: Double) -> Double {
    func chosen(_ length: Double) -> Double? { length >= 0 ? length : nil }
    let usual = min(room * 0.4, 320)
    guard column == .primary else { return usual }
    let wanted =
      chosen(preferredPrimaryColumnWidth)
      ?? chosen(preferredPrimaryColumnWidthFraction).map { $0 * room } ?? usual
    let most = chosen(maximumPrimaryColumnWidth) ?? room
    return min(max(wanted, chosen(minimumPrimaryColumnWidth) ?? 0), most, room)
  }

  /// The width of the first column.
  public final var primaryColumnWidth: Double {
    isCollapsed || !visible.contains(.primary) ? 0 : width(of: .primary, in: loadedView?.bounds.width ?? 0)
  }

  /// Until the first layout only marks the view: the program may still be setting columns and the delegate.
  private func arrange(animated: Bool) {
    guard collapsed != nil else { return widthsChanged() }
    place(animated: animated)
  }

  private func place(animated: Bool) {
    guard let view = loadedView, !shown.isEmpty else { return }
    let isNarrow = traitCollection.horizontalSizeClass == .compact
    if isNarrow != collapsed {
      if isNarrow {
        collapse(showing: topColumn)
        delegate?.splitViewControllerDidCollapse(self)
      } else {
        let wasCollapsed = isCollapsed
        expand()
        if wasCollapsed { delegate?.splitViewControllerDidExpand(self) }
      }
      requested = nil
    }
    let controllers = isNarrow ? [base].compactMap { $0 } : visible.compactMap { shown[$0] }
    for controller in shown.values where !controllers.contains(where: { $0 === controller }) {
      controller.loadedView?.removeFromSuperview()
    }
    let frames = frames(in: view.bounds, isNarrow ? [] : visible)
    for (index, controller) in controllers.enumerated() {
      let isNew = controller.parent !== self
      if isNew { addChild(controller) }
      if controller.view.superview !== view {
        UIView.performWithoutAnimation { controller.view.frame = frames[index] }
        view.addSubview(controller.view)
      }
      if isNew { controller.didMove(toParent: self) }
    }
    func setFrames() {
      for (controller, frame) in zip(controllers, frames) where controller.view.frame != frame {
        controller.view.frame = frame
      }
    }
    if animated, view.window != nil { UIView.animate(withDuration: 0.3) { setFrames() } } else { setFrames() }
    placeLines(frames)
  }

  private func frames(in bounds: Rect, _ columns: [Column]) -> [Rect] {
    guard columns.count > 1 else { return [bounds] }
    var left = bounds.minX
    let frames = columns.map { column in
      let room = bounds.maxX - left
      let width = column == columns.last ? room : min(width(of: column, in: bounds.width), room)
      defer { left += width }
      return Rect(left, bounds.minY, width, bounds.height)
    }
    return beginsAtRight ? frames.map { $0.mirrored(in: bounds) } : frames
  }

  /// Whether the first column is at the right.
  private var beginsAtRight: Bool { (loadedView?.isMirrored == true) != (primaryEdge == .trailing) }

  /// Lines between the columns.
  private func placeLines(_ frames: [Rect]) {
    let places = frames.dropLast().map {
      Rect(beginsAtRight ? $0.minX : $0.maxX - 0.5, $0.minY, 0.5, $0.height)
    }
    if lines.count != places.count {
      for line in lines { line.removeFromSuperview() }
      lines = places.map { _ in
        let line = UIView()
        line.backgroundColor = .separator
        line.isUserInteractionEnabled = false
        loadedView?.addSubview(line)
        return line
      }
    }
    for (line, place) in zip(lines, places) where line.frame != place { line.frame = place }
  }

  // MARK: One column

  /// What is shown while there is no room.
  private var base: UIViewController? {
    shown[.compact] ?? shown[.primary] ?? shown[.supplementary] ?? shown[.secondary]
  }

  private var topColumn: Column {
    let proposed = requested ?? .secondary
    return delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: proposed)
      ?? proposed
  }

  /// Puts the pages of the other columns up to one behind those of the first.
  private func collapse(showing top: Column) {
    if collapsed == true { expand() }
    collapsed = true
    guard shown[.compact] == nil, let stack = base as? UINavigationController else { return }
    var pages = stack.viewControllers
    for column in Column.beside where column != .primary && shown[column] !== stack {
      guard top != .primary, column == .supplementary || top == .secondary, let other = shown[column] else {
        continue
      }
      if style == .unspecified,
        delegate?.splitViewController(self, collapseSecondary: other, onto: stack) == true
      {
        continue
      }
      other.loadedView?.removeFromSuperview()
      if other.parent === self { other.removeFromParent() }
      let own = (other as? UINavigationController)?.viewControllers ?? [other]
      (other as? UINavigationController)?.setViewControllers([], animated: false)
      moved[column] = own
      pages += own
    }
    stack.setViewControllers(pages, animated: false)
  }

  /// Gives the columns their pages back, and what was pushed after them.
  private func expand() {
    collapsed = false
    guard !moved.isEmpty, let stack = base as? UINavigationController else { return moved = [:] }
    var rest = stack.viewControllers
    for column in Column.beside.reversed() {
      guard let first = moved[column]?.first else { continue }
      // Pages that the user has left are no longer in the stack.
      let index = rest.firstIndex { $0 === first }
      let own = index.map { Array(rest[$0...]) } ?? moved[column] ?? []
      if let index { rest.removeSubrange(index...) }
      stack.setViewControllers(rest, animated: false)
      if let other = shown[column] as? UINavigationController {
        other.setViewControllers(own, animated: false)
      }
    }
    moved = [:]
  }
}
