extension UITableViewController: InheritsCommit {
  /// Whether the controller's class, or one between it and this one, has a `tableView(_:commit:forRowAt:)` of its own.
  var overridesCommit: Bool { Self.commitMethod.isOverridden(in: type(of: self)) }

  private static let commitMethod = MethodTable(
    of: UITableViewController.self, plain: PlainTables.self, overriding: CommittingTables.self)
}

private final class PlainTables: UITableViewController {}

private final class CommittingTables: UITableViewController {
  override func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {
    // Not empty: a compiler may make one of two functions that are alike.
    tableView.setNeedsLayout()
  }
}
