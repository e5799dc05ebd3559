extension UITableViewController: InheritsCommit {
  /// Whether the controller's class, or one between it and this one, has a `tableView(_:commit:forRowAt:)` of its own.
  var overridesCommit: Bool { Self.commitMethod.isOverridden(in: type(of: self)) }

  private static let commitMethod = MethodTable(
    of: UITableViewController.self, plain: PlainTables.self, overriding: CommittingTables.self)

  /// The same of `tableView(_:moveRowAt:to:)`.
  var overridesRowMove: Bool { Self.moveMethod.isOverridden(in: type(of: self)) }

  private static let moveMethod = MethodTable(
    of: UITableViewController.self, plain: PlainTables.self, overriding: MovingTables.self)
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

private final class MovingTables: UITableViewController {
  override func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    // Not empty: a compiler may make one of two functions that are alike.
    tableView.setNeedsLayout()
  }
}
