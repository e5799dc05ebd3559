/// Sections of groups of items: each section repeats its group, along the way that the collection scrolls or in a lane of its own.
///
/// The sections are planned once, by one group of each; what is in sight is found by binary search. Scrolling plans nothing anew. Views with
/// estimated lengths are measured when they come into sight, and what is behind them moves.
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  /// What holds for all sections. Another one plans them anew.
  open var configuration: UICollectionViewCompositionalLayoutConfiguration {
    didSet { invalidateLayout() }
  }
  private let provider: UICollectionViewCompositionalLayoutSectionProvider
  final var plans: [SectionPlan] = []
  /// The lengths of the sections, with the distances between them.
  private var lengths = LengthTree(count: 0, usual: 0)
  /// What the plans depend on.
  private var room: LayoutEnvironment.Room?
  private var measures = LayoutMeasures()
  /// Whether left and right are exchanged in what is prepared.
  final private(set) var isTurned = false
  /// The size category that they are of.
  private var category = UIContentSizeCategory.unspecified

  /// All sections alike.
  public convenience init(section: NSCollectionLayoutSection) {
    self.init(section: section, configuration: UICollectionViewCompositionalLayoutConfiguration())
  }

  /// All sections alike.
  public convenience init(
    section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    self.init(sectionProvider: { _, _ in section }, configuration: configuration)
  }

  /// Each section as a closure says; nil: nothing of it is shown.
  public convenience init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
    self.init(
      sectionProvider: sectionProvider, configuration: UICollectionViewCompositionalLayoutConfiguration())
  }

  /// Each section as a closure says; nil: nothing of it is shown.
  public init(
    sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    provider = sectionProvider
    self.configuration = configuration
    super.init()
  }

  // MARK: Planning

  final var axis: LayoutAxis { configuration.scrollDirection == .vertical ? .vertical : .horizontal }

  private func room(_ view: UICollectionView, _ bounds: Rect) -> LayoutEnvironment.Room {
    let insets = view.adjustedContentInset
    return .init(
      contentSize: bounds.size,
      contentInsets: NSDirectionalEdgeInsets(
        top: insets.top, leading: insets.left, bottom: insets.bottom, trailing: insets.right))
  }

  open override func prepare() {
    super.prepare()
    guard let view = collectionView else { return }
    let room = room(view, view.bounds)
    // Other rooms have other measures: texts have other lines.
    let category = view.elements.category
    if let old = self.room, old.effectiveContentSize != room.effectiveContentSize || category != self.category
    {
      measures = LayoutMeasures()
    }
    (self.room, self.category, isTurned) = (room, category, isFlipped)
    let environment = LayoutEnvironment(room: room, traitCollection: view.traitCollection)
    let around = SectionPlan.Surroundings(axis: axis, environment: environment)
    let offsets = plans.map(\.offset)
    plans = (0..<view.numberOfSections).map { index in
      let section = provider(index, environment)
      var plan = SectionPlan(
        section ?? Self.empty, count: section == nil ? 0 : view.numberOfItems(inSection: index), around,
        measured: (measures.items[index] ?? [:], measures.bands[index] ?? [:]))
      if offsets.indices.contains(index) { plan.offset = offsets[index] }
      return plan
    }
    lengths = LengthTree(count: plans.count, usual: spacing)
    for (index, plan) in plans.enumerated() { lengths[index] = plan.length + spacing }
  }

  /// What is shown of a section about which the program says nothing.
  private static var empty: NSCollectionLayoutSection {
    let none = NSCollectionLayoutSize(widthDimension: .absolute(0), heightDimension: .absolute(0))
    return NSCollectionLayoutSection(group: .horizontal(layoutSize: none, subitems: []))
  }

  private var spacing: Double {
    let spacing = configuration.interSectionSpacing
    return spacing.isFinite ? max(spacing, 0) : 0
  }

  open override var collectionViewContentSize: Size {
    var size = room?.effectiveContentSize ?? .zero
    size[axis] = max(lengths.total - (plans.isEmpty ? 0 : spacing), 0)
    return size
  }

  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    guard let view = collectionView, let room else { return false }
    return room.effectiveContentSize != self.room(view, newBounds).effectiveContentSize
  }

  // MARK: Where sections are

  final func origin(of section: Int) -> Point {
    var origin = Point.zero
    origin[axis] = lengths.start(section)
    return origin
  }

  /// The sections that a part of the content touches.
  final func sections(in rect: Rect) -> Range<Int> {
    let first = lengths.index(endingBehind: rect.low(axis))
    var end = first
    while end < plans.count, lengths.start(end) < rect.high(axis) { end += 1 }
    return first..<end
  }

  // MARK: Lanes

  override func lanes(in rect: Rect) -> [LanePlace] {
    sections(in: flipped(rect)).filter { plans[$0].isLane && plans[$0].run.groupCount > 0 }.map { index in
      let plan = plans[index]
      let origin = origin(of: index)
      let frame = flipped(plan.laneFrame.offsetBy(dx: origin.x, dy: origin.y))
      var size = frame.size
      size[axis.other] = plan.laneLength
      let behavior = plan.section.orthogonalScrollingBehavior
      return LanePlace(
        section: index, frame: frame, contentSize: size, isHorizontal: axis == .vertical,
        turnsPages: behavior == .paging,
        isFree: behavior == .continuous || behavior == .continuousGroupLeadingBoundary)
    }
  }

  override func laneOffset(_ section: Int) -> Double {
    plans.indices.contains(section) ? turnedOffset(plans[section].offset, section) : 0
  }

  /// Converts between a lane's offset and its distance from the beginning, which may be at the right.
  private func turnedOffset(_ offset: Double, _ section: Int) -> Double {
    let plan = plans[section]
    guard axis == .vertical, isTurned else { return offset }
    return max(plan.laneLength - plan.laneFrame.width, 0) - offset
  }

  /// Converts between the plans' coordinates and the content's, in both directions.
  final func flipped(_ rect: Rect) -> Rect {
    guard isTurned, collectionView != nil else { return rect }
    let content = collectionViewContentSize.width
    return rect.mirrored(in: Rect(0, 0, axis == .vertical ? content : widthAcross(content), 0))
  }

  /// Whether items begin at the right where the collection's content does; true.
  open override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
  override var canFlip: Bool { true }

  override func laneMoved(_ section: Int, to offset: Double) {
    if plans.indices.contains(section) { plans[section].offset = turnedOffset(offset, section) }
  }

  override func laneRest(_ section: Int, _ proposed: Double, _ now: Double, _ velocity: Double) -> Double {
    guard plans.indices.contains(section) else { return proposed }
    let rest = plans[section].rest(
      turnedOffset(proposed, section), now: turnedOffset(now, section),
      velocity: isTurned && axis == .vertical ? -velocity : velocity)
    return turnedOffset(rest, section)
  }

  // MARK: Measures

  override var mayEstimate: Bool { true }
  override func take(_ preferred: UICollectionViewLayoutAttributes) -> Bool {
    let (path, size) = (preferred.indexPath, preferred.size)
    guard plans.indices.contains(path.section), size.isFinite, size.width >= 0, size.height >= 0 else {
      return false
    }
    let changes: Bool
    if let kind = preferred.representedElementKind {
      guard let index = bandIndex(kind, path) else { return false }
      changes = plans[path.section].measure(band: index, size)
      measures.bands[path.section, default: [:]][index] = plans[path.section].bands[index].size
    } else {
      changes = plans[path.section].measure(path.item, size)
      measures.items[path.section, default: [:]][path.item] = size
    }
    if changes { lengths[path.section] = plans[path.section].length + spacing }
    return changes
  }

  final func bandIndex(_ kind: String, _ path: IndexPath) -> Int? {
    guard plans.indices.contains(path.section) else { return nil }
    return plans[path.section].bands.firstIndex { $0.item.elementKind == kind && $0.number == path.item }
  }

  override func forgetMeasures() { measures = LayoutMeasures() }
  override func moveMeasures(_ place: (IndexPath) -> IndexPath?) { measures.move(place) }

  // MARK: Answers: see UICollectionViewCompositionalLayout+Attributes.swift

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    cell(indexPath)
  }

  open override func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { beside(elementKind, indexPath) }

  open override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
    elements(in: rect)
  }

  override func decorationClass(_ kind: String) -> UICollectionReusableView.Type? {
    decorations[kind] ?? (kind == ListLook.backdropKind ? ListBackdrop.self : nil)
  }
  override var hasSwipes: Bool {
    plans.contains { plan in
      guard let list = plan.section.list?.configuration else { return false }
      return list.leadingSwipeActionsConfigurationProvider != nil
        || list.trailingSwipeActionsConfigurationProvider != nil
    }
  }
  override func list(_ section: Int) -> UICollectionLayoutListConfiguration? {
    plans.indices.contains(section) ? plans[section].section.list?.configuration : nil
  }
}

/// Says how a section is shown.
public typealias UICollectionViewCompositionalLayoutSectionProvider = (
  _ sectionIndex: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment
) -> NSCollectionLayoutSection?
