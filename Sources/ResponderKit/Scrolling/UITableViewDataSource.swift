/// What a table shows.
public protocol UITableViewDataSource: AnyObject {
  /// What `tableView(_:commit:forRowAt:)` returns: nothing, or ``NotImplemented`` if the data source has no such method. Found by the
  /// compiler; a table reads from it whether rows can be swiped to be deleted.
  associatedtype CommitAnswer
  /// The same of `tableView(_:moveRowAt:to:)`; a table reads from it whether rows can be moved.
  associatedtype RowMoveAnswer
  /// The number of sections; 1 unless implemented. Called by `reloadData`.
  func numberOfSections(in tableView: UITableView) -> Int
  /// The number of rows in a section. Called by `reloadData`.
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  /// The cell for a row that becomes visible: a new one, or one from `dequeueReusableCell`. Called during
  /// layout.
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  /// The text above a section; nil, the default: none. Called by `reloadData`.
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  /// The text below a section; nil, the default: none. Called by `reloadData`.
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
  /// The titles of the index at the right edge, as the letters of an alphabet; nil, the default: no index. Called by `reloadData`.
  func sectionIndexTitles(for tableView: UITableView) -> [String]?
  /// The section to which a title of the index leads; the one with its number unless implemented. The table stays where it is for a
  /// section that does not exist.
  func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int
  /// Whether a row can be deleted or inserted by the user; true unless implemented. Swipes delete rows only of a data source that
  /// also has `tableView(_:commit:forRowAt:)`.
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
  /// Whether a finger can move a row, while the table is edited or by a drag; unless implemented, all rows of a data source that has
  /// `tableView(_:moveRowAt:to:)`. While the table is edited also rows whose cells have `showsReorderControl`.
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// Deletes or inserts a row, as the user wishes: also in the table, by `deleteRows` or `insertRows`. Where it is implemented, a
  /// swipe to the left shows a button that deletes the row.
  @discardableResult
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) -> CommitAnswer
  /// A finger has moved a row in the table: the data source moves it, too.
  @discardableResult
  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) -> RowMoveAnswer
}

extension UITableViewDataSource {
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
  public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
  public func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
  public func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { index }
  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    canMoveRows
  }
  /// Does nothing: a data source without a method of its own.
  public func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) -> NotImplemented { NotImplemented() }
  /// Does nothing: a data source without a method of its own.
  public func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) -> NotImplemented { NotImplemented() }
}

/// What the default of a method returns that a program may leave out, where that makes a difference.
public struct NotImplemented: Sendable {}

/// A class that has the methods for its subclasses, which may leave them out.
protocol InheritsCommit: AnyObject {
  var overridesCommit: Bool { get }
  var overridesRowMove: Bool { get }
}

extension UITableViewDataSource {
  /// Whether it deletes and inserts rows.
  var canCommit: Bool {
    if let heir = self as? any InheritsCommit { return heir.overridesCommit }
    return CommitAnswer.self != NotImplemented.self
  }

  /// Whether it moves rows.
  var canMoveRows: Bool {
    if let heir = self as? any InheritsCommit { return heir.overridesRowMove }
    return RowMoveAnswer.self != NotImplemented.self
  }
}
