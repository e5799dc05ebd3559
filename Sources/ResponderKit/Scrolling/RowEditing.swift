/// What a cell has for editing: it is made when it is first needed.
final class RowEditing {
  var isOn = false
  /// Whether the row is swiped aside, or about to be.
  var isAside = false
  /// The announced state whose `didTransition` is still pending.
  var openState: UITableViewCell.StateMask?
  /// The number of the state that was announced last.
  var change = 0
  /// Whether its changes are animated now.
  var isInAnimation = false
  /// What the row shows beside its contents.
  var state: UITableViewCell.StateMask {
    UITableViewCell.StateMask(isOn ? [.showingEditControl] : [])
      .union(isAside ? .showingDeleteConfirmation : [])
  }
  var style = UITableViewCell.EditingStyle.none
  var indents = true
  var showsReorder = false
  var accessoryType = UITableViewCell.AccessoryType.none
  var accessoryView: UIView?
  /// The button at the left, which deletes or inserts, or the mark of rows that can be selected.
  var control: RowEditControl?
  /// What a finger moves the row by.
  var handle: RowHandle?

  /// How far the contents are moved to the right.
  var indentation: Double { control != nil && indents ? RowEditControl.width : 0 }
}
