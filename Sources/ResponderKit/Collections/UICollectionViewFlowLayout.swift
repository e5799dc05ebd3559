/// Items in lines, one after the other; sections one after the other, with headers and footers. It scrolls along one axis and is as broad as the
/// collection on the other.
///
/// The items of a line are spread over its breadth, except in the last line of a section; lower ones are in the middle of their line. The lines in
/// sight are found by binary search: what is out of sight costs nothing while it scrolls.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The size of items without one from the delegate; 50 by 50 points by default.
  open var itemSize = Size(50, 50) { didSet { if itemSize != oldValue { invalidateLayout() } } }
  /// Without effect: cells do not choose their size.
  open var estimatedItemSize = Size.zero
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

  private var sections: [FlowSection] = []
  /// The breadth for which the sections were made.
  private var breadth = 0.0

  /// A layout that scrolls up and down.
  public override init() { super.init() }

  /// A layout that scrolls up and down, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder) }

  private var isVertical: Bool { scrollDirection == .vertical }

  /// Between the coordinates of the sections and those of the content.
  private func turned(_ rect: Rect) -> Rect {
    isVertical ? rect : Rect(rect.minY, rect.minX, rect.height, rect.width)
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

  // MARK: What it computes

  open override func prepare() {
    super.prepare()
    guard let view = collectionView else { return }
    breadth = room(in: view.bounds)
    sections = []
    var top = 0.0
    for section in 0..<view.numberOfSections {
      let (lengths, sizes) = ask(section, view)
      let made = FlowSection(top: top, breadth: breadth, lengths, sizes)
      sections.append(made)
      top = made.bottom
    }
  }

  private func ask(_ section: Int, _ view: UICollectionView) -> (FlowSection.FlowLengths, FlowSizes) {
    let count = view.numberOfItems(inSection: section)
    var lengths = FlowSection.FlowLengths()
    guard let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout else {
      lengths.header = length(headerReferenceSize)
      lengths.footer = length(footerReferenceSize)
      lengths.inset = turned(sectionInset)
      (lengths.lineSpacing, lengths.itemSpacing) = (minimumLineSpacing, minimumInteritemSpacing)
      return (lengths, FlowSizes(count, all: turned(itemSize)))
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
      turned(
        delegate.collectionView(
          view, layout: self, sizeForItemAt: view.source(of: IndexPath(item: item, section: section))))
    }
    return (lengths, FlowSizes(sizes))
  }

  private func length(_ size: Size) -> Double {
    let length = turned(size).height
    return length.isFinite ? max(length, 0) : 0
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
    let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
    attributes.frame = turned(frame)
    return attributes
  }

  open override func layoutAttributesForSupplementaryView(ofKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    guard sections.indices.contains(indexPath.section) else { return nil }
    let section = sections[indexPath.section]
    let attributes = UICollectionViewLayoutAttributes(
      forSupplementaryViewOfKind: elementKind, with: indexPath)
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
      ? view.clearTop : turned(view.bounds).minY + turned(view.adjustedContentInset).top
    return max(section.top, min(edge, section.bottom - section.footerHeight - section.headerHeight))
  }

  open override func layoutAttributesForElements(in rect: Rect) -> [UICollectionViewLayoutAttributes]? {
    let (low, high) = (turned(rect).minY, turned(rect).maxY)
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
