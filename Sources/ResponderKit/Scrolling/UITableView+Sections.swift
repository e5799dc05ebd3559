/// What is above and below the sections of a table.
struct TableBands {
  enum BandKind: Hashable { case header, footer }

  struct BandKey: Hashable {
    var section: Int
    var kind: BandKind
  }

  struct Band {
    var height: Double
    /// Whether the height is the one that the view wants.
    var isFitted = false
    var title: String?
    /// The delegate's view, or one of the title: made when it comes into sight, unless its height has to be known before.
    var view: UIView?
  }

  var all: [BandKey: Band] = [:]
  /// What is in the table.
  var shown: Set<BandKey> = []
  /// The classes of views that are made when none is spare.
  var registered: [String: UITableViewHeaderFooterView.Type] = [:]
  var spare: [String: [UITableViewHeaderFooterView]] = [:]

  func height(_ kind: BandKind, _ section: Int) -> Double {
    all[BandKey(section: section, kind: kind)]?.height ?? 0
  }
}

extension UITableView {
  /// Removes what is shown above and below sections.
  final func removeBands() {
    let old = bands.all.values.map(\.view)
    bands.all = [:]
    bands.shown = []
    for view in old { discard(view) }
  }

  /// Removes a view, in which editing may end and call back, and keeps it if it can be used again.
  private func discard(_ view: UIView?) {
    view?.removeFromSuperview()
    guard let view = view as? UITableViewHeaderFooterView, let identifier = view.reuseIdentifier else {
      return
    }
    bands.spare[identifier, default: []].append(view)
  }

  private var tableDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

  /// Asks for what is above or below a section; its height.
  final func addBand(_ section: Int, _ kind: TableBands.BandKind) -> Double {
    let title: String?
    let wanted: Double
    var view: UIView?
    let tableDelegate = tableDelegate
    switch kind {
    case .header:
      title = dataSource?.tableView(self, titleForHeaderInSection: section)
      wanted = tableDelegate?.tableView(self, heightForHeaderInSection: section) ?? sectionHeaderHeight
      view = tableDelegate?.tableView(self, viewForHeaderInSection: section)
    case .footer:
      title = dataSource?.tableView(self, titleForFooterInSection: section)
      wanted = tableDelegate?.tableView(self, heightForFooterInSection: section) ?? sectionFooterHeight
      view = tableDelegate?.tableView(self, viewForFooterInSection: section)
    }
    var height = wanted
    if wanted == Self.automaticDimension {
      if view == nil, let title, style != .plain { view = TableTitle(title, kind, style) }
      // A plain title is as high as any other one.
      let plain = style != .plain ? 18 : title == nil ? 0 : TableTitle.plainHeight
      height = view.map(heightOfBand) ?? plain
    }
    height = height.isFinite ? max(height, 0) : 0
    let key = TableBands.BandKey(section: section, kind: kind)
    discard(bands.all.removeValue(forKey: key)?.view)
    bands.shown.remove(key)
    guard height > 0 else { return 0 }
    let isFitted = wanted == Self.automaticDimension && view != nil
    bands.all[key] = .init(height: height, isFitted: isFitted, title: title, view: view)
    return height
  }

  /// The height that a view above or below a section wants.
  final func heightOfBand(_ view: UIView) -> Double {
    let size = Size(inset(bounds).width, 0)
    if view is UITableViewHeaderFooterView { return view.sizeThatFits(size).height }
    return view.constrainedHeight(inWidth: size.width)
      ?? max(view.sizeThatFits(size).height, view.bounds.height)
  }

  /// Where what is above a section is in the content; zero where nothing is.
  public final func rectForHeader(inSection section: Int) -> Rect { rect(.header, section) }
  /// Where what is below a section is in the content; zero where nothing is.
  public final func rectForFooter(inSection section: Int) -> Rect { rect(.footer, section) }

  /// Where a section is in the content, with what is above and below its rows; zero for one that does not exist.
  public final func rect(forSection section: Int) -> Rect {
    loadIfNeeded()
    guard sections.indices.contains(section) else { return .zero }
    let top = sections[section].top - bands.height(.header, section)
    let end = sections[section].end + bands.height(.footer, section)
    return inset(Rect(0, top, bounds.width, max(end - top, 0)))
  }

  private func rect(_ kind: TableBands.BandKind, _ section: Int) -> Rect {
    loadIfNeeded()
    let key = TableBands.BandKey(section: section, kind: kind)
    guard let band = bands.all[key] else { return .zero }
    return inset(Rect(0, top(of: key, band), bounds.width, band.height))
  }

  /// A part of the content without the space that `insetGrouped` tables have beside rows and sections.
  final func inset(_ rect: Rect) -> Rect {
    style == .insetGrouped ? rect.insetBy(dx: min(16, rect.width / 2), dy: 0) : rect
  }

