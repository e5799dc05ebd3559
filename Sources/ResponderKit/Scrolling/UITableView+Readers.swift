import AccessibilityBus

extension UITableView: ReadersList {
  final var readersRole: AccessibleRole? { .table }
  final var readersItemRole: AccessibleRole { .tableCell }
  final var isReadersContainer: Bool { true }
}

extension UITableView: AccessibleTableSource {
  package final var accessibleSelectionKind: AccessibleSelectionKind {
    if isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection { return .several }
    return (isEditing ? allowsSelectionDuringEditing : allowsSelection) ? .one : .none
  }

  private func cell(of child: any AccessibleElement) -> (cell: UITableViewCell, row: IndexPath)? {
    guard let cell = (child as? UIView)?.enclosing(UITableViewCell.self), let row = indexPath(for: cell)
    else { return nil }
    return (cell, row)
  }

  package final func isAccessibleSelected(_ child: any AccessibleElement) -> Bool? {
    accessibleSelectionKind == .none ? nil : cell(of: child)?.cell.isSelected
  }

  /// By a tap, as a user does: where one row can be selected, there is none that deselects it.
  package final func selectAccessible(_ child: any AccessibleElement, _ isOn: Bool) -> Bool {
    (isOn || accessibleSelectionKind == .several) && (child as? UIView)?.tapForReaders() == true
  }

  // MARK: Rows over all sections

  private func rows(beforeSection section: Int) -> Int {
    (0..<section).reduce(0) { $0 + numberOfRows(inSection: $1) }
  }

  private func number(_ row: IndexPath) -> Int { rows(beforeSection: row.section) + row.row }

  private func section(ofRow row: Int) -> Int? {
    var first = 0
    for section in 0..<numberOfSections {
      first += numberOfRows(inSection: section)
      if row < first { return section }
    }
    return nil
  }

  package final var accessibleRowCount: Int { rows(beforeSection: numberOfSections) }

  package final var accessibleSelectedRows: [Int] { (indexPathsForSelectedRows ?? []).map { number($0) } }

  package final func accessibleRow(of child: any AccessibleElement) -> Int? {
    cell(of: child).map { number($0.row) }
  }

  package final func accessibleHeading(ofRow row: Int) -> String {
    guard let section = section(ofRow: row) else { return "" }
    return accessibleHeader(ofRow: row)?.accessibleDescription.name
      ?? dataSource?.tableView(self, titleForHeaderInSection: section) ?? ""
  }

  package final func accessibleHeader(ofRow row: Int) -> (any AccessibleElement)? {
    guard let view = section(ofRow: row).flatMap({ headerView(forSection: $0) }), view.isShownToReaders else {
      return nil
    }
    return view.isReadersElement ? view : view.accessibleChildren.first
  }
}
