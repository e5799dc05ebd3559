/// What a cell has for editing: it is made when it is first needed.
final class RowEditing {
  var isOn = false
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
