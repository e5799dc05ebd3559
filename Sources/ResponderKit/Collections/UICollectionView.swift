/// Items in sections, at places that a layout chooses: cells that are used again, views beside them, selection.
///
/// `reloadData` counts the items at once; cells are asked for in the next layout, so in the next frame, and only for what is in sight. Selection
/// is made of the touches methods, as that of a table.
open class UICollectionView: UIScrollView {
  override class var standardHitTestClass: UIView.Type { UICollectionView.self }

  /// Where items come from. Another one reloads the collection, and is asked for the numbers when they are needed.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet {
      guard dataSource !== oldValue else { return }
      dropMove()
      removeElements()
      (selected, pressed, isLoaded) = ([], nil, false)
      layoutIsStale()
    }
  }
  /// Where the items are. Another one places them anew.
  open var collectionViewLayout: UICollectionViewLayout {
    didSet { if collectionViewLayout !== oldValue { takeLayout(oldValue) } }
  }
  /// Whether touches select items.
  open var allowsSelection = true
  /// Whether several items can be selected; a tap deselects then, too.
  open var allowsMultipleSelection = false
  /// Whether several items can be selected while the collection is edited, whatever `allowsMultipleSelection` says.
  open var allowsMultipleSelectionDuringEditing = false
  final var selectsSeveral: Bool {
    allowsMultipleSelection || isEditing && allowsMultipleSelectionDuringEditing
  }
  /// A view behind the items, as large as the collection, that does not scroll.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      if oldValue?.superview === self { oldValue?.removeFromSuperview() }
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// Notified of scrolling, and asked about items if it is a `UICollectionViewDelegate`.
  open override weak var delegate: (any UIScrollViewDelegate)? {
    didSet { if delegate is any UICollectionViewDelegate { addMenus() } }
  }
  /// Shows the menus of items, once there is a delegate for them.
  final var menus: ListMenus?

  /// The numbers of items, by section.
  final var counts: [Int] = []
  final var shown: [IndexPath: UICollectionViewCell] = [:]
  /// Views beside the cells.
  final var beside: [CollectionElements.ElementKey: UICollectionReusableView] = [:]
  /// Sections that scroll across; see UICollectionView+Lanes.swift.
  final var lanes: [Int: OrthogonalLane] = [:]
  /// Classes that are registered, and views that are not needed now.
  final var elements = CollectionElements()
  /// Items that come and go together; see UICollectionView+Changes.swift.
  final var changes = TableChanges()
  final var selected: Set<IndexPath> = []
  /// The touch that may select, and the item that it came down in.
  final var pressed: (touch: UITouch, item: IndexPath)?
  private var isLoaded = false
  private var limits = ListLimits()
  /// Whether the layout has to be prepared, and whether it is being prepared.
  private var isStale = true
  private var isPreparing = false
  private var preparedBounds = Rect.zero
  /// The bounds before another size, until the next layout.
  private var resizedFrom: Rect?
  /// Whether the layout had left and right exchanged when it was prepared last.
  final private(set) var wasFlipped = false
  /// The views with a place of their own in front of the others or behind them, as they were last put there.
  final var stacking: [ObjectIdentifier] = []

  /// An empty collection with a flow layout.
  public override init(frame: Rect) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(frame: frame)
    collectionViewLayout.collectionView = self
  }

  /// An empty collection with a layout.
  public init(frame: Rect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }

  /// An empty collection with a flow layout, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    collectionViewLayout.collectionView = self
  }

  // MARK: Items

  /// Throws away what is shown, and the selection. Items are counted now, cells are made in the coming layout.
  open func reloadData() {
    dropMove()
    removeElements()
    selected = []
    pressed = nil
    closeSwipe(animated: false, isGone: true)
    collectionViewLayout.forgetMeasures()
    countItems()
  }

  /// Drops the movement: the items are counted anew.
  private func dropMove() {
    if let move = elements.move { endMove(move) }
    elements.dragging?.partsMoved { $0 }
  }

  final func removeElements() {
    let (cells, views) = (shown, beside)
    // The delegate may reload the collection meanwhile.
    (shown, beside) = ([:], [:])
    for (item, cell) in cells { recycle(cell, item) }
    for (key, view) in views { recycle(view, key) }
  }

  /// Asks the data source for the numbers of items; the layout is prepared anew.
  final func countItems() {
    isLoaded = true
    let answer = dataSource?.numberOfSections(in: self) ?? 0
    let sections = limits.sections(answer)
    counts = (0..<sections).map { max(dataSource?.collectionView(self, numberOfItemsInSection: $0) ?? 0, 0) }
    collectionViewLayout.countsAreStale = true
    collectionViewLayout.invalidateLayout()
    collectionViewLayout.countsAreStale = false
    // An override may have forgotten to call it.
    layoutIsStale()
  }

  /// Whether the items have been counted.
  final var hasCounted: Bool { isLoaded }

  // MARK: The layout

  final func layoutIsStale() {
    isStale = true
    if !isPreparing { setNeedsLayout() }
  }

  private func takeLayout(_ old: UICollectionViewLayout) {
    if old.collectionView === self { old.collectionView = nil }
    collectionViewLayout.collectionView = self
    layoutIsStale()
  }

  /// Lets the layout compute its frames, if it has to.
  final func prepareLayout() {
    guard !isPreparing else { return }
    if !isLoaded { countItems() }
    isPreparing = true
    defer { isPreparing = false }
    if bounds != preparedBounds {
      let isResized = bounds.size != preparedBounds.size
      if isResized, !preparedBounds.isEmpty { resizedFrom = resizedFrom ?? preparedBounds }
      if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
        invalidateForBounds()
      } else if isResized {
        collectionViewLayout.invalidateLayout()
      }
    }
    let shown = (width: contentSize.width, room: preparedBounds.width)
    preparedBounds = bounds
    // The content's size may change the insets, and these the layout.
    let wasStale = isStale
    for _ in 0..<3 where isStale {
      isStale = false
      collectionViewLayout.prepare()
      if collectionViewLayout.hasSwipes { watchSwipes() }
      contentSize = collectionViewLayout.collectionViewContentSize
    }
    if wasStale, wasFlipped || collectionViewLayout.isFlipped { keepSide(shown.width, shown.room) }
    // Less content than before does not leave the end behind.
    let end = clamp(contentOffset)
    if wasStale, !isTracking, motion == nil, contentOffset.x > end.x || contentOffset.y > end.y {
      place(Point(min(contentOffset.x, end.x), min(contentOffset.y, end.y)))
    }
  }

  /// Content that begins at the right stays as far from there as it was, whatever its width is.
  final func keepSide(_ oldWidth: Double, _ oldRoom: Double) {
    let (isFlipped, inset) = (collectionViewLayout.isFlipped, adjustedContentInset)
    let scrolled =
      wasFlipped ? oldWidth + inset.right - contentOffset.x - oldRoom : contentOffset.x + inset.left
    wasFlipped = isFlipped
    let x = isFlipped ? contentSize.width + inset.right - bounds.width - scrolled : scrolled - inset.left
    if x != contentOffset.x { place(clamp(Point(x, contentOffset.y))) }
  }

  override func directionDidChange() {
    super.directionDidChange()
    collectionViewLayout.invalidateLayout()
  }

  open override func adjustedContentInsetDidChange() {
    super.adjustedContentInsetDidChange()
    if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) { invalidateForBounds() }
  }

  private func invalidateForBounds() {
    let context = collectionViewLayout.invalidationContext(forBoundsChange: bounds)
    collectionViewLayout.invalidateLayout(with: context)
    // An override may have forgotten to call it.
    isStale = true
  }

  override var insetsFollowHeight: Bool { contentInsetAdjustmentBehavior == .automatic }

  override func restingPlace(_ offset: Point, velocity: Point) -> Point {
    clamp(
      collectionViewLayout.targetContentOffset(
        forProposedContentOffset: beside(offset), withScrollingVelocity: velocity))
  }

  override func contentSizeMayHaveChanged() { measureAnewInOtherCategory() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    prepareLayout()
    let old = resizedFrom == nil || home?.host?.animations.current == nil ? nil : resizedFrom
    resizedFrom = nil
    if let old { collectionViewLayout.prepare(forAnimatedBoundsChange: old) }
    if let backgroundView, backgroundView.superview === self {
      if subviews.first !== backgroundView { sendSubviewToBack(backgroundView) }
      backgroundView.frame = bounds
    }
    showElements()
    if old != nil { collectionViewLayout.finalizeAnimatedBoundsChange() }
  }

  /// Puts views with a `zIndex` in front of the others, or behind them.
  final func stack(_ wanted: WantedElements) {
    let all =
      wanted.cells.compactMap { item, attributes in shown[item].map { ($0 as UIView, attributes.zIndex) } }
      + wanted.beside.compactMap { key, attributes in beside[key].map { ($0 as UIView, attributes.zIndex) } }
    let placed = all.filter { $0.1 != 0 }.sorted { $0.1 < $1.1 }
    let order = placed.map { ObjectIdentifier($0.0) }
    guard order != stacking else { return }
    stacking = order
    for (view, place) in placed where place > 0 { view.superview?.bringSubviewToFront(view) }
    for (view, place) in placed.reversed() where place < 0 { view.superview?.sendSubviewToBack(view) }
    if let backgroundView, backgroundView.superview === self { sendSubviewToBack(backgroundView) }
    for bar in [indicators.vertical, indicators.horizontal].compactMap({ $0 }) { bringSubviewToFront(bar) }
  }

  // MARK: Touches: see UICollectionView+Selection.swift

  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    press(touches)
    super.touchesBegan(touches, with: event)
  }
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    choose(touches)
    super.touchesEnded(touches, with: event)
  }
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    release(touches)
    super.touchesCancelled(touches, with: event)
  }
}
