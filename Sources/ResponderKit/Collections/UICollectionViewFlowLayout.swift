/// Items in lines, one after the other; sections one after the other, with headers and footers. It scrolls along one axis and is as broad as the
/// collection on the other.
///
/// The items of a line are spread over its breadth, except in the last line of a section; one that has a line to itself is in the middle of it, as
/// lower ones are across it. The lines in sight are found by binary search: what is out of sight costs nothing while it scrolls.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The size of items without one from the delegate; 50 by 50 points by default.
  open var itemSize = Size(50, 50) { didSet { if itemSize != oldValue { invalidateLayout() } } }
  /// The size of items whose cells have not been made, if cells choose their sizes, by constraints, their configuration or
  /// `preferredLayoutAttributesFitting`; `automaticSize` stands for `itemSize`. Zero, the default: they do not.
  open var estimatedItemSize = Size.zero {
    didSet { if estimatedItemSize != oldValue { invalidateLayout() } }
  }
  /// The least distance between the items of a line; 10 by default.
  open var minimumInteritemSpacing = 10.0 {
    didSet { if minimumInteritemSpacing != oldValue { invalidateLayout() } }
  }
  /// The distance between lines; 10 by default.
  open var minimumLineSpacing = 10.0 { didSet { if minimumLineSpacing != oldValue { invalidateLayout() } } }
  /// The room around the items of a section.
  open var sectionInset = EdgeInsets.zero { didSet { if sectionInset != oldValue { invalidateLayout() } } }
  /// Which way it scrolls; lines are rows when it scrolls up and down, otherwise columns.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { if scrollDirection != oldValue { invalidateLayout() } }
  }
  /// The size of what is before a section, of which only the length along the scroll direction counts; none by default.
  open var headerReferenceSize = Size.zero {
    didSet { if headerReferenceSize != oldValue { invalidateLayout() } }
  }
  /// The size of what is after a section, of which only the length along the scroll direction counts; none by default.
  open var footerReferenceSize = Size.zero {
    didSet { if footerReferenceSize != oldValue { invalidateLayout() } }
  }
  /// Whether what is before a section stays at the edge while one of its items is in sight.
  open var sectionHeadersPinToVisibleBounds = false { didSet { invalidateLayout() } }
  /// Stands for a size that cells choose, in `estimatedItemSize`.
  public static let automaticSize = Size(.greatestFiniteMagnitude, .greatestFiniteMagnitude)

  /// By the last `prepare`, with the sizes that cells have chosen.
  private var sections: [FlowSection] {
    if needsArrangement { arrange() }
    return arranged
  }
  private var arranged: [FlowSection] = []
  private var needsArrangement = false
  /// What the program has said of each section.
  private var asked: [(FlowSection.FlowLengths, FlowSizes)] = []
  private var measures = LayoutMeasures()
  /// The breadth for which the sections were made.
  private var breadth = 0.0
  /// The width in which the content is mirrored, where it is.
  private var flipWidth: Double?

  /// A layout that scrolls up and down.
  public override init() { super.init() }

  /// A layout that scrolls up and down, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  private var isVertical: Bool { scrollDirection == .vertical }

  /// From the coordinates of the sections to those of the content.
  private func turned(_ rect: Rect) -> Rect { flipped(exchanged(rect)) }
  /// The way back.
  private func turnedBack(_ rect: Rect) -> Rect { exchanged(flipped(rect)) }
  private func exchanged(_ rect: Rect) -> Rect {
    isVertical ? rect : Rect(rect.minY, rect.minX, rect.height, rect.width)
  }
  private func flipped(_ rect: Rect) -> Rect {
    flipWidth.map { rect.mirrored(in: Rect(0, 0, $0, 0)) } ?? rect
  }
  private func turned(_ size: Size) -> Size { isVertical ? size : Size(size.height, size.width) }
  private func turned(_ inset: EdgeInsets) -> EdgeInsets {
    isVertical
      ? inset : EdgeInsets(top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom)
  }

  private func room(in bounds: Rect) -> Double {
    let inset = turned(collectionView?.adjustedContentInset ?? .zero)
    return max(turned(bounds.size).width - inset.left - inset.right, 0)
  }

  /// Whether items begin at the right where the collection's content does; true.
  open override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
  override var canFlip: Bool { true }

  // MARK: What it computes

  open override func prepare() {
    super.prepare()
    guard let view = collectionView else { return }
    let room = room(in: view.bounds)
    // Texts have other lines in other rooms.
    if room != breadth { measures = LayoutMeasures() }
    breadth = room
    asked = (0..<view.numberOfSections).map { ask($0, view) }
    arrange()
  }

  private func arrange() {
    needsArrangement = false
    arranged = []
    var top = 0.0
    for (section, (lengths, sizes)) in asked.enumerated() {
      let chosen = isEstimated ? (measures.items[section] ?? [:]).mapValues(turned) : [:]
      let made = FlowSection(top: top, breadth: breadth, lengths, sizes.replacing(chosen))
      arranged.append(made)
      top = made.bottom
    }
    guard collectionView != nil, isFlipped else { return flipWidth = nil }
    flipWidth = isVertical ? breadth : widthAcross(top)
  }

  // MARK: Cells that choose their size

  private var isEstimated: Bool { estimatedItemSize != .zero }
  private var estimate: Size {
    !isEstimated || estimatedItemSize == Self.automaticSize ? itemSize : estimatedItemSize
  }

  override func take(_ preferred: UICollectionViewLayoutAttributes) -> Bool {
    let path = preferred.indexPath
    guard isEstimated, preferred.representedElementCategory == .cell,
      asked.indices.contains(path.section), asked[path.section].1.count > path.item
    else { return false }
    // The layout is not arranged for each cell of many that choose their sizes.
    let old = measures.items[path.section]?[path.item] ?? turned(asked[path.section].1[path.item])
    measures.items[path.section, default: [:]][path.item] = preferred.size
    guard preferred.size != old else { return false }
    needsArrangement = true
    return true
  }

  override var mayEstimate: Bool { isEstimated }
  override func forgetMeasures() { measures = LayoutMeasures() }
  override func moveMeasures(_ place: (IndexPath) -> IndexPath?) { measures.move(place) }

  private func ask(_ section: Int, _ view: UICollectionView) -> (FlowSection.FlowLengths, FlowSizes) {
    let count = view.numberOfItems(inSection: section)
    var lengths = FlowSection.FlowLengths()
    guard let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout else {
      lengths.header = length(headerReferenceSize)
      lengths.footer = length(footerReferenceSize)
      lengths.inset = turned(sectionInset)
      (lengths.lineSpacing, lengths.itemSpacing) = (minimumLineSpacing, minimumInteritemSpacing)
      return (lengths, FlowSizes(count, all: turned(estimate)))
    }
    lengths.header = length(
      delegate.collectionView(view, layout: self, referenceSizeForHeaderInSection: section))
    lengths.footer = length(
      delegate.collectionView(view, layout: self, referenceSizeForFooterInSection: section))
    lengths.inset = turned(delegate.collectionView(view, layout: self, insetForSectionAt: section))
    lengths.lineSpacing =
      delegate.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
    lengths.itemSpacing =
      delegate.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section)
    let sizes = (0..<count).map { item in
      let size = delegate.collectionView(
        view, layout: self, sizeForItemAt: view.source(of: IndexPath(item: item, section: section)))
      // A delegate without sizes of its own has the layout's.
      return turned(size == itemSize ? estimate : size)
    }
    return (lengths, FlowSizes(sizes))
  }

  private func length(_ size: Size) -> Double {
    let length = turned(size).height
    return length.isFinite ? max(length, 0) : 0
  }

  open override class var invalidationContextClass: AnyClass {
    UICollectionViewFlowLayoutInvalidationContext.self
  }

  open override var collectionViewContentSize: Size { turned(Size(breadth, sections.last?.bottom ?? 0)) }

  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    room(in: newBounds) != breadth
  }

  // MARK: What it answers

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard sections.indices.contains(indexPath.section),
      let frame = sections[indexPath.section].frame(of: indexPath.item)
    else { return nil }
    return attributes(indexPath, frame)
  }

  private func attributes(_ path: IndexPath, _ frame: Rect) -> UICollectionViewLayoutAttributes {
    let attributes = UICollectionViewLayoutAttributes.make(Self.layoutAttributesClass, nil, path)
    attributes.frame = turned(frame)
    guard isEstimated else { return attributes }
    (attributes.estimates.horizontal, attributes.estimates.vertical) = (true, true)
    attributes.isMeasured = measures.items[path.section]?[path.item] != nil
    return attributes
  }

  open override func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    guard sections.indices.contains(indexPath.section) else { return nil }
    let section = sections[indexPath.section]
    let attributes = UICollectionViewLayoutAttributes.make(
      Self.layoutAttributesClass, elementKind, indexPath)
    switch elementKind {
    case UICollectionView.elementKindSectionHeader where section.headerHeight > 0:
      let top = headerTop(section)
      if top > section.top { attributes.zIndex = 10 }
      attributes.frame = turned(Rect(0, top, breadth, section.headerHeight))
    case UICollectionView.elementKindSectionFooter where section.footerHeight > 0:
      attributes.frame = turned(
        Rect(0, section.bottom - section.footerHeight, breadth, section.footerHeight))
    default: return nil
    }
    return attributes
  }

  /// It stays below the edge until its section ends, where that is wanted.
  private func headerTop(_ section: FlowSection) -> Double {
    guard sectionHeadersPinToVisibleBounds, let view = collectionView else { return section.top }
    let edge =
      scrollDirection == .vertical
      ? view.clearTop
      : turnedBack(view.bounds).minY
        + (flipWidth == nil ? view.adjustedContentInset.left : view.adjustedContentInset.right)
    return max(section.top, min(edge, section.bottom - section.footerHeight - section.headerHeight))
  }

  open override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
    let part = turnedBack(rect)
    let (low, high) = (part.minY, part.maxY)
    var found: [UICollectionViewLayoutAttributes] = []
    var index = FlowSection.first(sections.count) { sections[$0].bottom > low }
    while index < sections.count, sections[index].top < high {
      for kind in [UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter] {
        let path = IndexPath(item: 0, section: index)
        if let beside = layoutAttributesForSupplementaryView(ofKind: kind, at: path),
          beside.frame.intersects(rect)
        {
          found.append(beside)
        }
      }
      for (item, frame) in sections[index].items(from: low, to: high) {
        found.append(attributes(IndexPath(item: item, section: index), frame))
      }
      index += 1
    }
    return found
  }
}
