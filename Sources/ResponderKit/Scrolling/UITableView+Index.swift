/// The index of sections at the right edge.
extension UITableView {
  /// A title of an index that is shown as a magnifying glass.
  public static let indexSearch = "{search}"

  /// The color of the index's titles; nil, the default: the tint color.
  public final var sectionIndexColor: UIColor? {
    get { index?.color }
    set { madeIndex.color = newValue }
  }
  /// What is behind the index; nil, the default: nothing.
  public final var sectionIndexBackgroundColor: UIColor? {
    get { index?.usualBackground }
    set { madeIndex.usualBackground = newValue }
  }
  /// What is behind the index while a finger is on it; nil, the default: as else.
  public final var sectionIndexTrackingBackgroundColor: UIColor? {
    get { index?.trackingBackground }
    set { madeIndex.trackingBackground = newValue }
  }
  /// The index is shown from so many rows on; 0 by default.
  public final var sectionIndexMinimumDisplayRowCount: Int {
    get { index?.minimumRows ?? 0 }
    set {
      madeIndex.minimumRows = newValue
      setNeedsLayout()
    }
  }

  /// Asks the data source for the index's titles anew. Done by `reloadData`, too.
  public final func reloadSectionIndexTitles() {
    let titles = dataSource?.sectionIndexTitles(for: self) ?? []
    guard titles != index?.titles ?? [] else { return }
    madeIndex.titles = titles
    setNeedsLayout()
  }

  private var madeIndex: TableIndex {
    if let index { return index }
    let new = TableIndex()
    new.onChoose = { [weak self] title in self?.chose(title) }
    index = new
    return new
  }

  /// The room at the right of the rows that the index takes.
  final var indexWidth: Double {
    guard let index, !index.titles.isEmpty, !isEditing else { return 0 }
    let fewest = index.minimumRows
    guard fewest <= 0 || sections.reduce(0, { $0 + $1.count }) >= fewest else { return 0 }
    return index.width
  }

  /// It stays where it is while the rows scroll, in front of them.
  final func layOutIndex() {
    guard let index else { return }
    let width = indexWidth
    guard width > 0 else { return index.removeFromSuperview() }
    let clear = bounds.inset(by: adjustedContentInset)
    index.frame = mirrored(Rect(bounds.maxX - width, clear.minY, width, max(clear.height, 0)))
    let front = subviews.last { $0 !== indicators.vertical && $0 !== indicators.horizontal }
    if front !== index { addSubview(index) }
  }

  private func chose(_ number: Int) {
    guard let titles = index?.titles, titles.indices.contains(number), let dataSource else { return }
    let section = dataSource.tableView(self, sectionForSectionIndexTitle: titles[number], at: number)
    guard sections.indices.contains(section) else { return }
    let header = rectForHeader(inSection: section)
    let y = header.isEmpty ? sections[section].top : header.minY
    closeSwipe(animated: false)
    setContentOffset(clamp(Point(contentOffset.x, y - adjustedContentInset.top)), animated: false)
  }
}
