/// How many of an element's children can be selected.
package enum AccessibleSelectionKind: Hashable, Sendable { case none, one, several }

/// An element whose children are selected by the user: rows, items, segments.
package protocol AccessibleSelectionSource: AccessibleElement {
  var accessibleSelectionKind: AccessibleSelectionKind { get }
  /// Whether a child is selected; nil for one that can not be, as a heading between rows.
  func isAccessibleSelected(_ child: any AccessibleElement) -> Bool?
  /// Selects or deselects a child as a user would; false when a user can not.
  func selectAccessible(_ child: any AccessibleElement, _ isOn: Bool) -> Bool
}

/// A table of one column. Rows are numbered over all sections. Only those in sight are children.
package protocol AccessibleTableSource: AccessibleSelectionSource {
  var accessibleRowCount: Int { get }
  /// In ascending order, including rows out of sight.
  var accessibleSelectedRows: [Int] { get }
  /// Nil for a child that is no row.
  func accessibleRow(of child: any AccessibleElement) -> Int?
  /// The heading of the rows around it; empty for none.
  func accessibleHeading(ofRow row: Int) -> String
  /// The element that shows the heading; nil while it is out of sight.
  func accessibleHeader(ofRow row: Int) -> (any AccessibleElement)?
}

extension AccessibleElement {
  /// This element, if its children can be selected now.
  var selection: (any AccessibleSelectionSource)? {
    guard let source = self as? any AccessibleSelectionSource, source.accessibleSelectionKind != .none else {
      return nil
    }
    return source
  }

  /// The table whose row it is, and which one.
  var rowInTable: (table: any AccessibleTableSource, row: Int)? {
    guard let table = accessibleParent as? any AccessibleTableSource, let row = table.accessibleRow(of: self)
    else { return nil }
    return (table, row)
  }
}