  /// Above or below the section's rows, wherever those are.
  private func top(of key: TableBands.BandKey, _ band: TableBands.Band) -> Double {
    guard sections.indices.contains(key.section) else { return 0 }
    return key.kind == .header ? sections[key.section].top - band.height : sections[key.section].end
  }

  /// The view above a section, if it is in sight.
  public final func headerView(forSection section: Int) -> UIView? {
    bands.all[.init(section: section, kind: .header)]?.view.flatMap { $0.superview === self ? $0 : nil }
  }

  final func layOutBands() {
    // Including bands that come into sight when rows make room.
    let room = abs(dragging?.gap?.height ?? 0)
    let near = sections(in: bounds.insetBy(dx: 0, dy: -room))
    let keys = near.flatMap { section in
      [TableBands.BandKey(section: section, kind: .header), .init(section: section, kind: .footer)]
    }
    for key in bands.shown.subtracting(keys) { bands.all[key]?.view?.removeFromSuperview() }
    bands.shown.formIntersection(keys)
    for key in keys {
      guard let band = bands.all[key] else { continue }
      var y = top(of: key, band)
      if let gap = dragging?.gap { y += gap.shift(of: key) }
      if style == .plain, key.kind == .header {
        // It stays below the upper edge until its section ends.
        let end = sections.indices.contains(key.section) ? sections[key.section].end : y
        y = max(y, min(clearTop, end - band.height))
      }
      let frame = inset(Rect(0, y, bounds.width, band.height))
      guard frame.intersects(bounds) else {
        band.view?.removeFromSuperview()
        bands.shown.remove(key)
        continue
      }
      guard let view = band.view ?? band.title.map({ TableTitle($0, key.kind, style) }) else { continue }
      if band.view == nil { bands.all[key]?.view = view }
      view.frame = frame
      bands.shown.insert(key)
      guard view.superview !== self else { continue }
      if key.kind == .header {
        tableDelegate?.tableView(self, willDisplayHeaderView: view, forSection: key.section)
      } else {
        tableDelegate?.tableView(self, willDisplayFooterView: view, forSection: key.section)
      }
      addSubview(view)
    }
    layOutBackground()
    tableHeaderView?.frame = Rect(0, 0, bounds.width, tableHeaderView?.bounds.height ?? 0)
    if let footer = tableFooterView {
      footer.frame = Rect(0, contentSize.height - footer.bounds.height, bounds.width, footer.bounds.height)
    }
  }

  final func layOutBackground() {
    guard let backgroundView else { return }
    if subviews.first !== backgroundView { insertSubview(backgroundView, at: 0) }
    backgroundView.frame = bounds
  }

  // MARK: The table's ends

  final var heightOfTableHeader: Double { tableHeaderView?.bounds.height ?? 0 }

  final func placeTableFooter(at y: Double) {
    let end = y + (dragging?.gap?.height ?? 0)
    contentSize = Size(bounds.width, end + (tableFooterView?.bounds.height ?? 0))
  }

  final func replaceEnd(_ old: UIView?, _ new: UIView?) {
    // The same one again, as programs do when its height has changed.
    guard old !== new else { return measureAnewIfNeeded() }
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    reloadIfLoaded()
  }

  // MARK: Rows

  /// Where a row's cell is: with some styles narrower than the row.
  final func frameOfCell(_ row: IndexPath) -> Rect {
    var rect = frameOfClosedRow(row)
    if let swipe, swipe.row == row { rect.origin.x += swipe.shift }
    return rect
  }

  final func frameOfClosedRow(_ row: IndexPath) -> Rect {
    var rect = rectForRow(at: row)
    // The space beside rows is enough for an index.
    if style != .insetGrouped, indexWidth > 0 {
      rect.size.width = max(rect.width - indexWidth, 0)
      if isMirrored { rect.origin.x += indexWidth }
    }
    if let reorder { rect.origin.y = row == reorder.from ? reorder.top : rect.minY + reorder.shift(row) }
    if let gap = dragging?.gap { rect.origin.y += gap.shift(row) }
    return rect
  }

  /// The corners of a row's cell that are those of its group.
  final func corners(of row: IndexPath) -> CACornerMask {
    CACornerMask.top(row.row == 0).union(.bottom(row.row == numberOfRows(inSection: row.section) - 1))
  }

  final var shownSeparatorColor: UIColor? {
    separatorStyle == .none ? nil : separatorColor ?? ControlLooks.rowLine
  }

  final func separatorsChanged() {
    for cell in shown.values { cell.separatorColor = shownSeparatorColor }
  }
}

extension EdgeInsets {
  /// The default insets of separators.
  static var separator: EdgeInsets { EdgeInsets(top: 0, left: 16, bottom: 0, right: 0) }
}
