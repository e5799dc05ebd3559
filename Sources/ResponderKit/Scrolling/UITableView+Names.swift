extension UITableView {
  /// How rows are put together. They are always plain here.
  public enum Style: Sendable {
    /// Rows one below the other.
    case plain
  }

  /// A table without rows until it has a data source.
  public convenience init(frame: Rect, style: Style) { self.init(frame: frame) }

  /// A cell for `cellForRowAt`: one that is out of sight, or a new plain one.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  {
    dequeueReusableCell(withIdentifier: identifier) ?? UITableViewCell(reuseIdentifier: identifier)
  }
}
