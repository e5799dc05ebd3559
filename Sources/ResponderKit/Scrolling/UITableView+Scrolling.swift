/// Scrolling to rows.
extension UITableView {
  /// Scrolls until a row is at a place of the table, as far as that is possible. Without effect for a row that does not exist.
  ///
  /// Rows that will be in sight then are measured, if their heights are only estimated: the data source is asked for their cells at once, or at the end of an
  /// animation. Inside a layout, and between `beginUpdates` and `endUpdates`, none is measured: the scroll is to where the row is expected.
  public final func scrollToRow(at row: IndexPath, at position: ScrollPosition, animated: Bool) {
    guard rectForRow(at: row) != .zero else { return }
    let offset = { [weak self] in self?.offset(bringing: row, to: position) }
    scroll(
      to: ScrollAim(offset: offset, isEstimate: estimatesRows) { [weak self] in
        if let self, changes.depth == 0 { measureRows(near: row, at: offset) }
      },
      animated: animated)
  }

  private func offset(bringing row: IndexPath, to position: ScrollPosition) -> Point? {
    guard exists(row) else { return nil }
    let rect = rectForRow(at: row)
    let seen = bounds.inset(by: adjustedContentInset)
    let y: Double
    switch position {
    case .none: return self.offset(showing: rect)
    case .top: y = rect.minY - (style == .plain ? bands.height(.header, row.section) : 0)
    case .middle: y = rect.midY - seen.height / 2
    case .bottom: y = rect.maxY - seen.height
    }
    return clamp(Point(contentOffset.x, y - adjustedContentInset.top))
  }

  private var estimatesRows: Bool { rowHeight == Self.automaticDimension || delegateHasHeights }

  /// Makes cells that will be in sight at an offset, the nearest to a row first: only as many as there is room for in their true heights.
  private func measureRows(near row: IndexPath, at offset: () -> Point?) {
    UIView.performWithoutAnimation {
      asLayout {
        measureAnewIfNeeded()
        for _ in 0..<ListLimits.mostRowsAhead {
          guard let dataSource, let place = offset(),
            let next = estimatedRow(nearest: row, in: Rect(origin: place, size: bounds.size))
          else { return }
          show(next, of: dataSource)
          guard shown[next] != nil else { return }
        }
      }
    }
  }

  /// A row without a cell whose height is an estimate.
  private func estimatedRow(nearest row: IndexPath, in part: Rect) -> IndexPath? {
    let middle = rectForRow(at: row).midY
    func distance(_ other: IndexPath) -> Double { abs(rectForRow(at: other).midY - middle) }
    var rows = rows(in: part, most: ListLimits.mostRowsAhead).filter {
      shown[$0] == nil && heights[$0] == nil
    }
    // The delegate is asked for the nearest one only.
    while let nearest = rows.min(by: { distance($0) < distance($1) }) {
      if wantedHeight(nearest) == Self.automaticDimension { return nearest }
      rows.remove(nearest)
    }
    return nil
  }
}
