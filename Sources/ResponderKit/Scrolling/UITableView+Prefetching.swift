/// Rows are announced before they come into sight.
extension UITableView {
  /// Notified of rows that will soon come into sight; nil, the default: rows are not announced.
  public final var prefetchDataSource: (any UITableViewDataSourcePrefetching)? {
    get { prefetching.source }
    set {
      if newValue !== prefetching.source { prefetching.announced.forget() }
      prefetching.source = newValue
      setNeedsLayout()
    }
  }

  /// Whether `prefetchDataSource` is called. It is by default.
  public final var isPrefetchingEnabled: Bool {
    get { prefetching.isOn }
    set { prefetching.isOn = newValue }
  }

  /// Announces the rows of the next screen in the direction in which the content moves.
  final func prefetch() {
    guard let source = prefetching.source, prefetching.isOn, reorder == nil else { return }
    let way = contentOffset.y - prefetching.offset
    prefetching.offset = contentOffset.y
    if way != 0 { prefetching.way = way }
    // Nothing is above the first row, and at first insets move the content back.
    let isBack = prefetching.way < 0 && bounds.minY > 0
    let ahead = bounds.offsetBy(dx: 0, dy: isBack ? -bounds.height : bounds.height)
    let coming = rows(in: ahead, most: ListLimits.mostShownRows).filter { shown[$0] == nil }
    let (new, gone) = prefetching.announced.update(coming)
    let cancelled = gone.filter { shown[$0] == nil && exists($0) }
    if !new.isEmpty { source.tableView(self, prefetchRowsAt: new) }
    if !cancelled.isEmpty { source.tableView(self, cancelPrefetchingForRowsAt: cancelled) }
  }
}

/// Notified of rows that will soon come into sight.
public protocol UITableViewDataSourcePrefetching: AnyObject {
  /// Called with rows of the next screen: their data may be loaded.
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  /// Called with such rows that are no longer about to come into sight. Does nothing unless implemented.
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  public func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
}

/// The rows that have been announced.
struct TablePrefetching {
  weak var source: (any UITableViewDataSourcePrefetching)?
  var isOn = true
  var announced = AnnouncedPaths()
  var offset = 0.0
  /// Where the content moved last; at first the rows below are announced.
  var way = 0.0
}
